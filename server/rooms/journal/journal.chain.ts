import { createHash } from 'node:crypto';

/** What an entry says; all of it goes into its hash. */
export interface ChainEntry {
  readonly column: number;
  readonly student: number;
  readonly action: 'present' | 'absent' | 'mark' | 'cleared' | 'deleted';
  readonly mark: number | null;
  readonly teacher: number;
  readonly by: number;
  readonly clientId: string | null;
  readonly ageMs: number;
  /** Moments in ISO 8601 with milliseconds. */
  readonly at: string;
  readonly madeAt: string;
  readonly held: boolean;
  readonly reason: string | null;
}

/** The hash of an entry: over the hash of the one before in its column and everything it says. */
export function computeEntryHash(before: Buffer, e: ChainEntry): Buffer {
  const fields = [
    e.column,
    e.student,
    e.action,
    e.mark,
    e.teacher,
    e.by,
    e.clientId,
    e.ageMs,
    e.at,
    e.madeAt,
    e.held,
    e.reason,
  ];
  return createHash('sha256').update(before).update(JSON.stringify(fields)).digest();
}

/** The place of the first entry that was changed, added or removed behind the journal's back; -1: none. */
export function findFirstBrokenEntry(entries: readonly (ChainEntry & { hash: Buffer })[], last: Buffer): number {
  let before: Buffer = Buffer.alloc(0);
  for (const [place, entry] of entries.entries()) {
    before = computeEntryHash(before, entry);
    if (!before.equals(entry.hash)) return place;
  }
  return before.equals(last) ? -1 : entries.length;
}
