import { call } from './call.ts';
import * as f from './fields.ts';
import { compactJournalTableSchema, journalEntriesSchema, journalRowFields } from './journal-rows.ts';
import { maxGroupsPerRequest, maxSearchesPerMinute } from './limits.ts';

/** A year of milliseconds: an entry that waited longer for a network is not believed. */
const longestAge = 366 * 86_400_000;

/** The course of a journal. `id_teacher` may name somebody else only with the journal permission. */
const course = {
  id_a_year: f.optionalWholeNumber(0, 99),
  id_semesterOrWs: f.id('smallint'),
  isPotok: f.flag(),
  id_groupOrPorok: f.id('int'),
  id_discipline: f.id('int'),
  credits: f.credits(),
  id_teacher: f.optionalId(),
};
const ofType = { ...course, id_vid_zaniatiy: f.id('smallint') };
const column = { visitDate: f.day(), timesCount: f.wholeNumber(1, 8) };
/** Whom a column is for: the whole group (0) or one subgroup (1). */
const part = { typeGroup: f.optionalWholeNumber(0, 1), subgroup: f.optionalWholeNumber(0, 9) };
/** Why a closed day is written to, which only the journal permission allows; there it must be. */
const because = { reason: f.optionalText(300) };

/**
 * The class of several groups held together: its day, and journal by journal the group, the group's semester and the number
 * that the class has there. The lists are equally long.
 */
const combinedFields = {
  id_a_year: f.optionalWholeNumber(0, 99),
  id_discipline: f.id('int'),
  credits: f.credits(),
  id_teacher: f.optionalId(),
  id_vid_zaniatiy: f.id('smallint'),
  visitDate: f.day(),
  groups: f.optionalIds(maxGroupsPerRequest, 'int'),
  semesters: f.optionalIds(maxGroupsPerRequest, 'smallint'),
  numbers: f.optionalIds(maxGroupsPerRequest, 'smallint'),
};

/** Attendance and marks (docs/wire.md#journal). */
export const journal = {
  classTypes: call({
    path: '/api/visitlog/getvidzaniatiy',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({
      id_a_year: f.optionalWholeNumber(0, 99),
      id_semesterOrWs: f.optionalId('smallint'),
      isPotok: f.optionalFlag(),
      id_groupOrPorok: f.optionalId('int'),
      id_discipline: f.optionalId('int'),
      credits: f.optionalCredits(),
      id_teacher: f.optionalId(),
    }),
    output: f.array(f.object({ id_vid_zaniatiy: f.integer(), name_vid_zaniatiy: f.string(), short_name: f.string() })),
  }),
  studentsOfColumn: call({
    path: '/api/visitlog/getstudentslist',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object({ ...ofType, ...column, ...part }),
    output: journalEntriesSchema,
  }),
  subgroups: call({
    path: '/api/visitlog/getstudentslistsubgroup',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object(ofType),
    output: f.array(
      f.object({
        id_student: f.integer(),
        s_fio: f.string(),
        apart: f.namesakeHint(),
        p20: f.nullable(f.string()),
        subgroup: f.integer(),
        id_studentJournalVisit_subgroup: f.nullable(f.integer()),
      }),
    ),
  }),
  setSubgroup: call({
    path: '/api/visitlog/getstudentslistsubgroupupdate',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    input: f.object({ ...ofType, id_student: f.id(), subgroup: f.wholeNumber(0, 9) }),
    output: f.array(
      f.object({ result: f.integer(), id_studentJournalVisit_subgroup: f.integer(), subgroup: f.integer() }),
    ),
  }),
  mark: call({
    path: '/api/visitlog/studentvisitupdate',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    input: f.object({
      ...ofType,
      ...column,
      ...part,
      ...because,
      id_student: f.id(),
      isVisited: f.flag(),
      id_otsenka: f.optionalId('smallint'),
      ageMs: f.elapsedMs(longestAge),
    }),
    output: f.array(f.object({ result: f.integer(), ...journalRowFields })),
  }),
  markAll: call({
    path: '/api/visitlog/studentvisitinsertall',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    input: f.object({
      ...ofType,
      ...column,
      ...part,
      ...because,
      isVisited: f.optionalFlag(),
      ageMs: f.elapsedMs(longestAge),
    }),
    output: f.array(f.object({ result: f.integer(), inserted: f.integer(), skipped: f.integer() })),
  }),
  marks: call({
    path: '/api/visitlog/getassessments',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ role: f.callerRole(), date: f.optionalDay() }),
    output: f.array(f.object({ id_otsenka: f.integer(), otsenka: f.string(), otsenka_ball: f.nullable(f.number()) })),
  }),
  table: call({
    path: '/api/visitlog/getjournal',
    method: 'POST',
    access: 'staff',
    reads: 'long',
    input: f.object({ ...course, id_vid_zaniatiy: f.optionalId('smallint'), ...part }),
    output: journalEntriesSchema,
  }),
  /** The table as the portal's own page reads it, a tenth of its size; journal-table.ts packs and unpacks it. */
  sheet: call({
    path: '/api/visitlog/sheet.json',
    method: 'POST',
    access: 'staff',
    reads: 'long',
    input: f.object({ ...course, id_vid_zaniatiy: f.optionalId('smallint'), ...part }),
    output: f.array(compactJournalTableSchema),
  }),
  own: call({
    path: '/api/visitlog/getjournalforstudent',
    method: 'POST',
    access: 'student',
    reads: true,
    input: f.object({ ...course, id_vid_zaniatiy: f.optionalId('smallint'), id_student: f.callerId() }),
    output: f.array(f.object({ ...journalRowFields, t_fio: f.nullable(f.string()) })),
  }),
  deleteColumn: call({
    path: '/api/visitlog/journal/delete',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    input: f.object({ ...ofType, ...column, ...because }),
    output: f.array(f.object({ result: f.integer(), deleted: f.integer() })),
  }),
  /** `markAll` in the journals of several groups: all of them or none. */
  markAllCombined: call({
    path: '/api/visitlog/joint/insertall.json',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    input: f.object({
      ...combinedFields,
      ...part,
      ...because,
      isVisited: f.optionalFlag(),
      ageMs: f.elapsedMs(longestAge),
    }),
    output: f.array(f.object({ id_groupOrPorok: f.integer(), inserted: f.integer(), skipped: f.integer() })),
  }),
  /** `deleteColumn` in the journals of several groups: all of them or none. */
  deleteCombined: call({
    path: '/api/visitlog/joint/delete.json',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    input: f.object({ ...combinedFields, ...because }),
    output: f.array(f.object({ id_groupOrPorok: f.integer(), deleted: f.integer() })),
  }),

  /** Every entry of one cell, newest first, with the one that holds; for its teachers and its student. */
  history: call({
    path: '/api/visitlog/history',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_studentJournalVisit: f.id() }),
    output: f.array(
      f.object({
        id_event: f.integer(),
        action: f.string(),
        id_otsenka: f.nullable(f.integer()),
        otsenka: f.nullable(f.string()),
        id_teacher: f.integer(),
        t_fio: f.string(),
        id_by: f.integer(),
        by_fio: f.string(),
        madeAt: f.timestamp(),
        at: f.timestamp(),
        ageMs: f.integer(),
        clientId: f.nullable(f.string()),
        reason: f.nullable(f.string()),
        held: f.boolean(),
        holds: f.boolean(),
      }),
    ),
  }),
  /** A student's journals of a term with what is needed for the totals. */
  overview: call({
    path: '/api/visitlog/overview',
    method: 'POST',
    access: 'student',
    reads: 'long',
    input: f.object({ id_a_year: f.year(), id_ws: f.term(), id_student: f.callerId() }),
    output: f.array(
      f.object({
        id_semesterOrWs: f.integer(),
        isPotok: f.boolean(),
        id_groupOrPorok: f.integer(),
        p20: f.string(),
        id_discipline: f.integer(),
        discipline: f.string(),
        credits: f.number(),
        absences: f.integer(),
        sum: f.number(),
        given: f.integer(),
        columns: f.integer(),
        /** The student is in that group or stream no more. */
        ended: f.boolean(),
      }),
    ),
  }),
  /** Journals of a term that the caller may fill by the journal permission: found by words of names, or all of one teacher. */
  journals: call({
    path: '/api/visitlog/journals',
    method: 'POST',
    access: 'journal',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({
      id_a_year: f.year(),
      id_ws: f.term(),
      search: f.optionalText(100),
      id_teacher: f.optionalId(),
    }),
    output: f.array(
      f.object({
        id_teacher: f.integer(),
        t_fio: f.string(),
        apart: f.namesakeHint(),
        id_discipline: f.integer(),
        discipline: f.string(),
        credits: f.number(),
        isPotok: f.boolean(),
        id_semesterOrWs: f.integer(),
        id_groupOrPorok: f.integer(),
        p20: f.string(),
      }),
    ),
  }),
  /** Days on which a class of this type is in the timetable and none is entered yet, up to today. */
  lessonDays: call({
    path: '/api/visitlog/lessondays',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object(ofType),
    output: f.array(
      f.object({ visitDate: f.string(), timesCount: f.integer(), startsAt: f.string(), subgroup: f.integer() }),
    ),
  }),
  /** The caller's classes of today and the week before, one line a group or stream: how much of each is entered. */
  filled: call({
    path: '/api/visitlog/filled.json',
    method: 'POST',
    access: 'staff',
    reads: true,
    input: f.object({ id_a_year: f.year(), id_ws: f.term() }),
    output: f.array(
      f.object({
        visitDate: f.string(),
        timesCount: f.integer(),
        startsAt: f.string(),
        endsAt: f.string(),
        id_discipline: f.integer(),
        credits: f.number(),
        isPotok: f.boolean(),
        id_groupOrPorok: f.integer(),
        id_vid_zaniatiy: f.integer(),
        subgroup: f.integer(),
        students: f.integer(),
        entered: f.integer(),
        absences: f.integer(),
      }),
    ),
  }) /**
   * The caller's own groups or streams of a discipline: for each of their students how many entries there are, how many of
   * them are absences, and sum and number of the marks.
   */,
  figures: call({
    path: '/api/visitlog/figures.json',
    method: 'POST',
    access: 'staff',
    reads: 'long',
    input: f.object({
      id_a_year: f.year(),
      id_ws: f.term(),
      id_discipline: f.id('int'),
      isPotok: f.flag(),
      credits: f.credits(),
    }),
    output: f.array(
      f.object({
        id_semesterOrWs: f.integer(),
        id_groupOrPorok: f.integer(),
        p20: f.string(),
        /** The class types that the caller teaches there. */
        types: f.array(f.string()),
        students: f.array(
          f.object({
            id_student: f.integer(),
            s_fio: f.string(),
            apart: f.namesakeHint(),
            entered: f.integer(),
            absences: f.integer(),
            sum: f.number(),
            given: f.integer(),
          }),
        ),
      }),
    ),
  }),
};
