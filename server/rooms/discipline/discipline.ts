import { discipline as calls } from '@bilim/contract/discipline.ts';
import { type AppContext, type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { tellApart } from '../../university/namesakes.queries.ts';
import { currentTerm, defaultYear, years } from '../../university/university.queries.ts';
import {
  disciplinesOfStudent,
  disciplinesOfTeacher,
  groupsOfStudent,
  groupsOfTeacher,
  lastTermOf,
  semestersOfStudent,
  semestersOfTeacher,
  studentsOfTeacher,
  type TermView,
  teachersOfStudent,
} from './discipline.queries.ts';

const groupContact = -1;

function term({ caller, input, language, house }: CallContext<typeof calls.list>): TermView {
  return { uid: caller.uid, year: input.year, term: input.ws, language, timeZone: house.settings.timeZone };
}

function ofDiscipline(ask: CallContext<typeof calls.semesters>) {
  const { id_discipline, isSelect, kredit } = ask.input;
  return { ...term(ask), discipline: id_discipline, isSelect, credits: kredit };
}

function termOfToday(db: Db, house: AppContext, language: Language) {
  return house.reference.get(`term ${language}`, () => currentTerm(db, house.settings.timeZone, language));
}

/** Nothing found is the one answer for "not there" and "not yours" (docs/wire.md#discipline). */
function found<T>(rows: T[]): T[] {
  if (!rows.length) throw new Refusal('discipline.notYours', 403);
  return rows;
}

/** The cascade: years, term, disciplines, semesters, groups, people. */
export const discipline = room('discipline', calls, {
  handlers: {
    async years({ db, house }) {
      return await house.reference.get('years', () => years(db));
    },

    async defaultYear({ db, house }) {
      const year = await house.reference.get('default year', () => defaultYear(db));
      return year ? [{ id_a_year_def: year.id, p32: year.label }] : [];
    },

    async currentYear({ db, house, language }) {
      const now = await termOfToday(db, house, language);
      return now ? [{ id_a_year: now.yearId, p32: now.yearLabel }] : [];
    },

    async currentTerm({ db, house, language }) {
      const now = await termOfToday(db, house, language);
      return now ? [{ id_ws: now.termId, ws: now.termName, startsOn: now.startsOn, endsOn: now.endsOn }] : [];
    },

    async lastTerm({ db, caller, house }) {
      const last = await lastTermOf(db, caller, house.settings.timeZone);
      return last ? [last] : [];
    },

    async list(ask) {
      return await disciplinesOfTeacher(ask.db, term(ask));
    },

    async listForStudent(ask) {
      return await disciplinesOfStudent(ask.db, term(ask));
    },

    async semesters(ask) {
      return found(await semestersOfTeacher(ask.db, ofDiscipline(ask)));
    },

    async semestersForStudent(ask) {
      const { id_discipline, group, isSelect, kredit } = ask.input;
      return found(
        await semestersOfStudent(ask.db, {
          ...term(ask),
          discipline: id_discipline ?? null,
          group: group ?? null,
          isSelect,
          credits: kredit,
        }),
      );
    },

    async groups(ask) {
      return found(await groupsOfTeacher(ask.db, { ...ofDiscipline(ask), semester: ask.input.id_semester }));
    },

    async groupsForStudent(ask) {
      return found(await groupsOfStudent(ask.db, { ...ofDiscipline(ask), semester: ask.input.id_semester }));
    },

    async students(ask) {
      const { id_semester, id_group } = ask.input;
      const rows = found(
        await studentsOfTeacher(ask.db, { ...ofDiscipline(ask), semester: id_semester, group: id_group }),
      );
      return (await contactsApart(ask, rows)).map((row) => contact(row, ask, 2));
    },

    async teachers(ask) {
      const { id_semester, id_group } = ask.input;
      const rows = found(
        await teachersOfStudent(ask.db, { ...ofDiscipline(ask), semester: id_semester, group: id_group }),
      );
      return (await contactsApart(ask, rows)).map((row) => contact(row, ask, 1));
    },
  },
});

const contactsApart = <R extends { idid: number; fio: string }>(
  { db, language }: Pick<CallContext, 'db' | 'language'>,
  rows: R[],
) => tellApart(db, language, rows, ({ idid: id, fio: name }) => ({ id, name }));

/** A row of the contact list; the first one is the group's own conversation (CHAT-01). */
function contact<T extends { idid: number; fio: string }>(
  row: T,
  { house, language }: Pick<CallContext, 'house' | 'language'>,
  type: 1 | 2,
) {
  const isGroup = row.idid === groupContact;
  return {
    ...row,
    fio: isGroup ? house.translations.say(language, 'common:groupChat') : row.fio,
    id_type: isGroup ? groupContact : type,
  };
}
