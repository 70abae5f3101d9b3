import type { Call, Input } from '@bilim/contract/call.ts';
import { reports } from '@bilim/contract/reports.ts';
import { type BenchCall, defineBenchInput, findPersonIdByLogin } from './bench.ts';

const one = <C extends Call>(name: string, call: C, input: Input<C>): BenchCall => ({
  name,
  make: async ({ database }) => defineBenchInput({ uid: await findPersonIdByLogin(database, 'admin'), call, input }),
});

/** The reports of the whole university: a faculty's are a part of them. */
export const reportCalls: readonly BenchCall[] = [
  one('report-journals', reports.journals, {}),
  one('report-attendance', reports.attendance, { period: 'term' }),
  one('report-absences', reports.absences, { period: 'term' }),
  one('report-debts', reports.debts, {}),
  one('report-registration', reports.registration, {}),
];
