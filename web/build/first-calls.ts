import { apps } from '../../contract/apps.ts';
import type { Call, Input } from '../../contract/call.ts';
import { discipline } from '../../contract/discipline.ts';
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
/**
 * What a page begins with, in the very words that its code uses, for the first script (src/start.js): calls that are
 * known, and those of the present term, by role: the timetable, and the disciplines of the cascade, which pages in
 * `cascading` have on the phone too. Which discipline a page shows depends on the timetable and on what was used last
 * (contract/opening.ts): what follows from it is asked for by the page.
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
  timetable: {
    1: [schedule.teacher.path, schedule.term.path],
    2: [schedule.student.path, schedule.term.path],
  },
  disciplines: { 1: discipline.list.path, 2: discipline.listForStudent.path },
  withTimetable: ['apps', 'schedule'],
  cascading: ['chat', 'journal', 'umk'],
};
