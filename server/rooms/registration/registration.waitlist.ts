import type { AppContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { LiveAudience } from '../../live/live.ts';
import { assignSeat } from './registration.seat.queries.ts';
import {
  hasWaitlistRequestWithFreeSeat,
  isOnWaitlist,
  leaveWaitlist,
  lockNextWaitlistRequest,
  readOpenWindowIds,
} from './registration.waitlist.queries.ts';

const room = 'registration';
/** Seats have a live event of their own: a page renews only the streams it shows, not all it has read. */
const seats = 'seats';
/**
 * Events about free seats are sent at once, then after a pause (ms), all disciplines together, twice as long each time as long as seats
 * go on changing: in a rush every save would reach every screen, and all of them would read again.
 */
const minPauseMs = 1000;
const maxPauseMs = 8000;
/** More disciplines than these are sent as all: an event stays small. */
const maxNamed = 100;
/** A student who was busy when their turn came, or a database that failed: asked again after so many ms, growing. */
const againAfter = 250;
const longestPause = 10_000;
/** Seats also become free without a call: an import, another node that died, a window that opens by its date. */
const lookEvery = 60_000;

/** Everybody who may be looking at seats: students, and the registration office. */
const watchers: readonly LiveAudience[] = ['r:2', 'p:registration'];

/** Somebody got a seat while the window of one before them was being opened: the seat is given again, in order. */
const windowsChanged = new Error('a window was opened or closed meanwhile');

/** Seats and waitlists of one process. */
export class WaitlistProcessor {
  readonly #app: AppContext;
  /** Disciplines whose seats changed, published when the pause is over. */
  readonly #changed = new Set<number>();
  #pause: NodeJS.Timeout | undefined;
  #pauseMs = minPauseMs;
  #running = false;
  #again = false;
  #ended = false;
  #later: NodeJS.Timeout | undefined;
  readonly #looking = setInterval(() => this.promote(), lookEvery).unref();

  /** Looks after the lines from the start on, also at what was left by a crash. */
  constructor(app: AppContext) {
    this.#app = app;
    this.promote();
  }

  /** Gives no seats any more. */
  stop(): void {
    this.#ended = true;
    clearInterval(this.#looking);
    clearTimeout(this.#later);
  }

  /** Publishes that seats of a discipline changed: at once or after the pause, the disciplines in one event. */
  seatsChanged(discipline: number): void {
    this.#changed.add(discipline);
    if (!this.#pause) this.#publishSeats();
  }

  #publishSeats(): void {
    this.#pause = undefined;
    if (!this.#changed.size) {
      this.#pauseMs = minPauseMs;
      return;
    }
    const key = this.#changed.size > maxNamed ? null : [...this.#changed].join(',');
    this.#changed.clear();
    this.#app.live.publish([{ to: watchers, room: seats, key }]);
    this.#pause = setTimeout(() => this.#publishSeats(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(maxPauseMs, 2 * this.#pauseMs);
  }

  /**
   * Gives free seats to those who are first in line, one transaction each. Never fails: whoever freed the seat has
   * their answer already. What could not be done just now is tried again until it is.
   */
  promote(pause = againAfter): void {
    this.#again = true;
    if (this.#running || this.#ended) return;
    this.#running = true;
    clearTimeout(this.#later);
    void this.#work()
      .catch(() => true)
      .then((left) => {
        this.#running = false;
        if (this.#again && !left) this.promote();
        else if (left && !this.#ended)
          this.#later = setTimeout(() => this.promote(Math.min(pause * 2, longestPause)), pause).unref();
      });
  }

  /** True when somebody in line could not be asked just now. */
  async #work(): Promise<boolean> {
    const { database, settings } = this.#app;
    let resting: number[] = [];
    while (this.#again) {
      this.#again = false;
      const windows = await database.read((db) => readOpenWindowIds(db, settings.timeZone));
      // What called again may have opened their window.
      resting = [];
      while (await this.#next(resting, windows));
    }
    return await database.read((db) => hasWaitlistRequestWithFreeSeat(db, resting));
  }

  /** `resting`: places whose window is closed, which they keep; `windows`: those that were open before they were asked. */
  async #next(resting: number[], windows: string): Promise<boolean> {
    const { database, live, settings } = this.#app;
    const giving = database.transaction(async (db) => {
      const first = await lockNextWaitlistRequest(db, resting);
      if (!first) return null;
      const { place, ...seatRequest } = first;
      if (!(await isOnWaitlist(db, seatRequest.student, seatRequest.stream))) return null;
      try {
        const localization = { language: 'ru', timeZone: settings.timeZone } as const;
        const { isSame } = await assignSeat(db, localization, seatRequest, 'line', { by: seatRequest.student });
        if (isSame) await leaveWaitlist(db, seatRequest.student, seatRequest.stream, seatRequest.student);
        if (resting.length && (await readOpenWindowIds(db, settings.timeZone)) !== windows) throw windowsChanged;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'registration.full') throw error;
        if (error.code === 'registration.closed') return { seatRequest, rests: place };
        await leaveWaitlist(db, seatRequest.student, seatRequest.stream, seatRequest.student, error.code);
      }
      return { seatRequest, rests: null };
    });
    const done = await giving.catch((error: unknown) => {
      if (error !== windowsChanged) throw error;
      this.#again = true;
      return null;
    });
    if (!done) return false;
    if (done.rests !== null) {
      resting.push(done.rests);
      return true;
    }
    const to = [`u:${done.seatRequest.student}` as const];
    live.publish([
      { to, room, key: 'line' },
      { to, room: 'notices', key: null },
    ]);
    this.seatsChanged(done.seatRequest.discipline);
    return true;
  }
}
