import { dataLimits, massChangeKinds, shorterFileTable } from '@bilim/contract/data-limits.ts';
import { foldTypedConfirmation } from '@bilim/contract/typed-confirmation.ts';
import { type Language, type Translations, wireLanguages } from '../../core/translations.ts';
import { formatCell } from '../../import/check.ts';
import type { ColumnDescription, TableDescription } from '../../import/describe.ts';
import { formatKeptText, localizeDays } from '../../import/import-texts.ts';
import type { CheckedFileFault } from '../../import/jobs.ts';
import { importTables, requireColumn } from '../../import/tables.ts';
import type { AuthorizedJob } from './data.access.ts';
import type { JobDetail, StoredDifference } from './data.queries.ts';

type Need = AuthorizedJob['needs'][number];

/** Stands between the cells of a key. */
const keySeparator = '\u001f';

/** What has words of its own in the sentence that lets it vanish, or change. */
const named: ReadonlySet<string> = new Set([
  ...['students', 'teachers', 'memberships', 'permissions', 'lessons'],
  ...massChangeKinds,
]);

/** What has to be typed so that so many rows of a table may vanish, or values of a kind change. */
export function formatConfirmationText(texts: Translations, language: Language, { table, count }: Need): string {
  if (named.has(table)) return texts.translate(language, `data:words.${table}`, { count });
  const shorter = shorterFileTable(table);
  const name = texts.translate(language, `data:table.${shorter ?? table}`);
  return texts.translate(language, shorter ? 'data:words.shorter' : 'data:words.rows', { count, table: name });
}

/** The losses that the typed lines let happen, by table; null when one of them is missing. */
export function parseConfirmedLosses(
  texts: Translations,
  needs: readonly Need[],
  typed: string,
): Record<string, number> | null {
  const lines = new Set(typed.split('\n').map(foldTypedConfirmation));
  const isStated = (need: Need) =>
    wireLanguages.some((language) => lines.has(foldTypedConfirmation(formatConfirmationText(texts, language, need))));
  return needs.every(isStated) ? Object.fromEntries(needs.map(({ table, count }) => [table, count])) : null;
}

/** The sentence of a fault in a language. */
export function formatFault(texts: Translations, language: Language, { code, values }: CheckedFileFault): string {
  if (code !== 'undo.tied') return formatKeptText(texts, language, code, values);
  const table = texts.translate(language, `data:table.${values.table}`);
  return formatKeptText(texts, language, code, { ...values, table });
}

/** Where a fault is: its file; of an undo, which knows no files, the table in words with the key of the row. */
export function formatFaultPlace(
  texts: Translations,
  language: Language,
  { code, file, values }: CheckedFileFault,
): string {
  if (!code.startsWith('undo.') || file === '') return file;
  const key = localizeDays(texts, language, String(values.key ?? ''));
  return [texts.translate(language, `data:table.${file}`), key].filter(Boolean).join(' · ');
}

const count = (faults: readonly CheckedFileFault[], warning: boolean) =>
  faults.filter((one) => one.warning === warning).reduce((sum, { more }) => sum + 1 + more, 0);

/** A cell as people read it: yes and no in words, what is a number alone with the name of its column. */
function formatDifferenceCell(
  texts: Translations,
  language: Language,
  column: ColumnDescription | undefined,
  value: string | null,
): string | null {
  if (column?.is.a !== 'yesno' || value === null || value === '') return value;
  return texts.translate(language, value === '1' || value === 'true' ? 'data:changes.yes' : 'data:changes.no');
}

/** The key of a row in the words of a language: a year whole, other numbers with what they count. */
function formatDifferenceKey(texts: Translations, language: Language, table: TableDescription, key: string): string {
  const cells = key.split(keySeparator);
  if (cells.length !== table.key.length) return key;
  const words = table.key.map((name, place) => {
    const column = requireColumn(table, name);
    const cell = formatCell(column, cells[place] ?? '');
    if (cell === '' || table.key.length === 1) return cell;
    if (column.is.a !== 'whole' && column.is.a !== 'yesno') return cell;
    const word = texts.translate(language, `recipes:field.${name}`);
    return `${word} ${formatDifferenceCell(texts, language, column, cell)}`;
  });
  return words.filter(Boolean).join(', ');
}

/** A row that a load would change, as people read it. */
export function localizeDifference(
  texts: Translations,
  language: Language,
  file: string,
  { key, cells, ...row }: StoredDifference,
) {
  const table = importTables.find((one) => one.file === file);
  const textOf = (name: string, value: string | null) =>
    formatDifferenceCell(
      texts,
      language,
      table?.columns.find((column) => column.name === name),
      value,
    );
  return {
    ...row,
    key: table ? formatDifferenceKey(texts, language, table, key) : key,
    cells: cells.map(([column, was, now]) => ({ column, was: textOf(column, was), now: textOf(column, now) })),
  };
}

/** A job as the page shows it, in the language of who reads it. */
export function localizeJob(texts: Translations, language: Language, { faults, figures, needs, ...job }: JobDetail) {
  const missing = faults.find(({ code, warning }) => warning && code.startsWith('vanish.')) ?? null;
  return {
    ...job,
    faults: count(faults, false),
    warnings: count(faults, true),
    groups: faults.slice(0, dataLimits.faults).map((fault) => ({
      sentence: formatFault(texts, language, fault),
      isWarning: fault.warning,
      file: formatFaultPlace(texts, language, fault),
      row: fault.row,
      column: fault.column,
      more: fault.more,
      isUnknown: fault.code === 'file.unknown',
      headings: [...fault.headings],
      lines: fault.lines.map(({ row, cells }) => ({ row, cells: [...cells] })),
    })),
    figures: figures.map(({ file, rows, added, changed, ended, kept }) => ({
      table: file,
      added,
      changed,
      ended,
      same: Math.max(0, rows - added - changed),
      kept,
    })),
    missing: missing && formatFault(texts, language, missing),
    needs: needs.map((need) => ({ ...need, words: formatConfirmationText(texts, language, need) })),
  };
}

/** What came of a push, for a program's log. */
export function localizeImportResult(texts: Translations, language: Language, job: JobDetail) {
  const { id_job, state, percent, faults, figures, needs, id_run } = job;
  const sum = (kind: 'added' | 'changed' | 'ended') => figures.reduce((all, one) => all + one[kind], 0);
  const place = ({ file, row, column }: CheckedFileFault) =>
    [file, row, column].filter((part) => part !== null && part !== '');
  return [
    {
      id_job,
      state,
      percent,
      faults: count(faults, false),
      warnings: count(faults, true),
      sentences: faults.slice(0, 20).map((one) => [...place(one), formatFault(texts, language, one)].join(': ')),
      added: sum('added'),
      changed: sum('changed'),
      ended: sum('ended'),
      // What was checked without a fault, and did not go on by itself.
      waits: state === 'checked' && (needs.length > 0 || count(faults, false) === 0),
      id_run: state === 'done' ? id_run : null,
    },
  ];
}
