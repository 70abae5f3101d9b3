import type { Input, Output } from '@bilim/contract/call.ts';
import { incompleteRegistrationKinds } from '@bilim/contract/page-options.ts';
import type { registrationBoard as calls } from '@bilim/contract/registration-board.ts';
import type { Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { addStudentNamesakeHints } from '../../university/namesakes.queries.ts';
import {
  countIncompleteRegistrations,
  readReceipt,
  readStudentsOverCreditLimit,
  remindStudents,
} from './registration.board.queries.ts';
import { notifyRegistrationWindowChange } from './registration.office.ts';
import { yearExists } from './registration.settings.queries.ts';
import type { WaitlistProcessor } from './registration.waitlist.ts';
import {
  createMissingRegistrationWindows,
  createYear,
  type NewTerm,
  readYear,
  readYearPreparation,
  setDefaultYear,
} from './registration.year.queries.ts';

type Step = Output<typeof calls.officeYear>[number]['steps'][number];

/** The registration office's board, and the year that begins. */
export const registrationBoardHandlers: Handlers<typeof calls, { readonly line: WaitlistProcessor }> = {
  async officeBehind({ db, caller, language, app, input }) {
    const localization = { language, timeZone: app.settings.timeZone };
    return await countIncompleteRegistrations(db, caller, localization, { year: input.id_a_year, term: input.id_ws });
  },

  async officeRemind({ db, caller, app, input, publish }) {
    const notified = await remindStudents(db, caller, app.settings.timeZone, {
      year: input.id_a_year,
      term: input.id_ws,
      faculty: input.id_faculty ?? null,
      course: input.course ?? null,
      only: incompleteRegistrationKinds.find((kind) => kind === input.only) ?? 'nothing',
    });
    publish(
      notified.map((id) => `u:${id}` as const),
      null,
      'notices',
    );
    publish(['p:registration'], 'office');
    return [{ result: 1, told: notified.length }];
  },

  async officeExceeded({ db, caller, language, input }) {
    const exceeded = await readStudentsOverCreditLimit(db, caller, { year: input.id_a_year, term: input.id_ws });
    return await addStudentNamesakeHints(db, language, exceeded);
  },

  async officeReceipt({ db, caller, language, input }) {
    return await readReceipt(db, caller, language, input.receipt.replace(/\s/g, ''));
  },

  async officeYear({ db, caller, language, app, input }) {
    const { timeZone, journalDays } = app.settings;
    const year = await readYear(db, language, input.id_a_year);
    if (!year) throw new Refusal('registration.yearNotFound', 404);
    const counts = await readYearPreparation(db, caller, timeZone, { year: input.id_a_year, journalDays });
    return [{ ...year, steps: stepsOf(counts) }];
  },

  async officeMakeYear({ db, caller, input, publish }) {
    if (!(await yearExists(db, input.id_a_year - 1)) && !(await yearExists(db, input.id_a_year)))
      throw new Refusal('registration.yearNotFound', 404);
    const change = { year: input.id_a_year, by: caller.uid, reason: input.reason.trim() };
    const terms = await createYear(db, { ...change, terms: termsOf(input) });
    publish(['p:registration'], 'office');
    return [{ result: 1, terms }];
  },

  async officeOpenYear({ db, caller, input, publish }) {
    if (!(await yearExists(db, input.id_a_year))) throw new Refusal('registration.yearNotFound', 404);
    await setDefaultYear(db, { year: input.id_a_year, by: caller.uid, reason: input.reason.trim() });
    publish(['p:registration'], 'office');
    return [{ result: 1 }];
  },

  async officeOpenAll({ db, caller, app, state, input, publish, afterCommit }) {
    if (input.startDate > input.endDate)
      throw new Refusal('call.invalid', 400, { fields: { endDate: 'field.beforeFirst' } });
    if (!(await yearExists(db, input.id_a_year)))
      throw new Refusal('call.invalid', 400, { fields: { id_a_year: 'field.range' } });
    const opened = await createMissingRegistrationWindows(db, caller, {
      year: input.id_a_year,
      term: input.id_ws,
      startsOn: input.startDate,
      endsOn: input.endDate,
      by: caller.uid,
      reason: input.reason.trim(),
    });
    await notifyRegistrationWindowChange({ db, app, publish });
    afterCommit(() => state.line.promote());
    return [{ result: 1, opened }];
  },
};

/** The terms of a year that is to be made, one after the other within two years; 400 for others. */
function termsOf(input: Input<typeof calls.officeMakeYear>): NewTerm[] {
  const terms = [
    { term: 1, startsOn: input.start1, endsOn: input.end1 },
    { term: 2, startsOn: input.start2, endsOn: input.end2 },
    ...(input.start3 && input.end3 ? [{ term: 3, startsOn: input.start3, endsOn: input.end3 }] : []),
  ];
  const first = 2000 + input.id_a_year;
  for (const [place, { term, startsOn, endsOn }] of terms.entries()) {
    const before = terms[place - 1];
    const years = [startsOn, endsOn].map((day) => Number(day.slice(0, 4)));
    const isWrong = startsOn >= endsOn || (before && before.endsOn >= startsOn);
    if (isWrong || years.some((year) => year < first || year > first + 1))
      throw new Refusal('call.invalid', 400, { fields: { [`start${term}`]: 'field.range' } });
  }
  return terms;
}

/** What the counts mean, in the order in which a year is prepared. */
function stepsOf(c: Awaited<ReturnType<typeof readYearPreparation>>): Step[] {
  const step = (key: string, done: number, of: number, more: Partial<Step> = {}): Step => ({
    key,
    state: done === 0 ? 'none' : done < of ? 'part' : 'done',
    done,
    of,
    left: 0,
    missing: [],
    day: null,
    ...more,
  });
  const groups = step('groups', c.intake, c.intake, { left: c.left });
  const journals = { state: c.journalsClosed ? 'done' : 'none', day: c.journalsClosed ? null : c.journalsClose };
  return [
    step('year', c.terms, Math.max(c.termsBefore, 1)),
    step('holidays', c.holidays, c.holidays),
    { ...groups, state: groups.state === 'done' && c.left > 0 ? 'part' : groups.state },
    step('plans', c.planned, c.specialities),
    step('load', c.loaded, c.groups, { missing: c.loaded ? c.withoutLoad : [] }),
    step('streams', c.streams, c.courses),
    step('timetable', c.timetabled, c.groups, { missing: c.timetabled ? c.withoutTimetable : [] }),
    step('windows', c.windows, c.places),
    step('standard', c.isStandard ? 1 : 0, 1),
    step('journals', c.journalsClosed ? 1 : 0, 1, journals),
  ];
}
