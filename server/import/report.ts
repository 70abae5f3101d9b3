import { formatCsv } from '../core/csv.ts';
import type { Language } from '../core/translations.ts';
import { formatImportText, type ImportTextCode } from './import-texts.ts';

/** One thing that is wrong (or, as a warning, looks wrong) in an import folder. */
export interface ImportFault {
  code: ImportTextCode;
  /** A warning does not stop the import. */
  warning: boolean;
  /** File with its ending; empty when the folder as a whole is meant. */
  file: string;
  /** Row as a spreadsheet numbers it (the headings are row 1), or null. */
  row: number | null;
  column: string | null;
  /** What is wrong and what to do, in the registrar's language. */
  sentence: string;
  /** What is filled into the sentence. */
  values: Values;
  /** Other rows of which the same is true, where equal problems are reported as one. */
  more: number;
}

type Place = { file?: string; row?: number | null; column?: string | null };
type Values = Record<string, string | number>;

/** Names of what a folder holds and the importer does not know. */
export const listUnknownFileNames = (problems: readonly Pick<ImportFault, 'code' | 'file'>[]): string[] =>
  problems.filter(({ code }) => code === 'file.unknown').map(({ file }) => file);

/** Collects the problems of one run. */
export interface ImportReport {
  problems: ImportFault[];
  error(code: ImportTextCode, place?: Place, values?: Values): void;
  warning(code: ImportTextCode, place?: Place, values?: Values): void;
  /** How many problems stop the import. */
  errorCount(): number;
}

/** Stops collecting the same kind of problem in the same column after so many, or one shifted column fills the disk. */
const sameKind = 200;

/** Names a cell of a grid, such as D14. */
const cellName = /^[A-Z]{1,3}\d+$/;

/**
 * An empty report whose sentences are in the given language. `asGroups`: what is said in the same words of the same column, or
 * of any cell of a grid, is one problem with a number, so that a word in every row hides no other one.
 */
export function createImportReport(language: Language, asGroups = false): ImportReport {
  const problems: ImportFault[] = [];
  const firsts = new Map<string, ImportFault>();
  const seen = new Map<string, number>();
  let errors = 0;
  const add = (warning: boolean, code: ImportTextCode, place: Place, values: Values) => {
    if (!warning) errors += 1;
    const { file = '', row = null, column = null } = place;
    const sentence = formatImportText(code, language, values);
    const same = JSON.stringify([file, column === null || cellName.test(column) ? '' : column, sentence]);
    const first = firsts.get(same);
    if (first) {
      first.more += 1;
      return;
    }
    const kind = `${code} ${place.file ?? ''} ${place.column ?? ''}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count > sameKind + 1) return;
    const isRest = count > sameKind;
    const text = isRest ? formatImportText('report.more', language) : sentence;
    const problem = {
      code: isRest ? 'report.more' : code,
      warning,
      file,
      row,
      column,
      sentence: text,
      values,
      more: 0,
    };
    problems.push(problem);
    if (asGroups && !isRest) firsts.set(same, problem);
  };
  return {
    problems,
    error: (code, place = {}, values = {}) => add(false, code, place, values),
    warning: (code, place = {}, values = {}) => add(true, code, place, values),
    errorCount: () => errors,
  };
}

/** The report as lines for a person: errors first, then warnings, at most `most` of them. */
export function formatReportLines(
  problems: readonly ImportFault[],
  language: Language,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const ordered = [...problems.filter((p) => !p.warning), ...problems.filter((p) => p.warning)];
  const lines = ordered.slice(0, most).map((problem) => {
    const place = [
      problem.file,
      problem.row === null ? '' : formatImportText('report.row', language, { row: problem.row }),
      problem.column === null ? '' : formatImportText('report.column', language, { column: problem.column }),
    ].filter(Boolean);
    const mark = problem.warning ? `${formatImportText('report.warning', language)} ` : '';
    return `${place.length > 0 ? `${place.join(', ')}: ` : ''}${mark}${problem.sentence}`;
  });
  if (ordered.length > most) lines.push(formatImportText('report.rest', language, { count: ordered.length - most }));
  return lines;
}

/** The report as a CSV file that spreadsheet programs open. */
export function formatReportCsv(problems: readonly ImportFault[]): string {
  const rows = problems.map((p) => [
    p.warning ? 'warning' : 'mistake',
    p.file,
    p.row ?? '',
    p.column ?? '',
    p.sentence,
  ]);
  return formatCsv([['kind', 'file', 'row', 'column', 'sentence'], ...rows]);
}
