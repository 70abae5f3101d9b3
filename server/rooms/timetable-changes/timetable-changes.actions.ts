import type { Output } from '@bilim/contract/call.ts';
import type { timetableChanges as calls } from '@bilim/contract/timetable-changes.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { CallContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { notifyClassChange } from '../../notices/class-changes.queries.ts';
import {
  type AuthorizedClass,
  type AuthorizedTimetableChange,
  authorizeTemplateLesson,
  type ClassEditor,
} from './timetable-changes.access.ts';
import {
  filterVisibleClashes,
  findLessonClashes,
  hasJournalEntries,
  type LessonPlacement,
} from './timetable-changes.clashes.queries.ts';
import {
  findHoliday,
  hasLaterChange,
  insertOneDayLesson,
  lessonPlacementExists,
  readUniversityTime,
  storeTimetableChange,
  undoTimetableChange,
} from './timetable-changes.queries.ts';

type Acting = Pick<CallContext, 'db' | 'caller' | 'language' | 'app' | 'request' | 'publish'> & {
  readonly mover: ClassEditor;
};
type Moving = Acting & { readonly input: { readonly reason: string; readonly force?: boolean } };
type Done = Output<typeof calls.move>;

const sameTime = (open: AuthorizedClass, to: LessonPlacement) => open.day === to.day && open.slot === to.slot;

/** Refuses a place that is not there, is over, lies outside the term, or on a day without classes. */
async function checkPlace({ db, app }: Acting, open: AuthorizedClass, to: LessonPlacement): Promise<void> {
  if (!(await lessonPlacementExists(db, to)))
    throw new Refusal('call.invalid', 400, { fields: { id_time: 'field.range' } });
  if (to.day < open.startsOn || to.day > open.endsOn) throw new Refusal('changes.outsideTerm', 422);
  const { day } = await readUniversityTime(db, app.settings.timeZone);
  if (to.day < day) throw new Refusal('changes.past', 422);
  await checkHoliday(db, to.day);
}

/** Refuses a day on which no class is held. */
async function checkHoliday(db: Acting['db'], day: string): Promise<void> {
  const name = await findHoliday(db, day);
  if (name !== null) throw new Refusal('changes.holiday', 422, { values: { name } });
}

/** Refuses what else is held there, unless the office wants it so; says whether something was. */
async function checkClashes(
  { db, language, mover }: Acting,
  open: AuthorizedClass,
  to: LessonPlacement,
  { isAdded, force }: { isAdded: boolean; force: boolean },
): Promise<boolean> {
  const clashes = await findLessonClashes(db, open, to, { language, isAdded });
  // A teacher goes to free places only.
  if (clashes.length && (!force || mover.isTeacher)) {
    const colliding = filterVisibleClashes(mover, clashes).flatMap(({ name, discipline }) =>
      name || discipline ? [`${name}${discipline && ` (${discipline})`}`] : [],
    );
    const who = [...new Set(colliding)].join(', ');
    throw new Refusal('changes.clash', 409, { values: { who, ...(!who && { context: 'unnotified' }) } });
  }
  return clashes.length > 0;
}

/** The journal's columns are numbered by the order of a day's classes: none with entries may lose or change its class. */
async function checkEntries(db: Acting['db'], open: AuthorizedClass, day: string, slot: number): Promise<void> {
  if (await hasJournalEntries(db, open, day, slot)) throw new Refusal('changes.hasEntries', 422);
}

/** Notifies those whom a change concerns, writes the audit entry, and gives the call's reply. */
async function finish(ctx: Acting, action: string, change: number): Promise<Done> {
  const { db, caller, request, app, publish } = ctx;
  const { day: today } = await readUniversityTime(db, app.settings.timeZone);
  const people = await notifyClassChange(db, { change, isUndone: action === 'undone', today, by: caller.uid });
  await insertAuditEntry(db, request, `timetable.${action}`, caller.uid, { change, told: people.length });
  const to = people.map((id) => `u:${id}` as const);
  publish(to, null, 'notices');
  publish(to, null, 'schedule');
  publish(['p:timetable']);
  return [{ result: 1, id_change: change, told: people.length }];
}

/** Holds a class elsewhere, at another time or with another teacher, this once. */
export async function moveClass(ctx: Moving, open: AuthorizedClass, to: LessonPlacement): Promise<Done> {
  const { db, caller, input } = ctx;
  if (sameTime(open, to) && open.room === to.room && open.teacher === to.teacher)
    throw new Refusal('changes.same', 422);
  await checkPlace(ctx, open, to);
  if (!sameTime(open, to) || open.teacher !== to.teacher) await checkEntries(db, open, open.day, open.slot);
  if (!sameTime(open, to)) await checkEntries(db, open, to.day, to.slot);
  const isForced = await checkClashes(ctx, open, to, { isAdded: false, force: input.force ?? false });
  const made = await insertOneDayLesson(db, open, to);
  const step = sameTime(open, to) && open.room === to.room ? 'replaced' : 'moved';
  const change = await storeTimetableChange(db, open, {
    step,
    to,
    made,
    reason: input.reason.trim(),
    by: caller.uid,
    isForced,
  });
  return await finish(ctx, step, change);
}

/** Does not hold a class, this once. */
export async function cancelClass(ctx: Moving, open: AuthorizedClass): Promise<Done> {
  const { db, caller, input } = ctx;
  await checkEntries(db, open, open.day, open.slot);
  const kept = { to: null, made: null, reason: input.reason.trim(), by: caller.uid, isForced: false };
  return await finish(ctx, 'cancelled', await storeTimetableChange(db, open, { step: 'cancelled', ...kept }));
}

/** Holds one more class of a course. */
export async function addClass(ctx: Moving, open: AuthorizedClass, to: LessonPlacement): Promise<Done> {
  const { db, caller, input } = ctx;
  await checkPlace(ctx, open, to);
  await checkEntries(db, open, to.day, to.slot);
  const isForced = await checkClashes(ctx, open, to, { isAdded: true, force: input.force ?? false });
  const made = await insertOneDayLesson(db, open, to);
  const kept = { to, made, reason: input.reason.trim(), by: caller.uid, isForced };
  return await finish(ctx, 'added', await storeTimetableChange(db, open, { step: 'added', ...kept }));
}

/** Takes a change back, unless its class was changed since, has entries, or its old place is taken or has become a holiday. */
export async function revertTimetableChange(ctx: Acting, change: AuthorizedTimetableChange): Promise<Done> {
  const { db, caller, mover } = ctx;
  if (await hasLaterChange(db, change)) throw new Refusal('changes.builtOn', 409);
  const made =
    change.made && change.madeOn ? await authorizeTemplateLesson(db, mover, change.made, change.madeOn) : null;
  const old =
    change.lesson !== null && change.step !== 'added'
      ? await authorizeTemplateLesson(db, mover, change.lesson, change.day)
      : null;
  // Else people would be notified of a class that is not held.
  if (old) await checkHoliday(db, old.day);
  const isElsewhere = !made || !old || !sameTime(old, made) || old.teacher !== made.teacher;
  if (made && isElsewhere) await checkEntries(db, made, made.day, made.slot);
  if (old && isElsewhere) await checkEntries(db, old, old.day, old.slot);
  await undoTimetableChange(db, change, caller.uid);
  if (old) await checkClashes(ctx, old, old, { isAdded: false, force: false });
  return await finish(ctx, 'undone', change.id);
}
