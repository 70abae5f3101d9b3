import { parseRole } from '@bilim/contract/access.ts';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import type { CancelledClass, Lesson } from '@bilim/contract/timetable.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { session } from '../core/session.ts';
import { dateInWords } from '../core/time.ts';
import { insertWordJoiners } from '../core/wordJoiners.ts';
import { formatNameWithHint } from '../kit/person.ts';

type Place = NonNullable<CancelledClass['why']['now']>;

/** The room of a place where nothing but the room differs from a class; null: day or hour do too. */
export const findRoomOnlyChange = (
  place: Place | null,
  of: { readonly day: string | null; readonly startsAt: string },
) => (place && place.date === of.day && place.startsAt === of.startsAt ? place.auditorium : null);

/** A lesson's facts in words. */
export function useLessonFormatters() {
  const { t } = useTranslation('schedule');
  const teacher = parseRole(useAtom(session).user?.role) === 1;
  const room = (lesson: Lesson) => lesson.auditorium && t('room', { room: lesson.auditorium });
  const subgroup = (lesson: Lesson) => lesson.subgroup > 0 && t('subgroup', { number: lesson.subgroup });
  const groups = (lesson: Lesson) => lesson.groups.map(({ p20 }) => p20).join(', ');
  /** Why a lesson is not there every week; nothing when it is. */
  const rhythm = (lesson: Lesson) => {
    if (lesson.date !== null) return t('once');
    if (lesson.week_kind === 1) return t('oddOnly');
    return lesson.week_kind === 2 ? t('evenOnly') : null;
  };
  return {
    room,
    subgroup,
    groups,
    rhythm,
    /** Kind, room, subgroup: «лекция · ауд. 214». */
    line: (lesson: Lesson) =>
      [shortenClassTypeInLowercase(lesson.name_vid_zaniatiy), room(lesson), subgroup(lesson)]
        .filter(Boolean)
        .join(' · '),
    /** Why a class is not held: «Перенесено на 19 ноября, 10:30: ремонт». */
    gone({ lesson: { startsAt }, why: { step, reason, now, day } }: CancelledClass) {
      const room = findRoomOnlyChange(now, { day, startsAt });
      const when = now ? `${dateInWords(now.date)}, ${now.startsAt}` : '';
      return [room ? t('gone.room', { room }) : t(`gone.${step}`, { when }), reason].filter(Boolean).join(': ');
    },
    /** How a change by hand brought a class here; nothing when the timetable did. */
    change({ change, date, startsAt }: Lesson) {
      if (!change) return null;
      const { step, reason, was } = change;
      const room = step === 'moved' && findRoomOnlyChange(was, { day: date, startsAt });
      const when = was ? `${dateInWords(was.date)}, ${was.startsAt}` : '';
      return `${room ? t('came.room', { room }) : t(`came.${step}`, { when })}: ${reason}`;
    },
    /** Kind and room for a narrow cell: «лекция · 214». */
    short: (lesson: Lesson) =>
      [
        shortenClassTypeInLowercase(lesson.name_vid_zaniatiy),
        lesson.auditorium,
        lesson.subgroup > 0 && insertWordJoiners(t('subgroupShort', { number: lesson.subgroup })),
      ]
        .filter(Boolean)
        .join(' · '),
    /** Whom it is with: a student's teacher, a teacher's groups. */
    who: (lesson: Lesson, name: (fullName: string) => string) =>
      teacher ? groups(lesson) : formatNameWithHint(name(lesson.t_fio), lesson.apart),
  };
}
