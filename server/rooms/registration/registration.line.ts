import { Refusal } from '../../core/failures.ts';
import type { Audience } from '../../core/live.ts';
import type { House } from '../../core/room.ts';
import { openSeat } from './registration.access.ts';
import { isInLine, isSomebodyDue, leaveLine, nextInLine } from './registration.line.queries.ts';
import { takeSeat } from './registration.queries.ts';

const room = 'registration';
/** Seats are told under a name of their own: a page renews only the streams it shows, not all it has read. */
const seats = 'seats';
/** Free seats are told at most so often (ms) a discipline: in a rush every save would reach every screen. */
const tellEvery = 1000;
/** A student who was busy when their turn came is asked again after so many milliseconds, so many times. */
const againAfter = 250;
const mostRounds = 20;

/** Everybody who may be looking at seats: students, and the registration office. */
const watchers: readonly Audience[] = ['r:2', 'p:registration'];

/** Seats and lines of one process. */
class Line {
  readonly #house: House;
  readonly #quiet = new Map<number, { changed: boolean }>();
  #running = false;
  #again = false;

  constructor(house: House) {
    this.#house = house;
  }

  /** Tells that seats of a discipline changed: at once, then at most once a second. */
  seatsChanged(discipline: number): void {
    const waiting = this.#quiet.get(discipline);
    if (waiting) {
      waiting.changed = true;
      return;
    }
    this.#house.live.publish([{ to: watchers, room: seats, key: String(discipline) }]);
    const quiet = { changed: false };
    this.#quiet.set(discipline, quiet);
    setTimeout(() => {
      this.#quiet.delete(discipline);
      if (quiet.changed) this.seatsChanged(discipline);
    }, tellEvery).unref();
  }

  /**
   * Gives free seats to those who are first in line, one transaction each. Never fails: whoever freed the seat has
   * their answer already, and the next change looks again.
   */
  promote(rounds = mostRounds): void {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    void this.#work()
      .then((left) => {
        if (left && rounds > 1) setTimeout(() => this.promote(rounds - 1), againAfter).unref();
      })
      .catch(() => undefined)
      .finally(() => {
        this.#running = false;
        if (this.#again) this.promote(rounds);
      });
  }

  /** True when somebody in line could not be asked just now. */
  async #work(): Promise<boolean> {
    const { database } = this.#house;
    while (this.#again) {
      this.#again = false;
      while (await this.#next());
    }
    return await database.read((db) => isSomebodyDue(db));
  }

  async #next(): Promise<boolean> {
    const { database, live, settings } = this.#house;
    const done = await database.transaction(async (db) => {
      const wish = await nextInLine(db);
      if (!wish || !(await isInLine(db, wish.student, wish.stream))) return null;
      try {
        const seat = await openSeat(db, { language: 'ru', timeZone: settings.timeZone }, wish);
        if (!seat.isSame) await takeSeat(db, seat, { by: wish.student, promoted: true });
        else await leaveLine(db, wish.student, wish.stream, wish.student);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'registration.full') throw error;
        await leaveLine(db, wish.student, wish.stream, wish.student, error.code);
      }
      return wish;
    });
    if (!done) return false;
    live.publish([{ to: [`u:${done.student}`], room, key: 'line' }]);
    this.seatsChanged(done.discipline);
    return true;
  }
}

const lines = new WeakMap<House, Line>();

/** The seats and lines of a process. */
export function lineOf(house: House): Line {
  const line = lines.get(house) ?? new Line(house);
  lines.set(house, line);
  return line;
}
