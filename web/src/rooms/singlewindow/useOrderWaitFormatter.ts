import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { formatDateTime, toCalendarDay } from '../../core/time.ts';

const dayMs = 86_400_000;
/** From so many days on a wait is long. */
const long = 3;

/** How long something has waited, in words («сегодня, 08:50», «вчера», «3 дня»), and whether that is long. */
export function useOrderWaitFormatter() {
  const { t } = useTranslation('desk');
  const { day } = useUniversityTime();
  return (moment: string): { words: string; isLong: boolean } => {
    const days = Math.round((Date.parse(day) - Date.parse(toCalendarDay(moment))) / dayMs);
    if (days <= 0) return { words: formatDateTime(moment, 'exact'), isLong: false };
    return { words: days === 1 ? formatDateTime(moment, 'list') : t('days', { count: days }), isLong: days >= long };
  };
}
