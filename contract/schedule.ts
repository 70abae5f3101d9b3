import { call } from './call.ts';
import * as f from './fields.ts';

/** When and where one class was, or is instead. */
const onceAt = f.object({ date: f.string(), startsAt: f.string(), auditorium: f.nullable(f.string()) });

const lesson = f.object({
  id_time: f.integer(),
  startsAt: f.string(),
  endsAt: f.string(),
  week_kind: f.integer(),
  week_from: f.integer(),
  week_to: f.integer(),
  date: f.nullable(f.string()),
  id_discipline: f.integer(),
  discipline: f.string(),
  kredit: f.number(),
  isSelect: f.boolean(),
  id_vid_zaniatiy: f.integer(),
  name_vid_zaniatiy: f.string(),
  short_name: f.string(),
  id_teacher: f.integer(),
  t_fio: f.string(),
  apart: f.namesakeHint(),
  /** Groups, or the one stream, with the semester under which the cascade and the journal know the class in each. */
  groups: f.array(f.object({ id_group: f.integer(), p20: f.string(), id_semester: f.nullable(f.integer()) })),
  auditorium: f.nullable(f.string()),
  building: f.nullable(f.string()),
  subgroup: f.integer(),
  /** Its days that are not held, and why: moved, replaced (by another teacher), cancelled, holiday. */
  notHeld: f.optional(
    f.array(f.object({ day: f.string(), step: f.string(), reason: f.nullable(f.string()), now: f.nullable(onceAt) })),
  ),
  /** A class of one day that was moved here, given by another teacher, or added by hand. */
  change: f.optional(f.object({ step: f.string(), reason: f.string(), was: f.nullable(onceAt) })),
});

/** Another term of the calendar, by the year and term under which it is asked for. */
const neighbour = f.object({ year: f.integer(), ws: f.integer(), startsOn: f.string(), endsOn: f.string() });

/** Six days, 1 Monday to 6; Sunday only when it has lessons. */
const week = f.array(f.object({ day_number: f.integer(), lessons: f.array(lesson) }));
const ofTerm = f.object({ ws: f.term(), year: f.year(), id: f.callerId() });
const feed = f.array(f.object({ path: f.nullable(f.string()), created: f.nullable(f.timestamp()) }));

/** The timetable, and the address under which a calendar program reads it. */
export const schedule = {
  teacher: call({
    path: '/api/schedule/teacher.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: ofTerm,
    output: week,
  }),
  student: call({
    path: '/api/schedule/student.json',
    method: 'POST',
    access: 'student',
    reads: true,
    input: ofTerm,
    output: week,
  }),
  /** The whole timetable of a group, a teacher or a room (`kind`) in a term, to print it; no row: there is none of that id. */
  whole: call({
    path: '/api/schedule/whole.json',
    method: 'POST',
    access: 'timetable',
    reads: 'long',
    input: f.object({ kind: f.text(10, 1), id: f.id('int'), ws: f.term(), year: f.year() }),
    output: f.array(f.object({ name: f.string(), days: week })),
  }),
  term: call({
    path: '/api/schedule/term.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ws: f.term(), year: f.year() }),
    /** First and last day, and the terms before and after it, which a week may reach into. */
    output: f.array(
      f.object({
        startsOn: f.string(),
        endsOn: f.string(),
        previous: f.nullable(neighbour),
        next: f.nullable(neighbour),
      }),
    ),
  }),
  feed: call({
    path: '/api/schedule/feed.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: feed,
  }),
  renewFeed: call({
    path: '/api/schedule/feed/renew.json',
    method: 'POST',
    access: 'in',
    often: 30,
    input: f.noFields(),
    output: feed,
  }),
  revokeFeed: call({
    path: '/api/schedule/feed/revoke.json',
    method: 'POST',
    access: 'in',
    input: f.noFields(),
    output: f.writeResult(),
  }),
  calendar: call({
    path: '/api/schedule/calendar/:key',
    method: 'GET',
    access: 'all',
    reads: 'snapshot',
    raw: true,
    input: f.noFields(),
    output: f.noFields(),
  }),
};
