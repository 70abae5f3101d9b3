import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, maxHolidayNameLength, maxSearchesPerMinute } from './limits.ts';

const reason = () => f.text(limits.reasonLength, 3);

/** Whose timetable is looked at. */
const whose = { kind: f.text(10, 1), id: f.id() };

/** What is taught by whom to whom, and where and when it mostly is. */
const course = {
  id_lesson: f.integer(),
  id_time: f.integer(),
  startsAt: f.string(),
  endsAt: f.string(),
  discipline: f.string(),
  id_vid_zaniatiy: f.integer(),
  name_vid_zaniatiy: f.string(),
  id_teacher: f.integer(),
  t_fio: f.string(),
  apart: f.namesakeHint(),
  groups: f.array(f.string()),
  id_auditorium: f.nullable(f.integer()),
  auditorium: f.nullable(f.string()),
  subgroup: f.integer(),
};

/** A class of one day. */
const held = f.object({
  ...course,
  day: f.string(),
  /** held; moved, replaced or cancelled: not held at this place; holiday. */
  state: f.string(),
  /** The change that brought the class here, or took it from here: moved, replaced, cancelled, added. */
  step: f.nullable(f.string()),
  reason: f.nullable(f.string()),
  /** The caller's permission covers it, and it is held. */
  mayChange: f.boolean(),
});

/** What else is held at a time. */
const clash = f.object({
  /** room, teacher or group. */
  kind: f.string(),
  /** Number of the room, name of the teacher, names of the groups. */
  name: f.string(),
  discipline: f.string(),
  startsAt: f.string(),
  /** Students of the class who are there. */
  students: f.integer(),
});

/** A remark that does not forbid the change. */
const warning = f.object({
  /** inRow: a third class in a row; far: before or after it students, teacherFar: the teacher, are in another building. */
  kind: f.string(),
  students: f.integer(),
  /** Name of the other building. */
  what: f.nullable(f.string()),
});

const change = f.object({
  id_change: f.integer(),
  /** moved, replaced, cancelled, added. */
  step: f.string(),
  day: f.string(),
  discipline: f.string(),
  name_vid_zaniatiy: f.string(),
  groups: f.array(f.string()),
  was: f.nullable(f.object({ date: f.string(), startsAt: f.string(), auditorium: f.nullable(f.string()) })),
  now: f.nullable(f.object({ date: f.string(), startsAt: f.string(), auditorium: f.nullable(f.string()) })),
  reason: f.string(),
  /** Something else was at that time, and the office wanted it so. */
  isForced: f.boolean(),
  by: f.string(),
  apart: f.namesakeHint(),
  at: f.timestamp(),
  undone: f.nullable(f.timestamp()),
  /** How many were notified, and how many of them have seen it. */
  told: f.integer(),
  seen: f.integer(),
  canUndo: f.boolean(),
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

const done = f.array(f.object({ result: f.integer(), id_change: f.integer(), told: f.integer() }));

const notifiedCount = f.array(f.object({ result: f.integer(), told: f.integer() }));

/** For who keeps the timetable: one class is moved, cancelled or added, this once; days without classes. */
export const timetableChanges = {
  find: call({
    path: '/api/changes/find.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ search: f.text(100) }),
    /** Groups, teachers and rooms. */
    output: f.array(f.object({ kind: f.string(), id: f.integer(), name: f.string(), apart: f.namesakeHint() })),
  }),
  /** The first groups that have classes, of the caller's faculties: for who has not looked for anybody yet. */
  firstGroups: call({
    path: '/api/changes/groups.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    input: f.noFields(),
    output: f.array(f.object({ id: f.integer(), name: f.string() })),
  }),
  /** The classes of a week, with those that are not held and why, and all hours of a day at which classes begin. */
  week: call({
    path: '/api/changes/week.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    input: f.object({ ...whose, day: f.day() }),
    output: f.array(
      f.object({
        name: f.string(),
        apart: f.namesakeHint(),
        classes: f.array(held),
        times: f.array(f.object({ id_time: f.integer(), startsAt: f.string(), endsAt: f.string() })),
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
    input: f.object({ ...courseName, classDay: f.day(), day: f.day(), isAdded: f.optionalFlag() }),
    output: f.array(
      f.object({
        day: f.string(),
        id_time: f.integer(),
        startsAt: f.string(),
        endsAt: f.string(),
        /** here, free, past, outside (of the term), holiday; taken: group, teacher, room. */
        state: f.string(),
        /** Discipline of the class, or name of the holiday, that is in the way. */
        what: f.nullable(f.string()),
        rooms: f.integer(),
      }),
    ),
  }),
  /** What saving would meet: clashes, rooms that are free, how many people would be notified. */
  check: call({
    path: '/api/changes/check.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    input: f.object({ ...courseName, classDay: f.day(), isAdded: f.flag(), ...place }),
    output: f.array(
      f.object({
        clashes: f.array(clash),
        /** Smallest that is large enough first. */
        rooms: f.array(
          f.object({ id_auditorium: f.integer(), auditorium: f.string(), building: f.string(), seats: f.integer() }),
        ),
        students: f.integer(),
        told: f.integer(),
        /** Who would be notified: groups or the stream with their students, teachers by name. */
        people: f.array(f.object({ kind: f.string(), name: f.string(), students: f.integer() })),
        warnings: f.array(warning),
        hasEntries: f.boolean(),
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
    input: f.object({ ...whose, day: f.day() }),
    output: f.array(
      f.object({
        ...course,
        id_lesson: f.nullable(f.integer()),
        id_load: f.nullable(f.integer()),
        id_stream: f.nullable(f.integer()),
      }),
    ),
  }),
  /** Teachers by name, to give a class. */
  teachers: call({
    path: '/api/changes/teachers.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ search: f.text(100, 2) }),
    output: f.array(f.object({ id_teacher: f.integer(), t_fio: f.string(), apart: f.namesakeHint() })),
  }),
  move: call({
    path: '/api/changes/move.json',
    method: 'POST',
    access: 'mover',
    idempotent: true,
    input: f.object({ id_lesson: f.id('int'), classDay: f.day(), ...place, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  cancel: call({
    path: '/api/changes/cancel.json',
    method: 'POST',
    access: 'mover',
    idempotent: true,
    input: f.object({ id_lesson: f.id('int'), classDay: f.day(), reason: reason() }),
    output: done,
  }),
  /** One more class of a course. */
  add: call({
    path: '/api/changes/add.json',
    method: 'POST',
    access: 'timetable',
    idempotent: true,
    input: f.object({ ...courseName, ...place, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  undo: call({
    path: '/api/changes/undo.json',
    method: 'POST',
    access: 'mover',
    idempotent: true,
    input: f.object({ id_change: f.id('int') }),
    output: done,
  }),
  /** Newest first, a page older than one. */
  list: call({
    path: '/api/changes/list.json',
    method: 'POST',
    access: 'mover',
    reads: 'long',
    input: f.object({ before: f.optionalId('int') }),
    output: f.array(change),
  }),
  /** Days without classes, from the beginning of the present year on. */
  holidays: call({
    path: '/api/changes/holidays.json',
    method: 'POST',
    access: 'timetable',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ day: f.string(), name: f.string(), classes: f.integer() })),
  }),
  /** What days without classes would take: classes that are held so far, and people who would be notified. */
  checkHoliday: call({
    path: '/api/changes/holiday/check.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    input: f.object({ day: f.day(), until: f.optionalDay() }),
    /** `known`: so many of the days are without classes already. */
    output: f.array(f.object({ classes: f.integer(), told: f.integer(), known: f.integer() })),
  }),
  /**
   * Several days in a row take one call. Whoever has a class then gets one notice. `rename`: days that are without classes
   * under another name get this one; 409 `changes.holidayNamed` otherwise.
   */
  setHoliday: call({
    path: '/api/changes/holiday/set.json',
    method: 'POST',
    access: 'timetable',
    idempotent: true,
    input: f.object({
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
    input: f.object({ day: f.day() }),
    output: notifiedCount,
  }),
};
