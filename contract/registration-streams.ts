import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, searchesPerMinute } from './limits.ts';

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

const hour = f.shape({
  day_number: f.int(),
  id_time: f.int(),
  week_kind: f.int(),
  startsAt: f.str(),
  auditorium: f.nullable(f.str()),
});

const done = f.rows(
  f.shape({
    result: f.int(),
    subgroup: f.int(),
    /** Who got a seat in it by this act. */
    registered: f.int(),
    /** Who was notified. */
    told: f.int(),
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
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ id_a_year: f.year(), id_ws: f.term(), search: f.text(100, 2) }),
    output: f.rows(
      f.shape({
        id_discipline: f.int(),
        discipline: f.str(),
        kredits: f.num(),
        isSelect: f.bool(),
        types: f.rows(f.shape({ id_vid_zaniatiy: f.int(), name_vid_zaniatiy: f.str() })),
      }),
    ),
  }),
  /** Who may have a stream of a course, with the hours of the week that they have in that term already. */
  officeTeachers: call({
    path: '/api/regfordisciplines/office/teachers',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ ...courseOf, search: f.optionalText(100) }),
    output: f.rows(f.shape({ id_teacher: f.int(), t_fio: f.str(), hours: f.num(), apart: f.namesakeHint() })),
  }),
  /** One stream as it is held. */
  officeStream: call({
    path: '/api/regfordisciplines/office/stream',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.shape({ subgroup: f.id('int') }),
    output: f.rows(
      f.shape({
        subgroup: f.int(),
        id_teacher: f.int(),
        t_fio: f.str(),
        apart: f.namesakeHint(),
        capacity: f.int(),
        kol_st: f.int(),
        waiting: f.int(),
        id_auditorium: f.nullable(f.int()),
        hours: f.rows(hour),
      }),
    ),
  }),
  /** Every place of a week as it is for a teacher and for who is in the waiting list or registered. */
  officePlaces: call({
    path: '/api/regfordisciplines/office/places',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({
      ...courseOf,
      ...ofStream,
      id_teacher: f.id(),
      capacity: f.wholeNumber(1, 10_000),
      isChange: f.flag(),
    }),
    output: f.rows(
      f.shape({
        day_number: f.int(),
        id_time: f.int(),
        startsAt: f.str(),
        /** Weeks in which the teacher has something else: 0 none, 1 odd, 2 even, 3 every. */
        taken: f.int(),
        /** Rooms that are large enough and free every week. */
        rooms: f.int(),
        /** Students concerned who have something else then. */
        busy: f.int(),
      }),
    ),
  }),
  /** What saving would meet. */
  officeCheck: call({
    path: '/api/regfordisciplines/office/check',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({ ...courseOf, ...ofStream, ...wanted, isChange: f.flag() }),
    output: f.rows(
      f.shape({
        clashes: f.rows(
          /** kind: room or teacher. */
          f.shape({ kind: f.str(), name: f.str(), discipline: f.str(), day_number: f.int(), startsAt: f.str() }),
        ),
        /** Free at these hours and large enough, the smallest first. */
        rooms: f.rows(f.shape({ id_auditorium: f.int(), auditorium: f.str(), building: f.str(), seats: f.int() })),
        /** How many students wait for a seat, or, when a stream is changed, are registered in it. */
        students: f.int(),
        /** How many of them have another class at these hours. */
        busy: f.int(),
        /** How many of those who wait would get a seat. */
        able: f.int(),
        /** The first week of the term from which it holds. */
        week: f.int(),
      }),
    ),
  }),
  /** `subgroup`: the stream whose line is given the seats. `force`: although teacher or room have something else then. */
  officeMake: call({
    path: '/api/regfordisciplines/office/make',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ ...courseOf, ...ofStream, ...wanted, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  /** Hours that are left as they are come as they are; others hold from the next week on. */
  officeRemake: call({
    path: '/api/regfordisciplines/office/remake',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ subgroup: f.id('int'), ...wanted, reason: reason(), force: f.optionalFlag() }),
    output: done,
  }),
  /** Streams with seats for all of another one, and whose week does not allow it. */
  officeMergeInto: call({
    path: '/api/regfordisciplines/office/mergeinto',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({ subgroup: f.id('int') }),
    output: f.rows(
      f.shape({
        subgroup: f.int(),
        name: f.str(),
        id_teacher: f.int(),
        t_fio: f.str(),
        apart: f.namesakeHint(),
        kol_st: f.int(),
        capacity: f.int(),
        hours: f.rows(hour),
        /** Students who have something else then; the first of them by name. */
        busy: f.int(),
        names: f.rows(f.str()),
      }),
    ),
  }),
  /** `into`: where its students go; without it a stream with students stays open. `force`: although some are busy then. */
  officeEnd: call({
    path: '/api/regfordisciplines/office/end',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({
      subgroup: f.id('int'),
      into: f.optionalId('int'),
      reason: reason(),
      force: f.optionalFlag(),
    }),
    output: done,
  }),
};
