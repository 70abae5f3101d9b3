import { createNoticeFormatter } from '@bilim/contract/notice-formatter.ts';
import { useTranslation } from 'react-i18next';
import { dateInWords, dateRangeInWords, dayAndMonth, weekdayNameByNumber } from '../core/time.ts';
import { insertNonBreakingSpaces } from './keep-together.ts';
import type { Notice } from './notices.data.ts';

/** What a notice says: what happened in its bold line, the rest in the second. */
export function useNoticeFormatter(): (notice: Notice) => { title: string; line: string } {
  const { t } = useTranslation('notices');
  const translate = (key: string, values: Record<string, string | number>) => t(key, values);
  const weekday = (number: number) => weekdayNameByNumber(number, 'weekday');
  const { whole } = createNoticeFormatter({
    t: translate,
    date: dateInWords,
    days: dateRangeInWords,
    dayAndMonth,
    weekday,
  });
  return (notice) => {
    const { title, line } = whole(notice);
    return { title: insertNonBreakingSpaces(title), line: insertNonBreakingSpaces(line) };
  };
}
