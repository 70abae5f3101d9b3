import { call } from './call.ts';
import * as f from './fields.ts';
import { exportsPerMinute, maxReasonLength, pdfsPerMinute } from './limits.ts';

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
const cursor = f.str();

/** First and last day of a report. */
const days = { from: f.str(), until: f.str() };

/** A class, and how far its journal is: none (nothing entered), part, done. */
const heldClass = f.shape({
  visitDate: f.str(),
  startsAt: f.str(),
  discipline: f.str(),
  group: f.str(),
  students: f.int(),
  entered: f.int(),
  state: f.str(),
});

const teacher = f.shape({
  cursor,
  id_teacher: f.int(),
  fio: f.str(),
  apart: f.namesakeHint(),
  /** Classes whose journals are not filled. */
  unfilled: f.int(),
  isReminded: f.bool(),
  /** The newest first: all of the last seven days, of a longer period those that are not filled. */
  classes: f.rows(heldClass),
});

const group = f.shape({
  cursor,
  id_group: f.int(),
  group: f.str(),
  /** Entries of the journal: who was there, of how many. */
  present: f.int(),
  entered: f.int(),
  /** Classes that were held, and those of them with an entry. */
  classes: f.int(),
  marked: f.int(),
});

const student = { cursor, id_student: f.int(), fio: f.str(), apart: f.namesakeHint(), group: f.str() };
const absentee = f.shape({ ...student, absences: f.int() });

const debtor = f.shape({
  ...student,
  studentNumber: f.str(),
  email: f.nullable(f.str()),
  debts: f.int(),
  disciplines: f.rows(
    f.shape({
      discipline: f.str(),
      semester: f.str(),
      year: f.str(),
      points: f.nullable(f.int()),
      letter: f.nullable(f.str()),
    }),
  ),
});

/** A person by name. */
const person = f.shape({ uid: f.int(), fio: f.str() });

/**
 * Something that is worth a look, and may well have an explanation.
 * `night`: marks of a journal changed in a night. `present`: nobody absent for weeks. `atOnce`: several days' classes of a
 * journal filled at one sitting. `raised`: marks raised just before the term's end. `device`: two teachers by turns on one browser.
 */
const sign = f.shape({
  kind: f.str(),
  /** What names it in the calls below. */
  subject: f.str(),
  /** Marks; classes; days; marks; turns. */
  count: f.int(),
  /** Who did it: one, or the two of a device. */
  people: f.rows(person),
  discipline: f.nullable(f.str()),
  group: f.nullable(f.str()),
  /** Whom the marks are of, or how many are always there; null for the others. */
  students: f.nullable(f.int()),
  /** The night, the day of the sitting, the last day of the term. */
  day: f.nullable(f.str()),
  /** Days of the classes that it is about, first and last. */
  firstDay: f.nullable(f.str()),
  lastDay: f.nullable(f.str()),
  /** Moments of it, first and last. */
  begins: f.timestamp(),
  ends: f.timestamp(),
  /** The most frequent change. */
  was: f.nullable(f.str()),
  now: f.nullable(f.str()),
  /**
   * How it is otherwise. night: percent of marks that are entered at night. present: percent absent from the group's other
   * classes. atOnce: percent of classes that are marked on their own day. raised: marks raised in the week before. device:
   * percent of browsers with one teacher alone. Null: nothing to compare with.
   */
  usual: f.nullable(f.int()),
});

const unregistered = f.shape({ ...student, credits: f.num(), wanted: f.num() });

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
    output: f.rows(
      f.shape({
        faculties: f.rows(f.shape({ id_faculty: f.int(), name: f.str() })),
        groups: f.rows(f.shape({ id_group: f.int(), name: f.str(), id_faculty: f.int(), course: f.int() })),
        /** Who has classes of them in this academic year. */
        teachers: f.rows(f.shape({ id_teacher: f.int(), fio: f.str(), apart: f.namesakeHint() })),
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
    input: f.shape({ ...whom, ...whose, ...when, ...page }),
    output: f.rows(f.shape({ ...days, classes: f.int(), teachers: f.int(), rows: f.rows(teacher) })),
  }),
  /** Tells a teacher of them, once a day whoever asks for it. */
  remind: call({
    path: '/api/reports/remind.json',
    method: 'POST',
    access: 'reports',
    idempotent: true,
    input: f.shape({ id_teacher: f.id() }),
    /** False: somebody else has notified the teacher today. */
    output: f.rows(f.shape({ isTold: f.bool() })),
  }),
  /** Groups by the share of entries that say "present", the best first. */
  attendance: call({
    path: '/api/reports/attendance.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ ...whom, ...whose, ...when, ...page }),
    output: f.rows(
      f.shape({
        ...days,
        groups: f.int(),
        present: f.int(),
        entered: f.int(),
        classes: f.int(),
        marked: f.int(),
        rows: f.rows(group),
      }),
    ),
  }),
  /** The students behind a group's share, the most absent first. */
  students: call({
    path: '/api/reports/students.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ id_group: f.id('int'), ...whose, ...when }),
    output: f.rows(
      f.shape({ id_student: f.int(), fio: f.str(), apart: f.namesakeHint(), present: f.int(), entered: f.int() }),
    ),
  }),
  /** Students with ten absences or more. */
  absences: call({
    path: '/api/reports/absences.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ ...whom, ...whose, ...when, ...page }),
    output: f.rows(f.shape({ ...days, students: f.int(), rows: f.rows(absentee) })),
  }),
  /** The classes from which a student was absent, the newest first, at most 500. */
  absent: call({
    path: '/api/reports/absent.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ id_student: f.id(), ...whose, ...when }),
    output: f.rows(f.shape({ visitDate: f.str(), discipline: f.str(), name_vid_zaniatiy: f.str(), t_fio: f.str() })),
  }),
  /** Students of today with disciplines that they have not passed, the most of them first; of a teacher who taught them these. */
  debts: call({
    path: '/api/reports/debts.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ ...some, ...whose, ...page }),
    output: f.rows(
      f.shape({
        /** Students with debts, those with two and more, those with an FX; and debts in all. */
        students: f.int(),
        several: f.int(),
        fx: f.int(),
        debts: f.int(),
        /** The discipline that most students owe. */
        most: f.nullable(f.shape({ id_discipline: f.int(), discipline: f.str(), students: f.int() })),
        rows: f.rows(debtor),
      }),
    ),
  }),
  /** Students of the latest registration who have not chosen everything, by name. */
  registration: call({
    path: '/api/reports/registration.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ ...some, ...page }),
    output: f.rows(
      f.shape({
        students: f.int(),
        incomplete: f.int(),
        /** Those of them who chose nothing. */
        none: f.int(),
        windows: f.rows(
          f.shape({
            id_window: f.int(),
            faculty: f.str(),
            isPartTime: f.bool(),
            endDate: f.str(),
            isOpen: f.bool(),
            students: f.int(),
            incomplete: f.int(),
          }),
        ),
        rows: f.rows(unregistered),
      }),
    ),
  }),
  /** How often marks of these students were read, and by how many people; their names are in the audit room. */
  readings: call({
    path: '/api/reports/readings.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ ...whom, ...when }),
    output: f.rows(f.shape({ ...days, readings: f.int(), readers: f.int() })),
  }),
  /** What is worth a look in the last four weeks and was not explained, the latest first, at most 50. */
  worth: call({
    path: '/api/reports/worth.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape(whom),
    output: f.rows(
      f.shape({
        ...days,
        /** How many there are, and how many were explained at any time. */
        count: f.int(),
        explained: f.int(),
        rows: f.rows(sign),
      }),
    ),
  }),
  /** The rows behind one of them, at most 500: of marks, classes, disciplines or sign-ins; what a kind has not is null. */
  evidence: call({
    path: '/api/reports/evidence.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ subject: f.text(120, 1) }),
    output: f.rows(
      f.shape({
        /** Student, teacher or discipline. */
        name: f.str(),
        visitDate: f.nullable(f.str()),
        at: f.nullable(f.timestamp()),
        was: f.nullable(f.str()),
        now: f.nullable(f.str()),
        classes: f.nullable(f.int()),
        entered: f.nullable(f.int()),
        absences: f.nullable(f.int()),
      }),
    ),
  }),
  /** Why it is in order: nobody is shown it any more. 404 for what is not there, not the caller's, or explained already. */
  explain: call({
    path: '/api/reports/explain.json',
    method: 'POST',
    access: 'reports',
    idempotent: true,
    input: f.shape({ subject: f.text(120, 1), explanation: f.text(maxReasonLength, 3) }),
    output: f.writeResult(),
  }),
  /** What was explained, the latest first, at most 100. */
  explained: call({
    path: '/api/reports/explained.json',
    method: 'POST',
    access: 'reports',
    reads: 'long',
    input: f.shape({ id_faculty: f.optionalId('int') }),
    output: f.rows(
      f.shape({
        kind: f.str(),
        people: f.rows(person),
        discipline: f.nullable(f.str()),
        group: f.nullable(f.str()),
        day: f.nullable(f.str()),
        explanation: f.str(),
        fio: f.str(),
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
    often: pdfsPerMinute,
    oftenAs: 'paper',
    raw: true,
    input: f.shape({ ...whom, ...when }),
    output: f.noFields(),
  }),
  /** A report's rows for a file, at most 20 000; that somebody took them is an act itself. */
  export: call({
    path: '/api/reports/export.json',
    method: 'POST',
    access: 'reports',
    often: exportsPerMinute,
    oftenAs: 'export',
    input: f.shape({ report: f.text(12, 1), ...some, ...whose, ...when }),
    /** The one report that was asked for; the others are empty. */
    output: f.rows(
      f.shape({
        count: f.int(),
        isAll: f.bool(),
        journals: f.rows(teacher),
        attendance: f.rows(group),
        absences: f.rows(absentee),
        debts: f.rows(debtor),
        registration: f.rows(unregistered),
      }),
    ),
  }),
};
