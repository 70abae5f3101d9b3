import type { Db } from '../../database/database.ts';
import type { AuthorizedConversation } from './chat.access.ts';
import { type ChangedMessageRow, readChangesSince } from './chat.queries.ts';

/** What was read for one member serves others this long, in milliseconds. */
const sharedFor = 1000;

interface Shared {
  /** The revision that the conversation had when this was read. */
  readonly upTo: number;
  /** Null when it turned out to say something to one member only. */
  readonly rows: Promise<readonly ChangedMessageRow[] | null>;
}

/**
 * Changes of a conversation after a revision, read once for all who ask. An event makes all members of a group ask at
 * the same moment, and those who neither wrote nor read any of it get the same answer. Each has opened the
 * conversation for themselves; what they opened says whether the shared rows are new enough.
 */
export class ConversationChangesCache {
  /** By conversation and revision: what came after. */
  readonly #shared = new Map<string, Shared>();

  async since(db: Db, open: AuthorizedConversation, revision: number): Promise<readonly ChangedMessageRow[]> {
    if (open.revision <= revision) return [];
    const isOnlyNew = 'group' in open.key.with && !open.readSingly && open.unread >= open.revision - revision;
    if (!isOnlyNew) return await readChangesSince(db, open, revision);
    const key = `${open.id}/${revision}`;
    const known = this.#shared.get(key);
    if (known?.upTo === open.revision) {
      const rows = await known.rows;
      return rows && isNewTo(open, rows) ? rows : await readChangesSince(db, open, revision);
    }
    const reading = readChangesSince(db, open, revision);
    const rows = reading.then(
      (read) => (isNewTo(open, read) ? read : null),
      () => null,
    );
    this.#shared.set(key, { upTo: open.revision, rows });
    setTimeout(() => this.#shared.delete(key), sharedFor).unref();
    return await reading;
  }
}

/** Whether all of it was written by others and lies beyond what the member has read. */
function isNewTo({ uid, readTo }: AuthorizedConversation, rows: readonly ChangedMessageRow[]): boolean {
  return readTo !== null && rows.every((row) => row.id_author !== uid && row.id_message > readTo);
}
