import { noticeWords } from '@bilim/contract/notice-words.ts';
import { useTranslation } from 'react-i18next';
import { dateInWords, dayAndMonth, nameOfWeekday } from '../../core/time.ts';
import type { Notice } from './notices.data.ts';

/** What a notice says: what happened in its bold line, the rest in the second. */
export function useNoticeWords(): (notice: Notice) => { title: string; line: string } {
  const { t } = useTranslation('notices');
  const say = (key: string, values: Record<string, string | number>) => t(key, values);
  return noticeWords({ t: say, date: dateInWords, dayAndMonth, weekday: (number) => nameOfWeekday(number, 'weekday') })
    .whole;
}
