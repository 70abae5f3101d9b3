/** The materials in the order of every list: the newest on top. */
export const sortNewestFirst = <M extends { readonly id_books: number; readonly created: string }>(
  list: readonly M[],
): M[] => list.toSorted((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : b.id_books - a.id_books));

/** The kinds that a list has something of, in the order of the list, and how much of each. */
export function countMaterialKinds(list: readonly { readonly id_typeUmk: number; readonly umkName: string }[]) {
  return [...Map.groupBy(list, (one) => one.id_typeUmk)].map(([id, of]) => ({
    id,
    name: of[0]?.umkName ?? '',
    count: of.length,
  }));
}
