import { call } from './call.ts';
import * as f from './fields.ts';
import { registrationBoard } from './registration-board.ts';
import { registrationExceptions } from './registration-exceptions.ts';
import { registrationOffice } from './registration-office.ts';
import { registrationStreams } from './registration-streams.ts';

/** So many class types of a discipline are taken in one act. */
const maxClassTypesPerRequest = 20;

const yearRow = f.object({ id_a_year_def: f.integer(), p32: f.string() });

/** One class of a stream in the timetable; `clash` names what the student has at that hour already. */
const lesson = f.object({
  day_number: f.integer(),
  num_slot: f.integer(),
  starts: f.string(),
  week_kind: f.integer(),
  clash: f.nullable(f.string()),
});

const planRow = f.object({
  id: f.integer(),
  id_a_year: f.integer(),
  id_semester: f.integer(),
  id_kafedra: f.integer(),
  sn_f1: f.string(),
  id_discipline: f.integer(),
  discipline: f.string(),
  kredits: f.number(),
  id_examination: f.integer(),
  p30: f.string(),
  id_group: f.integer(),
  id_student: f.integer(),
  id_vid_zaniatiy: f.integer(),
  name_vid_zaniatiy: f.string(),
  descGroupNum: f.nullable(f.integer()),
  isByPlan: f.boolean(),
  id_disciplineForStudent: f.nullable(f.integer()),
  id_teacher: f.nullable(f.integer()),
  t_fio: f.nullable(f.string()),
  apart: f.namesakeHint(),
  subgroup: f.nullable(f.integer()),
  num: f.nullable(f.integer()),
  canEdit: f.boolean(),
  /** The class type is divided into streams; false: the group goes there as a whole, nothing is to be chosen. */
  hasStreams: f.boolean(),
  receipt: f.nullable(f.string()),
  registered: f.nullable(f.timestamp()),
});

const optionalRow = f.object({
  id_discipline: f.integer(),
  discipline: f.string(),
  kredits: f.number(),
  id_kafedra: f.integer(),
  sn_f1: f.string(),
  id_examination: f.integer(),
  p30: f.string(),
  id_vid_zaniatiy: f.integer(),
  name_vid_zaniatiy: f.string(),
  descGroupNum: f.nullable(f.integer()),
});

const teacherRow = f.object({ id_teacher: f.integer(), t_fio: f.string(), apart: f.namesakeHint() });

const streamRow = f.object({
  subgroup: f.integer(),
  num: f.integer(),
  name: f.string(),
  kol_st: f.integer(),
  capacity: f.integer(),
  free: f.integer(),
  /** How many are in the waiting list, and the caller's own place. */
  waiting: f.integer(),
  place: f.nullable(f.integer()),
  lessons: f.array(lesson),
});

/** One class of a week: of a stream, or of what a student has already. */
const weekly = {
  day_number: f.integer(),
  num_slot: f.integer(),
  week_kind: f.integer(),
  week_from: f.integer(),
  week_to: f.integer(),
  room: f.nullable(f.string()),
};

/** A stream that may be chosen, whatever its teacher. */
const offer = f.object({
  id_discipline: f.integer(),
  kredits: f.number(),
  id_vid_zaniatiy: f.integer(),
  id_teacher: f.integer(),
  t_fio: f.string(),
  apart: f.namesakeHint(),
  subgroup: f.integer(),
  num: f.integer(),
  name: f.string(),
  capacity: f.integer(),
  free: f.integer(),
  waiting: f.integer(),
  place: f.nullable(f.integer()),
  lessons: f.array(f.object(weekly)),
});

const semesterOf = { id_a_year: f.year(), id_semester: f.wholeNumber(1, 12) };

const courseOf = {
  ...semesterOf,
  id_discipline: f.id('int'),
  kredits: f.credits(),
  id_vid_zaniatiy: f.id('smallint'),
  id_kafedra: f.optionalId('int'),
  id_examination: f.optionalId('smallint'),
  id_group: f.optionalId('int'),
  uid: f.callerId(),
};

/** What the plan knows better is read and ignored: the server takes it from its own tables. */
const seatRequest = {
  ...semesterOf,
  id_discipline: f.id('int'),
  kredits: f.credits(),
  id_vid_zaniatiy: f.id('smallint'),
  id_teacher: f.id(),
  subgroup: f.id('int'),
  isByPlan: f.optionalFlag(),
  id_disciplineForStudent: f.optionalId('int'),
  /** Known from the membership; any but an own group of that year is refused. */
  id_group: f.optionalId('int'),
  id_student: f.callerId(),
  uid: f.callerId(),
};

export const registration = {
  defaultYear: call({
    path: '/api/regfordisciplines/getdefyear',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(yearRow),
  }),
  years: call({
    path: '/api/regfordisciplines/getyears',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ id_a_year: f.integer(), p32: f.string() })),
  }),
  semesters: call({
    path: '/api/regfordisciplines/getsemesters',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ id_group: f.id('int'), id_a_year: f.year() }),
    output: f.array(f.object({ id_semester: f.integer(), p43: f.string(), id_ws: f.integer() })),
  }),
  /** The own group of a year, which a student may have changed; none before the first year. */
  ownGroup: call({
    path: '/api/regfordisciplines/getowngroup',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ id_a_year: f.year() }),
    output: f.array(f.object({ id_group: f.integer(), p20: f.string() })),
  }),
  /** Periods that are open for the caller and in which something of the plan is left to choose. */
  unfinished: call({
    path: '/api/regfordisciplines/unfinished',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.noFields(),
    /** `credits` of what is registered, those of disciplines of the plan without a missing class, and those that it wants. */
    output: f.array(
      f.object({
        id_a_year: f.integer(),
        id_semester: f.integer(),
        ws: f.string(),
        endDate: f.string(),
        credits: f.number(),
        done: f.number(),
        wanted: f.number(),
      }),
    ),
  }),
  list: call({
    path: '/api/regfordisciplines/getreglist',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...semesterOf, id_group: f.optionalId('int'), id_student: f.callerId(), uid: f.callerId() }),
    output: f.array(planRow),
  }),
  teachers: call({
    path: '/api/regfordisciplines/getteachersforregel',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object(courseOf),
    output: f.array(teacherRow),
  }),
  streams: call({
    path: '/api/regfordisciplines/getsubgroupsforregel',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...courseOf, id_teacher: f.id() }),
    output: f.array(streamRow),
  }),
  save: call({
    path: '/api/regfordisciplines/saveregistration',
    method: 'POST',
    access: 'student',
    own: true,
    idempotent: true,
    often: 120,
    input: f.object(seatRequest),
    output: f.array(
      f.object({
        result: f.integer(),
        id_disciplineForStudent: f.integer(),
        subgroup: f.integer(),
        num: f.integer(),
        free: f.integer(),
        receipt: f.string(),
      }),
    ),
  }),
  /** Everything to choose from in the own plan, and the week so far; with a discipline that one alone, an extra too. */
  offers: call({
    path: '/api/regfordisciplines/offers',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({
      ...semesterOf,
      id_discipline: f.optionalId('int'),
      kredits: f.optionalCredits(),
      isByPlan: f.optionalFlag(),
      id_group: f.optionalId('int'),
      uid: f.callerId(),
    }),
    output: f.array(
      f.object({
        slots: f.array(f.object({ num_slot: f.integer(), starts: f.string() })),
        week: f.array(
          f.object({
            id_discipline: f.integer(),
            discipline: f.string(),
            kredits: f.number(),
            id_vid_zaniatiy: f.integer(),
            name_vid_zaniatiy: f.string(),
            ...weekly,
          }),
        ),
        streams: f.array(offer),
      }),
    ),
  }),
  /** Takes all class types of a discipline, each by its stream, or none of them. */
  saveDiscipline: call({
    path: '/api/regfordisciplines/savediscipline',
    method: 'POST',
    access: 'student',
    idempotent: true,
    often: 120,
    input: f.object({
      ...semesterOf,
      id_discipline: f.id('int'),
      kredits: f.credits(),
      subgroups: f.optionalIds(maxClassTypesPerRequest, 'int'),
      isByPlan: f.optionalFlag(),
      id_disciplineForStudent: f.optionalId('int'),
      id_group: f.optionalId('int'),
      id_student: f.callerId(),
      uid: f.callerId(),
    }),
    output: f.array(
      f.object({
        result: f.integer(),
        id_disciplineForStudent: f.integer(),
        receipt: f.string(),
        classes: f.array(
          f.object({ id_vid_zaniatiy: f.integer(), subgroup: f.integer(), num: f.integer(), free: f.integer() }),
        ),
      }),
    ),
  }),
  delete: call({
    path: '/api/regfordisciplines/deleteregistration',
    method: 'POST',
    access: 'student',
    idempotent: true,
    input: f.object({ id_disciplineForStudent: f.id('int'), uid: f.callerId() }),
    output: f.array(f.object({ result: f.integer(), receipt: f.string() })),
  }),
  permission: call({
    path: '/api/regfordisciplines/optional/permission',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...semesterOf, id_group: f.optionalId('int'), uid: f.callerId() }),
    output: f.array(
      f.object({
        permission: f.boolean(),
        isOpen: f.boolean(),
        startDate: f.nullable(f.string()),
        endDate: f.nullable(f.string()),
        creditLimit: f.number(),
        credits: f.number(),
      }),
    ),
  }),
  optionalDisciplines: call({
    path: '/api/regfordisciplines/optional/disciplines',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...semesterOf, id_group: f.optionalId('int'), uid: f.callerId() }),
    output: f.array(optionalRow),
  }),
  optionalTeachers: call({
    path: '/api/regfordisciplines/optional/teachers',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object(courseOf),
    output: f.array(teacherRow),
  }),
  optionalStreams: call({
    path: '/api/regfordisciplines/optional/subgroups',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...courseOf, id_teacher: f.id() }),
    output: f.array(streamRow),
  }),
  wait: call({
    path: '/api/regfordisciplines/waiting/join',
    method: 'POST',
    access: 'student',
    idempotent: true,
    often: 120,
    input: f.object(seatRequest),
    output: f.array(f.object({ result: f.integer(), subgroup: f.integer(), place: f.integer() })),
  }),
  stopWaiting: call({
    path: '/api/regfordisciplines/waiting/leave',
    method: 'POST',
    access: 'student',
    idempotent: true,
    input: f.object({ subgroup: f.id('int'), uid: f.callerId() }),
    output: f.writeResult(),
  }),
  waiting: call({
    path: '/api/regfordisciplines/waiting/list',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...semesterOf, uid: f.callerId() }),
    output: f.array(
      f.object({
        subgroup: f.integer(),
        num: f.integer(),
        name: f.string(),
        id_discipline: f.integer(),
        discipline: f.string(),
        id_vid_zaniatiy: f.integer(),
        name_vid_zaniatiy: f.string(),
        id_teacher: f.integer(),
        t_fio: f.string(),
        apart: f.namesakeHint(),
        place: f.integer(),
        since: f.timestamp(),
      }),
    ),
  }),
  ...registrationOffice,
  ...registrationStreams,
  ...registrationBoard,
  ...registrationExceptions,
};
