import type { Output } from './call.ts';
import {
  buildDisciplineLink as courseOfClass,
  filterGroupsWithJournal,
  findClassOfColumn,
  findJournalPosition,
  journalColumnKey,
} from './class-links.ts';
import { disciplineKey } from './discipline-key.ts';
import type { notices } from './notices.ts';
import { addDays, weekdayNumber } from './term-calendar.ts';
import type { Timetable } from './timetable.ts';

type Notice = Output<typeof notices.list>[number]['notices'][number];

/** What the place of a notice depends on besides itself. */
export interface NoticeAddressContext {
  /** The university's day of today. */
  readonly today: string;
  /** A teacher's own, where it is known. */
  readonly timetable?: Timetable | undefined;
}

/** Where in the portal a notice's thing is: a room's address, and what is behind its `?`. */
export interface NoticeAddress {
  readonly to: string;
  readonly search: Readonly<Record<string, string | number>>;
}

/** The course as every room's address has it; what is not known the room finds by itself. */
function courseOf({ course }: Notice): Record<string, string | number> {
  if (!course) return {};
  return {
    year: course.year,
    ws: course.ws,
    d: disciplineKey({ id: course.id_discipline, isSelect: course.isSelect, kredit: course.kredit }),
    ...(course.id_semester !== null && { sem: course.id_semester }),
    ...(course.id_group !== null && { g: course.id_group }),
  };
}

/** The class in the journal: type, subgroup and column. */
function placeOf({ lesson }: Notice): Record<string, string | number> {
  if (!lesson) return {};
  return {
    t: lesson.id_vid_zaniatiy,
    ...(lesson.subgroup > 0 && { part: lesson.subgroup }),
    ...(lesson.visitDate && { col: journalColumnKey(lesson.visitDate, lesson.timesCount ?? 1) }),
  };
}

/** A class that its teacher holds for several groups: the table over all of them; null where it is for one. */
function combinedClassOf({ course, lesson }: Notice, timetable: Timetable | undefined): NoticeAddress['search'] | null {
  if (!timetable || !course || course.id_group === null || !lesson?.visitDate) return null;
  const column = { group: course.id_group, day: lesson.visitDate, times: lesson.timesCount ?? 1 };
  const held = findClassOfColumn(timetable, { ...course, ...lesson, ...column });
  const groups = filterGroupsWithJournal(held?.lesson.groups ?? []);
  if (!held || groups.length < 2) return null;
  const { year, ws } = course;
  return { ...courseOfClass(held.lesson, groups[0] ?? null, { year, ws }), ...findJournalPosition(held, groups) };
}

/** The next day on which a class is held, or would have been: by its weekday. */
function dayOfClass({ now, was }: Notice, today: string): string {
  const place = now ?? was;
  if (!place) return today;
  return place.date ?? addDays(today, (place.day_number - weekdayNumber(today) + 7) % 7);
}

/** Where a notice leads: to the very thing, with everything chosen. */
export function noticeAddress(notice: Notice, { today, timetable }: NoticeAddressContext): NoticeAddress {
  const { kind, step, thing, course } = notice;
  const term: NoticeAddress['search'] = course ? { year: course.year, ws: course.ws } : {};
  switch (kind) {
    case 'mark':
    case 'absences':
    case 'group':
    case 'stream':
      return {
        to: '/journal',
        search: combinedClassOf(notice, timetable) ?? { ...courseOf(notice), ...placeOf(notice) },
      };
    case 'material':
      return { to: '/umk', search: { ...courseOf(notice), read: thing } };
    case 'lesson':
      return { to: '/schedule', search: { ...term, day: dayOfClass(notice, today) } };
    case 'holiday':
      return { to: '/schedule', search: { day: notice.day ?? today } };
    case 'order':
      return { to: '/singlewindow', search: { order: thing } };
    case 'news':
      return { to: '/news', search: { item: thing } };
    case 'message':
      return { to: '/chat', search: {} };
    case 'load':
      return { to: '/data', search: { job: thing } };
    case 'signInMethods':
      return { to: '/profile', search: step === 'device' ? { at: 'devices' } : {} };
    case 'archive':
      return { to: '/profile/mydata', search: {} };
    case 'journals':
    case 'right':
      return { to: '/apps', search: {} };
    default:
      return { to: '/registration', search: course ? { ry: course.year } : {} };
  }
}
