import { discipline as calls } from '@bilim/contract/discipline.ts';
import { type AppContext, type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import { readCurrentTerm, readDefaultYear, readYears } from '../../university/university.queries.ts';
import { begins } from './discipline.begins.ts';
import {
  readDisciplinesOfStudent,
  readGroupsOfStudent,
  readLastTerm,
  readStudentSemesters,
  readStudentsOfTeacher,
  readTaughtDisciplines,
  readTaughtGroups,
  readTeacherSemesters,
  readTeachersOfStudent,
  type TermQuery,
} from './discipline.queries.ts';

const groupContact = -1;

function term({ caller, input, language, app }: CallContext<typeof calls.list>): TermQuery {
  return { uid: caller.uid, year: input.year, term: input.ws, language, timeZone: app.settings.timeZone };
}

function ofDiscipline(ctx: CallContext<typeof calls.semesters>) {
  const { id_discipline, isSelect, kredit } = ctx.input;
  return { ...term(ctx), discipline: id_discipline, isSelect, credits: kredit };
}

function termOfToday(db: Db, app: AppContext, language: Language) {
  return app.reference.get(`term ${language}`, () => readCurrentTerm(db, app.settings.timeZone, language));
}

/** Nothing found is the one answer for "not there" and "not yours" (docs/wire.md#discipline). */
function found<T>(rows: T[]): T[] {
  if (!rows.length) throw new Refusal('discipline.notYours', 403);
  return rows;
}

/** The cascade: years, term, disciplines, semesters, groups, people. */
export const discipline = room('discipline', calls, {
  begins,
  handlers: {
    async years({ db, app }) {
      return await app.reference.get('years', () => readYears(db));
    },

    async defaultYear({ db, app }) {
      const year = await app.reference.get('default year', () => readDefaultYear(db));
      return year ? [{ id_a_year_def: year.id, p32: year.label }] : [];
    },

    async currentYear({ db, app, language }) {
      const now = await termOfToday(db, app, language);
      return now ? [{ id_a_year: now.yearId, p32: now.yearLabel }] : [];
    },

    async currentTerm({ db, app, language }) {
      const now = await termOfToday(db, app, language);
      return now ? [{ id_ws: now.termId, ws: now.termName, startsOn: now.startsOn, endsOn: now.endsOn }] : [];
    },

    async lastTerm({ db, caller, app }) {
      const last = await readLastTerm(db, caller, app.settings.timeZone);
      return last ? [last] : [];
    },

    async list(ctx) {
      return await readTaughtDisciplines(ctx.db, term(ctx));
    },

    async listForStudent(ctx) {
      return await readDisciplinesOfStudent(ctx.db, term(ctx));
    },

    async semesters(ctx) {
      return found(await readTeacherSemesters(ctx.db, ofDiscipline(ctx)));
    },

    async semestersForStudent(ctx) {
      const { id_discipline, group, isSelect, kredit } = ctx.input;
      return found(
        await readStudentSemesters(ctx.db, {
          ...term(ctx),
          discipline: id_discipline ?? null,
          group: group ?? null,
          isSelect,
          credits: kredit,
        }),
      );
    },

    async groups(ctx) {
      return found(await readTaughtGroups(ctx.db, { ...ofDiscipline(ctx), semester: ctx.input.id_semester }));
    },

    async groupsForStudent(ctx) {
      return found(await readGroupsOfStudent(ctx.db, { ...ofDiscipline(ctx), semester: ctx.input.id_semester }));
    },

    async students(ctx) {
      const { id_semester, id_group } = ctx.input;
      const rows = found(
        await readStudentsOfTeacher(ctx.db, { ...ofDiscipline(ctx), semester: id_semester, group: id_group }),
      );
      return (await contactsApart(ctx, rows)).map((row) => contact(row, ctx, 2));
    },

    async teachers(ctx) {
      const { id_semester, id_group } = ctx.input;
      const rows = found(
        await readTeachersOfStudent(ctx.db, { ...ofDiscipline(ctx), semester: id_semester, group: id_group }),
      );
      return (await contactsApart(ctx, rows)).map((row) => contact(row, ctx, 1));
    },
  },
});

const contactsApart = <R extends { idid: number; fio: string }>(
  { db, language }: Pick<CallContext, 'db' | 'language'>,
  rows: R[],
) => addNamesakeHints(db, language, rows, ({ idid: id, fio: name }) => ({ id, name }), 'list');

/** A row of the contact list; the first one is the group's own conversation (CHAT-01). */
function contact<T extends { idid: number; fio: string }>(
  row: T,
  { app, language }: Pick<CallContext, 'app' | 'language'>,
  type: 1 | 2,
) {
  const isGroup = row.idid === groupContact;
  return {
    ...row,
    fio: isGroup ? app.translations.translate(language, 'common:groupChat') : row.fio,
    id_type: isGroup ? groupContact : type,
  };
}
