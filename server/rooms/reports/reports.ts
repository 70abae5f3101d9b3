import type { Input } from '@bilim/contract/call.ts';
import { formatNameForDocument } from '@bilim/contract/latin-name.ts';
import { maxReportRows, reportPageSize } from '@bilim/contract/limits.ts';
import { reports as calls, type ReportName, reportNames } from '@bilim/contract/reports.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import type { Caller } from '../../auth/session.ts';
import { type AppContext, room } from '../../call/room.ts';
import { now } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { notifyUnfilledJournals } from '../../notices/writing.queries.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import { readUniversityName } from '../../university/university.queries.ts';
import { authorizeReportGroup, authorizeScope, authorizeStudent } from './reports.access.ts';
import {
  countMarkAccesses,
  readAbsences,
  readAbsentStudents,
  readFrequentAbsentees,
  readGroupAttendance,
} from './reports.attendance.queries.ts';
import { authorizeAttentionSign } from './reports.attention-signs.access.ts';
import { readAttentionSigns } from './reports.attention-signs.queries.ts';
import { attentionSignDays, attentionSignKinds, maxAttentionSigns } from './reports.attention-signs.ts';
import { readEvidence } from './reports.evidence.queries.ts';
import { countExplanations, explainAttentionSign, readExplanations } from './reports.explained.queries.ts';
import { type InspectionPdfOptions, maxPrintedRows, writeInspectionPdf } from './reports.inspection.ts';
import { countUnfilledClasses, readTeachersWithUnfilledJournals, recordReminder } from './reports.journals.queries.ts';
import {
  type ReportCursor,
  type ReportPeriod,
  type ReportQuery,
  reportPeriods,
  resolvePeriod,
} from './reports.queries.ts';
import { isDebtorKind, readDebts, readFilterChoices, readRegistrationReport } from './reports.students.queries.ts';

/** What a handler knows of who asks. */
interface ReportRequest {
  readonly db: Db;
  readonly caller: Caller;
  readonly language: Language;
  readonly app: Pick<AppContext, 'settings'>;
}

/** Any of the fields that the lists take. */
type ReportFilter = Partial<Input<typeof calls.attendance> & Input<typeof calls.debts>>;

const bad = (field: string) => new Refusal('call.invalid', 400, { fields: { [field]: 'field.range' } });

function periodOf(text: string | undefined): ReportPeriod {
  const period = reportPeriods.find((one) => one === (text ?? 'term'));
  if (!period) throw bad('period');
  return period;
}

function cursorOf(text: string | undefined): ReportCursor | null {
  if (!text) return null;
  const [, number, id] = /^(-?\d{1,9})\.(\d{1,15})$/.exec(text) ?? [];
  if (!number || !id) throw bad('after');
  return { number: Number(number), id: Number(id) };
}

/** What is asked for, checked; a file has all rows at once. */
async function reportQuery(
  { db, caller, language, app }: ReportRequest,
  wanted: ReportFilter,
  { period, most = reportPageSize }: { period?: ReportPeriod; most?: number } = {},
): Promise<ReportQuery> {
  const { timeZone } = app.settings;
  const [scope, after] = [authorizeScope(caller, wanted), cursorOf(wanted.after)];
  const days = await resolvePeriod(db, timeZone, period ?? periodOf(wanted.period));
  return { scope, days, language, timeZone, after, most };
}

/** Journals are to be filled at once: of them only the last days are listed, unless others are asked for by name. */
const lastDays = { period: 'week' } as const;
const daysOfJournals = ({ period }: ReportFilter) => ({ period: periodOf(period ?? lastDays.period) });

/** What is asked for of what is worth a look: always of the same last weeks. */
async function askingForSigns(ctx: ReportRequest, wanted: ReportFilter = {}): Promise<ReportQuery> {
  const asked = await reportQuery(ctx, wanted, { ...lastDays, most: maxAttentionSigns });
  const { days } = asked;
  return { ...asked, days: { ...days, from: addDays(days.until, 1 - attentionSignDays) } };
}

function debtorsOf({ only, id_discipline }: ReportFilter) {
  if (only && !isDebtorKind(only)) throw bad('only');
  return { kind: only && isDebtorKind(only) ? only : null, discipline: id_discipline ?? null };
}

function unregisteredOf({ only, id_window }: ReportFilter) {
  if (only && only !== 'none') throw bad('only');
  return { onlyNone: only === 'none', window: id_window ?? null };
}

/** What narrows the rows behind a number, besides whose they are. */
const ofRows = ({ period, id_teacher }: ReportFilter): ReportFilter => ({
  ...(period !== undefined && { period }),
  ...(id_teacher !== undefined && { id_teacher }),
});

/** A page of a report that distinguishes the namesakes in it. */
async function apart<R extends { readonly fio: string }, P extends { readonly rows: readonly R[] }>(
  { db, language }: ReportRequest,
  pages: readonly P[],
  idOf: (row: P['rows'][number]) => number,
) {
  return await Promise.all(
    pages.map(async (page) => {
      const rows: readonly P['rows'][number][] = page.rows;
      return { ...page, rows: await addNamesakeHints(db, language, rows, (row) => ({ id: idOf(row), name: row.fio })) };
    }),
  );
}

/** Whom a row is about. */
const ofStudent = ({ id_student }: { readonly id_student: number }) => id_student;
const ofTeacher = ({ id_teacher }: { readonly id_teacher: number }) => id_teacher;

async function rowsOf(ctx: ReportRequest, report: ReportName, input: Input<typeof calls.export>) {
  const all = await reportQuery(ctx, input, {
    most: maxReportRows,
    ...(report === 'journals' && daysOfJournals(input)),
  });
  const { db } = ctx;
  switch (report) {
    case 'journals':
      return { journals: (await readTeachersWithUnfilledJournals(db, all))[0]?.rows ?? [] };
    case 'attendance':
      return { attendance: (await readGroupAttendance(db, all))[0]?.rows ?? [] };
    case 'absences':
      return { absences: (await readFrequentAbsentees(db, all))[0]?.rows ?? [] };
    case 'debts':
      return { debts: (await readDebts(db, all, debtorsOf(input)))[0]?.rows ?? [] };
    case 'registration':
      return { registration: (await readRegistrationReport(db, all, unregisteredOf(input)))[0]?.rows ?? [] };
  }
}

/** How the teaching of faculties stands, in numbers with their rows. */
export const reports = room('reports', calls, {
  handlers: {
    async choices(ctx) {
      const { db, language } = ctx;
      const [choices] = await readFilterChoices(db, await reportQuery(ctx, {}));
      if (!choices) return [];
      return [
        {
          ...choices,
          teachers: await addNamesakeHints(
            db,
            language,
            choices.teachers,
            ({ id_teacher: id, fio: name }) => ({ id, name }),
            'list',
          ),
        },
      ];
    },

    async journals(ctx) {
      return await apart(
        ctx,
        await readTeachersWithUnfilledJournals(ctx.db, await reportQuery(ctx, ctx.input, daysOfJournals(ctx.input))),
        ofTeacher,
      );
    },

    async remind(ctx) {
      const { db, caller, input, request, app, publish } = ctx;
      const teacher = input.id_teacher;
      const count = await countUnfilledClasses(db, await reportQuery(ctx, {}, lastDays), teacher);
      if (!count) throw new Refusal('reports.nothingToRemind', 404);
      const { timeZone } = app.settings;
      if (!(await recordReminder(db, { teacher, by: caller.uid, timeZone }))) return [{ isTold: false }];
      await notifyUnfilledJournals(db, { teacher, count });
      await insertAuditEntry(db, request, 'reports.reminded', caller.uid, { person: teacher, count });
      publish([`u:${teacher}`], null, 'notices');
      publish(['p:reports']);
      return [{ isTold: true }];
    },

    async attendance(ctx) {
      return await readGroupAttendance(ctx.db, await reportQuery(ctx, ctx.input));
    },

    async students(ctx) {
      const { db, caller, language, input } = ctx;
      const group = await authorizeReportGroup(db, caller, input.id_group);
      const rows = await readAbsentStudents(db, group, await reportQuery(ctx, ofRows(input)));
      return await addNamesakeHints(db, language, rows, ({ id_student: id, fio: name }) => ({ id, name }));
    },

    async absences(ctx) {
      return await apart(ctx, await readFrequentAbsentees(ctx.db, await reportQuery(ctx, ctx.input)), ofStudent);
    },

    async absent(ctx) {
      const { db, caller, input } = ctx;
      const student = await authorizeStudent(db, caller, input.id_student);
      return await readAbsences(db, student, await reportQuery(ctx, ofRows(input)));
    },

    async debts(ctx) {
      const found = await readDebts(ctx.db, await reportQuery(ctx, ctx.input), debtorsOf(ctx.input));
      return await apart(ctx, found, ofStudent);
    },

    async registration(ctx) {
      const found = await readRegistrationReport(ctx.db, await reportQuery(ctx, ctx.input), unregisteredOf(ctx.input));
      return await apart(ctx, found, ofStudent);
    },

    async readings(ctx) {
      return await countMarkAccesses(ctx.db, await reportQuery(ctx, ctx.input));
    },

    async worth(ctx) {
      const asked = await askingForSigns(ctx, ctx.input);
      const { from, until } = asked.days;
      const rows = await readAttentionSigns(ctx.db, asked, { of: attentionSignKinds });
      const explained = await countExplanations(ctx.db, asked.scope);
      return [{ from, until, count: rows[0]?.all ?? 0, explained, rows }];
    },

    async evidence(ctx) {
      const asked = await askingForSigns(ctx);
      return await readEvidence(ctx.db, asked, await authorizeAttentionSign(ctx.db, asked, ctx.input.subject));
    },

    async explain(ctx) {
      const { db, caller, input, request, publish } = ctx;
      const sign = await authorizeAttentionSign(db, await askingForSigns(ctx), input.subject);
      const id = await explainAttentionSign(db, sign, { explanation: input.explanation, by: caller.uid });
      if (id === null) throw new Refusal('reports.nothingToExplain', 404);
      const [person = caller.uid] = sign.people;
      await insertAuditEntry(db, request, 'reports.explained', caller.uid, {
        person,
        kind: sign.kind,
        explanation: id,
      });
      publish(['p:reports']);
      return [{ result: 1 }];
    },

    async explained(ctx) {
      return await readExplanations(ctx.db, await reportQuery(ctx, ctx.input));
    },

    async inspection({ caller, language, app, input, request }) {
      const { period, inspected, filters, university } = await app.database.readLong(async (db) => {
        const ctx = { db, caller, language, app };
        const all = await reportQuery(ctx, input, { most: maxPrintedRows });
        const week = await reportQuery(ctx, input, { ...lastDays, most: maxPrintedRows });
        const [choices] = await readFilterChoices(db, all);
        return {
          period: periodOf(input.period),
          filters: { faculties: choices?.faculties ?? [], groups: choices?.groups ?? [] },
          university: await readUniversityName(db, language),
          inspected: {
            journals: (await readTeachersWithUnfilledJournals(db, week))[0],
            attendance: (await readGroupAttendance(db, all))[0],
            absences: (await readFrequentAbsentees(db, all))[0],
            debts: (await readDebts(db, all, { kind: null, discipline: null }))[0],
          },
        };
      });
      const translate: InspectionPdfOptions['translate'] = (key, values) =>
        app.translations.translate(language, `reports:${key}`, values);
      const date = new Intl.DateTimeFormat('ru-RU', { timeZone: app.settings.timeZone }).format(now());
      // No connection is held while the PDF is laid out.
      const body = await writeInspectionPdf(inspected, {
        ...{ translate, date, university, by: caller.fullName, name: (name) => formatNameForDocument(name, language) },
        filters: [
          [translate('days'), translate(`period.${period}`)],
          [translate('faculty'), filters.faculties.map(({ name }) => name).join(', ')],
          [translate('course'), String(input.course ?? translate('all'))],
          [
            translate('group'),
            filters.groups.find(({ id_group }) => id_group === input.id_group)?.name ?? translate('all'),
          ],
        ],
      });
      recordAuditEntryOutsideTransaction(app.database, request, 'reports.exported', caller.uid, {
        report: 'inspection',
        count: 1,
        ...input,
      });
      return {
        headers: {
          'Content-Type': 'application/pdf',
          'Content-Disposition': 'attachment; filename="inspection.pdf"',
          'Cache-Control': 'no-store',
        },
        body,
      };
    },

    async export(ctx) {
      const { db, caller, input, request } = ctx;
      const report = reportNames.find((one) => one === input.report);
      if (!report) throw bad('report');
      const none = { journals: [], attendance: [], absences: [], debts: [], registration: [] };
      const rows = { ...none, ...(await rowsOf(ctx, report, input)) };
      const count = rows[report].length;
      const { report: _, ...asked } = input;
      await insertAuditEntry(db, request, 'reports.exported', caller.uid, { report, count, ...asked });
      return [{ count, isAll: count < maxReportRows, ...rows }];
    },
  },
});
