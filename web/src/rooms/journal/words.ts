import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type Language } from '../../core/i18n.ts';

/** Numbers as the language writes them: «4,67» in Russian and Kyrgyz, "4.67" in English; nothing is «—». */
export function numbersOf(code: string) {
  const two = new Intl.NumberFormat(code, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const short = new Intl.NumberFormat(code, { maximumFractionDigits: 2 });
  return {
    two: (value: number | null) => (value === null ? '—' : two.format(value)),
    short: (value: number) => short.format(value),
  };
}

export function useNumbers() {
  const { i18n } = useTranslation();
  const code = codeOf(i18n.language as Language);
  return useMemo(() => numbersOf(code), [code]);
}

/** The first word of a class type, for narrow places: «Практическое занятие» is «Практическое». */
export const firstWord = (name: string) => name.split(' ')[0] ?? name;

/** A day as a column's head has it: «12.11». */
export const shortDay = (day: string) => `${day.slice(8)}.${day.slice(5, 7)}`;

/** A day as a date of the calendar, at noon, so that no zone moves it. */
export const dateOf = (day: string) => new Date(`${day}T12:00:00Z`);
