import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { useTranslation } from 'react-i18next';
import { formatNameWithHint, shortName } from '../../kit/person.ts';
import type { ClassTimeSlot, TimetableChange, TimetableClass } from './timetable-changes.data.ts';

/** Whether a place is free for the group, the teacher, and in some room. */
export const isSlotFree = (place: ClassTimeSlot) => place.state === 'free';

/** Whether a change left a class its day and hour and gave it another room. */
export const isRoomChange = ({ step, was, now }: Pick<TimetableChange, 'step' | 'was' | 'now'>) =>
  step === 'moved' && was !== null && now !== null && was.date === now.date && was.startsAt === now.startsAt;

/** Whether a class went to another room, or came from one, at its own hour: both its places are there. */
export function isMovedBetweenRooms(one: TimetableClass, others: readonly TimetableClass[]): boolean {
  const courseAndHour = (of: TimetableClass) =>
    [of.day, of.id_time, of.discipline, of.id_vid_zaniatiy, of.subgroup, ...of.groups].join('|');
  return (
    one.step === 'moved' &&
    others.some(
      (other) =>
        other.step === 'moved' &&
        (other.state === 'held') !== (one.state === 'held') &&
        courseAndHour(other) === courseAndHour(one),
    )
  );
}

/** How classes, places and changes are said in this room. */
export function useTimetableChangeTexts() {
  const { t } = useTranslation('timetable-changes');
  return {
    /** «практика · ауд. 206». */
    line: (one: TimetableClass) =>
      [
        shortenClassTypeInLowercase(one.name_vid_zaniatiy),
        one.auditorium && t('room', { room: one.auditorium }),
        one.subgroup > 0 && t('subgroup', { number: one.subgroup }),
      ]
        .filter(Boolean)
        .join(' · '),
    people: (one: TimetableClass) =>
      [one.groups.join(', '), formatNameWithHint(shortName(one.t_fio), one.apart)].filter(Boolean).join(' · '),
    /** «Отменено: болезнь». */
    state(one: TimetableClass, others: readonly TimetableClass[]) {
      if (isMovedBetweenRooms(one, others)) return [t('step.room'), one.reason].filter(Boolean).join(': ');
      const word = one.state === 'held' ? one.step && t(`came.${one.step}`) : t(`away.${one.state}`);
      return [word, one.reason].filter(Boolean).join(': ');
    },
    /** «свободно · 11 ауд.», «у группы: Базы данных». */
    place: (place: ClassTimeSlot) =>
      // Whose class it is, and of what, a teacher does not see of others.
      place.state === 'group' && !place.what
        ? t('place.busy')
        : t(`place.${place.state}`, { rooms: place.rooms, what: place.what ?? '' }),
    step: (change: TimetableChange) => t(`step.${isRoomChange(change) ? 'room' : change.step}`),
  };
}
