import type { IconDrawing } from '../../kit/Icon.tsx';

/** The sign of the national identity service (Тундук): a letter in a diamond, as it stands on its own buttons. */
export const nationalSign: IconDrawing = [['M128 11 245 128 128 245 11 128ZM69 98V126H113V194H143V126H187V98Z']];

/** The ways of the portal in their order, but the one by which this browser was let in last comes first. */
export const lastUsedFirst = <W extends { readonly id: string }>(
  ways: readonly W[],
  last: string | null,
): readonly W[] =>
  ways.some(({ id }) => id === last)
    ? [...ways.filter(({ id }) => id === last), ...ways.filter(({ id }) => id !== last)]
    : ways;
