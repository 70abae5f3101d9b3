import type { IconDrawing } from '../../kit/Icon.tsx';

/** The sign of the national identity service (Тундук): a letter in a diamond, as it is on its own buttons. */
export const nationalIdIcon: IconDrawing = [['M128 11 245 128 128 245 11 128ZM69 98V126H113V194H143V126H187V98Z']];

/** The methods of the portal in their order, but the one by which this browser signed in last comes first. */
export const lastUsedFirst = <Method extends { readonly id: string }>(
  methods: readonly Method[],
  last: string | null,
): readonly Method[] =>
  methods.some(({ id }) => id === last)
    ? [...methods.filter(({ id }) => id === last), ...methods.filter(({ id }) => id !== last)]
    : methods;
