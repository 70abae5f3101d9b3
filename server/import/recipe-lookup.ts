import { foldText } from '@bilim/contract/texts.ts';
import type { CellsByTable, RowCells } from './recipe-portal-rows.ts';
import { foldConfusableKey, foldDigitLookalikes } from './similar.ts';

/** What a text of a sheet names: one thing by its key, several that the text does not tell apart, or what looks like it. */
export type LookupResult = { readonly key: string } | { readonly several: string[] } | { readonly similar: string[] };

const nameColumns = ['name', 'short', 'name_ru', 'name_kg', 'name_en', 'short_ru', 'short_kg', 'short_en'];
const maxSimilar = 3;

/** A text without what the eye overlooks: case, blanks, dashes, look-alike letters, quotes, letters that a keyboard lacks. */
export const foldName = (text: string): string => foldConfusableKey(foldText(text)).replace(/[«»"“”„'.,]/gu, '');

/** The same with a dash for the blanks between words, for names whose parts are distinguished by either. */
export const foldSeparated = (text: string): string => foldName(text.trim().replace(/\s*[\s\p{Pd}\u2212_]\s*/gu, '-'));

/** A folded name in the forms in which names are held against each other; made once, since many thousands are. */
export interface ComparedName {
  readonly folded: string;
  readonly figures: string;
  readonly bare: string;
  readonly bareFigures: string;
}

const withoutSeparators = (folded: string): string => folded.replace(/[-/]/g, '');

/** A folded name, ready to be compared. */
export function comparedName(folded: string): ComparedName {
  const figures = foldDigitLookalikes(folded);
  return { folded, figures, bare: withoutSeparators(folded), bareFigures: withoutSeparators(figures) };
}

/**
 * How far two names are from each other: below 1 where they only look otherwise or only separators differ, else the letters
 * that do; more than `bound` is not counted on.
 */
export function distanceOfNames(a: ComparedName, b: ComparedName, bound: number): number {
  if (a.figures === b.figures) return 0;
  if (a.bare === b.bare) return 0.4;
  return a.bareFigures === b.bareFigures ? 0.5 : editDistance(a.folded, b.folded, bound);
}

/** What the portal and the folder hold, found by the words of a sheet. */
export class KnownRowIndex {
  readonly #rows: Map<string, RowCells[]>;
  readonly #indexes = new Map<string, Map<string, RowCells[]>>();
  readonly #compared = new Map<string, readonly (ComparedName & { row: RowCells | undefined })[]>();
  /** Groups by their names with a dash for each blank. */
  #groups: Map<string, RowCells[]> | null = null;
  /** By table and folded text: thousands of rows of a sheet may have the same wrong word. */
  readonly #similar = new Map<string, Map<string, string[]>>();

  constructor(rows: CellsByTable) {
    this.#rows = new Map([...rows].map(([file, own]) => [file, [...own]]));
  }

  /** Rows of a table, none when it is not known. */
  rows(file: string): readonly RowCells[] {
    return this.#rows.get(file) ?? [];
  }

  /** Takes a row of the folder: where the portal has its key, the folder's word holds. */
  add(file: string, row: RowCells): void {
    const own = this.#rows.get(file) ?? [];
    this.#rows.set(file, own);
    own.push(row);
    this.#similar.delete(file);
    this.#compared.delete(file);
    const index = this.#indexes.get(file);
    if (index) for (const name of namesOf(file, row)) index.set(name, [...(index.get(name) ?? []), row]);
    if (file === 'groups') this.#groups = null;
  }

  /** The thing of a table that a text names; `narrow` distinguishes things of one name. */
  find(file: string, text: string, narrow: RowCells = {}): LookupResult {
    const index = this.#index(file);
    const named = index.get(foldName(text)) ?? (file === 'groups' ? this.#groupsWritten(text) : []);
    const keys = [...new Set(named.map((row) => keyOf(file, row)))];
    if (keys.length > 1) {
      const fitting = named.filter((row) =>
        Object.entries(narrow).every(([name, cell]) => !cell || !(name in row) || row[name] === cell),
      );
      const left = [...new Set(fitting.map((row) => keyOf(file, row)))];
      const [only] = left;
      return left.length === 1 && only !== undefined ? { key: only } : { several: left.length > 1 ? left : keys };
    }
    const [key] = keys;
    const similar = () => this.similar(file, text);
    // Looked for when somebody asks: of most unknown words nobody does.
    return key === undefined
      ? {
          get similar() {
            return similar();
          },
        }
      : { key };
  }

  /** The row with this very key; of a key that the folder has too, the folder's row. */
  byKey(file: string, key: string): RowCells | undefined {
    return this.#index(file)
      .get(foldName(key))
      ?.findLast((row) => keyOf(file, row) === key);
  }

  /** Names of a table that are nearly the text. */
  similar(file: string, text: string): string[] {
    const foldedText = foldName(text);
    const ready = this.#similar.get(file) ?? new Map<string, string[]>();
    this.#similar.set(file, ready);
    const similar = ready.get(foldedText) ?? this.#nearlyNamed(file, foldedText);
    ready.set(foldedText, similar);
    return similar;
  }

  #nearlyNamed(file: string, foldedText: string): string[] {
    if (!foldedText) return [];
    const bound = Math.min(3, Math.max(1, Math.floor(foldedText.length / 4)));
    const near: { name: string; far: number }[] = [];
    const sought = comparedName(foldedText);
    const compared =
      this.#compared.get(file) ?? [...this.#index(file)].map(([folded, [row]]) => ({ ...comparedName(folded), row }));
    this.#compared.set(file, compared);
    for (const other of compared) {
      const { row } = other;
      const isBeginning = foldedText.length >= 4 && other.folded.startsWith(foldedText);
      // What only looks otherwise comes before whatever differs by as many letters.
      const distance = distanceOfNames(sought, other, bound);
      const far = isBeginning ? Math.min(distance, bound) : distance;
      if (row && far <= bound) near.push({ name: shownName(file, row), far });
    }
    near.sort((a, b) => a.far - b.far || a.name.localeCompare(b.name));
    return [...new Set(near.map(({ name }) => name))].slice(0, maxSimilar);
  }

  /** Groups whose names differ from a text only by blanks in the place of dashes. */
  #groupsWritten(text: string): RowCells[] {
    if (!this.#groups) {
      this.#groups = new Map();
      for (const row of this.rows('groups'))
        for (const name of new Set([row.code, row.name].flatMap((one) => (one ? [foldSeparated(one)] : []))))
          this.#groups.set(name, [...(this.#groups.get(name) ?? []), row]);
    }
    return this.#groups.get(foldSeparated(text)) ?? [];
  }

  #index(file: string): Map<string, RowCells[]> {
    const ready = this.#indexes.get(file);
    if (ready) return ready;
    const index = new Map<string, RowCells[]>();
    for (const row of this.rows(file))
      for (const name of namesOf(file, row)) index.set(name, [...(index.get(name) ?? []), row]);
    this.#indexes.set(file, index);
    return index;
  }
}

const keys: Readonly<Record<string, string>> = {
  academic_years: 'year',
  terms: 'term',
  semesters: 'semester',
  pair_slots: 'slot',
};

function keyOf(file: string, row: RowCells): string {
  if (file === 'auditoriums') return `${row.building}\u001f${row.number}`;
  return row[keys[file] ?? 'code'] ?? '';
}

/** How a thing is called where it is proposed. */
function shownName(file: string, row: RowCells): string {
  if (file === 'teachers' || file === 'students') return joinFullName(row);
  if (file === 'auditoriums') return `${row.building}-${row.number}`;
  return row.name_ru || row.name || row[keys[file] ?? 'code'] || '';
}

export const joinFullName = ({ surname, name, patronymic }: RowCells): string =>
  [surname, name, patronymic].filter(Boolean).join(' ');

/** Every way in which a sheet may name a row, folded. */
function namesOf(file: string, row: RowCells): Set<string> {
  const names: (string | undefined)[] = [row[keys[file] ?? 'code']];
  if (file === 'teachers' || file === 'students') {
    const { surname = '', name = '', patronymic = '' } = row;
    names.push(joinFullName(row), `${surname} ${name}`, row.number);
    names.push(`${surname} ${name.slice(0, 1)}${patronymic.slice(0, 1)}`, `${surname} ${name.slice(0, 1)}`);
  } else if (file === 'auditoriums') {
    for (const mark of ['-', '/', '']) names.push(`${row.building}${mark}${row.number}`);
    names.push(row.number);
  } else names.push(...nameColumns.map((column) => row[column]));
  // A speciality is often written with its number before the name.
  if (row.classifier) names.push(row.classifier, `${row.classifier} ${row.name_ru}`);
  return new Set(names.flatMap((text) => (text ? [foldName(text)] : [])));
}

/** How many letters two texts differ by; more than `bound` is not counted on. */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  // Many thousand names are compared: no row of the table is made again.
  let before = new Uint16Array(b.length + 1).map((_, place) => place);
  let now = new Uint16Array(b.length + 1);
  for (let row = 1; row <= a.length; row++) {
    now[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const swap = (before[column - 1] ?? 0) + (a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1);
      const far = Math.min(swap, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1);
      now[column] = far;
      if (far < least) least = far;
    }
    if (least > bound) return bound + 1;
    [before, now] = [now, before];
  }
  return before[b.length] ?? bound + 1;
}
