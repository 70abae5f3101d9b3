import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

const ofTerm = { id_a_year: f.year(), id_ws: f.term() };
/** Students of one faculty, of one course. */
const ofPlace = { id_faculty: f.optionalId('int'), course: f.optionalWholeNumber(1, 6) };
const reason = () => f.text(limits.reasonLength, 3);

/** Students of open windows: all, those who are registered for nothing, and those with half a discipline. */
const counted = { students: f.int(), nothing: f.int(), partly: f.int() };

/** The registration office's board: who is behind, and the steps with which a year begins. */
export const registrationBoard = {
  /** Who has not registered in the open windows of a term, by faculty and course. */
  officeBehind: call({
    path: '/api/regfordisciplines/office/behind',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape(ofTerm),
    output: f.rows(
      f.shape({
        ...counted,
        /** Of those with nothing: who has never opened the page of registration while the window was open. */
        away: f.int(),
        /** Of those with nothing: who would be reminded now, as they were not today. */
        remindable: f.int(),
        /** Of those with a part: who would be reminded now. */
        remindablePartly: f.int(),
        parts: f.rows(f.shape({ id_faculty: f.int(), 'p23-1': f.str(), course: f.int(), ...counted })),
      }),
    ),
  }),
  /** Reminds those who are registered for nothing yet, or for a part (`only`: `partly`), each at most once a day. */
  officeRemind: call({
    path: '/api/regfordisciplines/office/remind',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    often: 60,
    input: f.shape({ ...ofTerm, ...ofPlace, only: f.optionalText(10) }),
    output: f.rows(f.shape({ result: f.int(), told: f.int() })),
  }),
  /** Students who are registered for more credits than the limit of the term, most first. */
  officeExceeded: call({
    path: '/api/regfordisciplines/office/exceeded',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape(ofTerm),
    output: f.rows(
      f.shape({
        id_student: f.int(),
        s_fio: f.str(),
        apart: f.namesakeHint(),
        p20: f.str(),
        credits: f.num(),
        creditLimit: f.num(),
      }),
    ),
  }),
  /** What is behind a receipt: what was registered, when, and whether it still is. */
  officeReceipt: call({
    path: '/api/regfordisciplines/office/receipt',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.shape({ receipt: f.text(20, 1) }),
    output: f.rows(
      f.shape({
        receipt: f.str(),
        /** registered, moved, promoted, removed. */
        kind: f.str(),
        at: f.timestamp(),
        s_fio: f.str(),
        p20: f.str(),
        discipline: f.str(),
        kredits: f.num(),
        name_vid_zaniatiy: f.str(),
        stream: f.str(),
        t_fio: f.str(),
        isValid: f.bool(),
      }),
    ),
  }),
  /** The steps with which an academic year begins, each as the database shows it. */
  officeYear: call({
    path: '/api/regfordisciplines/office/year',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.shape({ id_a_year: f.year() }),
    output: f.rows(
      f.shape({
        id_a_year: f.int(),
        label: f.str(),
        isThere: f.bool(),
        /** The terms; of one that is not there the dates of the year before, 52 weeks later. */
        terms: f.rows(
          f.shape({ id_ws: f.int(), ws: f.str(), startDate: f.str(), endDate: f.str(), isThere: f.bool() }),
        ),
        steps: f.rows(
          f.shape({
            /** year, groups, plans, load, streams, timetable, holidays, windows, standard, journals. */
            key: f.str(),
            /** done, part, none. */
            state: f.str(),
            done: f.int(),
            of: f.int(),
            /** Students who should have left; of journals 0. */
            left: f.int(),
            /** When it becomes so by itself. */
            day: f.nullable(f.str()),
          }),
        ),
      }),
    ),
  }),
  /** Makes a year with its terms; those that are there stay as they are. */
  officeMakeYear: call({
    path: '/api/regfordisciplines/office/makeyear',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({
      id_a_year: f.year(),
      start1: f.day(),
      end1: f.day(),
      start2: f.day(),
      end2: f.day(),
      start3: f.optionalDay(),
      end3: f.optionalDay(),
      reason: reason(),
    }),
    output: f.rows(f.shape({ result: f.int(), terms: f.int() })),
  }),
  /** Makes a year the one that the portal opens with; 404 `registration.yearNotFound`. */
  officeOpenYear: call({
    path: '/api/regfordisciplines/office/openyear',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ id_a_year: f.year(), reason: reason() }),
    output: f.writeResult(),
  }),
  /** Opens windows for all faculties and forms that have none in a term, within the permission. */
  officeOpenAll: call({
    path: '/api/regfordisciplines/office/openall',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.shape({ ...ofTerm, startDate: f.day(), endDate: f.day(), reason: reason() }),
    output: f.rows(f.shape({ result: f.int(), opened: f.int() })),
  }),
};
