import { call } from './call.ts';
import * as f from './fields.ts';
import { maxExportsPerMinute, maxPdfsPerMinute, maxReasonLength } from './limits.ts';

/** The reports that there are; each has its list and its file. */
export const reportNames = ['journals', 'attendance', 'absences', 'debts', 'registration'] as const;
export type ReportName = (typeof reportNames)[number];

/** Whom a report is about; the permission's own faculties hold whatever is asked for. */
const whom = {
  id_faculty: f.optionalId('int'),
  /** Course of study. */
  course: f.optionalWholeNumber(1, 6),
  id_group: f.optionalId('int'),
};
/** Narrows a report to the classes of one teacher, or to what was taught by one. */
const whose = { id_teacher: f.optionalId() };
const when = {
  /** week: the last seven days, at least; month, term, year: since they began. Left out: term. */
  period: f.optionalText(5),
};
const page = {
  /** `cursor` of the last row of the page before. */
  after: f.optionalText(40),
};
const cursor = f.string();

/** First and last day of a report. */
const days = { from: f.string(), until: f.string() };

/** A class, and how far its journal is: none (nothing entered), part, done. */
const heldClass = f.object({
  visitDate: f.string(),
  startsAt: f.string(),
  discipline: f.string(),
  group: f.string(),
  students: f.integer(),
  entered: f.integer(),
  state: f.string(),
});

const teacher = f.object({
  cursor,
  id_teacher: f.integer(),
  fio: f.string(),
  apart: f.namesakeHint(),
  /** Classes whose journals are not filled. */
  unfilled: f.integer(),
  isReminded: f.boolean(),
  /** The newest first: all of the last seven days, of a longer period those that are not filled. */
  classes: f.array(heldClass),
});

const group = f.object({
  cursor,
  id_group: f.integer(),
  group: f.string(),
  /** Entries of the journal: who was there, of how many. */
  present: f.integer(),
  entered: f.integer(),
  /** Classes that were held, and those of them with an entry. */
  classes: f.integer(),
  marked: f.integer(),
});

const student = { cursor, id_student: f.integer(), fio: f.string(), apart: f.namesakeHint(), group: f.string() };
const absentee = f.object({ ...student, absences: f.integer() });

const debtor = f.object({
  ...student,
  studentNumber: f.string(),
  email: f.nullable(f.string()),
  debts: f.integer(),
  disciplines: f.array(
    f.object({
      discipline: f.string(),
      semester: f.string(),
      year: f.string(),
      points: f.nullable(f.integer()),
      letter: f.nullable(f.string()),
    }),
  ),
});

/** A person by name. */
const person = f.object({ uid: f.integer(), fio: f.string() });

/**
 * Something that is worth a look, and may well have an explanation.
 * `night`: marks of a journal changed in a night. `present`: nobody absent for weeks. `atOnce`: several days' classes of a
 * journal filled at one sitting. `raised`: marks raised just before the term's end. `device`: two teachers by turns on one browser.
 */
const sign = f.object({
  kind: f.string(),
  /** What names it in the calls below. */
  subject: f.string(),
  /** Marks; classes; days; marks; turns. */
  count: f.integer(),
  /** Who did it: one, or the two of a device. */
  people: f.array(person),
  discipline: f.nullable(f.string()),
  group: f.nullable(f.string()),
  /** Whom the marks are of, or how many are always there; null for the others. */
  students: f.nullable(f.integer()),
  /** The night, the day of the sitting, the last day of the term. */
  day: f.nullable(f.string()),
  /** Days of the classes that it is about, first and last. */
  firstDay: f.nullable(f.string()),
  lastDay: f.nullable(f.string()),
  /** First and last moment of the period. */
  begins: f.timestamp(),
  ends: f.timestamp(),
  /** The most frequent change. */
  was: f.nullable(f.string()),
  now: f.nullable(f.string()),
  /**
   * How it is otherwise. night: percent of marks that are entered at night. present: percent absent from the group's other
   * classes. atOnce: percent of classes that are marked on their own day. raised: marks raised in the week before. device:
   * percent of browsers with one teacher alone. Null: nothing to compare with.
   */
  usual: f.nullable(f.integer()),
});

const unregistered = f.object({ ...student, credits: f.number(), wanted: f.number() });

/** Debtors: `several` with two disciplines or more, `fx` with one of that mark. Registration: `none` with nothing chosen. */
const some = {
  ...whom,
  only: f.optionalText(8),
  /** Of debts: only who owes this one; of the registration: only who was to choose in this window. The numbers stay of all. */
  id_discipline: f.optionalId('int'),
  id_window: f.optionalId('int'),
};

/** For who holds `reports`: how a faculty's teaching stands; each number has its rows. */
export const reports = {
  /** Faculties that the permission covers, and their groups of today. */
  choices: call({
    path: '/api/reports/choices.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        faculties: f.array(f.object({ id_faculty: f.integer(), name: f.string() })),
        groups: f.array(
          f.object({ id_group: f.integer(), name: f.string(), id_faculty: f.integer(), course: f.integer() }),
        ),
        /** Who has classes of them in this academic year. */
        teachers: f.array(f.object({ id_teacher: f.integer(), fio: f.string(), apart: f.namesakeHint() })),
      }),
    ),
  }),
  /**
   * Teachers with classes whose journals are not filled, the most of them first. The period that is left out is the last seven days
   * here, in its file too.
   */
  journals: call({
    path: '/api/reports/journals.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ ...whom, ...whose, ...when, ...page }),
    output: f.array(f.object({ ...days, classes: f.integer(), teachers: f.integer(), rows: f.array(teacher) })),
  }),
  /** Tells a teacher of them, once a day whoever asks for it. */
  remind: call({
    path: '/api/reports/remind.json',
    method: 'POST',
    access: 'reports',
    idempotent: true,
    input: f.object({ id_teacher: f.id() }),
    /** False: somebody else has notified the teacher today. */
    output: f.array(f.object({ isTold: f.boolean() })),
  }),
  /** Groups by the share of entries that say "present", the best first. */
  attendance: call({
    path: '/api/reports/attendance.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ ...whom, ...whose, ...when, ...page }),
    output: f.array(
      f.object({
        ...days,
        groups: f.integer(),
        present: f.integer(),
        entered: f.integer(),
        classes: f.integer(),
        marked: f.integer(),
        rows: f.array(group),
      }),
    ),
  }),
  /** The students behind a group's share, the most absent first. */
  students: call({
    path: '/api/reports/students.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ id_group: f.id('int'), ...whose, ...when }),
    output: f.array(
      f.object({
        id_student: f.integer(),
        fio: f.string(),
        apart: f.namesakeHint(),
        present: f.integer(),
        entered: f.integer(),
      }),
    ),
  }),
  /** Students with ten absences or more. */
  absences: call({
    path: '/api/reports/absences.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ ...whom, ...whose, ...when, ...page }),
    output: f.array(f.object({ ...days, students: f.integer(), rows: f.array(absentee) })),
  }),
  /** The classes from which a student was absent, the newest first, at most 500. */
  absent: call({
    path: '/api/reports/absent.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ id_student: f.id(), ...whose, ...when }),
    output: f.array(
      f.object({ visitDate: f.string(), discipline: f.string(), name_vid_zaniatiy: f.string(), t_fio: f.string() }),
    ),
  }),
  /** Students of today with disciplines that they have not passed, the most of them first; of a teacher who taught them these. */
  debts: call({
    path: '/api/reports/debts.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ ...some, ...whose, ...page }),
    output: f.array(
      f.object({
        /** Students with debts, those with two and more, those with an FX; and debts in all. */
        students: f.integer(),
        several: f.integer(),
        fx: f.integer(),
        debts: f.integer(),
        /** The discipline that most students owe. */
        most: f.nullable(f.object({ id_discipline: f.integer(), discipline: f.string(), students: f.integer() })),
        rows: f.array(debtor),
      }),
    ),
  }),
  /** Students of the latest registration who have not chosen everything, by name. */
  registration: call({
    path: '/api/reports/registration.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ ...some, ...page }),
    output: f.array(
      f.object({
        students: f.integer(),
        incomplete: f.integer(),
        /** Those of them who chose nothing. */
        none: f.integer(),
        windows: f.array(
          f.object({
            id_window: f.integer(),
            faculty: f.string(),
            isPartTime: f.boolean(),
            endDate: f.string(),
            isOpen: f.boolean(),
            students: f.integer(),
            incomplete: f.integer(),
          }),
        ),
        rows: f.array(unregistered),
      }),
    ),
  }),
  /** How often marks of these students were read, and by how many people; their names are in the audit room. */
  readings: call({
    path: '/api/reports/readings.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ ...whom, ...when }),
    output: f.array(f.object({ ...days, readings: f.integer(), readers: f.integer() })),
  }),
  /** What is worth a look in the last four weeks and was not explained, the latest first, at most 50. */
  worth: call({
    path: '/api/reports/worth.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object(whom),
    output: f.array(
      f.object({
        ...days,
        /** How many there are, and how many were explained at any time. */
        count: f.integer(),
        explained: f.integer(),
        rows: f.array(sign),
      }),
    ),
  }),
  /** The rows behind one of them, at most 500: of marks, classes, disciplines or sign-ins; what a kind has not is null. */
  evidence: call({
    path: '/api/reports/evidence.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ subject: f.text(120, 1) }),
    output: f.array(
      f.object({
        /** Student, teacher or discipline. */
        name: f.string(),
        visitDate: f.nullable(f.string()),
        at: f.nullable(f.timestamp()),
        was: f.nullable(f.string()),
        now: f.nullable(f.string()),
        classes: f.nullable(f.integer()),
        entered: f.nullable(f.integer()),
        absences: f.nullable(f.integer()),
      }),
    ),
  }),
  /** Why it is in order: nobody is shown it any more. 404 for what is not there, not the caller's, or explained already. */
  explain: call({
    path: '/api/reports/explain.json',
    method: 'POST',
    access: 'reports',
    idempotent: true,
    input: f.object({ subject: f.text(120, 1), explanation: f.text(maxReasonLength, 3) }),
    output: f.writeResult(),
  }),
  /** What was explained, the latest first, at most 100. */
  explained: call({
    path: '/api/reports/explained.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.object({ id_faculty: f.optionalId('int') }),
    output: f.array(
      f.object({
        kind: f.string(),
        people: f.array(person),
        discipline: f.nullable(f.string()),
        group: f.nullable(f.string()),
        day: f.nullable(f.string()),
        explanation: f.string(),
        fio: f.string(),
        at: f.timestamp(),
      }),
    ),
  }),
  /** A PDF for an inspection: what it is about, the first rows of the reports, and a line to sign. That it was taken is an act. */
  inspection: call({
    path: '/api/reports/inspection.file',
    method: 'GET',
    access: 'reports',
    own: true,
    reads: true,
    often: maxPdfsPerMinute,
    oftenAs: 'paper',
    raw: true,
    input: f.object({ ...whom, ...when }),
    output: f.noFields(),
  }),
  /** A report's rows for a file, at most 20 000; that somebody took them is an act itself. */
  export: call({
    path: '/api/reports/export.json',
    method: 'POST',
    access: 'reports',
    often: maxExportsPerMinute,
    oftenAs: 'export',
    input: f.object({ report: f.text(12, 1), ...some, ...whose, ...when }),
    /** The one report that was asked for; the others are empty. */
    output: f.array(
      f.object({
        count: f.integer(),
        isAll: f.boolean(),
        journals: f.array(teacher),
        attendance: f.array(group),
        absences: f.array(absentee),
        debts: f.array(debtor),
        registration: f.array(unregistered),
      }),
    ),
  }),
};
