import { useTranslation } from 'react-i18next';
import { shortName } from '../../kit/person.ts';
import type { ClassPlace, TimetableChange, TimetableClass } from './timetable-changes.data.ts';

/** Whether a place is free for the group, the teacher, and in some room. */
export const isPlaceFree = (place: ClassPlace) => place.state === 'free';

/** How classes, places and changes are said in this room. */
export function useClassWords() {
  const { t } = useTranslation('timetable-changes');
  return {
    /** «практика · ауд. 206». */
    line: (one: TimetableClass) =>
      [
        one.name_vid_zaniatiy.toLocaleLowerCase(),
        one.auditorium && t('room', { room: one.auditorium }),
        one.subgroup > 0 && t('subgroup', { number: one.subgroup }),
      ]
        .filter(Boolean)
        .join(' · '),
    people: (one: TimetableClass) =>
      [one.groups.join(', '), [shortName(one.t_fio), one.apart].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
    /** «Отменено: болезнь». */
    state(one: TimetableClass) {
      const word = one.state === 'held' ? one.step && t(`came.${one.step}`) : t(`away.${one.state}`);
      return [word, one.reason].filter(Boolean).join(': ');
    },
    /** «свободно · 11 ауд.», «у группы: Базы данных». */
    place: (place: ClassPlace) =>
      // Whose class it is, and of what, a teacher is not told of others.
      place.state === 'group' && !place.what
        ? t('place.busy')
        : t(`place.${place.state}`, { rooms: place.rooms, what: place.what ?? '' }),
    step: (change: TimetableChange) => t(`step.${change.step}`),
  };
}
