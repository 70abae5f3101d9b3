import { call } from './call.ts';
import * as f from './fields.ts';

/** When and where one class was, or is instead. */
const onceAt = f.shape({ date: f.str(), startsAt: f.str(), auditorium: f.nullable(f.str()) });

const lesson = f.shape({
  id_time: f.int(),
  startsAt: f.str(),
  endsAt: f.str(),
  week_kind: f.int(),
  week_from: f.int(),
  week_to: f.int(),
  date: f.nullable(f.str()),
  id_discipline: f.int(),
  discipline: f.str(),
  kredit: f.num(),
  isSelect: f.bool(),
  id_vid_zaniatiy: f.int(),
  name_vid_zaniatiy: f.str(),
  short_name: f.str(),
  id_teacher: f.int(),
  t_fio: f.str(),
  apart: f.namesakeHint(),
  /** Groups, or the one stream, with the semester under which the cascade and the journal know the class in each. */
  groups: f.rows(f.shape({ id_group: f.int(), p20: f.str(), id_semester: f.nullable(f.int()) })),
  auditorium: f.nullable(f.str()),
  building: f.nullable(f.str()),
  subgroup: f.int(),
  /** Its days that are not held, and why: moved, replaced (by another teacher), cancelled, holiday. */
  notHeld: f.optional(
    f.rows(f.shape({ day: f.str(), step: f.str(), reason: f.nullable(f.str()), now: f.nullable(onceAt) })),
  ),
  /** A class of one day that was moved here, given by another teacher, or added by hand. */
  change: f.optional(f.shape({ step: f.str(), reason: f.str(), was: f.nullable(onceAt) })),
});

/** Another term of the calendar, by the year and term under which it is asked for. */
const neighbour = f.shape({ year: f.int(), ws: f.int(), startsOn: f.str(), endsOn: f.str() });

/** Six days, 1 Monday to 6; Sunday only when it has lessons. */
const week = f.rows(f.shape({ day_number: f.int(), lessons: f.rows(lesson) }));
const ofTerm = f.shape({ ws: f.term(), year: f.year(), id: f.callerId() });
const feed = f.rows(f.shape({ path: f.nullable(f.str()), created: f.nullable(f.timestamp()) }));

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
    input: f.shape({ kind: f.text(10, 1), id: f.id('int'), ws: f.term(), year: f.year() }),
    output: f.rows(f.shape({ name: f.str(), days: week })),
  }),
  term: call({
    path: '/api/schedule/term.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ ws: f.term(), year: f.year() }),
    /** First and last day, and the terms before and after it, which a week may reach into. */
    output: f.rows(
      f.shape({
        startsOn: f.str(),
        endsOn: f.str(),
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
