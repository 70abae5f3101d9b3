import type { Output } from './call.ts';
import { shortenClassTypeInLowercase } from './class-type.ts';
import { shortName, surnameAndName } from './names.ts';
import type { notices } from './notices.ts';

type Notice = Output<typeof notices.list>[number]['notices'][number];
type Place = NonNullable<Notice['now']>;

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');
const lower = (text: string | undefined) => (text ?? '').toLocaleLowerCase();

/** How a language says what is in notices. */
export interface NoticeTranslator {
  /** A text of the namespace `notices`. */
  readonly t: (key: string, values: Record<string, string | number>) => string;
  /** «18 ноября» of a day YYYY-MM-DD, with the year unless it is this one. */
  readonly date: (day: string) => string;
  /** «16–18 ноября» of the days from one to another, with the year unless it is this one. */
  readonly days: (first: string, last: string) => string;
  /** «18 ноября», whatever its year. */
  readonly dayAndMonth: (day: string) => string;
  /** «среда» of weekday 1 (Monday) to 7. */
  readonly weekday: (number: number) => string;
}

/** What notices say in a language. */
export interface NoticeFormatter {
  /** What happened in its bold line, the rest in the second. */
  readonly whole: (notice: Notice) => { title: string; line: string };
  /** When and where a changed class is held. */
  readonly move: (notice: Pick<Notice, 'was' | 'now'>) => string;
}

/** How notices are said, for the portal's own list and for what reaches people outside of it. */
export function createNoticeFormatter(speech: NoticeTranslator): NoticeFormatter {
  const move = moveWords(speech);
  return { move, whole: (notice) => wholeOf(notice, speech, move) };
}

/** Says when and where a changed class is held, and of what was before only what is not so any more. */
function moveWords({ t, date, weekday }: NoticeTranslator): NoticeFormatter['move'] {
  const room = (place: Place) => place.auditorium && t('room', { room: place.auditorium });
  const day = (place: Place) => (place.date ? date(place.date) : weekday(place.day_number));
  const when = (place: Place) => `${day(place)}, ${place.startsAt}`;

  // «пятница, 09:00 вместо 08:00 · ауд. 118»
  return ({ was, now }) => {
    if (!now) return was ? joined(when(was), room(was)) : '';
    if (!was || (when(was) === when(now) && was.auditorium === now.auditorium)) return joined(when(now), room(now));
    if (when(was) !== when(now)) {
      const before = day(was) === day(now) ? was.startsAt : when(was);
      return joined(t('instead', { now: when(now), was: before }), room(now));
    }
    return joined(when(now), t('instead', { now: room(now) || t('noRoom', {}), was: room(was) || t('noRoom', {}) }));
  };
}

/** Whether a moved class keeps its day and hour, and only its room is another. */
const isRoomChange = ({ kind, step, was, now }: Notice): boolean =>
  kind === 'lesson' &&
  step === 'moved' &&
  was !== null &&
  now !== null &&
  was.date === now.date &&
  was.day_number === now.day_number &&
  was.startsAt === now.startsAt &&
  was.auditorium !== now.auditorium;

/** What is in the bold line unless a kind says it by other words. */
function titleOf(notice: Notice, { t, days, dayAndMonth }: NoticeTranslator): string {
  const { kind, step, title, person, mark, count, course, day: first, until, groups } = notice;
  const several = kind === 'signInMethods' && step === 'device' && count !== null ? 'devices' : step;
  const variant = isRoomChange(notice) ? 'room' : several;
  return t(variant ? `${kind}.${variant}` : kind, {
    ...{ title: title ?? '', discipline: course?.discipline ?? '', mark: mark ?? '', count: count ?? 0 },
    ...{ days: first ? days(first, until ?? first) : '', day: until ? dayAndMonth(until) : '' },
    ...{ group: groups?.to ?? '', name: surnameAndName(person?.fullName ?? '') },
  });
}

/** On which device somebody signed in; of several the last one. */
function deviceOf({ title, count }: Notice, t: NoticeTranslator['t']): string {
  const device = title ?? t('unknownDevice', {});
  return count === null ? device : t('lastDevice', { device });
}

/** Both lines of a notice, by its kind. */
function wholeOf(
  notice: Notice,
  speech: NoticeTranslator,
  move: NoticeFormatter['move'],
): ReturnType<NoticeFormatter['whole']> {
  const { t, date, dayAndMonth } = speech;
  const { kind, step, title, person, count, course, lesson, place, reason, groups, until } = notice;
  const discipline = course?.discipline ?? '';
  const type = shortenClassTypeInLowercase(lesson?.name_vid_zaniatiy ?? '');
  const bold = titleOf(notice, speech);
  switch (kind) {
    case 'mark':
      return {
        title: bold,
        line: joined(`${type} ${date(lesson?.visitDate ?? '')}`, person && shortName(person.fullName)),
      };
    case 'absences':
      return {
        title: t('absences', { count: count ?? 0, name: surnameAndName(person?.fullName ?? '') }),
        line: joined(discipline, type),
      };
    case 'journals':
      return { title: t('journals.title', {}), line: t('journals.line', { count: count ?? 0 }) };
    case 'material':
      return { title: title ?? '', line: joined(t('material', {}), discipline) };
    case 'lesson':
      if (step === 'several') return { title: bold, line: title ?? '' };
      return {
        title: bold,
        line:
          step === 'replaced'
            ? joined(move(notice), person && shortName(person.fullName), reason)
            : joined(move(notice), type, reason),
      };
    case 'holiday':
      return { title: bold, line: joined(title, count !== null && t('holiday.classes', { count })) };
    case 'stream':
      return {
        title: bold,
        line: groups ? joined(discipline, t('stream.line', { ...groups, since: date(groups.since) })) : (title ?? ''),
      };
    case 'group':
      return {
        title: bold,
        line: groups ? t('group.line', { ...groups, since: date(groups.since) }) : (title ?? ''),
      };
    case 'order':
      return {
        title: bold,
        line: (step === 'prepared' || step === 'reminded' ? place : reason) || t('document', {}),
      };
    case 'news':
      return {
        title: title?.split('\n')[0] || t('news', {}),
        line: joined(t('news', {}), person && shortName(person.fullName)),
      };
    case 'seat':
      return { title: bold, line: joined(discipline, title, reason && t(`seat.why.${reason}`, {})) };
    case 'message':
      return { title: bold, line: reason ?? '' };
    case 'load':
      return { title: bold, line: step === 'faulty' ? t('faults', { count: count ?? 0 }) : t('data', {}) };
    case 'signInMethods':
      return { title: bold, line: joined(step === 'device' && deviceOf(notice, t), place, t('notYou', {})) };
    case 'archive':
      return {
        title: bold,
        line: step === 'ready' ? t('archive.until', { day: dayAndMonth(until ?? '') }) : t('archive.again', {}),
      };
    case 'right':
      return { title: bold, line: joined(t('newRight', {}), title) };
    default:
      return { title: bold, line: t('ofTerm', { term: lower(title ?? '') }) };
  }
}
