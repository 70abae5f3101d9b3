import type { ListRecipe } from '@bilim/contract/recipe.ts';
import { type ComparedName, comparedName, distanceOfNames, foldName, foldSeparated } from './recipe-lookup.ts';
import type { RowCells } from './recipe-portal-rows.ts';
import type { MappedSheetRow } from './recipe-row.ts';
import { addOutputRow, type RecipeWorkspace, reportUnknownValue } from './recipe-workspace.ts';

/** A group that only so few are in is taken for a misspelt one where another is called nearly the same. */
const fewStudents = 3;

/** Gives memberships the keys of their groups; groups that the portal does not know yet are made, or reported as misspelt. */
export function resolveGroups(recipe: ListRecipe, lines: readonly MappedSheetRow[], work: RecipeWorkspace): void {
  const unknown = new Map<string, MappedSheetRow[]>();
  const taken = new Map<string, { line: MappedSheetRow; count: number; name: string }>();
  const names = new Map(work.known.rows('groups').map(({ code, name }) => [code, name]));
  for (const line of lines) {
    const own = line.tables.get('memberships');
    if (!own?.group) continue;
    const text = own.group;
    const found = work.known.find('groups', text);
    if ('key' in found) {
      own.group = found.key;
      const name = names.get(found.key) ?? found.key;
      if (name !== text && found.key !== text) {
        const before = taken.get(text);
        taken.set(text, { line: before?.line ?? line, count: (before?.count ?? 0) + 1, name });
      }
    } else {
      // A blank in the place of a dash is the same group.
      const key = foldSeparated(text);
      unknown.set(key, [...(unknown.get(key) ?? []), line]);
    }
  }
  for (const [text, { line, count, name }] of taken)
    work.report.warning('recipe.takenFor', placeOf(line), { value: text, other: name, count });
  makeGroups(unknown, wanted(recipe), work);
}

const placeOf = ({ origin }: MappedSheetRow, column = 'memberships.group') => ({
  file: origin.file,
  row: origin.row,
  column: origin.columns[column] ?? '',
});

/** Names of groups that somebody has said to be right, by a word of the recipe that stands for itself. */
const wanted = ({ columns }: ListRecipe): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ how, words = {} }) =>
      how === 'group' ? Object.entries(words).flatMap(([word, name]) => (word === name ? foldName(word) : [])) : [],
    ),
  );

function makeGroups(
  unknown: ReadonlyMap<string, readonly MappedSheetRow[]>,
  right: ReadonlySet<string>,
  work: RecipeWorkspace,
): void {
  const made: string[] = [];
  const compared = new Map([...unknown.keys()].map((name) => [name, comparedName(name)]));
  const lettersOf = lettersInUse(unknown, compared, work);
  for (const [folded, lines] of unknown) {
    const [first] = lines;
    // Of several spellings the most frequent one is the name.
    const name = mostFrequent(lines.map(({ tables }) => tables.get('memberships')?.group ?? ''));
    const isFew = lines.length <= fewStudents;
    const isMeant = lines.some((line) => line.tables.get('groups')?.speciality);
    // However many are in it: where another group has the same letters and figures, only a dash may be missing.
    const isDoubtful = isFew || lettersOf(folded);
    // A new group of many students is looked up in vain: nobody is asked what else it may be.
    const similar = isMeant && !isDoubtful ? [] : namedAlike(folded, name, { unknown, compared, work });
    const isRight = lines.some((line) => right.has(foldName(line.tables.get('memberships')?.group ?? '')));
    if (!first || !isMeant || (isDoubtful && similar.length > 0 && !isRight)) {
      for (const line of lines) {
        line.spoilt = true;
        reportUnknownValue(
          work,
          'recipe.noGroup',
          placeOf(line),
          line.tables.get('memberships')?.group ?? '',
          similar,
          isMeant,
        );
      }
    } else {
      reportOtherSpellings(name, lines, work);
      if (makeGroup(name, lines, work)) made.push(name);
    }
  }
  if (made.length === 0) return;
  // The portal and a table that was dropped may both have it.
  for (const row of work.known.rows('groups').filter(({ made: isNew }) => !isNew))
    addOutputRow(work, 'groups', work.known.byKey('groups', row.code ?? '') ?? row, null);
  work.report.warning('recipe.newGroups', {}, { count: made.length, list: made.slice(0, 40).join(', ') });
}

/**
 * Tells of a name whether a group of the portal, or one of more students in the sheet, has the same letters and figures: they
 * differ by dashes alone.
 */
function lettersInUse(
  unknown: ReadonlyMap<string, readonly MappedSheetRow[]>,
  compared: ReadonlyMap<string, ComparedName>,
  { known }: RecipeWorkspace,
): (folded: string) => boolean {
  const ofPortal = new Set(
    known
      .rows('groups')
      .flatMap(({ code, name, made }) => (made ? [] : [code ?? '', name ?? '']))
      .map((name) => comparedName(foldSeparated(name)).bare),
  );
  const largest = new Map<string, string>();
  for (const [name, lines] of unknown) {
    const bare = compared.get(name)?.bare ?? '';
    const before = largest.get(bare);
    if (before === undefined || (unknown.get(before)?.length ?? 0) < lines.length) largest.set(bare, name);
  }
  return (folded) => {
    const bare = compared.get(folded)?.bare ?? '';
    return ofPortal.has(bare) || largest.get(bare) !== folded;
  };
}

/** Says of a new group which other spellings of the sheet were taken for its name. */
function reportOtherSpellings(name: string, lines: readonly MappedSheetRow[], { report }: RecipeWorkspace): void {
  const others = new Map<string, MappedSheetRow[]>();
  for (const line of lines) {
    const text = line.tables.get('memberships')?.group ?? '';
    if (text !== name) others.set(text, [...(others.get(text) ?? []), line]);
  }
  for (const [value, [line, ...more]] of others)
    if (line) report.warning('recipe.takenFor', placeOf(line), { value, other: name, count: more.length + 1 });
}

/** Groups that are called nearly the same: those of the portal, then those that more students of the sheet are in. */
function namedAlike(
  folded: string,
  name: string,
  {
    unknown,
    compared,
    work,
  }: {
    unknown: ReadonlyMap<string, readonly MappedSheetRow[]>;
    compared: ReadonlyMap<string, ComparedName>;
    work: RecipeWorkspace;
  },
): string[] {
  const far = Math.max(1, Math.floor(folded.length / 4));
  const most = Math.max(unknown.get(folded)?.length ?? 0, fewStudents);
  const sought = comparedName(folded);
  const larger = [...unknown].filter(([other, lines]) => {
    const own = other !== folded && (lines.length > most || compared.get(other)?.bare === sought.bare);
    return own && distanceOfNames(sought, compared.get(other) ?? sought, far) <= far;
  });
  const lasting = larger.map(([, lines]) =>
    mostFrequent(lines.map(({ tables }) => tables.get('memberships')?.group ?? '')),
  );
  const near = [...new Set([...work.known.similar('groups', name), ...lasting])];
  const distance = (other: string) =>
    Math.min(far + 1, distanceOfNames(sought, comparedName(foldSeparated(other)), far));
  return near.toSorted((a, b) => distance(a) - distance(b)).slice(0, 3);
}

/** Of texts that are equally frequent the one that comes first. */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** A new group as its students' rows describe it; false: they contradict each other, or do not say enough. */
function makeGroup(name: string, lines: readonly MappedSheetRow[], work: RecipeWorkspace): boolean {
  const code = name.slice(0, 56);
  const group: RowCells = { code, name: code, speciality: '', admission_year: '', made: '1' };
  const [first] = lines;
  for (const line of lines) {
    const cells = (line.spoilt ? null : line.tables.get('groups')) ?? {};
    for (const column of ['speciality', 'admission_year'] as const) {
      const value = cells[column] ?? '';
      if (group[column] && value && group[column] !== value) {
        work.report.error('recipe.unlike', placeOf(line, `groups.${column}`), {
          value: name,
          first: first?.origin.row ?? 0,
        });
        return false;
      }
      group[column] ||= value;
    }
    const own = line.tables.get('memberships');
    if (own) own.group = code;
  }
  group.admission_year ||= yearOf(name, lines);
  if (!first || !group.speciality || !group.admission_year) {
    const place = first ? placeOf(first, `groups.${group.speciality ? 'admission_year' : 'speciality'}`) : {};
    work.report.error('recipe.groupUnclear', place, { value: name });
    return false;
  }
  work.known.add('groups', group);
  const { columns, ...origin } = first.origin;
  const headings = { speciality: columns['groups.speciality'] ?? '', name: columns['memberships.group'] ?? '' };
  addOutputRow(work, 'groups', group, { ...origin, columns: headings });
  return true;
}

/** The year of admission of a group: the two digits at the end of its name, or when its students came. */
function yearOf(name: string, lines: readonly MappedSheetRow[]): string {
  const [, digits] = /(?:^|\D)(\d\d)$/.exec(name) ?? [];
  if (digits) return `20${digits}`;
  const starts = lines.flatMap(({ tables }) => tables.get('memberships')?.starts_on || []).sort();
  return starts[0]?.slice(0, 4) ?? '';
}
