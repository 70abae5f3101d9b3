import type { Call, Input } from '@bilim/contract/call.ts';
import type { registrationStreams as calls } from '@bilim/contract/registration-streams.ts';
import type { Caller } from '../../auth/session.ts';
import type { CallContext, Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { notifyStreamChange } from '../../notices/streams.queries.ts';
import { addTeacherNamesakeHints, distinguishNamesakes } from '../../university/namesakes.queries.ts';
import { createRuleRefusal } from './registration.rules.ts';
import { assignSeats } from './registration.seat.queries.ts';
import {
  type AuthorizedCourse,
  type AuthorizedStream,
  authorizeDepartmentStream,
  authorizeStreamCourse,
  checkStreamHoursRoomAndTeacher,
  isSameCourse,
  lockTerm,
  parseStreamHours,
  type StreamHour,
} from './registration.streams.access.ts';
import {
  changeStream,
  closeStream,
  countEligibleWaitlistStudents,
  createStream,
  endWeeklyLessons,
  hasSameHoursAndRoom,
  hasStreamJournalEntries,
  hasStudentMarks,
  insertLessons,
  readPossibleTeachers,
  readStreamCourses,
  readStreamFromWeek,
  readStreamSeatRequests,
  readWaitlistRequests,
} from './registration.streams.queries.ts';
import {
  type AffectedStudents,
  findBusyStudents,
  findFreeRooms,
  findMergeTargets,
  findNextWeek,
  findStreamClashes,
  readWeekTimeSlots,
} from './registration.streams.week.queries.ts';
import type { WaitlistProcessor } from './registration.waitlist.ts';

type State = { readonly line: WaitlistProcessor };
type StreamContext = Pick<CallContext, 'language' | 'app'> & { readonly db: Db; readonly caller: Caller };
type Acting = StreamContext & Pick<CallContext<Call, State>, 'state' | 'publish' | 'afterCommit'>;

/** Students whose busy hours are listed by name where a stream is closed into another one. */
const busyNamed = 5;

/** The registration office's streams; everything with who, when and why. */
export const streamHandlers: Handlers<typeof calls, State> = {
  async officeCourses({ db, caller, language, input }) {
    const { id_a_year: year, id_ws: term, search } = input;
    return await readStreamCourses(db, caller, language, { year, term, search: search.trim() });
  },

  async officeTeachers({ db, caller, language, input }) {
    const found = await readPossibleTeachers(
      db,
      await authorizeStreamCourse(db, caller, input),
      language,
      input.search?.trim() ?? '',
    );
    return await addTeacherNamesakeHints(db, language, found);
  },

  async officeStream(ctx) {
    const stream = await authorizeDepartmentStream(ctx.db, ctx.caller, ctx.input.subgroup);
    const found = await readStreamFromWeek(ctx.db, stream, await presentWeek(ctx, stream));
    return await addTeacherNamesakeHints(ctx.db, ctx.language, found);
  },

  async officePlaces(ctx) {
    const { db, input } = ctx;
    const { course, affected, except } = await opened(ctx, input);
    // A stream is made or changed from next week on: what ends in this one takes no place of it.
    const week = (await findNextWeek(db, ctx.app.settings.timeZone, course)) ?? 1;
    return await readWeekTimeSlots(db, course, {
      teacher: input.id_teacher,
      capacity: input.capacity,
      affected,
      except,
      week,
    });
  },

  async officeCheck(ctx) {
    const { db, language, app, input } = ctx;
    const { course, affected, except } = await opened(ctx, input);
    const week = (await findNextWeek(db, app.settings.timeZone, course)) ?? 1;
    const wanted = { hours: parseStreamHours(input.hours), teacher: input.id_teacher, capacity: input.capacity };
    const at = { ...wanted, room: input.id_auditorium ?? null, except, week };
    const [clashes, rooms, { students, busy }] = await Promise.all([
      findStreamClashes(db, course, at, language),
      findFreeRooms(db, course, at, language),
      findBusyStudents(db, course, { ...at, affected }),
    ]);
    const isWaitlist = affected.as === 'waiting' && affected.stream !== null && students.length > 0;
    const able = isWaitlist ? await countEligibleWaitlistStudents(db, app.settings.timeZone, affected.stream, busy) : 0;
    const free = Math.min(able, input.capacity);
    return [{ clashes, rooms, students: students.length, busy: busy.length, able: free, week }];
  },

  async officeMake(ctx) {
    const { db, caller, app, input } = ctx;
    const { course, affected } = await opened(ctx, { ...input, isChange: false });
    await lockTerm(db, course);
    const w = await wantedOf(ctx, course, null, input);
    const by = { by: caller.uid, reason: input.reason.trim() };
    const stream = await createStream(db, course, { ...w, ...by });
    await insertLessons(db, course, { ...w, stream });
    let registered = 0;
    if (affected.stream !== null) {
      const { busy } = await findBusyStudents(db, course, { ...w, affected, except: stream });
      const waiting = await readWaitlistRequests(db, course, {
        line: affected.stream,
        target: stream,
        teacher: w.teacher,
      });
      const requests = waiting.filter(({ student }) => !busy.includes(student));
      const refusals = await assignSeats(db, app.settings.timeZone, requests, 'line', by);
      const seated = requests.filter((_, place) => refusals[place] === null).map(({ student }) => student);
      registered = seated.length;
      publishToPeople(ctx, seated);
    }
    // A stream that was just made has a teacher to notify, and nobody in it who knew it otherwise.
    await notifyStreamChange(db, { stream, former: null, week: w.week, studentsToo: false });
    publishToPeople(ctx, [w.teacher]);
    finish(ctx, course.discipline);
    return [{ result: 1, subgroup: stream, registered, told: registered + 1 }];
  },

  async officeRemake(ctx) {
    const { db, caller, input } = ctx;
    const known = await authorizeDepartmentStream(db, caller, input.subgroup);
    await lockTerm(db, known);
    const stream = await authorizeDepartmentStream(db, caller, input.subgroup, { lock: true });
    if (input.capacity < stream.taken)
      throw new Refusal('registration.fewerSeats', 422, {
        values: { taken: stream.taken },
        fields: { capacity: 'registration.fewerSeats' },
      });
    const w = await wantedOf(ctx, stream, stream.id, input);
    const isSame = await hasSameHoursAndRoom(db, stream, w);
    const isOther = w.teacher !== stream.teacher;
    const change = { hours: !isSame, by: caller.uid, reason: input.reason.trim() };
    await changeStream(db, stream, { ...w, ...change });
    let notified: number[] = [];
    if (!isSame || isOther) {
      await endWeeklyLessons(db, stream.id, w.week);
      await insertLessons(db, stream, { ...w, stream: stream.id });
      const former = isOther ? stream.teacher : null;
      notified = await notifyStreamChange(db, { stream: stream.id, former, week: w.week, studentsToo: true });
      publishToPeople(ctx, [...notified, w.teacher, stream.teacher]);
    }
    finish(ctx, stream.discipline);
    return [{ result: 1, subgroup: stream.id, registered: 0, told: notified.length }];
  },

  async officeMergeInto(ctx) {
    const stream = await authorizeDepartmentStream(ctx.db, ctx.caller, ctx.input.subgroup);
    // Before anything is chosen: with marks no target is one.
    if (await hasStreamJournalEntries(ctx.db, stream)) throw new Refusal('registration.streamHasMarks', 409);
    if (await hasStudentMarks(ctx.db, stream)) throw new Refusal('registration.marksExist', 409);
    return await addTeacherNamesakeHints(ctx.db, ctx.language, await readMergeTargets(ctx, stream));
  },

  async officeEnd(ctx) {
    const { db, caller, input } = ctx;
    const stream = await authorizeDepartmentStream(db, caller, input.subgroup);
    await lockTerm(db, stream);
    const week = await findNextWeek(db, ctx.app.settings.timeZone, stream);
    if (week === null) throw new Refusal('registration.termOver', 422);
    if (await hasStreamJournalEntries(db, stream)) throw new Refusal('registration.streamHasMarks', 409);
    const moved = input.into === undefined ? [] : await moveAll(ctx, stream, input.into, input.force ?? false);
    const closing = { into: input.into ?? null, by: caller.uid, reason: input.reason.trim(), week };
    const dropped = await closeStream(db, stream, closing);
    if (!dropped)
      throw new Refusal(
        input.into === undefined ? 'registration.streamHasStudents' : 'registration.streamChanged',
        409,
      );
    const target = input.into === undefined ? [] : [(await authorizeDepartmentStream(db, caller, input.into)).teacher];
    publishToPeople(ctx, [...moved, ...dropped, stream.teacher, ...target]);
    finish(ctx, stream.discipline);
    const notifiedCount = new Set([...moved, ...dropped]).size;
    return [{ result: 1, subgroup: input.into ?? stream.id, registered: moved.length, told: notifiedCount }];
  },
};

type OfStream = Pick<Input<typeof calls.officeCheck>, 'subgroup' | 'isChange'>;

/** The course, and whom its hours concern: of a change the stream's students, else the line of the stream that is named. */
async function opened(
  { db, caller }: StreamContext,
  input: OfStream & Parameters<typeof authorizeStreamCourse>[2],
): Promise<{ course: AuthorizedCourse; affected: AffectedStudents; except: number | null }> {
  const course = await authorizeStreamCourse(db, caller, input);
  const stream = input.subgroup === undefined ? null : await authorizeDepartmentStream(db, caller, input.subgroup);
  if (stream && !isSameCourse(stream, course)) throw new Refusal('registration.streamNotFound', 404);
  const as = input.isChange ? 'registered' : 'waiting';
  return { course, affected: { stream: stream?.id ?? null, as }, except: (input.isChange && stream?.id) || null };
}

/** The week of the term from which on hours are looked at: the present one, of a term that is over its last. */
async function presentWeek({ db, app }: StreamContext, course: AuthorizedCourse): Promise<number> {
  const next = await findNextWeek(db, app.settings.timeZone, course);
  return next === null ? 1 : Math.max(1, next - 1);
}

interface CheckedStream {
  readonly hours: readonly StreamHour[];
  readonly room: number | null;
  readonly teacher: number;
  readonly capacity: number;
  readonly week: number;
}

/** What a stream is to be like, with its term locked; refuses what is not there, and clashes unless they are wanted so. */
async function wantedOf(
  { db, app, language }: StreamContext,
  course: AuthorizedCourse,
  except: number | null,
  input: Pick<Input<typeof calls.officeRemake>, 'id_teacher' | 'capacity' | 'id_auditorium' | 'hours' | 'force'>,
): Promise<CheckedStream> {
  const week = await findNextWeek(db, app.settings.timeZone, course);
  if (week === null) throw new Refusal('registration.termOver', 422);
  const hours = parseStreamHours(input.hours);
  const w = { hours, room: input.id_auditorium ?? null, teacher: input.id_teacher, capacity: input.capacity, week };
  await checkStreamHoursRoomAndTeacher(db, course, w);
  const clashes = input.force ? [] : await findStreamClashes(db, course, { ...w, except }, language);
  if (clashes.length) {
    const who = [...new Set(clashes.map(({ name, discipline }) => `${name} (${discipline})`))].join(', ');
    throw new Refusal('registration.hoursTaken', 409, { values: { who } });
  }
  return w;
}

/** Streams that take the students of one, and how many of these are busy then; the first of them by name, namesakes distinguished. */
async function readMergeTargets(ctx: Acting, stream: AuthorizedStream) {
  const targets = await findMergeTargets(ctx.db, stream, await presentWeek(ctx, stream));
  const shown = targets.map(({ students, ...target }) => {
    return { target, busy: students.length, first: students.slice(0, busyNamed) };
  });
  const hints = await distinguishNamesakes(
    ctx.db,
    ctx.language,
    shown.flatMap(({ first }) => first),
  );
  const called = ({ id, name }: { id: number; name: string }) => (hints.has(id) ? `${name} (${hints.get(id)})` : name);
  return shown.map(({ target, busy, first }) => ({ ...target, busy, names: first.map(called) }));
}

/** Moves everybody of a stream into another one of its course, all or none; gives who was moved. */
async function moveAll(
  ctx: Acting & { readonly input: { readonly reason: string } },
  stream: AuthorizedStream,
  into: number,
  force: boolean,
): Promise<number[]> {
  const { db, caller, app, input } = ctx;
  const target = await authorizeDepartmentStream(db, caller, into);
  if (target.id === stream.id || !isSameCourse(stream, target)) throw new Refusal('registration.otherCourse', 422);
  const requests = await readStreamSeatRequests(db, stream, {
    from: stream.id,
    target: target.id,
    teacher: target.teacher,
  });
  if (!force) {
    const goal = (await readMergeTargets(ctx, stream)).find(({ subgroup }) => subgroup === target.id);
    if (goal && goal.busy > 0)
      throw new Refusal('registration.weekTaken', 409, { values: { who: goal.names.join(', ') } });
  }
  const actor = { by: caller.uid, reason: input.reason.trim() };
  const refusals = await assignSeats(db, app.settings.timeZone, requests, 'office', actor);
  const refusal = refusals.find((code) => code !== null);
  if (refusal === 'registration.full') throw noSeatsForAll(requests.length - (target.capacity - target.taken));
  if (refusal) throw createRuleRefusal(refusal, {}, 'into');
  return requests.map(({ student }) => student);
}

/** Why not all of a stream get a seat in another one: so many are missing, or the free ones are for those who wait in its line. */
function noSeatsForAll(missing: number): Refusal {
  const code = missing > 0 ? 'registration.tooFewSeats' : 'registration.seatsOfWaitlist';
  return new Refusal(code, 409, { values: { missing }, fields: { into: code } });
}

/** Those whom an act concerned look at their registrations, notices and timetable again. */
function publishToPeople({ publish }: Pick<Acting, 'publish'>, people: readonly number[]): void {
  const to = [...new Set(people)].map((id) => `u:${id}` as const);
  publish(to);
  publish(to, null, 'notices');
  publish(to, null, 'schedule');
}

/** The office and students who look at the seats get an event; whoever is in the waiting list gets what became free. */
function finish({ state, publish, afterCommit }: Acting, discipline: number): void {
  publish(['p:registration'], 'office');
  afterCommit(() => {
    state.line.seatsChanged(discipline);
    state.line.promote();
  });
}
