import type { ServerResponse } from 'node:http';
import type { SessionStore } from '../auth/session.ts';
import type { DownloadRecipient } from '../core/raw-reply.ts';

interface Download {
  readonly reader: DownloadRecipient;
  readonly response: ServerResponse;
}

/** One that lasts is looked at once more (ms): its session may have ended between the question whether it may and its first byte. */
const firstCheck = 2000;
/** And then now and again: a right may end by its date, and a notification be lost with its connection. */
const laterLooks = 60_000;

/**
 * Downloads in progress. When somebody signs out, or their permissions change, the rest of a file is not sent: the
 * browser asks for it again, and access is checked as for every call.
 */
export class RunningDownloads {
  readonly #sessions: Pick<SessionStore, 'findRenewed' | 'onChange'>;
  readonly #byPerson = new Map<number, Set<Download>>();

  constructor(sessions: Pick<SessionStore, 'findRenewed' | 'onChange'>) {
    this.#sessions = sessions;
    sessions.onChange((uid) => {
      for (const download of this.#byPerson.get(uid) ?? []) void this.#look(download);
    });
  }

  /** Ends this download as soon as its reader may not have the file any more. */
  watch(reader: DownloadRecipient, response: ServerResponse): void {
    if (response.destroyed) return;
    const download = { reader, response };
    const ofPerson = this.#byPerson.get(reader.uid) ?? new Set();
    this.#byPerson.set(reader.uid, ofPerson.add(download));
    const first = setTimeout(() => void this.#look(download), firstCheck).unref();
    const later = setInterval(() => void this.#look(download), laterLooks).unref();
    response.once('close', () => {
      clearTimeout(first);
      clearInterval(later);
      ofPerson.delete(download);
      if (ofPerson.size === 0 && this.#byPerson.get(reader.uid) === ofPerson) this.#byPerson.delete(reader.uid);
    });
  }

  async #look({ reader, response }: Download): Promise<void> {
    // While the database is away nobody can lose anything.
    const now = await this.#sessions.findRenewed(reader.sessionId).catch(() => reader);
    if (now === null || reachOf(now) !== reachOf(reader)) response.destroy();
  }
}

/** By what it is decided which files somebody may have, in one word. */
const reachOf = ({ permissions, limitedTo, groupId, faculties }: DownloadRecipient): string =>
  JSON.stringify([permissions, permissions.map((one) => limitedTo[one]?.toSorted()), groupId, faculties.toSorted()]);
