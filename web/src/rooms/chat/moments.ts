import type { TFunction } from 'i18next';
import { dayInWords } from '../../core/days.ts';
import { codeOf, language } from '../../core/i18n.ts';
import { dayOf, formatter } from '../../core/time.ts';

/** «сегодня», «вчера», «вторник, 11 ноября», and the year when it is another. */
export function dayLabel(day: string, t: TFunction): string {
  const now = new Date();
  if (day === dayOf(now)) return t('chat:today');
  if (day === dayOf(new Date(now.getTime() - 86_400_000))) return t('chat:yesterday');
  const noon = new Date(`${day}T12:00:00Z`);
  const words = dayInWords(noon, 'UTC');
  const year = day.slice(0, 4);
  return year === dayOf(now).slice(0, 4) ? words : `${words} ${year}`;
}

/** A moment in a list: «11.11.25, 16:42» in the interface's language. */
export const momentOf = (instant: string): string =>
  formatter(codeOf(language.get()), { dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant));
