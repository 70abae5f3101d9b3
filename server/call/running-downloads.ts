import type { ServerResponse } from 'node:http';
import type { Caller, Sessions } from '../auth/session.ts';

interface Download {
  readonly caller: Caller;
  readonly response: ServerResponse;
}

/** One that lasts is looked at once more (ms): its session may have ended between the question whether it may and its first byte. */
const firstLook = 2000;
/** And then now and again: a right may end by its date, and a notification be lost with its connection. */
const laterLooks = 60_000;

/**
 * Files on their way to people. Whoever is signed out, or may something else by now than when it began, gets no more of a file:
 * the rest is asked for anew, and whether they may have it is looked at as for every call.
 */
export class RunningDownloads {
  readonly #sessions: Pick<Sessions, 'findRenewed' | 'onChange'>;
  readonly #byPerson = new Map<number, Set<Download>>();

  constructor(sessions: Pick<Sessions, 'findRenewed' | 'onChange'>) {
    this.#sessions = sessions;
    sessions.onChange((uid) => {
      for (const download of this.#byPerson.get(uid) ?? []) void this.#look(download);
    });
  }

  /** Ends this answer as soon as its caller may have no more of it. */
  watch(caller: Caller, response: ServerResponse): void {
    if (response.destroyed) return;
    const download = { caller, response };
    const ofPerson = this.#byPerson.get(caller.uid) ?? new Set();
    this.#byPerson.set(caller.uid, ofPerson.add(download));
    const first = setTimeout(() => void this.#look(download), firstLook).unref();
    const later = setInterval(() => void this.#look(download), laterLooks).unref();
    response.once('close', () => {
      clearTimeout(first);
      clearInterval(later);
      ofPerson.delete(download);
      if (ofPerson.size === 0 && this.#byPerson.get(caller.uid) === ofPerson) this.#byPerson.delete(caller.uid);
    });
  }

  async #look({ caller, response }: Download): Promise<void> {
    // While the database is away nobody can lose anything.
    const now = await this.#sessions.findRenewed(caller.sessionId).catch(() => caller);
    if (now === null || reachOf(now) !== reachOf(caller)) response.destroy();
  }
}

/** By what it is decided which files somebody may have, in one word. */
const reachOf = ({ permissions, limitedTo, groupId, faculties }: Caller): string =>
  JSON.stringify([permissions, permissions.map((one) => limitedTo[one]?.toSorted()), groupId, faculties.toSorted()]);
