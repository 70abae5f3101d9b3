import type { Input, Output } from '@bilim/contract/call.ts';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { registration as calls } from '@bilim/contract/registration.ts';
import type { Caller } from '../../auth/session.ts';
import { type AppContext, type CallContext, type Handlers, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { addNamesakeHint, addTeacherNamesakeHints, distinguishNamesakes } from '../../university/namesakes.queries.ts';
import { readDefaultYear, readYears } from '../../university/university.queries.ts';
import {
  authorizeRegistrationGroup,
  authorizeRegistrationRemoval,
  authorizeWaitlistEntry,
  findStudentGroup,
  throwRuleRefusal,
} from './registration.access.ts';
import { begins } from './registration.begins.ts';
import { registrationBoardHandlers } from './registration.board.ts';
import { creditLimitExceptionHandlers } from './registration.exceptions.ts';
import { readStreamOffers, readStudentWeek, readTimeSlots } from './registration.offers.queries.ts';
import { requireUniversityWidePermission } from './registration.office.access.ts';
import { registrationOfficeHandlers } from './registration.office.ts';
import { readUnfinishedWindows } from './registration.progress.queries.ts';
import {
  canTakeExtraDisciplines,
  type PlanQuery,
  readExtraDisciplines,
  readPlanElectiveFlag,
  readRegistrationEligibility,
  readSemesters,
  readStudyPlan,
  readTeacherStreams,
  readTeachers,
  readWaitlistPositions,
  type StreamQuery,
} from './registration.queries.ts';
import { createRuleRefusal, type DisciplineRequest, type SeatRequest } from './registration.rules.ts';
import { createSeatSaveBatcher, type SeatSaveBatcher } from './registration.saves.ts';
import { assignDiscipline, removeRegistration } from './registration.seat.queries.ts';
import { streamHandlers } from './registration.streams.ts';
import { PageVisitLog } from './registration.visits.ts';
import { joinWaitlist, leaveWaitlist } from './registration.waitlist.queries.ts';
import { WaitlistProcessor } from './registration.waitlist.ts';

/** What the room keeps in each process. */
export interface RegistrationRoomState {
  readonly line: WaitlistProcessor;
  readonly visits: PageVisitLog;
  readonly saves: SeatSaveBatcher;
}

const handlers: Handlers<typeof calls, RegistrationRoomState> = {
  async defaultYear({ db }) {
    const year = await readDefaultYear(db);
    return year ? [{ id_a_year_def: year.id, p32: year.label }] : [];
  },

  async years({ db }) {
    return await readYears(db);
  },

  async semesters({ db, caller, input }) {
    return await readSemesters(
      db,
      await authorizeRegistrationGroup(db, caller, input.id_a_year, input.id_group),
      input.id_a_year,
    );
  },

  async ownGroup({ db, caller, input }) {
    const group = await findStudentGroup(db, caller, input.id_a_year);
    return group ? [{ id_group: group.id, p20: group.name }] : [];
  },

  async unfinished({ db, caller, language, app }) {
    return await readUnfinishedWindows(db, caller, { language, timeZone: app.settings.timeZone });
  },

  async list(ctx) {
    const rows = await readStudyPlan(ctx.db, viewOf(ctx), await groupOf(ctx));
    const teachers = rows.flatMap(({ id_teacher: id, t_fio: name }) => (id && name ? [{ id, name }] : []));
    const hints = await distinguishNamesakes(ctx.db, ctx.language, teachers, 'list');
    return rows.map((row) => addNamesakeHint(hints, row.id_teacher ?? 0, row));
  },

  async teachers(ctx) {
    const { course, chosen } = await ofPlan(ctx);
    return await addTeacherNamesakeHints(ctx.db, ctx.language, await readTeachers(ctx.db, course, chosen), 'list');
  },

  async streams(ctx) {
    const { course, chosen, group } = await ofPlan(ctx);
    return await readTeacherStreams(ctx.db, course, ctx.input.id_teacher, chosen, group);
  },

  async save({ caller, language, input, app, state, publish, afterCommit, repeatable, replayed }) {
    const { database } = app;
    const group = input.id_group;
    if (group !== undefined)
      await database.read((db) => authorizeRegistrationGroup(db, caller, input.id_a_year, group));
    const seatRequest = seatRequestOf(caller, input);
    // Hundreds save in the same second: what they ask for is done together, and keeps its own answers.
    const saved = await state.saves.ask({ seatRequest, request: repeatable });
    const { refusal } = saved;
    if (refusal !== null) {
      // Free, but promised to those in line: after a crash nobody else would remind of them.
      if (refusal === 'registration.full' && saved.free) state.line.promote();
      if (saved.requires === null) throw createRuleRefusal(refusal, { limit: saved.limit ?? 0 });
      return await database.read((db) => throwRuleRefusal(db, language, { ...saved, refusal }));
    }
    if (saved.replayed) replayed();
    else if (!saved.isSame) {
      publish([`u:${caller.uid}`]);
      afterCommit(() => {
        state.line.seatsChanged(seatRequest.discipline);
        if (saved.oldStream !== null) state.line.promote();
      });
    }
    return JSON.parse(saved.reply) as Output<typeof calls.save>;
  },

  async offers(ctx) {
    const { db, input } = ctx;
    const view = viewOf(ctx);
    const group = input.isByPlan === false ? await openExtras(ctx) : await groupOf(ctx);
    const { id_discipline: discipline } = input;
    const one =
      discipline === undefined ? null : { discipline, credits: input.kredits, byPlan: input.isByPlan !== false };
    const [slots, week, streams] = await Promise.all([
      readTimeSlots(db),
      readStudentWeek(db, view, group),
      readStreamOffers(db, view, group, one),
    ]);
    return [{ slots, week, streams: await addTeacherNamesakeHints(db, ctx.language, streams, 'list') }];
  },

  async saveDiscipline({ db, caller, language, input, app, state, publish, afterCommit }) {
    if (input.id_group !== undefined) await authorizeRegistrationGroup(db, caller, input.id_a_year, input.id_group);
    const { subgroups } = input;
    if (!subgroups) throw new Refusal('call.invalid', 400, { fields: { subgroups: 'field.required' } });
    const seatRequest = disciplineOf(caller, input);
    const localization = { language, timeZone: app.settings.timeZone };
    const { seats, missing } = await assignDiscipline(db, localization, seatRequest, subgroups);
    const broken = seats.find((seat) => seat.refusal !== null);
    if (broken?.refusal) {
      // Free, but promised to those in line: after a crash nobody else would remind of them.
      if (broken.refusal === 'registration.full' && broken.free) state.line.promote();
      return await throwRuleRefusal(db, language, { ...broken, refusal: broken.refusal }, 'subgroups');
    }
    if (missing.length)
      throw createRuleRefusal('registration.incomplete', { what: missing.map(shortenClassTypeInLowercase).join(', ') });
    const changed = seats.filter((seat) => seat.oldStream !== seat.stream);
    if (changed.length) {
      publish([`u:${caller.uid}`]);
      afterCommit(() => {
        state.line.seatsChanged(seatRequest.discipline);
        if (changed.some((seat) => seat.oldStream !== null)) state.line.promote();
      });
    }
    const [first] = changed.length ? changed : seats;
    if (!first) throw new Error('seats were given, and none came back');
    return [
      {
        result: 1,
        id_disciplineForStudent: first.registration,
        receipt: first.receipt,
        classes: seats.map((seat) => ({
          id_vid_zaniatiy: seat.classType,
          subgroup: seat.stream,
          num: seat.number,
          free: seat.free,
        })),
      },
    ];
  },

  async delete({ db, caller, language, input, app, state, publish, afterCommit }) {
    const localization = { language, timeZone: app.settings.timeZone };
    const open = await authorizeRegistrationRemoval(db, localization, input.id_disciplineForStudent, {
      student: caller.uid,
    });
    const { receipt } = await removeRegistration(db, open, { by: caller.uid });
    publish([`u:${caller.uid}`]);
    afterCommit(() => {
      state.line.seatsChanged(open.discipline);
      state.line.promote();
    });
    return [{ result: 1, receipt }];
  },

  async permission(ctx) {
    const [group, { id_a_year: year, id_semester: semester }] = [await groupOf(ctx), ctx.input];
    const visit = { student: ctx.caller.uid, year, semester, speciality: group.speciality };
    // The page alone asks this; whoever has visited it is not among those who never did.
    ctx.state.visits.note(visit, (err) => ctx.request.log.warn({ err }, 'a visit of registration was lost'));
    return await readRegistrationEligibility(ctx.db, viewOf(ctx), group);
  },

  async optionalDisciplines(ctx) {
    const group = await openExtras(ctx);
    return await readExtraDisciplines(ctx.db, viewOf(ctx), group);
  },

  async optionalTeachers(ctx) {
    await openExtras(ctx);
    return await addTeacherNamesakeHints(ctx.db, ctx.language, await readTeachers(ctx.db, courseOf(ctx), true), 'list');
  },

  async optionalStreams(ctx) {
    const group = await openExtras(ctx);
    return await readTeacherStreams(ctx.db, courseOf(ctx), ctx.input.id_teacher, true, group);
  },

  async wait({ db, caller, language, input, app, state, publish, afterCommit }) {
    if (input.id_group !== undefined) await authorizeRegistrationGroup(db, caller, input.id_a_year, input.id_group);
    const seatRequest = seatRequestOf(caller, input);
    const localization = { language, timeZone: app.settings.timeZone };
    const seat = await authorizeWaitlistEntry(db, localization, seatRequest);
    if (seat.free > 0 && seat.ahead === 0) throw new Refusal('registration.notFull', 409);
    const place = await joinWaitlist(db, seat);
    publish([`u:${caller.uid}`]);
    // A seat may have become free while the student was joining.
    afterCommit(() => {
      state.line.seatsChanged(seatRequest.discipline);
      state.line.promote();
    });
    return [{ result: 1, subgroup: seatRequest.stream, place }];
  },

  async stopWaiting({ db, caller, input, state, publish, afterCommit }) {
    if (!(await leaveWaitlist(db, caller.uid, input.subgroup, caller.uid)))
      throw new Refusal('registration.notInLine', 404);
    publish([`u:${caller.uid}`]);
    afterCommit(() => state.line.promote());
    return [{ result: 1 }];
  },

  async waiting(ctx) {
    return await addTeacherNamesakeHints(
      ctx.db,
      ctx.language,
      await readWaitlistPositions(ctx.db, viewOf(ctx)),
      'list',
    );
  },

  ...registrationOfficeHandlers,
  ...streamHandlers,
  ...registrationBoardHandlers,
  ...creditLimitExceptionHandlers,
};

/** Registration for disciplines: the plan, seats, lines for full streams, and the registration office. */
export const registration = room('registration', calls, {
  begins,
  state: (app): RegistrationRoomState => ({
    line: new WaitlistProcessor(app),
    saves: createSeatSaveBatcher(app),
    visits: new PageVisitLog(app.database, app.settings.timeZone),
  }),
  admits: {
    officeSetLimit: requireUniversityWidePermission,
    officeMakeYear: requireUniversityWidePermission,
    officeOpenYear: requireUniversityWidePermission,
  },
  handlers,
  stop: async ({ line, visits }) => {
    await Promise.all([line.stop(), visits.write()]);
  },
});

interface ContextWith<I> {
  readonly db: Db;
  readonly caller: Caller;
  readonly language: CallContext['language'];
  readonly app: AppContext;
  readonly input: I;
}

type OfSemester = ContextWith<{ id_a_year: number; id_semester: number; id_group?: number | undefined }>;
type OfCourse = ContextWith<Input<typeof calls.teachers>>;

function viewOf({ caller, language, app, input }: ContextWith<{ id_a_year: number; id_semester: number }>): PlanQuery {
  return {
    student: caller.uid,
    year: input.id_a_year,
    semester: input.id_semester,
    language,
    timeZone: app.settings.timeZone,
  };
}

function courseOf(ctx: OfCourse): StreamQuery {
  const { input } = ctx;
  return {
    ...viewOf(ctx),
    discipline: input.id_discipline,
    credits: input.kredits,
    classType: input.id_vid_zaniatiy,
    department: input.id_kafedra,
    controlForm: input.id_examination,
  };
}

const groupOf = ({ db, caller, input }: OfSemester) =>
  authorizeRegistrationGroup(db, caller, input.id_a_year, input.id_group);

/** A course of the student's plan; 422 for any other. */
async function ofPlan(ctx: OfCourse) {
  const group = await groupOf(ctx);
  const course = courseOf(ctx);
  const chosen = await readPlanElectiveFlag(ctx.db, course, group);
  if (chosen === null) throw new Refusal('registration.notInPlan', 422);
  return { course, chosen, group };
}

/** The student's group, when extras were granted and the window is open. */
async function openExtras(ctx: OfSemester) {
  const group = await groupOf(ctx);
  if (!(await canTakeExtraDisciplines(ctx.db, viewOf(ctx), group))) throw new Refusal('registration.noOptional', 403);
  return group;
}

function disciplineOf(
  caller: Caller,
  input: Input<typeof calls.save> | Input<typeof calls.saveDiscipline>,
): DisciplineRequest {
  return {
    student: caller.uid,
    year: input.id_a_year,
    semester: input.id_semester,
    discipline: input.id_discipline,
    credits: input.kredits,
    byPlan: input.isByPlan ?? true,
    registration: input.id_disciplineForStudent ?? null,
  };
}

function seatRequestOf(caller: Caller, input: Input<typeof calls.save>): SeatRequest {
  return {
    ...disciplineOf(caller, input),
    classType: input.id_vid_zaniatiy,
    teacher: input.id_teacher,
    stream: input.subgroup,
  };
}
