/** The materials in their order: kinds with several files by themselves, those with one file each together. */
export function partsOf<M extends { readonly id_typeUmk: number }>(shown: readonly M[]): M[][] {
  const parts: M[][] = [];
  let single: M[] | null = null;
  for (const rows of Map.groupBy(shown, (one) => one.id_typeUmk).values()) {
    if (rows.length > 1) {
      parts.push(rows);
      single = null;
    } else if (single) single.push(...rows);
    else {
      single = [...rows];
      parts.push(single);
    }
  }
  return parts;
}
