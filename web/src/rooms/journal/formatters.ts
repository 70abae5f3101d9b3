import { useTranslation } from 'react-i18next';
import type { Language } from '../../core/i18n.ts';
import { shortName, surnameAndName } from '../../kit/person.ts';
import type { JournalStudent } from './journal.model.ts';

/**
 * Numbers as the language writes them: «4,67» in Russian and Kyrgyz, "4.67" in English; nothing is «—». Browsers
 * without Kyrgyz data would take an English point.
 */
export function localNumberFormatters(language: Language): Numbers {
  const known = numbers.get(language);
  if (known) return known;
  const made = makeNumbers(language);
  numbers.set(language, made);
  return made;
}

interface Numbers {
  two(value: number | null): string;
  short(value: number | null): string;
}

/** Formatters are slow to make, and a table has one in every row. */
const numbers = new Map<Language, Numbers>();

function makeNumbers(language: Language): Numbers {
  const code = language === 'ky' ? 'ru' : language;
  const two = new Intl.NumberFormat(code, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const short = new Intl.NumberFormat(code, { maximumFractionDigits: 2 });
  return {
    two: (value: number | null) => (value === null ? '—' : two.format(value)),
    short: (value: number | null) => (value === null ? '—' : short.format(value)),
  };
}

export function useLocalNumberFormatters() {
  const { i18n } = useTranslation();
  return localNumberFormatters(i18n.language as Language);
}

/** A day, also one at the beginning of a column's key, as a column's head has it: «12.11». */
export const formatShortDay = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}`;

/** «перешёл 26.11» of a student who is in the journal no more; empty: they are in it. */
export function useDepartureText(): (student: JournalStudent) => string {
  const { t } = useTranslation('journal');
  return ({ left }) => {
    if (!left) return '';
    const key = left.moved ? 'left.moved' : 'left.gone';
    return left.since ? t(key, { day: formatShortDay(left.since) }) : t(`${key}Once`);
  };
}

/** The group's name over the first of its students, by the student's place; a table over one journal has none. */
export function findGroupHeadings(
  students: readonly JournalStudent[],
  { keys }: { readonly keys: readonly unknown[] },
): ReadonlyMap<number, string> {
  const heads = new Map<number, string>();
  if (keys.length > 1)
    for (const [place, { journal, group }] of students.entries())
      if (students[place - 1]?.journal !== journal) heads.set(place, group ?? '');
  return heads;
}

/** How many groups are named above a row, or over it. */
export function countHeadingsAbove(heads: ReadonlyMap<number, string>, row: number): number {
  let count = 0;
  for (const place of heads.keys()) if (place <= row) count++;
  return count;
}

/** Letters that the column of names has room for. */
const roomForName = 20;

/** Surname and name, or with initials where that is too long; of somebody who has a label this. */
export function formatStudentGridName({ name, label }: Pick<JournalStudent, 'name' | 'label'>): string {
  if (label !== undefined) return label;
  const two = surnameAndName(name);
  return two.length > roomForName ? shortName(name) : two;
}

/** A name or label without what distinguishes namesakes, and that by itself; null: there is none. */
export function splitNamesakeHint(label: string): { name: string; hint: string | null } {
  const comma = label.indexOf(', ');
  return comma < 0 ? { name: label, hint: null } : { name: label.slice(0, comma), hint: label.slice(comma + 2) };
}
