import { addDays } from '@bilim/contract/term-calendar.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/Toast.tsx';
import type { Class, Place, usePlaces } from './timetable-changes.data.ts';
import { isFree } from './words.ts';

/** So many weeks are looked through. */
const mostWeeks = 8;

interface Seeking {
  of: Class | null;
  places: ReturnType<typeof usePlaces>;
  monday: string;
  onPlace: (place: Place) => void;
  onWeek: (day: string) => void;
}

/** Looks for the first free place after a class, week after week, and chooses it. */
export function useFirstFree({ of, places, monday, onPlace, onWeek }: Seeking): () => void {
  const { t } = useTranslation('timetable-changes');
  /** Weeks that may still be turned over; null: nothing is sought. */
  const [left, setLeft] = useState<number | null>(null);
  const isThere = places.isSuccess && !places.isPlaceholderData;
  const look = useEffectEvent((weeks: number) => {
    const later = (places.data ?? []).find(
      (one) => isFree(one) && of && `${one.day} ${one.startsAt}` > `${of.day} ${of.startsAt}`,
    );
    if (later) onPlace(later);
    else if (weeks > 0) onWeek(addDays(monday, 7));
    else toast(t('noneLater'));
    setLeft(later || weeks === 0 ? null : weeks - 1);
  });
  useEffect(() => {
    if (left !== null && isThere) look(left);
  }, [left, isThere]);
  return () => setLeft(mostWeeks);
}
