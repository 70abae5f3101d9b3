import { foldText } from '@bilim/contract/texts.ts';
import type { TableDescription } from './describe.ts';
import type { ImportRow } from './read-file.ts';
import type { ImportReport } from './report.ts';

/** The parts of a person's name. */
export const nameParts = ['surname', 'name', 'patronymic'] as const;

/** Rows that a sentence names. */
const maxNamed = 12;

/** Whether question marks stand within words: Kyrgyz letters that a program could not write in Windows-1251. */
export const hasLostLetters = (text: string): boolean => /\p{L}\?|\?\p{L}|\?\?/u.test(text);

/** Whether a text is a known one but for letters that Windows-1251 lacks, each of which became a question mark. */
export function isSameButLostLetters(text: string, known: string): boolean {
  const [own, other] = [text, known].map((one) => [...one.normalize('NFC').trim()]);
  if (!text.includes('?') || !own || own.length !== other?.length) return false;
  return own.every((letter, place) => {
    const meant = other[place] ?? '';
    return letter === '?' ? /[ңөү]/iu.test(meant) : foldText(letter) === foldText(meant);
  });
}

/** How many rows there are, and the numbers of the first. */
export function summarizeRowNumbers(rows: readonly number[]): { count: number; list: string } {
  const named = [...new Set(rows)];
  return { count: named.length, list: `${named.slice(0, maxNamed).join(', ')}${named.length > maxNamed ? ', …' : ''}` };
}

/** Reports letters that were lost in a file: in names of people it is an error, for they would be renamed; elsewhere a warning. */
export function reportLostLetters(
  table: TableDescription,
  name: string,
  rows: readonly ImportRow[],
  report: ImportReport,
): void {
  const isPeople = table.vanished === 'close';
  for (const column of table.columns.filter(({ is }) => is.a === 'text')) {
    const lost = rows.filter(({ cells }) => {
      const cell = cells[column.name] ?? '';
      return hasLostLetters(cell) && !(column.like && cell === cells[column.like]);
    });
    const isName = isPeople && (nameParts as readonly string[]).includes(column.name);
    const values = summarizeRowNumbers(lost.map(({ row }) => row));
    for (const { row, cells } of lost) {
      const place = { file: name, row, column: column.name };
      if (isName) report.error('person.lostLetters', place, values);
      else report.warning('cell.lostLetters', place, { value: cells[column.name] ?? '' });
    }
  }
}
