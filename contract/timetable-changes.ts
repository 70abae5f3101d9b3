import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, maxHolidayNameLength, searchesPerMinute } from './limits.ts';

const reason = () => f.text(limits.reasonLength, 3);

/** Whose timetable is looked at. */
const whose = { kind: f.text(10, 1), id: f.id() };

/** What is taught by whom to whom, and where and when it mostly is. */
const course = {
  id_lesson: f.int(),
  id_time: f.int(),
  startsAt: f.str(),
  endsAt: f.str(),
  discipline: f.str(),
  id_vid_zaniatiy: f.int(),
  name_vid_zaniatiy: f.str(),
  id_teacher: f.int(),
  t_fio: f.str(),
  apart: f.namesakeHint(),
  groups: f.rows(f.str()),
  id_auditorium: f.nullable(f.int()),
  auditorium: f.nullable(f.str()),
  subgroup: f.int(),
};

/** A class of one day. */
const held = f.shape({
  ...course,
  day: f.str(),
  /** held; moved, replaced or cancelled: not held at this place; holiday. */
  state: f.str(),
  /** The change that brought the class here, or took it from here: moved, replaced, cancelled, added. */
  step: f.nullable(f.str()),
  reason: f.nullable(f.str()),
  /** The caller's permission covers it, and it is held. */
  mayChange: f.bool(),
});

/** What else is held at a time. */
const clash = f.shape({
  /** room, teacher or group. */
  kind: f.str(),
  /** Number of the room, name of the teacher, names of the groups. */
  name: f.str(),
  discipline: f.str(),
  startsAt: f.str(),
  /** Students of the class who are there. */
  students: f.int(),
});

/** A remark that does not forbid the change. */
const warning = f.shape({
  /** inRow: a third class in a row; far: before or after it students, teacherFar: the teacher, are in another building. */
  kind: f.str(),
  students: f.int(),
  /** Name of the other building. */
  what: f.nullable(f.str()),
});

const change = f.shape({
  id_change: f.int(),
  /** moved, replaced, cancelled, added. */
  step: f.str(),
  day: f.str(),
  discipline: f.str(),
  name_vid_zaniatiy: f.str(),
  groups: f.rows(f.str()),
  was: f.nullable(f.shape({ date: f.str(), startsAt: f.str(), auditorium: f.nullable(f.str()) })),
  now: f.nullable(f.shape({ date: f.str(), startsAt: f.str(), auditorium: f.nullable(f.str()) })),
  reason: f.str(),
  /** Something else was at that time, and the office wanted it so. */
  isForced: f.bool(),
  by: f.str(),
  apart: f.namesakeHint(),
  at: f.timestamp(),
  undone: f.nullable(f.timestamp()),
  /** How many were notified, and how many of them have seen it. */
  told: f.int(),
  seen: f.int(),
  canUndo: f.bool(),
});

/** Of what a class is added: one of these. A course of which the timetable has no lesson is named by its load or stream. */
const courseName = { id_lesson: f.optionalId('int'), id_load: f.optionalId('int'), id_stream: f.optionalId('int') };

/** Where a class goes: left out is what stays as it is. */
const place = {
  toDay: f.day(),
  id_time: f.id('smallint'),
  id_auditorium: f.optionalId('int'),
  id_teacher: f.optionalId(),
};

const done = f.rows(f.shape({ result: f.int(), id_change: f.int(), told: f.int() }));

const notifiedCount = f.rows(f.shape({ result: f.int(), told: f.int() }));

/** For who keeps the timetable: one class is moved, cancelled or added, this once; days without classes. */
export const timetableChanges = {
  find: call({
    path: '/api/changes/find.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ search: f.text(100, 2) }),
    /** Groups, teachers and rooms. */
    output: f.rows(f.shape({ kind: f.str(), id: f.int(), name: f.str(), apart: f.namesakeHint() })),
  }),
  /** The classes of a week, with those that are not held and why, and all hours of a day at which classes begin. */
  week: call({
    path: '/api/changes/week.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    input: f.shape({ ...whose, day: f.day() }),
    output: f.rows(
      f.shape({
        name: f.str(),
        apart: f.namesakeHint(),
        classes: f.rows(held),
        times: f.rows(f.shape({ id_time: f.int(), startsAt: f.str(), endsAt: f.str() })),
      }),
    ),
  }),
  /** The places of a week for a class: what is free for its group, its teacher and in some room that is large enough. */
  places: call({
    path: '/api/changes/places.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    /** `isAdded`: for one more class of the course, which need not be held on `classDay`; otherwise `id_lesson` is needed. */
    input: f.shape({ ...courseName, classDay: f.day(), day: f.day(), isAdded: f.optionalFlag() }),
    output: f.rows(
      f.shape({
        day: f.str(),
        id_time: f.int(),
        startsAt: f.str(),
        endsAt: f.str(),
        /** here, free, past, outside (of the term), holiday; taken: group, teacher, room. */
        state: f.str(),
        /** Discipline of the class, or name of the holiday, that is in the way. */
        what: f.nullable(f.str()),
        rooms: f.int(),
      }),
    ),
  }),
  /** What saving would meet: clashes, rooms that are free, how many people would be notified. */
  check: call({
    path: '/api/changes/check.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    input: f.shape({ ...courseName, classDay: f.day(), isAdded: f.flag(), ...place }),
    output: f.rows(
      f.shape({
        clashes: f.rows(clash),
        /** Smallest that is large enough first. */
        rooms: f.rows(f.shape({ id_auditorium: f.int(), auditorium: f.str(), building: f.str(), seats: f.int() })),
        students: f.int(),
        told: f.int(),
        /** Who would be notified: groups or the stream with their students, teachers by name. */
        people: f.rows(f.shape({ kind: f.str(), name: f.str(), students: f.int() })),
        warnings: f.rows(warning),
        hasEntries: f.bool(),
      }),
    ),
  }),
  /**
   * What is taught in the term of a day to whom the timetable is of, each once: to add a class of it. Of a course without a
   * lesson `id_lesson` is null, and its hour the first of a day.
   */
  courses: call({
    path: '/api/changes/courses.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    input: f.shape({ ...whose, day: f.day() }),
    output: f.rows(
      f.shape({
        ...course,
        id_lesson: f.nullable(f.int()),
        id_load: f.nullable(f.int()),
        id_stream: f.nullable(f.int()),
      }),
    ),
  }),
  /** Teachers by name, to give a class. */
  teachers: call({
    path: '/api/changes/teachers.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ search: f.text(100, 2) }),
    output: f.rows(f.shape({ id_teacher: f.int(), t_fio: f.str(), apart: f.namesakeHint() })),
  }),
  move: call({
    path: '/api/changes/move.json',
    method: 'POST',
    access: 'mover',
    idempotent: true,
    input: f.shape({ id_lesson: f.id('int'), classDay: f.day(), ...place, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  cancel: call({
    path: '/api/changes/cancel.json',
    method: 'POST',
    access: 'mover',
    idempotent: true,
    input: f.shape({ id_lesson: f.id('int'), classDay: f.day(), reason: reason() }),
    output: done,
  }),
  /** One more class of a course. */
  add: call({
    path: '/api/changes/add.json',
    method: 'POST',
    access: 'timetable',
    idempotent: true,
    input: f.shape({ ...courseName, ...place, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  undo: call({
    path: '/api/changes/undo.json',
    method: 'POST',
    access: 'mover',
    idempotent: true,
    input: f.shape({ id_change: f.id('int') }),
    output: done,
  }),
  /** Newest first, a page older than one. */
  list: call({
    path: '/api/changes/list.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    input: f.shape({ before: f.optionalId('int') }),
    output: f.rows(change),
  }),
  /** Days without classes, from the beginning of the present year on. */
  holidays: call({
    path: '/api/changes/holidays.json',
    method: 'POST',
    access: 'timetable',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ day: f.str(), name: f.str(), classes: f.int() })),
  }),
  /** What days without classes would take: classes that are held so far, and people who would be notified. */
  checkHoliday: call({
    path: '/api/changes/holiday/check.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    input: f.shape({ day: f.day(), until: f.optionalDay() }),
    /** `known`: so many of the days are without classes already. */
    output: f.rows(f.shape({ classes: f.int(), told: f.int(), known: f.int() })),
  }),
  /**
   * Several days in a row take one call. Whoever has a class then is told, in one notice. `rename`: days that are without classes
   * under another name get this one; 409 `changes.holidayNamed` otherwise.
   */
  setHoliday: call({
    path: '/api/changes/holiday/set.json',
    method: 'POST',
    access: 'timetable',
    idempotent: true,
    input: f.shape({
      day: f.day(),
      until: f.optionalDay(),
      name_ru: f.text(maxHolidayNameLength, 2),
      name_kg: f.optionalText(maxHolidayNameLength),
      name_en: f.optionalText(maxHolidayNameLength),
      rename: f.optionalFlag(),
    }),
    output: notifiedCount,
  }),
  removeHoliday: call({
    path: '/api/changes/holiday/remove.json',
    method: 'POST',
    access: 'timetable',
    idempotent: true,
    input: f.shape({ day: f.day() }),
    output: notifiedCount,
  }),
};
