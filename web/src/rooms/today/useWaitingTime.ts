import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { formatDateTime, toCalendarDay } from '../../core/time.ts';

const dayMs = 86_400_000;
/** From so many days on a wait is long. */
const long = 3;

/** Days of the calendar between a moment and a day. */
const daysSince = (moment: string, day: string) =>
  Math.round((Date.parse(day) - Date.parse(toCalendarDay(moment))) / dayMs);

/** How long something waits, in words: «сегодня, 08:50», «вчера», «3 дня». */
export function useWaitingTimeFormatter() {
  const { t } = useTranslation('today');
  const { day } = useUniversityTime();
  const words = (moment: string): string => {
    const days = daysSince(moment, day);
    if (days <= 0) return formatDateTime(moment, 'exact');
    return days === 1 ? formatDateTime(moment, 'list') : t('staff.days', { count: days });
  };
  return Object.assign(words, { isLate: (moment: string, today: string) => daysSince(moment, today) >= long });
}
