import type { SearchOption, SearchOptionGroup } from './search-option.ts';

/** The rows of a group in the order in which keys go through them. */
export const rowsOf = ({ options, more }: SearchOptionGroup): readonly SearchOption[] =>
  more ? [...options, more] : options;

/** The rows of all groups in the order in which keys go through them. */
export const allRows = (groups: readonly SearchOptionGroup[]): readonly SearchOption[] => groups.flatMap(rowsOf);

/**
 * What was found, with the rows that somebody goes through by keys in their places: the list remembers the highlighted
 * row by its place, and a row that arrives above it would make Enter open another one. What is new comes behind them,
 * under its own heading.
 *
 * @param held the groups in which somebody goes up and down; none of their rows leaves
 * @param found the groups as they would stand if nobody had chosen a row yet
 */
export function keepRowsInPlace(
  held: readonly SearchOptionGroup[],
  found: readonly SearchOptionGroup[],
): SearchOptionGroup[] {
  const now = new Map(allRows(found).map((row) => [row.key, row]));
  const fresh = (row: SearchOption) => now.get(row.key) ?? row;
  const known = new Set(allRows(held).map(({ key }) => key));
  const kept = held.map(({ options, more, ...group }) => ({
    ...group,
    options: options.map(fresh),
    ...(more && { more: fresh(more) }),
  }));
  const added = found.flatMap(({ more, ...group }): SearchOptionGroup[] => {
    const options = group.options.filter(({ key }) => !known.has(key));
    const newMore = more && !known.has(more.key) ? { more } : {};
    if (!group.isWaiting && options.length === 0 && !newMore.more) return [];
    const isThere = held.some(({ name }) => name === group.name);
    return [{ ...group, ...newMore, name: isThere ? `${group.name}-${options[0]?.key}` : group.name, options }];
  });
  return [...kept.filter(({ isWaiting }) => !isWaiting), ...added];
}
