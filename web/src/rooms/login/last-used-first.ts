/** The methods of the portal in their order, but the one by which this browser signed in last comes first. */
export const sortLastUsedFirst = <Method extends { readonly id: string }>(
  methods: readonly Method[],
  last: string | null,
): readonly Method[] =>
  methods.some(({ id }) => id === last)
    ? [...methods.filter(({ id }) => id === last), ...methods.filter(({ id }) => id !== last)]
    : methods;
