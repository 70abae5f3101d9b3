import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

const ofTerm = { id_a_year: f.year(), id_ws: f.term() };
/** Students of one faculty, of one course. */
const ofPlace = { id_faculty: f.optionalId('int'), course: f.optionalWholeNumber(1, 6) };
const reason = () => f.text(limits.reasonLength, 3);

/** Students of open windows: all, those who are registered for nothing, and those with half a discipline. */
const counted = { students: f.integer(), nothing: f.integer(), partly: f.integer() };

/** The registration office's board: who is behind, and the steps with which a year begins. */
export const registrationBoard = {
  /** Who has not registered in the open windows of a term, by faculty and course. */
  officeBehind: call({
    path: '/api/regfordisciplines/office/behind',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object(ofTerm),
    output: f.array(
      f.object({
        ...counted,
        /** Of those with nothing: who has never opened the page of registration while the window was open. */
        away: f.integer(),
        /** Of those with nothing: who would be reminded now, as they were not today. */
        remindable: f.integer(),
        /** Of those with a part: who would be reminded now. */
        remindablePartly: f.integer(),
        parts: f.array(f.object({ id_faculty: f.integer(), 'p23-1': f.string(), course: f.integer(), ...counted })),
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
    input: f.object({ ...ofTerm, ...ofPlace, only: f.optionalText(10) }),
    output: f.array(f.object({ result: f.integer(), told: f.integer() })),
  }),
  /** Students who are registered for more credits than the limit of the term, most first. */
  officeExceeded: call({
    path: '/api/regfordisciplines/office/exceeded',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object(ofTerm),
    output: f.array(
      f.object({
        id_student: f.integer(),
        s_fio: f.string(),
        apart: f.namesakeHint(),
        p20: f.string(),
        credits: f.number(),
        creditLimit: f.number(),
      }),
    ),
  }),
  /** What is behind a receipt: what was registered, when, and whether it still is. */
  officeReceipt: call({
    path: '/api/regfordisciplines/office/receipt',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.object({ receipt: f.text(20, 1) }),
    output: f.array(
      f.object({
        receipt: f.string(),
        /** registered, moved, promoted, removed. */
        kind: f.string(),
        at: f.timestamp(),
        s_fio: f.string(),
        p20: f.string(),
        discipline: f.string(),
        kredits: f.number(),
        name_vid_zaniatiy: f.string(),
        stream: f.string(),
        t_fio: f.string(),
        isValid: f.boolean(),
      }),
    ),
  }),
  /** The steps with which an academic year begins, each as the database shows it. */
  officeYear: call({
    path: '/api/regfordisciplines/office/year',
    method: 'POST',
    access: 'registration',
    reads: 'long',
    input: f.object({ id_a_year: f.year() }),
    output: f.array(
      f.object({
        id_a_year: f.integer(),
        label: f.string(),
        isThere: f.boolean(),
        /** The terms; of one that is not there the dates of the year before, 52 weeks later. */
        terms: f.array(
          f.object({
            id_ws: f.integer(),
            ws: f.string(),
            startDate: f.string(),
            endDate: f.string(),
            isThere: f.boolean(),
          }),
        ),
        steps: f.array(
          f.object({
            /** year, groups, plans, load, streams, timetable, holidays, windows, standard, journals. */
            key: f.string(),
            /** done, part, none. */
            state: f.string(),
            done: f.integer(),
            of: f.integer(),
            /** Students who should have left; of journals 0. */
            left: f.integer(),
            /** Of load and timetable that are there in part: the first groups that have none. */
            missing: f.array(f.object({ id_group: f.integer(), name: f.string() })),
            /** When it becomes so by itself. */
            day: f.nullable(f.string()),
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
    input: f.object({
      id_a_year: f.year(),
      start1: f.day(),
      end1: f.day(),
      start2: f.day(),
      end2: f.day(),
      start3: f.optionalDay(),
      end3: f.optionalDay(),
      reason: reason(),
    }),
    output: f.array(f.object({ result: f.integer(), terms: f.integer() })),
  }),
  /** Makes a year the one that the portal opens with; 404 `registration.yearNotFound`. */
  officeOpenYear: call({
    path: '/api/regfordisciplines/office/openyear',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ id_a_year: f.year(), reason: reason() }),
    output: f.writeResult(),
  }),
  /** Opens windows for all faculties and forms that have none in a term, within the permission. */
  officeOpenAll: call({
    path: '/api/regfordisciplines/office/openall',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ ...ofTerm, startDate: f.day(), endDate: f.day(), reason: reason() }),
    output: f.array(f.object({ result: f.integer(), opened: f.integer() })),
  }),
};
