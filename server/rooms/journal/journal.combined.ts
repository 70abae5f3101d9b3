import type { Output } from '@bilim/contract/call.ts';
import type { journal as calls } from '@bilim/contract/journal.ts';
import { maxClassesPerDay } from '@bilim/contract/term-calendar.ts';
import type { CallContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { type AuthorizedJournal, authorizeJournal, requireWritableDay } from './journal.access.ts';
import {
  createNoColumnRefusal,
  deleteOwnColumnEntries,
  fillColumn,
  normalizeReason,
  toJournalColumn,
} from './journal.entries.ts';
import { ensureLockedColumn, type LockedColumn, lockExistingColumn } from './journal.writing.queries.ts';

/**
 * Writes to a combined class: the journals of all its groups in one transaction. Each journal is opened and written
 * by the rules of a single one; a refusal of one rolls back all. The columns are locked before anything is written,
 * in the order of the groups, so that two such calls cannot deadlock. A class has few groups: one after the other is
 * plainer than a second set of statements for many.
 */

/** A journal of the class, with its column there. */
interface Part {
  readonly open: AuthorizedJournal;
  readonly column: ReturnType<typeof toJournalColumn>;
}

type FillContext = CallContext<typeof calls.markAllCombined>;
type EraseContext = CallContext<typeof calls.deleteCombined>;

const refused = (field: string, reason: string) => new Refusal('call.invalid', 400, { fields: { [field]: reason } });

/** The journals that a call names, in the order of their groups; whoever may not open all of them is refused. */
async function openAll({ db, caller, app, input }: FillContext | EraseContext): Promise<Part[]> {
  const { groups = [], semesters = [], numbers = [], ...rest } = input;
  if (!groups.length) throw refused('groups', 'field.required');
  if (new Set(groups).size !== groups.length) throw refused('groups', 'field.range');
  if (semesters.length !== groups.length) throw refused('semesters', 'field.range');
  if (numbers.length !== groups.length || numbers.some((number) => number > maxClassesPerDay))
    throw refused('numbers', 'field.range');
  const keys = groups
    .map((id_groupOrPorok, at) => ({
      ...{ ...rest, id_groupOrPorok, isPotok: false },
      ...{ id_semesterOrWs: semesters[at] ?? 0, timesCount: numbers[at] ?? 0 },
    }))
    .sort((a, b) => a.id_groupOrPorok - b.id_groupOrPorok);
  const opened = await Promise.all(keys.map((key) => authorizeJournal(db, caller, app.settings, key)));
  return opened.map((open, at) => ({ open, column: toJournalColumn(keys[at] as (typeof keys)[number]) }));
}

/** "All present", or all absent, in all journals of the class. */
export async function setCombinedAttendance(ctx: FillContext): Promise<Output<typeof calls.markAllCombined>> {
  const parts = await openAll(ctx);
  for (const { open, column } of parts) requireWritableDay(open, column.day, normalizeReason(ctx.input));
  const locked: (LockedColumn & { subgroup: number })[] = [];
  for (const { open, column } of parts) locked.push({ ...column, ...(await ensureLockedColumn(ctx.db, open, column)) });
  const rows: Output<typeof calls.markAllCombined> = [];
  for (const [at, column] of locked.entries()) {
    const { open } = parts[at] as Part;
    rows.push({ id_groupOrPorok: open.group, ...(await fillColumn(ctx, open, column)) });
  }
  return rows;
}

/** Deletes the class's column from all its journals that have one; where none has, there is nothing to delete. */
export async function deleteCombinedEntries(ctx: EraseContext): Promise<Output<typeof calls.deleteCombined>> {
  const parts = await openAll(ctx);
  // On a day that has not come there is no column.
  for (const { open, column } of parts)
    if (column.day <= open.today) requireWritableDay(open, column.day, normalizeReason(ctx.input));
  const locked: (LockedColumn | null)[] = [];
  for (const { open, column } of parts) locked.push(await lockExistingColumn(ctx.db, open.courseId, column));
  const rows: Output<typeof calls.deleteCombined> = [];
  for (const [at, { open }] of parts.entries()) {
    const column = locked[at];
    rows.push({ id_groupOrPorok: open.group, deleted: column ? await deleteOwnColumnEntries(ctx, open, column) : 0 });
  }
  if (!rows.some(({ deleted }) => deleted)) throw createNoColumnRefusal();
  return rows;
}
