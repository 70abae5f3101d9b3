import { addDays } from '@bilim/contract/term-calendar.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../kit/Toast.tsx';
import { isSlotFree } from './texts.ts';
import type { ClassTimeSlot, TimetableClass, useClassTimeSlots } from './timetable-changes.data.ts';

/** So many weeks are looked through. */
const maxWeeks = 8;

interface FirstFreeOptions {
  of: TimetableClass | null;
  places: ReturnType<typeof useClassTimeSlots>;
  monday: string;
  onPlace: (place: ClassTimeSlot) => void;
  onWeek: (day: string) => void;
}

/** Looks for the first free place after a class, week after week, and chooses it. */
export function useFirstFreeTimeSlot({ of, places, monday, onPlace, onWeek }: FirstFreeOptions): () => void {
  const { t } = useTranslation('timetable-changes');
  /** Weeks that may still be turned over, and the one that was looked through; null: nothing is sought. */
  const [seeking, setSeeking] = useState<{ weeks: number; done: string | null } | null>(null);
  const isThere = places.isSuccess && !places.isPlaceholderData;
  const look = useEffectEvent((weeks: number) => {
    const later = (places.data ?? []).find(
      (one) => isSlotFree(one) && of && `${one.day} ${one.startsAt}` > `${of.day} ${of.startsAt}`,
    );
    if (later) onPlace(later);
    else if (weeks > 0) onWeek(addDays(monday, 7));
    else showToast(t('noneLater'));
    setSeeking(later || weeks === 0 ? null : { weeks: weeks - 1, done: monday });
  });
  useEffect(() => {
    // The next week is not there at once: until it is, this one is not looked through again.
    if (seeking && isThere && seeking.done !== monday) look(seeking.weeks);
  }, [seeking, isThere, monday]);
  return () => setSeeking({ weeks: maxWeeks, done: null });
}
