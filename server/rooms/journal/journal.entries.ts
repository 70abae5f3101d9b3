import { isBlank } from '@bilim/contract/texts.ts';
import { parseIdempotencyKey } from '../../call/idempotency.ts';
import type { CallContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { type AuthorizedJournal, withCourseId } from './journal.access.ts';
import { readStudentsWithoutEntry } from './journal.queries.ts';
import {
  appendEntries,
  type EntryOrigin,
  ensureJournalCourse,
  type LockedColumn,
  type NewJournalEntry,
  readJournalAudience,
  readStudentsByEntryAuthor,
} from './journal.writing.queries.ts';

interface ColumnInput {
  readonly id_vid_zaniatiy: number;
  readonly visitDate: string;
  readonly timesCount: number;
  readonly typeGroup?: number | undefined;
  readonly subgroup?: number | undefined;
}

/** A column is for one subgroup only when typeGroup says so. */
export function resolveColumnSubgroup({
  typeGroup,
  subgroup,
}: {
  typeGroup?: number | undefined;
  subgroup?: number | undefined;
}): number {
  return typeGroup === 1 ? (subgroup ?? 0) : 0;
}

/** The column that a call names. */
export function toJournalColumn(input: ColumnInput) {
  return {
    type: input.id_vid_zaniatiy,
    day: input.visitDate,
    times: input.timesCount,
    subgroup: resolveColumnSubgroup(input),
  };
}

/** The Idempotency-Key is the client's own id of the entry. */
export function toEntryOrigin(
  { request }: Pick<CallContext, 'request'>,
  { ageMs, reason }: { ageMs?: number | undefined; reason?: string | undefined },
): EntryOrigin {
  return {
    clientId: parseIdempotencyKey(request.headers['idempotency-key']),
    ageMs: ageMs ?? 0,
    reason: normalizeReason({ reason }),
  };
}

/** A reason of which nothing can be seen is none. */
export const normalizeReason = ({ reason = '' }: { reason?: string | undefined }) =>
  isBlank(reason) ? null : reason.trim();

/** Nothing of the caller's is entered there. */
export const createNoColumnRefusal = () => new Refusal('journal.noColumn', 404);

type WriteContext = Pick<CallContext, 'db' | 'app' | 'publish' | 'request'> & {
  readonly input: { ageMs?: number | undefined; reason?: string | undefined };
};

/** Enters the same for everybody without an entry in a locked column; gives how many it was and how many had one. */
export async function fillColumn(
  ctx: WriteContext & { readonly input: { isVisited?: boolean | undefined } },
  open: AuthorizedJournal,
  column: LockedColumn & { readonly subgroup: number },
): Promise<{ inserted: number; skipped: number }> {
  const { db, input } = ctx;
  const now = withCourseId(open, await ensureJournalCourse(db, open));
  const { missing, entered } = await readStudentsWithoutEntry(db, now, column);
  const action = input.isVisited === false ? 'absent' : 'present';
  const entries = missing.map((student): NewJournalEntry => ({ student, action, mark: null }));
  await appendEntries(db, now, column, column.subgroup, entries, toEntryOrigin(ctx, input));
  // Whoever had no entry and was there gets no event.
  if (action === 'absent') publishEntryNotices(ctx, open, entries);
  if (missing.length) await publishJournalChange(ctx, open);
  // What was made earlier than a later entry is in the history, but does not hold.
  const late = missing.length && input.ageMs ? await readStudentsWithoutEntry(db, now, column) : null;
  const lost = late?.missing.length ?? 0;
  return { inserted: missing.length - lost, skipped: entered + lost };
}

/** Deletes the teacher's own entries of a locked column; gives how many. */
export async function deleteOwnColumnEntries(
  ctx: WriteContext,
  open: AuthorizedJournal,
  column: LockedColumn,
): Promise<number> {
  const students = await readStudentsByEntryAuthor(ctx.db, column, open.teacher);
  const entries = students.map((student): NewJournalEntry => ({ student, action: 'deleted', mark: null }));
  await appendEntries(ctx.db, open, column, 0, entries, toEntryOrigin(ctx, ctx.input));
  publishEntryNotices(ctx, open, entries);
  if (students.length) await publishJournalChange(ctx, open);
  return students.length;
}

/** What is new for students changes with their entries, and with absences for their teacher. */
export function publishEntryNotices(
  { publish }: Pick<CallContext, 'publish'>,
  { teacher }: AuthorizedJournal,
  entries: readonly NewJournalEntry[],
): void {
  const people = entries.map(({ student }) => student);
  if (entries.some(({ action }) => action === 'absent')) people.push(teacher);
  if (people.length)
    publish(
      people.map((id) => `u:${id}` as const),
      null,
      'notices',
    );
}

/** Whoever looks at the journal reads it again. */
export async function publishJournalChange(
  { db, app, publish }: Pick<CallContext, 'db' | 'app' | 'publish'>,
  k: AuthorizedJournal,
): Promise<void> {
  const key = [k.year, k.semesterOrTerm, k.isSelect ? 1 : 0, k.group, k.discipline, k.credits].join('/');
  publish(await readJournalAudience(db, k, app.settings.timeZone), key);
}
