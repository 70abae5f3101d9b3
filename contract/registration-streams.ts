import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, maxSearchesPerMinute } from './limits.ts';

const reason = () => f.text(limits.reasonLength, 3);

/** What a stream is of: one class type of a discipline in a term, chosen or of the plan. */
const courseOf = {
  id_a_year: f.year(),
  id_ws: f.term(),
  id_discipline: f.id('int'),
  kredits: f.credits(),
  isSelect: f.flag(),
  id_vid_zaniatiy: f.id('smallint'),
};

/** What a stream is to be like. */
const wanted = {
  id_teacher: f.id(),
  capacity: f.wholeNumber(1, 10_000),
  id_auditorium: f.optionalId('int'),
  /** When it is held every week: day-slot-weeks each, by commas; weeks: 0 every, 1 odd, 2 even. `4-2-0,5-1-2` */
  hours: f.text(200),
};

/** The stream whose line is looked at, or that is changed. */
const ofStream = { subgroup: f.optionalId('int') };

const hour = f.object({
  day_number: f.integer(),
  id_time: f.integer(),
  week_kind: f.integer(),
  startsAt: f.string(),
  auditorium: f.nullable(f.string()),
});

const done = f.array(
  f.object({
    result: f.integer(),
    subgroup: f.integer(),
    /** Who got a seat in it by this act. */
    registered: f.integer(),
    /** Who was notified. */
    told: f.integer(),
  }),
);

/** The registration office makes, changes, merges and closes streams. */
export const registrationStreams = {
  /** Disciplines of a term, of the plans and of the streams, to make a stream of. */
  officeCourses: call({
    path: '/api/regfordisciplines/office/courses',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ id_a_year: f.year(), id_ws: f.term(), search: f.text(100, 2) }),
    output: f.array(
      f.object({
        id_discipline: f.integer(),
        discipline: f.string(),
        kredits: f.number(),
        isSelect: f.boolean(),
        types: f.array(f.object({ id_vid_zaniatiy: f.integer(), name_vid_zaniatiy: f.string() })),
      }),
    ),
  }),
  /** Who may have a stream of a course, with the hours of the week that they have in that term already. */
  officeTeachers: call({
    path: '/api/regfordisciplines/office/teachers',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ ...courseOf, search: f.optionalText(100) }),
    output: f.array(
      f.object({ id_teacher: f.integer(), t_fio: f.string(), hours: f.number(), apart: f.namesakeHint() }),
    ),
  }),
  /** One stream as it is held. */
  officeStream: call({
    path: '/api/regfordisciplines/office/stream',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.object({ subgroup: f.id('int') }),
    output: f.array(
      f.object({
        subgroup: f.integer(),
        id_teacher: f.integer(),
        t_fio: f.string(),
        apart: f.namesakeHint(),
        capacity: f.integer(),
        kol_st: f.integer(),
        waiting: f.integer(),
        id_auditorium: f.nullable(f.integer()),
        hours: f.array(hour),
      }),
    ),
  }),
  /** Every place of a week as it is for a teacher and for who is in the waiting list or registered. */
  officePlaces: call({
    path: '/api/regfordisciplines/office/places',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({
      ...courseOf,
      ...ofStream,
      id_teacher: f.id(),
      capacity: f.wholeNumber(1, 10_000),
      isChange: f.flag(),
    }),
    output: f.array(
      f.object({
        day_number: f.integer(),
        id_time: f.integer(),
        startsAt: f.string(),
        /** Weeks in which the teacher has something else: 0 none, 1 odd, 2 even, 3 every. */
        taken: f.integer(),
        /** Rooms that are large enough and free every week. */
        rooms: f.integer(),
        /** Students concerned who have something else then. */
        busy: f.integer(),
      }),
    ),
  }),
  /** What saving would meet. */
  officeCheck: call({
    path: '/api/regfordisciplines/office/check',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({ ...courseOf, ...ofStream, ...wanted, isChange: f.flag() }),
    output: f.array(
      f.object({
        clashes: f.array(
          /** kind: room or teacher. */
          f.object({
            kind: f.string(),
            name: f.string(),
            discipline: f.string(),
            day_number: f.integer(),
            startsAt: f.string(),
          }),
        ),
        /** Free at these hours and large enough, the smallest first. */
        rooms: f.array(
          f.object({ id_auditorium: f.integer(), auditorium: f.string(), building: f.string(), seats: f.integer() }),
        ),
        /** How many students wait for a seat, or, when a stream is changed, are registered in it. */
        students: f.integer(),
        /** How many of them have another class at these hours. */
        busy: f.integer(),
        /** How many of those who wait would get a seat. */
        able: f.integer(),
        /** The first week of the term from which it holds. */
        week: f.integer(),
      }),
    ),
  }),
  /** `subgroup`: the stream whose line is given the seats. `force`: although teacher or room have something else then. */
  officeMake: call({
    path: '/api/regfordisciplines/office/make',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ ...courseOf, ...ofStream, ...wanted, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  /** Hours that are left as they are come as they are; others hold from the next week on. */
  officeRemake: call({
    path: '/api/regfordisciplines/office/remake',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ subgroup: f.id('int'), ...wanted, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  /** Streams with seats for all of another one, and whose week does not allow it. */
  officeMergeInto: call({
    path: '/api/regfordisciplines/office/mergeinto',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({ subgroup: f.id('int') }),
    output: f.array(
      f.object({
        subgroup: f.integer(),
        name: f.string(),
        id_teacher: f.integer(),
        t_fio: f.string(),
        apart: f.namesakeHint(),
        kol_st: f.integer(),
        capacity: f.integer(),
        hours: f.array(hour),
        /** Students who have something else then; the first of them by name. */
        busy: f.integer(),
        names: f.array(f.string()),
      }),
    ),
  }),
  /** `into`: where its students go; without it a stream with students stays open. `force`: although some are busy then. */
  officeEnd: call({
    path: '/api/regfordisciplines/office/end',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({
      subgroup: f.id('int'),
      into: f.optionalId('int'),
      reason: reason(),
      force: f.optionalFlag(),
    }),
    output: done,
  }),
};
