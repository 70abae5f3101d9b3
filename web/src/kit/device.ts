/** Browsers and systems by the marks in their names; the first that fits counts. */
const browsers = [
  ['Edg/', 'Edge'],
  ['YaBrowser', 'Yandex'],
  ['OPR/', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** «Chrome, Android», or null when nothing is recognised. */
export function deviceOf(agent: string | null): string | null {
  const find = (marks: readonly (readonly [string, string])[]) => marks.find(([mark]) => agent?.includes(mark))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || null;
}

/** «Главный корпус · 10.1.4.7»: where somebody signed in, as far as the university names its networks; null: unknown. */
export const whereFrom = ({ network, address }: { network: string | null; address: string | null }): string | null =>
  [network, address].filter(Boolean).join(' · ') || null;

/** Whether a device is one that is held in a hand. */
export const isHeld = (agent: string | null): boolean => /Mobile|Android|iPhone/.test(agent ?? '');
