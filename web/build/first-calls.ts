import { apps } from '../../contract/apps.ts';
import type { Call, Input } from '../../contract/call.ts';
import { discipline } from '../../contract/discipline.ts';
import { journal } from '../../contract/journal.ts';
import { login } from '../../contract/login.ts';
import { news } from '../../contract/news.ts';
import { schedule } from '../../contract/schedule.ts';

/** A call whose words are known before any code has come; one without a body is a GET. */
type KnownCall = readonly [address: string, input?: object];

const known = <C extends Call>({ method, path }: C, input: Input<C>): KnownCall =>
  method === 'GET' ? [path] : [path, input];

const term = [known(discipline.currentTerm, {}), known(discipline.currentYear, {})];
/** What only wide screens show at once; phones ask for it when the page stands. */
const ofPanel = [...term, known(discipline.years, {})];
const timetable = {
  1: [schedule.teacher.path, schedule.term.path],
  2: [schedule.student.path, schedule.term.path],
};

/** A step of the cascade: where it asks, and which fields of its first row the further ones are asked with, as what. */
type Step = readonly [address: string, fields: readonly (readonly [from: string, to: string])[]];

const step = <C extends Call>({ path }: C, ...fields: Step[1]): Step => [path, fields];
const ofDiscipline = [
  ['id', 'id_discipline'],
  ['isSelect', 'isSelect'],
  ['kredit', 'kredit'],
] as const;
const ofSemester = ['id_semester', 'id_semester'] as const;
const ofGroup = ['id_group', 'id_group'] as const;

/** What names a journal in its calls (src/rooms/journal/journal.data.ts), and the fields of the cascade that it is made of. */
const journalKey = [
  ['year', 'id_a_year'],
  ['id_semester', 'id_semesterOrWs'],
  ['isSelect', 'isPotok'],
  ['id_group', 'id_groupOrPorok'],
  ['id_discipline', 'id_discipline'],
  ['kredit', 'credits'],
] as const;

/**
 * What a page begins with, in the very words that its code uses, for the first script (src/start.js): calls that are
 * known; those of the present term, by role; and the cascade (src/university/cascade.data.ts), by role, which pages in
 * `cascading` have on the phone too, its last step, the people, those in `withPeople` alone, with what is asked when it is
 * known, and by the page not sooner: address and fields, as in a step.
 */
export const firstCalls = {
  authenticate: login.authenticate.path,
  settings: apps.settings.path,
  term,
  known: {
    login: [known(login.logo, {}), known(login.config, {})],
    in: [known(login.config, {})],
    beside: ofPanel,
    apps: [...term, known(apps.badges, {}), known(apps.links, {})],
    news: [known(news.data, { page: 1 })],
    chat: term,
    journal: term,
    schedule: term,
    umk: term,
  } satisfies Record<string, readonly KnownCall[]>,
  ofTerm: { apps: timetable, schedule: timetable },
  cascading: ['chat', 'journal', 'umk'],
  withPeople: ['chat'],
  cascade: {
    1: [
      step(discipline.list, ...ofDiscipline),
      step(discipline.semesters, ofSemester),
      step(discipline.groups, ofGroup),
      step(discipline.students),
    ],
    2: [
      step(discipline.listForStudent, ...ofDiscipline),
      step(discipline.semestersForStudent, ofSemester),
      step(discipline.groupsForStudent, ofGroup),
      step(discipline.teachers),
    ],
  },
  afterCascade: {
    journal: {
      2: [step(journal.own, ...journalKey), step(journal.classTypes, ...journalKey), step(journal.classTypes)],
    },
  },
};
