import { useTranslation } from 'react-i18next';
import { dateInWords, dayAndMonth, nameOfWeekday } from '../../core/time.ts';
import { shortName, twoNames } from '../../kit/person.ts';
import type { Notice } from './notices.data.ts';

type Place = NonNullable<Notice['now']>;

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');
const lower = (text: string | undefined) => (text ?? '').toLocaleLowerCase();

/** What a notice says: what happened in its bold line, the rest in the second. */
export function useNoticeWords(): (notice: Notice) => { title: string; line: string } {
  const { t } = useTranslation('notices');
  const room = (place: Place) => place.auditorium && t('room', { room: place.auditorium });
  const day = (place: Place) => (place.date ? dateInWords(place.date) : nameOfWeekday(place.day_number, 'weekday'));
  const when = (place: Place) => `${day(place)}, ${place.startsAt}`;

  /** «пятница, 09:00 вместо 08:00 · ауд. 118»: of what was before only what is not so any more. */
  const move = ({ was, now }: Notice): string => {
    if (!now) return was ? joined(when(was), room(was)) : '';
    if (!was || (when(was) === when(now) && was.auditorium === now.auditorium)) return joined(when(now), room(now));
    if (when(was) !== when(now)) {
      const before = day(was) === day(now) ? was.startsAt : when(was);
      return joined(t('instead', { now: when(now), was: before }), room(now));
    }
    return joined(when(now), t('instead', { now: room(now) || t('noRoom'), was: room(was) || t('noRoom') }));
  };

  return (notice) => {
    const { kind, step, title, person, mark, count, course, lesson, until, place, reason } = notice;
    const discipline = course?.discipline ?? '';
    const type = lower(lesson?.name_vid_zaniatiy);
    const values = { title: title ?? '', discipline, mark: mark ?? '', day: until ? dayAndMonth(until) : '' };
    const bold = t(step ? `${kind}.${step}` : kind, values);
    switch (kind) {
      case 'mark':
        return {
          title: bold,
          line: joined(`${type} ${dateInWords(lesson?.visitDate ?? '')}`, person && shortName(person.fullName)),
        };
      case 'absences':
        return {
          title: t('absences', { count, name: twoNames(person?.fullName ?? '') }),
          line: joined(discipline, type),
        };
      case 'material':
        return { title: title ?? '', line: joined(t('material'), discipline) };
      case 'lesson':
        return {
          title: bold,
          line:
            step === 'replaced'
              ? joined(move(notice), person && shortName(person.fullName))
              : joined(move(notice), type),
        };
      case 'order':
        return { title: bold, line: (step === 'prepared' ? place : reason) || t('document') };
      case 'news':
        return {
          title: title?.split('\n')[0] || t('news'),
          line: joined(t('news'), person && shortName(person.fullName)),
        };
      case 'seat':
        return { title: bold, line: joined(discipline, title) };
      default:
        return { title: bold, line: t('ofTerm', { term: lower(title ?? '') }) };
    }
  };
}
