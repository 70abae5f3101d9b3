import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, searchesPerMinute } from './limits.ts';

const reason = () => f.text(limits.reasonLength, 3);

const window = f.shape({
  id_window: f.int(),
  id_a_year: f.int(),
  id_ws: f.int(),
  ws: f.str(),
  id_faculty: f.int(),
  'p23-1': f.str(),
  'p23-2': f.str(),
  isPartTime: f.bool(),
  startDate: f.str(),
  endDate: f.str(),
  /** Closed by hand before its last day. */
  closed: f.nullable(f.timestamp()),
  isOpen: f.bool(),
});

const stream = f.shape({
  subgroup: f.int(),
  num: f.int(),
  name: f.str(),
  id_discipline: f.int(),
  discipline: f.str(),
  kredits: f.num(),
  id_vid_zaniatiy: f.int(),
  name_vid_zaniatiy: f.str(),
  id_teacher: f.int(),
  t_fio: f.str(),
  apart: f.namesakeHint(),
  sn_f1: f.str(),
  isSelect: f.bool(),
  kol_st: f.int(),
  capacity: f.int(),
  free: f.int(),
  waiting: f.int(),
  /** When it is held every week; week_kind: 0 every, 1 odd, 2 even. */
  hours: f.rows(f.shape({ day_number: f.int(), startsAt: f.str(), week_kind: f.int() })),
});

/** An open window: how many students it is for, and how many of them have not chosen everything. */
const openWindow = f.shape({
  id_window: f.int(),
  id_a_year: f.int(),
  id_ws: f.int(),
  ws: f.str(),
  'p23-2': f.str(),
  isPartTime: f.bool(),
  endDate: f.str(),
  students: f.int(),
  incomplete: f.int(),
});

/** One step of the history: a student's, or a change of a window or of seats. */
const step = f.shape({
  at: f.timestamp(),
  kind: f.str(),
  by: f.nullable(f.str()),
  s_fio: f.nullable(f.str()),
  discipline: f.nullable(f.str()),
  stream: f.nullable(f.str()),
  receipt: f.nullable(f.str()),
  reason: f.nullable(f.str()),
  detail: f.nullable(f.str()),
});

/** The most credits of a semester of a term. */
const creditLimit = { id_ws: f.int(), ws: f.str(), creditLimit: f.num() };
const limit = f.shape(creditLimit);

/** A student who may take extras in a term, and the latest change of that; an import leaves no name. */
const grant = f.shape({
  id_student: f.int(),
  s_fio: f.str(),
  apart: f.namesakeHint(),
  p20: f.str(),
  granted: f.bool(),
  by: f.nullable(f.str()),
  at: f.nullable(f.timestamp()),
  reason: f.nullable(f.str()),
});

const ofTerm = { id_a_year: f.year(), id_ws: f.term() };

/** The calls of the registration office; what a limited permission covers is decided by the access file. */
export const registrationOffice = {
  officeWindows: call({
    path: '/api/regfordisciplines/office/windows',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.shape({ id_a_year: f.year() }),
    output: f.rows(window),
  }),
  officeOpen: call({
    path: '/api/regfordisciplines/office/openwindow',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({
      id_a_year: f.year(),
      id_ws: f.term(),
      id_faculty: f.id('int'),
      isPartTime: f.flag(),
      startDate: f.day(),
      endDate: f.day(),
      reason: f.optionalText(limits.reasonLength),
    }),
    output: f.rows(window),
  }),
  officeClose: call({
    path: '/api/regfordisciplines/office/closewindow',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ id_window: f.id('int'), reason: f.optionalText(limits.reasonLength) }),
    output: f.rows(window),
  }),
  officeStreams: call({
    path: '/api/regfordisciplines/office/streams',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({
      id_a_year: f.year(),
      id_ws: f.term(),
      search: f.optionalText(100),
      /** Those alone that are `full`, `almost` so, have `room`, are nearly `empty`, or have people `waiting`. */
      only: f.optionalText(10),
      /** Of departments of that faculty; of disciplines that a plan has in that course of study. */
      id_faculty: f.optionalId('int'),
      course: f.optionalWholeNumber(1, 6),
      page: f.optionalWholeNumber(1, 10_000),
    }),
    output: f.rows(stream),
  }),
  /** The office's work in numbers: open windows, and the streams of the term whose window ends first, else of today's. */
  officeFigures: call({
    path: '/api/regfordisciplines/office/figures',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.noFields(),
    output: f.rows(
      f.shape({
        id_a_year: f.int(),
        id_ws: f.int(),
        streams: f.int(),
        taken: f.int(),
        capacity: f.int(),
        full: f.int(),
        almost: f.int(),
        empty: f.int(),
        /** Streams with a line, and people in lines. */
        lines: f.int(),
        waiting: f.int(),
        /** Students of open windows, and those of them who have not chosen everything. */
        students: f.int(),
        incomplete: f.int(),
        countWindows: f.int(),
        /** At most fifty, the one that ends first first. */
        windows: f.rows(openWindow),
      }),
    ),
  }),
  /** Students of open windows of a term who have not chosen everything; what they have and what the plan wants. */
  officeIncomplete: call({
    path: '/api/regfordisciplines/office/incomplete',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({
      ...ofTerm,
      page: f.optionalWholeNumber(1, 10_000),
      /** Those alone who are registered for `nothing`, of these who never opened the page (`away`), or for a part of what is wanted (`partly`). */
      only: f.optionalText(10),
      id_faculty: f.optionalId('int'),
      course: f.optionalWholeNumber(1, 6),
    }),
    output: f.rows(
      f.shape({
        id_student: f.int(),
        s_fio: f.str(),
        apart: f.namesakeHint(),
        p20: f.str(),
        'p23-1': f.str(),
        course: f.int(),
        credits: f.num(),
        wanted: f.num(),
        /** Has opened the page of registration while the window was open. */
        isSeen: f.bool(),
      }),
    ),
  }),
  officeStudents: call({
    path: '/api/regfordisciplines/office/students',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({ subgroup: f.id('int') }),
    output: f.rows(
      f.shape({
        id_disciplineForStudent: f.int(),
        id_student: f.int(),
        s_fio: f.str(),
        apart: f.namesakeHint(),
        p20: f.str(),
        receipt: f.str(),
        registered: f.timestamp(),
      }),
    ),
  }),
  officeFind: call({
    path: '/api/regfordisciplines/office/findstudent',
    method: 'POST',
    access: 'registration',
    reads: true,
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ search: f.text(100, 2) }),
    output: f.rows(f.shape({ id_student: f.int(), s_fio: f.str(), p20: f.str(), apart: f.namesakeHint() })),
  }),
  officeSeats: call({
    path: '/api/regfordisciplines/office/seats',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ subgroup: f.id('int'), capacity: f.wholeNumber(1, 10_000), reason: reason() }),
    output: f.rows(f.shape({ result: f.int(), subgroup: f.int(), capacity: f.int(), free: f.int() })),
  }),
  officeRegister: call({
    path: '/api/regfordisciplines/office/register',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ id_student: f.id(), subgroup: f.id('int'), reason: reason() }),
    output: f.rows(f.shape({ result: f.int(), id_disciplineForStudent: f.int(), free: f.int(), receipt: f.str() })),
  }),
  officeRemove: call({
    path: '/api/regfordisciplines/office/remove',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ id_disciplineForStudent: f.id('int'), reason: reason() }),
    output: f.rows(f.shape({ result: f.int(), receipt: f.str() })),
  }),
  officeHistory: call({
    path: '/api/regfordisciplines/office/history',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({
      subgroup: f.optionalId('int'),
      id_student: f.optionalId(),
      receipt: f.optionalText(20),
      id_window: f.optionalId('int'),
      id_ws: f.optionalId('smallint'),
    }),
    output: f.rows(step),
  }),
  /** Of a year: how many students have which limit of their own, how many are beyond theirs, and how many may take extras. */
  officeLimits: call({
    path: '/api/regfordisciplines/office/limits',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({ id_a_year: f.optionalWholeNumber(0, 99) }),
    output: f.rows(
      f.shape({
        ...creditLimit,
        /** The lowest first; empty and 0 where no year is asked for. */
        named: f.rows(f.shape({ creditLimit: f.num(), students: f.int() })),
        exceeded: f.int(),
        grants: f.int(),
      }),
    ),
  }),
  officeSetLimit: call({
    path: '/api/regfordisciplines/office/setlimit',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ id_ws: f.term(), creditLimit: f.credits(), reason: reason() }),
    output: f.rows(limit),
  }),
  officeGrants: call({
    path: '/api/regfordisciplines/office/grants',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.shape({ ...ofTerm, page: f.optionalWholeNumber(1, 10_000) }),
    output: f.rows(grant),
  }),
  /** Groups by the beginning of their name, with the students of today. */
  officeFindGroup: call({
    path: '/api/regfordisciplines/office/findgroup',
    method: 'POST',
    access: 'registration',
    reads: true,
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ search: f.text(100, 2) }),
    output: f.rows(f.shape({ id_group: f.int(), p20: f.str(), 'p23-1': f.str(), students: f.int() })),
  }),
  /** Sets the limit for all students of a group; `changed`: for how many of them it was another one. */
  officeGrantGroup: call({
    path: '/api/regfordisciplines/office/grantgroup',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ ...ofTerm, id_group: f.id('int'), granted: f.flag(), reason: reason() }),
    output: f.rows(f.shape({ result: f.int(), students: f.int(), changed: f.int() })),
  }),
  officeGrant: call({
    path: '/api/regfordisciplines/office/grant',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ ...ofTerm, id_student: f.id(), granted: f.flag(), reason: reason() }),
    output: f.writeResult(),
  }),
};
