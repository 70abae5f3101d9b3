import { limits } from '@bilim/contract/limits.ts';
import { incompleteRegistrationKinds, streamFillLevels } from '@bilim/contract/page-options.ts';
import type { registrationOffice as calls } from '@bilim/contract/registration-office.ts';
import type { Caller } from '../../auth/session.ts';
import type { CallContext, Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { notifyRegistrationWindows } from '../../notices/writing.queries.ts';
import { addStudentNamesakeHints, addTeacherNamesakeHints } from '../../university/namesakes.queries.ts';
import { readTermDefaults } from '../../university/university.queries.ts';
import { authorizeRegistrationRemoval } from './registration.access.ts';
import { readIncompleteStudents } from './registration.board.queries.ts';
import {
  authorizeOfficeFaculty,
  authorizeOfficeGroup,
  authorizeOfficeStream,
  authorizeOfficeStudent,
  authorizeRegistrationStudent,
  authorizeRegistrationWindow,
  readOfficeSeatRequest,
} from './registration.office.access.ts';
import {
  closeRegistrationWindow,
  findGroups,
  findStudents,
  readOfficeHistory,
  readRegistrationWindows,
  readStreamStudents,
  readStreams,
  setStreamCapacity,
  upsertRegistrationWindow,
} from './registration.office.queries.ts';
import { readRegistrationOverview } from './registration.progress.queries.ts';
import { assignSeat, readTeachersOfMovedStudent, removeRegistration } from './registration.seat.queries.ts';
import {
  readCreditLimit,
  readExtrasGrants,
  readTermLimits,
  setCreditLimit,
  setExtrasGrant,
  setGroupExtrasGrant,
  yearExists,
} from './registration.settings.queries.ts';
import { findNextWeek } from './registration.streams.week.queries.ts';
import type { WaitlistProcessor } from './registration.waitlist.ts';

/** A window was opened, changed or closed: to those who watch it, and as something new to the students of its faculty. */
export async function notifyRegistrationWindowChange({
  db,
  app,
  publish,
}: Pick<CallContext, 'db' | 'app' | 'publish'>): Promise<void> {
  const faculties = await notifyRegistrationWindows(db, app.settings.timeZone);
  publish(['r:2', 'p:registration'], 'window');
  for (const faculty of faculties) publish([`f:${faculty}:2`], null, 'notices');
}

/** What a call grants or withdraws; 400 for a year that is not there. */
async function grantingOf(
  db: CallContext['db'],
  caller: Caller,
  input: { id_a_year: number; id_ws: number; granted: boolean; reason: string },
) {
  const { id_a_year: year, id_ws: term, granted, reason } = input;
  if (!(await yearExists(db, year))) throw new Refusal('call.invalid', 400, { fields: { id_a_year: 'field.range' } });
  return { year, term, granted, reason, by: caller.uid };
}

/** The registration office: windows, seats, registering by hand; everything with who, when and why. */
export const registrationOfficeHandlers: Handlers<typeof calls, { readonly line: WaitlistProcessor }> = {
  async officeWindows({ db, caller, language, app, input }) {
    return await readRegistrationWindows(
      db,
      caller,
      { language, timeZone: app.settings.timeZone },
      { year: input.id_a_year },
    );
  },

  async officeOpen({ db, caller, language, app, state, input, publish, afterCommit }) {
    const faculty = authorizeOfficeFaculty(caller, input.id_faculty);
    if (input.startDate > input.endDate)
      throw new Refusal('call.invalid', 400, { fields: { endDate: 'field.beforeFirst' } });
    const id = await upsertRegistrationWindow(db, faculty, {
      year: input.id_a_year,
      term: input.id_ws,
      partTime: input.isPartTime,
      startsOn: input.startDate,
      endsOn: input.endDate,
      by: caller.uid,
      reason: input.reason,
    });
    if (id === null) throw new Refusal('call.invalid', 400, { fields: { id_faculty: 'field.range' } });
    await notifyRegistrationWindowChange({ db, app, publish });
    afterCommit(() => state.line.promote());
    return await readRegistrationWindows(db, caller, { language, timeZone: app.settings.timeZone }, { only: id });
  },

  async officeClose({ db, caller, language, app, input, publish }) {
    const open = await authorizeRegistrationWindow(db, caller, input.id_window);
    await closeRegistrationWindow(db, open, caller.uid, input.reason);
    await notifyRegistrationWindowChange({ db, app, publish });
    return await readRegistrationWindows(db, caller, { language, timeZone: app.settings.timeZone }, { only: open.id });
  },

  async officeStreams({ db, caller, language, app, input }) {
    const at = { year: input.id_a_year, term: input.id_ws };
    const next = await findNextWeek(db, app.settings.timeZone, at);
    const streams = await readStreams(db, caller, language, {
      ...at,
      week: Math.max(1, (next ?? 2) - 1),
      search: input.search?.trim() ?? '',
      fill: streamFillLevels.find((one) => one === input.only) ?? null,
      faculty: input.id_faculty ?? null,
      course: input.course ?? null,
      skip: ((input.page ?? 1) - 1) * limits.officePageSize,
    });
    return await addTeacherNamesakeHints(db, language, streams);
  },

  async officeFigures({ db, caller, language, app }) {
    const { timeZone } = app.settings;
    const { id_a_year_def: year, id_ws: term } = await app.reference.get(`defaults ${language}`, () =>
      readTermDefaults(db, timeZone, language),
    );
    return await readRegistrationOverview(db, caller, { language, timeZone }, { year, term });
  },

  async officeIncomplete({ db, caller, language, app, input }) {
    const rows = await readIncompleteStudents(
      db,
      caller,
      { language, timeZone: app.settings.timeZone },
      {
        year: input.id_a_year,
        term: input.id_ws,
        faculty: input.id_faculty ?? null,
        course: input.course ?? null,
        only: incompleteRegistrationKinds.find((one) => one === input.only) ?? null,
        skip: ((input.page ?? 1) - 1) * limits.officePageSize,
      },
    );
    return await addStudentNamesakeHints(db, language, rows);
  },

  async officeStudents({ db, caller, language, input }) {
    const students = await readStreamStudents(db, await authorizeOfficeStream(db, caller, input.subgroup), language);
    return await addStudentNamesakeHints(db, language, students);
  },

  async officeFind({ db, caller, language, input }) {
    const found = await findStudents(db, caller, language, input.search.trim());
    return await addStudentNamesakeHints(db, language, found);
  },

  async officeSeats({ db, caller, state, input, afterCommit, publish }) {
    const stream = await authorizeOfficeStream(db, caller, input.subgroup, { lock: true });
    if (input.capacity < stream.taken)
      throw new Refusal('registration.fewerSeats', 422, {
        values: { taken: stream.taken },
        fields: { capacity: 'registration.fewerSeats' },
      });
    await setStreamCapacity(db, stream, input.capacity, caller.uid, input.reason);
    publish(['p:registration'], 'office');
    afterCommit(() => {
      state.line.seatsChanged(stream.discipline);
      state.line.promote();
    });
    return [{ result: 1, subgroup: stream.id, capacity: input.capacity, free: input.capacity - stream.taken }];
  },

  async officeRegister({ db, caller, language, app, state, input, publish, afterCommit }) {
    const localization = { language, timeZone: app.settings.timeZone };
    const student = await authorizeOfficeStudent(db, caller, input.id_student);
    const seatRequest = await readOfficeSeatRequest(db, localization, student, input.subgroup);
    const seat = await assignSeat(db, localization, seatRequest, 'office', { by: caller.uid, reason: input.reason });
    if (seat.isSame) throw new Refusal('registration.already', 409);
    publish([`u:${student.id}`]);
    const notified = [student.id, ...(await readTeachersOfMovedStudent(db, seat.receipt))];
    publish(
      notified.map((id) => `u:${id}` as const),
      null,
      'notices',
    );
    publish(['p:registration'], 'office');
    afterCommit(() => {
      state.line.seatsChanged(seatRequest.discipline);
      state.line.promote();
    });
    return [{ result: 1, id_disciplineForStudent: seat.registration, free: seat.free, receipt: seat.receipt }];
  },

  async officeRemove({ db, caller, language, app, state, input, publish, afterCommit }) {
    const localization = { language, timeZone: app.settings.timeZone };
    const student = await authorizeRegistrationStudent(db, caller, input.id_disciplineForStudent);
    const open = await authorizeRegistrationRemoval(db, localization, input.id_disciplineForStudent, {
      student: student.id,
      byOffice: true,
    });
    const { receipt } = await removeRegistration(db, open, { by: caller.uid, reason: input.reason });
    publish([`u:${student.id}`]);
    publish([`u:${student.id}`], null, 'notices');
    publish(['p:registration'], 'office');
    afterCommit(() => {
      state.line.seatsChanged(open.discipline);
      state.line.promote();
    });
    return [{ result: 1, receipt }];
  },

  async officeHistory({ db, caller, language, input }) {
    return await readOfficeHistory(db, caller, language, {
      stream: input.subgroup,
      student: input.id_student,
      receipt: input.receipt?.replace(/\s/g, '') || undefined,
      window: input.id_window,
      term: input.id_ws,
    });
  },

  async officeLimits({ db, caller, language, input }) {
    return await readTermLimits(db, caller, language, input.id_a_year ?? null);
  },

  async officeSetLimit({ db, caller, language, input, publish }) {
    if (input.creditLimit <= 0) throw new Refusal('call.invalid', 400, { fields: { creditLimit: 'field.range' } });
    await setCreditLimit(db, input.id_ws, input.creditLimit, caller.uid, input.reason);
    publish(['r:2', 'p:registration'], 'limit');
    return await readCreditLimit(db, language, input.id_ws);
  },

  async officeGrants({ db, caller, language, input }) {
    const grants = await readExtrasGrants(db, caller, language, {
      year: input.id_a_year,
      term: input.id_ws,
      skip: ((input.page ?? 1) - 1) * limits.officePageSize,
    });
    return await addStudentNamesakeHints(db, language, grants);
  },

  async officeGrant({ db, caller, input, publish }) {
    const student = await authorizeOfficeStudent(db, caller, input.id_student);
    await setExtrasGrant(db, student, await grantingOf(db, caller, input));
    publish([`u:${student.id}`, 'p:registration'], 'grant');
    return [{ result: 1 }];
  },

  async officeFindGroup({ db, caller, language, input }) {
    return await findGroups(db, caller, language, input.search.trim());
  },

  async officeGrantGroup({ db, caller, input, publish }) {
    const group = await authorizeOfficeGroup(db, caller, input.id_group);
    const { students, changed } = await setGroupExtrasGrant(db, group, await grantingOf(db, caller, input));
    publish(
      changed.map((id) => `u:${id}` as const),
      'grant',
    );
    publish(['p:registration'], 'grant');
    return [{ result: 1, students, changed: changed.length }];
  },
};
