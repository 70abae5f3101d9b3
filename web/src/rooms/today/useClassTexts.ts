import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import type { CancelledClass, Lesson } from '@bilim/contract/timetable.ts';
import { useTranslation } from 'react-i18next';
import { useClassViewer } from '../../classes/class-links.ts';
import { findRoomOnlyChange } from '../../classes/useLessonFormatters.ts';
import { dateInWords } from '../../core/time.ts';
import { formatNameWithHint, shortName } from '../../kit/person.ts';

/** More groups than this are counted, not named. */
const maxNamed = 2;

/** A class in words: its type, its room, and with whom: a student's teacher, a teacher's groups. */
export function useClassTexts() {
  const { t } = useTranslation('today');
  const { teacher } = useClassViewer();
  const groups = ({ groups: all }: Lesson) =>
    all.length > maxNamed
      ? t('groupsMore', { group: all[0]?.p20, more: all.length - 1 })
      : all.map(({ p20 }) => p20).join(', ');
  const kind = ({ name_vid_zaniatiy }: Lesson) => shortenClassTypeInLowercase(name_vid_zaniatiy);
  const room = ({ auditorium }: Lesson) => auditorium && t('common:today.room', { room: auditorium });
  const who = (lesson: Lesson) =>
    teacher ? groups(lesson) : formatNameWithHint(shortName(lesson.t_fio), lesson.apart);
  return {
    room,
    /** «лекция», «ауд. 214», «Абдыкадырова Ж. С.» */
    facts: (lesson: Lesson) => [kind(lesson), room(lesson), who(lesson)],
    /** «лекция», «Абдыкадырова Ж. С.» */
    shortFacts: (lesson: Lesson) => [kind(lesson), who(lesson)],
    /** «Отменено: ремонт». */
    gone({ lesson: { startsAt }, why: { step, reason, now, day } }: CancelledClass) {
      const other = findRoomOnlyChange(now, { day, startsAt });
      const when = now ? `${dateInWords(now.date)}, ${now.startsAt}` : '';
      return [other ? t('gone.room', { room: other }) : t(`gone.${step}`, { when }), reason].filter(Boolean).join(': ');
    },
    /** All groups by name. */
    groups: ({ groups: all }: Lesson) => all.map(({ p20 }) => p20).join(', '),
  };
}
