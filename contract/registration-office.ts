import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, maxSearchesPerMinute } from './limits.ts';

const reason = () => f.text(limits.reasonLength, 3);

const window = f.object({
  id_window: f.integer(),
  id_a_year: f.integer(),
  id_ws: f.integer(),
  ws: f.string(),
  id_faculty: f.integer(),
  'p23-1': f.string(),
  'p23-2': f.string(),
  isPartTime: f.boolean(),
  startDate: f.string(),
  endDate: f.string(),
  /** Closed by hand before its last day. */
  closed: f.nullable(f.timestamp()),
  isOpen: f.boolean(),
});

const stream = f.object({
  subgroup: f.integer(),
  num: f.integer(),
  name: f.string(),
  id_discipline: f.integer(),
  discipline: f.string(),
  kredits: f.number(),
  id_vid_zaniatiy: f.integer(),
  name_vid_zaniatiy: f.string(),
  id_teacher: f.integer(),
  t_fio: f.string(),
  apart: f.namesakeHint(),
  sn_f1: f.string(),
  isSelect: f.boolean(),
  kol_st: f.integer(),
  capacity: f.integer(),
  free: f.integer(),
  waiting: f.integer(),
  /** When it is held every week; week_kind: 0 every, 1 odd, 2 even. */
  hours: f.array(f.object({ day_number: f.integer(), startsAt: f.string(), week_kind: f.integer() })),
});

/** An open window: how many students it is for, and how many of them have not chosen everything. */
const openWindow = f.object({
  id_window: f.integer(),
  id_a_year: f.integer(),
  id_ws: f.integer(),
  ws: f.string(),
  'p23-2': f.string(),
  isPartTime: f.boolean(),
  endDate: f.string(),
  students: f.integer(),
  incomplete: f.integer(),
});

/** One step of the history: a student's, or a change of a window or of seats. */
const step = f.object({
  at: f.timestamp(),
  kind: f.string(),
  by: f.nullable(f.string()),
  s_fio: f.nullable(f.string()),
  discipline: f.nullable(f.string()),
  stream: f.nullable(f.string()),
  receipt: f.nullable(f.string()),
  reason: f.nullable(f.string()),
  detail: f.nullable(f.string()),
});

/** The most credits of a semester of a term. */
const creditLimit = { id_ws: f.integer(), ws: f.string(), creditLimit: f.number() };
const limit = f.object(creditLimit);

/** A student who may take extras in a term, and the latest change of that; an import leaves no name. */
const grant = f.object({
  id_student: f.integer(),
  s_fio: f.string(),
  apart: f.namesakeHint(),
  p20: f.string(),
  granted: f.boolean(),
  by: f.nullable(f.string()),
  at: f.nullable(f.timestamp()),
  reason: f.nullable(f.string()),
});

const ofTerm = { id_a_year: f.year(), id_ws: f.term() };

/** The calls of the registration office; what a limited permission covers is decided by the access file. */
export const registrationOffice = {
  officeWindows: call({
    path: '/api/regfordisciplines/office/windows',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.object({ id_a_year: f.year() }),
    output: f.array(window),
  }),
  officeOpen: call({
    path: '/api/regfordisciplines/office/openwindow',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({
      id_a_year: f.year(),
      id_ws: f.term(),
      id_faculty: f.id('int'),
      isPartTime: f.flag(),
      startDate: f.day(),
      endDate: f.day(),
      reason: f.optionalText(limits.reasonLength),
    }),
    output: f.array(window),
  }),
  officeClose: call({
    path: '/api/regfordisciplines/office/closewindow',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ id_window: f.id('int'), reason: f.optionalText(limits.reasonLength) }),
    output: f.array(window),
  }),
  officeStreams: call({
    path: '/api/regfordisciplines/office/streams',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({
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
    output: f.array(stream),
  }),
  /** The office's work in numbers: open windows, and the streams of the term whose window ends first, else of today's. */
  officeFigures: call({
    path: '/api/regfordisciplines/office/figures',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        id_a_year: f.integer(),
        id_ws: f.integer(),
        streams: f.integer(),
        taken: f.integer(),
        capacity: f.integer(),
        full: f.integer(),
        almost: f.integer(),
        empty: f.integer(),
        /** Streams with a line, and people in lines. */
        lines: f.integer(),
        waiting: f.integer(),
        /** Students of open windows, and those of them who have not chosen everything. */
        students: f.integer(),
        incomplete: f.integer(),
        countWindows: f.integer(),
        /** At most fifty, the one that ends first first. */
        windows: f.array(openWindow),
      }),
    ),
  }),
  /** Students of open windows of a term who have not chosen everything; what they have and what the plan wants. */
  officeIncomplete: call({
    path: '/api/regfordisciplines/office/incomplete',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({
      ...ofTerm,
      page: f.optionalWholeNumber(1, 10_000),
      /** Those alone who are registered for `nothing`, of these who never opened the page (`away`), or for a part of what is wanted (`partly`). */
      only: f.optionalText(10),
      id_faculty: f.optionalId('int'),
      course: f.optionalWholeNumber(1, 6),
    }),
    output: f.array(
      f.object({
        id_student: f.integer(),
        s_fio: f.string(),
        apart: f.namesakeHint(),
        p20: f.string(),
        'p23-1': f.string(),
        course: f.integer(),
        credits: f.number(),
        wanted: f.number(),
        /** Has opened the page of registration while the window was open. */
        isSeen: f.boolean(),
      }),
    ),
  }),
  officeStudents: call({
    path: '/api/regfordisciplines/office/students',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({ subgroup: f.id('int') }),
    output: f.array(
      f.object({
        id_disciplineForStudent: f.integer(),
        id_student: f.integer(),
        s_fio: f.string(),
        apart: f.namesakeHint(),
        p20: f.string(),
        receipt: f.string(),
        registered: f.timestamp(),
      }),
    ),
  }),
  officeFind: call({
    path: '/api/regfordisciplines/office/findstudent',
    method: 'POST',
    access: 'registration',
    reads: true,
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ search: f.text(100, 2) }),
    output: f.array(f.object({ id_student: f.integer(), s_fio: f.string(), p20: f.string(), apart: f.namesakeHint() })),
  }),
  officeSeats: call({
    path: '/api/regfordisciplines/office/seats',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ subgroup: f.id('int'), capacity: f.wholeNumber(1, 10_000), reason: reason() }),
    output: f.array(f.object({ result: f.integer(), subgroup: f.integer(), capacity: f.integer(), free: f.integer() })),
  }),
  officeRegister: call({
    path: '/api/regfordisciplines/office/register',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ id_student: f.id(), subgroup: f.id('int'), reason: reason() }),
    output: f.array(
      f.object({ result: f.integer(), id_disciplineForStudent: f.integer(), free: f.integer(), receipt: f.string() }),
    ),
  }),
  officeRemove: call({
    path: '/api/regfordisciplines/office/remove',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ id_disciplineForStudent: f.id('int'), reason: reason() }),
    output: f.array(f.object({ result: f.integer(), receipt: f.string() })),
  }),
  officeHistory: call({
    path: '/api/regfordisciplines/office/history',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({
      subgroup: f.optionalId('int'),
      id_student: f.optionalId(),
      receipt: f.optionalText(20),
      id_window: f.optionalId('int'),
      id_ws: f.optionalId('smallint'),
    }),
    output: f.array(step),
  }),
  /** Of a year: how many students have which limit of their own, how many are beyond theirs, and how many may take extras. */
  officeLimits: call({
    path: '/api/regfordisciplines/office/limits',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({ id_a_year: f.optionalWholeNumber(0, 99) }),
    output: f.array(
      f.object({
        ...creditLimit,
        /** The lowest first; empty and 0 where no year is asked for. */
        named: f.array(f.object({ creditLimit: f.number(), students: f.integer() })),
        exceeded: f.integer(),
        grants: f.integer(),
      }),
    ),
  }),
  officeSetLimit: call({
    path: '/api/regfordisciplines/office/setlimit',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ id_ws: f.term(), creditLimit: f.credits(), reason: reason() }),
    output: f.array(limit),
  }),
  officeGrants: call({
    path: '/api/regfordisciplines/office/grants',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.object({ ...ofTerm, page: f.optionalWholeNumber(1, 10_000) }),
    output: f.array(grant),
  }),
  /** Groups by the beginning of their name, with the students of today. */
  officeFindGroup: call({
    path: '/api/regfordisciplines/office/findgroup',
    method: 'POST',
    access: 'registration',
    reads: true,
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ search: f.text(100, 2) }),
    output: f.array(f.object({ id_group: f.integer(), p20: f.string(), 'p23-1': f.string(), students: f.integer() })),
  }),
  /** Sets the limit for all students of a group; `changed`: for how many of them it was another one. */
  officeGrantGroup: call({
    path: '/api/regfordisciplines/office/grantgroup',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ ...ofTerm, id_group: f.id('int'), granted: f.flag(), reason: reason() }),
    output: f.array(f.object({ result: f.integer(), students: f.integer(), changed: f.integer() })),
  }),
  officeGrant: call({
    path: '/api/regfordisciplines/office/grant',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ ...ofTerm, id_student: f.id(), granted: f.flag(), reason: reason() }),
    output: f.writeResult(),
  }),
};
