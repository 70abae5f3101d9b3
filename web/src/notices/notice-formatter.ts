import { makeNoticeFormatter } from '@bilim/contract/notice-formatter.ts';
import { useTranslation } from 'react-i18next';
import { dateInWords, dateRangeInWords, dayAndMonth, nameOfWeekday } from '../core/time.ts';
import { insertWordJoiners } from '../core/wordJoiners.ts';
import type { Notice } from './notices.data.ts';

/** Keeps together, where a line of the phone ends: a dot with what is before it, initials, and a number with its word («101-ауд.»). */
const kept = (text: string) =>
  insertWordJoiners(text.replaceAll(' · ', '\u00a0· ').replace(/ (?=\p{Lu}\p{Ll}?\.)/gu, '\u00a0'));

/** What a notice says: what happened in its bold line, the rest in the second. */
export function useNoticeFormatter(): (notice: Notice) => { title: string; line: string } {
  const { t } = useTranslation('notices');
  const translate = (key: string, values: Record<string, string | number>) => t(key, values);
  const weekday = (number: number) => nameOfWeekday(number, 'weekday');
  const { whole } = makeNoticeFormatter({
    t: translate,
    date: dateInWords,
    days: dateRangeInWords,
    dayAndMonth,
    weekday,
  });
  return (notice) => {
    const { title, line } = whole(notice);
    return { title: kept(title), line: kept(line) };
  };
}
