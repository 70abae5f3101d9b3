import type { Call, Input } from '@bilim/contract/call.ts';
import { journal as calls } from '@bilim/contract/journal.ts';
import { packJournalTable } from '@bilim/contract/journal-table.ts';
import { absentMarkId, clearMarkId } from '@bilim/contract/limits.ts';
import { type CallContext, type Handlers, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import {
  addNamesakeHint,
  addStudentNamesakeHints,
  addTeacherNamesakeHints,
  distinguishNamesakes,
} from '../../university/namesakes.queries.ts';
import {
  type AuthorizedJournal,
  authorizeCell,
  authorizeJournal,
  authorizeOwnJournal,
  requireWritableDay,
  withCourseId,
} from './journal.access.ts';
import { begins } from './journal.begins.ts';
import {
  readAllClassTypes,
  readCellHistory,
  readClassTypes,
  readLessonDays,
  readMarkTypes,
  searchJournals,
} from './journal.class.queries.ts';
import { deleteCombinedEntries, setCombinedAttendance } from './journal.combined.ts';
import {
  createNoColumnRefusal,
  deleteOwnColumnEntries,
  fillColumn,
  normalizeReason,
  publishEntryNotices,
  publishJournalChange,
  resolveColumnSubgroup,
  toEntryOrigin,
  toJournalColumn,
} from './journal.entries.ts';
import { readTeacherGroupStatistics } from './journal.figures.queries.ts';
import { readClassEntryCounts } from './journal.filled.queries.ts';
import { MarkAccessLog } from './journal.mark-access.ts';
import {
  readColumnRows,
  readJournalMembership,
  readJournalOverview,
  readOwnRows,
  readSubgroups,
  readTableRows,
} from './journal.queries.ts';
import {
  appendEntries,
  ensureJournalCourse,
  ensureLockedColumn,
  lockExistingColumn,
  type MarkAccess,
  type NewJournalEntry,
  setSubgroup,
} from './journal.writing.queries.ts';

const handlers: Handlers<typeof calls, MarkAccessLog> = {
  async classTypes({ db, caller, language, input }) {
    const { id_a_year, id_teacher, ...part } = input;
    if (id_teacher !== undefined && id_teacher !== caller.uid && !caller.permissions.includes('journal'))
      throw new Refusal('call.notYou', 403);
    if (!Object.keys(part).length) return await readAllClassTypes(db, language);
    return await readClassTypes(
      db,
      { uid: id_teacher ?? caller.uid, role: id_teacher === undefined ? caller.role : 1 },
      {
        year: id_a_year,
        semesterOrTerm: input.id_semesterOrWs,
        isSelect: input.isPotok,
        group: input.id_groupOrPorok,
        discipline: input.id_discipline,
        credits: input.credits,
        former: id_teacher !== undefined && caller.permissions.includes('journal'),
      },
      language,
    );
  },

  async studentsOfColumn(ctx) {
    const { db, caller, language, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    const rows = await addStudentNamesakeHints(
      db,
      language,
      await readColumnRows(db, open, language, toJournalColumn(input)),
      'list',
    );
    noteRows(ctx, open, rows);
    return rows;
  },

  async subgroups({ db, caller, language, input, app }) {
    const open = await authorizeJournal(db, caller, app.settings, input);
    const division = await readSubgroups(db, open, language);
    return await addStudentNamesakeHints(db, language, division, 'list');
  },

  async setSubgroup(ctx) {
    const { db, caller, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    if (!(await readJournalMembership(db, open, input.id_student, open.day))) throw notInGroup();
    const id = await setSubgroup(db, open, await ensureJournalCourse(db, open), input.id_student, input.subgroup);
    await publishJournalChange(ctx, open);
    return [{ result: 1, id_studentJournalVisit_subgroup: id, subgroup: input.subgroup }];
  },

  async mark(ctx) {
    const { db, caller, language, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    const column = toJournalColumn(input);
    const member = await readJournalMembership(db, open, input.id_student, column.day);
    // Who has left takes no entry for earlier days either: a page that does not know it yet may still send one.
    if (!member || (member.hasLeft && !open.permitted)) throw notInGroup();
    requireWritableDay(open, column.day, normalizeReason(input));
    const entry = await entryOf(ctx, input);

    const locked = await ensureLockedColumn(db, open, column);
    const [cell] = await readColumnRows(db, open, language, { ...column, only: input.id_student });
    // A cell that exists keeps its subgroup; a new one must be of the student's own.
    if (cell?.id_studentJournalVisit === null && column.subgroup && column.subgroup !== member.subgroup)
      throw notInGroup();
    await appendEntries(db, open, locked, column.subgroup, [entry], toEntryOrigin(ctx, input));
    publishEntryNotices(ctx, open, [entry]);
    await publishJournalChange(ctx, open);
    const now = withCourseId(open, await ensureJournalCourse(db, open));
    const [row] = await readColumnRows(db, now, language, { ...column, only: input.id_student });
    if (!row) throw new Error('an entry cannot be read back');
    return [{ result: 1, ...row }];
  },

  async markAll(ctx) {
    const { db, caller, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    const column = toJournalColumn(input);
    requireWritableDay(open, column.day, normalizeReason(input));
    const locked = await ensureLockedColumn(db, open, column);
    return [{ result: 1, ...(await fillColumn(ctx, open, { ...column, ...locked })) }];
  },

  async marks({ db, language, app }) {
    const rows = await readMarkTypes(db);
    const absent = { id_otsenka: absentMarkId, otsenka: 'н/б', otsenka_ball: null };
    const clear = {
      id_otsenka: clearMarkId,
      otsenka: app.translations.translate(language, 'journal:clear'),
      otsenka_ball: null,
    };
    return [...[...rows, absent].sort((a, b) => a.id_otsenka - b.id_otsenka), clear];
  },

  async table(ctx) {
    const { db, caller, language, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    const rows = await addStudentNamesakeHints(
      db,
      language,
      await readTableRows(db, open, language, resolveColumnSubgroup(input)),
      'list',
    );
    noteRows(ctx, open, rows);
    return rows;
  },

  async sheet(ctx) {
    const { db, caller, language, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    const rows = await addStudentNamesakeHints(
      db,
      language,
      await readTableRows(db, open, language, resolveColumnSubgroup(input)),
      'list',
    );
    noteRows(ctx, open, rows);
    return packJournalTable(rows);
  },

  async own({ db, caller, input, app }) {
    const open = await authorizeOwnJournal(db, caller, app.settings, input);
    return await readOwnRows(db, open, input.id_teacher ?? null);
  },

  async deleteColumn(ctx) {
    const { db, caller, input, app } = ctx;
    const open = await authorizeJournal(db, caller, app.settings, input);
    const column = toJournalColumn(input);
    // On a day that has not come there is no column.
    if (column.day <= open.today) requireWritableDay(open, column.day, normalizeReason(input));
    const locked = await lockExistingColumn(db, open.courseId, column);
    const deleted = locked ? await deleteOwnColumnEntries(ctx, open, locked) : 0;
    if (!deleted) throw createNoColumnRefusal();
    return [{ result: 1, deleted }];
  },

  markAllCombined: setCombinedAttendance,
  deleteCombined: deleteCombinedEntries,

  async history(ctx) {
    const { db, caller, input } = ctx;
    const cell = await authorizeCell(db, caller, input.id_studentJournalVisit);
    if (cell.student !== caller.uid) note(ctx, { course: cell.course, types: null, students: [cell.student] });
    return await readCellHistory(db, cell);
  },

  async overview({ db, caller, input, language, app }) {
    return await readJournalOverview(db, {
      ...{ student: caller.uid, year: input.id_a_year, term: input.id_ws, language },
      timeZone: app.settings.timeZone,
    });
  },

  async journals({ db, caller, language, input }) {
    const { id_a_year: year, id_ws: term, search = '', id_teacher } = input;
    const faculties = caller.limitedTo.journal ?? null;
    const found = await searchJournals(db, { year, term, search, teacher: id_teacher ?? null, faculties, language });
    return await addTeacherNamesakeHints(db, language, found);
  },

  async lessonDays({ db, caller, input, app }) {
    return await readLessonDays(db, await authorizeJournal(db, caller, app.settings, input));
  },

  async filled({ db, caller, input, app }) {
    const { timeZone } = app.settings;
    return await readClassEntryCounts(db, { teacher: caller.uid, year: input.id_a_year, term: input.id_ws, timeZone });
  },

  async figures(ctx) {
    const { db, caller, language, input, app } = ctx;
    const { id_a_year: year, id_ws: term, id_discipline: discipline, isPotok: isSelect, credits } = input;
    const { timeZone } = app.settings;
    const key = { year, term, discipline, isSelect, credits };
    const groups = await readTeacherGroupStatistics(db, { ...key, teacher: caller.uid, language, timeZone });
    if (!groups.length) throw new Refusal('journal.notYourClass', 403);
    for (const { course, kinds, students } of groups) {
      const read = students.filter(({ entered }) => entered > 0).map(({ id_student }) => id_student);
      if (course !== null) note(ctx, { course, types: kinds, students: read });
    }
    const listed = groups.flatMap(({ students }) => students.map(({ id_student: id, s_fio: name }) => ({ id, name })));
    const marks = await distinguishNamesakes(db, language, listed, 'list');
    return groups.map(({ course, kinds, students, ...figures }) => ({
      ...figures,
      students: students.map((one) => addNamesakeHint(marks, one.id_student, one)),
    }));
  },
};

/** Attendance and marks: entries are appended, the table follows from them. */
export const journal = room('journal', calls, {
  begins,
  state: ({ database }) => new MarkAccessLog(database),
  handlers,
  stop: (readings) => readings.write(),
});

/** Notes that somebody read students' marks: when the call is answered, apart from it. */
function note(
  {
    caller,
    state,
    afterCommit,
    request,
  }: Pick<CallContext<Call, MarkAccessLog>, 'caller' | 'state' | 'afterCommit' | 'request'>,
  read: Omit<MarkAccess, 'reader'>,
): void {
  const reader = caller?.uid ?? 0;
  afterCommit(() => state.note({ ...read, reader }, (err) => request.log.warn({ err }, 'a reading was lost')));
}

function noteRows(
  ctx: Pick<CallContext<Call, MarkAccessLog>, 'caller' | 'state' | 'afterCommit' | 'request'>,
  open: AuthorizedJournal,
  rows: readonly { id_student: number; id_studentJournalVisit: number | null }[],
): void {
  if (open.courseId === null) return;
  const students = new Set<number>();
  for (const row of rows) if (row.id_studentJournalVisit !== null) students.add(row.id_student);
  note(ctx, { course: open.courseId, types: open.types, students: [...students] });
}

const notInGroup = () => new Refusal('journal.notInGroup', 422, { fields: { id_student: 'journal.notInGroup' } });

/** What an entry means (docs/wire.md#journal). */
async function entryOf({ db }: Pick<CallContext, 'db'>, input: Input<typeof calls.mark>): Promise<NewJournalEntry> {
  const { id_student: student, id_otsenka: id, isVisited } = input;
  if (id === clearMarkId) return { student, action: 'cleared', mark: null };
  if (!isVisited || id === absentMarkId) return { student, action: 'absent', mark: null };
  if (id === undefined) return { student, action: 'present', mark: null };
  if (!(await readMarkTypes(db)).some((mark) => mark.id_otsenka === id))
    throw new Refusal('journal.noSuchMark', 422, { fields: { id_otsenka: 'journal.noSuchMark' } });
  return { student, action: 'mark', mark: id };
}
