import type { BlockList } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isAddressWithin, networkPrefix, parseIpRanges } from '../core/addresses.ts';

/** A rate limit of one address: the burst that it may send, then calls a second. */
export interface ThrottleRate {
  readonly atOnce: number;
  readonly aSecond: number;
}

/** Calls without a session: a lecture hall opens the sign-in page, some hundred calls in a few seconds. */
export const anonymousCallRate: ThrottleRate = { atOnce: 300, aSecond: 50 };
/** The description of all calls, which is long and seldom needed. */
export const apiDescriptionRate: ThrottleRate = { atOnce: 10, aSecond: 2 };

/** Longest delay of a call (ms). */
const longest = 5_000;
const campusFactor = 10;

/**
 * Delays calls without a session when one address makes many of them; they are never refused. Each node counts for itself:
 * its own capacity is what this protects.
 */
export class AnonymousThrottle {
  readonly #rate: ThrottleRate;
  readonly #campus: BlockList;
  /** Place of an address, or mark of a browser, to the moment (ms) at which its queue would be empty. */
  readonly #busyUntil = new Map<string, number>();

  constructor(rate: ThrottleRate, settings: { readonly campusRanges: readonly string[] }) {
    this.#rate = rate;
    // Behind a proxy that was not named everybody comes from this machine.
    this.#campus = parseIpRanges([...settings.campusRanges, '127.0.0.0/8', '::1']);
  }

  /** Waits until it is the turn of a call from this address, or from a browser with a count of its own. */
  async waitForTurn(address: string): Promise<void> {
    const late = this.delay(address, performance.now());
    if (late > 0) await wait(late);
  }

  /** Milliseconds that a call made at `now` has to wait; counts it. */
  delay(address: string, now: number): number {
    const factor = isAddressWithin(this.#campus, address) ? campusFactor : 1;
    const place = networkPrefix(address);
    const step = 1000 / (this.#rate.aSecond * factor);
    if (this.#busyUntil.size > 50_000) this.#busyUntil.clear();
    const head = step * this.#rate.atOnce * factor;
    const until = Math.min(Math.max(this.#busyUntil.get(place) ?? now, now) + step, now + head + longest);
    this.#busyUntil.set(place, until);
    return Math.max(0, until - now - head);
  }
}
