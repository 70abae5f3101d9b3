import { call } from './call.ts';
import * as f from './fields.ts';
import { registrationBoard } from './registration-board.ts';
import { registrationExceptions } from './registration-exceptions.ts';
import { registrationOffice } from './registration-office.ts';
import { registrationStreams } from './registration-streams.ts';

/** So many class types of a discipline are taken in one act. */
const maxClassTypesPerRequest = 20;

const yearRow = f.shape({ id_a_year_def: f.int(), p32: f.str() });

/** One class of a stream in the timetable; `clash` names what the student has at that hour already. */
const lesson = f.shape({
  day_number: f.int(),
  num_slot: f.int(),
  starts: f.str(),
  week_kind: f.int(),
  clash: f.nullable(f.str()),
});

const planRow = f.shape({
  id: f.int(),
  id_a_year: f.int(),
  id_semester: f.int(),
  id_kafedra: f.int(),
  sn_f1: f.str(),
  id_discipline: f.int(),
  discipline: f.str(),
  kredits: f.num(),
  id_examination: f.int(),
  p30: f.str(),
  id_group: f.int(),
  id_student: f.int(),
  id_vid_zaniatiy: f.int(),
  name_vid_zaniatiy: f.str(),
  descGroupNum: f.nullable(f.int()),
  isByPlan: f.bool(),
  id_disciplineForStudent: f.nullable(f.int()),
  id_teacher: f.nullable(f.int()),
  t_fio: f.nullable(f.str()),
  apart: f.namesakeHint(),
  subgroup: f.nullable(f.int()),
  num: f.nullable(f.int()),
  canEdit: f.bool(),
  /** The class type is divided into streams; false: the group goes there as a whole, nothing is to be chosen. */
  hasStreams: f.bool(),
  receipt: f.nullable(f.str()),
  registered: f.nullable(f.timestamp()),
});

const optionalRow = f.shape({
  id_discipline: f.int(),
  discipline: f.str(),
  kredits: f.num(),
  id_kafedra: f.int(),
  sn_f1: f.str(),
  id_examination: f.int(),
  p30: f.str(),
  id_vid_zaniatiy: f.int(),
  name_vid_zaniatiy: f.str(),
  descGroupNum: f.nullable(f.int()),
});

const teacherRow = f.shape({ id_teacher: f.int(), t_fio: f.str(), apart: f.namesakeHint() });

const streamRow = f.shape({
  subgroup: f.int(),
  num: f.int(),
  name: f.str(),
  kol_st: f.int(),
  capacity: f.int(),
  free: f.int(),
  /** How many are in the waiting list, and the caller's own place. */
  waiting: f.int(),
  place: f.nullable(f.int()),
  lessons: f.rows(lesson),
});

/** One class of a week: of a stream, or of what a student has already. */
const weekly = {
  day_number: f.int(),
  num_slot: f.int(),
  week_kind: f.int(),
  week_from: f.int(),
  week_to: f.int(),
  room: f.nullable(f.str()),
};

/** A stream that may be chosen, whatever its teacher. */
const offer = f.shape({
  id_discipline: f.int(),
  kredits: f.num(),
  id_vid_zaniatiy: f.int(),
  id_teacher: f.int(),
  t_fio: f.str(),
  apart: f.namesakeHint(),
  subgroup: f.int(),
  num: f.int(),
  name: f.str(),
  capacity: f.int(),
  free: f.int(),
  waiting: f.int(),
  place: f.nullable(f.int()),
  lessons: f.rows(f.shape(weekly)),
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
    output: f.rows(yearRow),
  }),
  years: call({
    path: '/api/regfordisciplines/getyears',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ id_a_year: f.int(), p32: f.str() })),
  }),
  semesters: call({
    path: '/api/regfordisciplines/getsemesters',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ id_group: f.id('int'), id_a_year: f.year() }),
    output: f.rows(f.shape({ id_semester: f.int(), p43: f.str(), id_ws: f.int() })),
  }),
  /** The own group of a year, which a student may have changed; none before the first year. */
  ownGroup: call({
    path: '/api/regfordisciplines/getowngroup',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ id_a_year: f.year() }),
    output: f.rows(f.shape({ id_group: f.int(), p20: f.str() })),
  }),
  /** Periods that are open for the caller and in which something of the plan is left to choose. */
  unfinished: call({
    path: '/api/regfordisciplines/unfinished',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.noFields(),
    /** `credits` of what is registered, those of disciplines of the plan without a missing class, and those that it wants. */
    output: f.rows(
      f.shape({
        id_a_year: f.int(),
        id_semester: f.int(),
        ws: f.str(),
        endDate: f.str(),
        credits: f.num(),
        done: f.num(),
        wanted: f.num(),
      }),
    ),
  }),
  list: call({
    path: '/api/regfordisciplines/getreglist',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ ...semesterOf, id_group: f.optionalId('int'), id_student: f.callerId(), uid: f.callerId() }),
    output: f.rows(planRow),
  }),
  teachers: call({
    path: '/api/regfordisciplines/getteachersforregel',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape(courseOf),
    output: f.rows(teacherRow),
  }),
  streams: call({
    path: '/api/regfordisciplines/getsubgroupsforregel',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ ...courseOf, id_teacher: f.id() }),
    output: f.rows(streamRow),
  }),
  save: call({
    path: '/api/regfordisciplines/saveregistration',
    method: 'POST',
    access: 'student',
    own: true,
    idempotent: true,
    often: 120,
    input: f.shape(seatRequest),
    output: f.rows(
      f.shape({
        result: f.int(),
        id_disciplineForStudent: f.int(),
        subgroup: f.int(),
        num: f.int(),
        free: f.int(),
        receipt: f.str(),
      }),
    ),
  }),
  /** Everything to choose from in the own plan, and the week so far; with a discipline that one alone, an extra too. */
  offers: call({
    path: '/api/regfordisciplines/offers',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({
      ...semesterOf,
      id_discipline: f.optionalId('int'),
      kredits: f.optionalCredits(),
      isByPlan: f.optionalFlag(),
      id_group: f.optionalId('int'),
      uid: f.callerId(),
    }),
    output: f.rows(
      f.shape({
        slots: f.rows(f.shape({ num_slot: f.int(), starts: f.str() })),
        week: f.rows(
          f.shape({
            id_discipline: f.int(),
            discipline: f.str(),
            kredits: f.num(),
            id_vid_zaniatiy: f.int(),
            name_vid_zaniatiy: f.str(),
            ...weekly,
          }),
        ),
        streams: f.rows(offer),
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
    input: f.shape({
      ...semesterOf,
      id_discipline: f.id('int'),
      kredits: f.credits(),
      subgroups: f.ids(maxClassTypesPerRequest, 'int'),
      isByPlan: f.optionalFlag(),
      id_disciplineForStudent: f.optionalId('int'),
      id_group: f.optionalId('int'),
      id_student: f.callerId(),
      uid: f.callerId(),
    }),
    output: f.rows(
      f.shape({
        result: f.int(),
        id_disciplineForStudent: f.int(),
        receipt: f.str(),
        classes: f.rows(f.shape({ id_vid_zaniatiy: f.int(), subgroup: f.int(), num: f.int(), free: f.int() })),
      }),
    ),
  }),
  delete: call({
    path: '/api/regfordisciplines/deleteregistration',
    method: 'POST',
    access: 'student',
    idempotent: true,
    input: f.shape({ id_disciplineForStudent: f.id('int'), uid: f.callerId() }),
    output: f.rows(f.shape({ result: f.int(), receipt: f.str() })),
  }),
  permission: call({
    path: '/api/regfordisciplines/optional/permission',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ ...semesterOf, id_group: f.optionalId('int'), uid: f.callerId() }),
    output: f.rows(
      f.shape({
        permission: f.bool(),
        isOpen: f.bool(),
        startDate: f.nullable(f.str()),
        endDate: f.nullable(f.str()),
        creditLimit: f.num(),
        credits: f.num(),
      }),
    ),
  }),
  optionalDisciplines: call({
    path: '/api/regfordisciplines/optional/disciplines',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ ...semesterOf, id_group: f.optionalId('int'), uid: f.callerId() }),
    output: f.rows(optionalRow),
  }),
  optionalTeachers: call({
    path: '/api/regfordisciplines/optional/teachers',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape(courseOf),
    output: f.rows(teacherRow),
  }),
  optionalStreams: call({
    path: '/api/regfordisciplines/optional/subgroups',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ ...courseOf, id_teacher: f.id() }),
    output: f.rows(streamRow),
  }),
  wait: call({
    path: '/api/regfordisciplines/waiting/join',
    method: 'POST',
    access: 'student',
    idempotent: true,
    often: 120,
    input: f.shape(seatRequest),
    output: f.rows(f.shape({ result: f.int(), subgroup: f.int(), place: f.int() })),
  }),
  stopWaiting: call({
    path: '/api/regfordisciplines/waiting/leave',
    method: 'POST',
    access: 'student',
    idempotent: true,
    input: f.shape({ subgroup: f.id('int'), uid: f.callerId() }),
    output: f.writeResult(),
  }),
  waiting: call({
    path: '/api/regfordisciplines/waiting/list',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.shape({ ...semesterOf, uid: f.callerId() }),
    output: f.rows(
      f.shape({
        subgroup: f.int(),
        num: f.int(),
        name: f.str(),
        id_discipline: f.int(),
        discipline: f.str(),
        id_vid_zaniatiy: f.int(),
        name_vid_zaniatiy: f.str(),
        id_teacher: f.int(),
        t_fio: f.str(),
        apart: f.namesakeHint(),
        place: f.int(),
        since: f.timestamp(),
      }),
    ),
  }),
  ...registrationOffice,
  ...registrationStreams,
  ...registrationBoard,
  ...registrationExceptions,
};
