/** «Главный корпус · 10.1.4.7»: where somebody signed in, as far as the university names its networks; null: unknown. */
export const formatSignInLocation = ({
  network,
  address,
}: {
  network: string | null;
  address: string | null;
}): string | null => [network, address].filter(Boolean).join(' · ') || null;

/** Whether a device is one that is held in a hand. */
export const isHandheld = (agent: string | null): boolean => /Mobile|Android|iPhone/.test(agent ?? '');
