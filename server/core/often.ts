import { Refusal } from './failures.ts';

/** Counts calls a person and minute or hour; replays are taken back. */
export class Often {
  readonly #counts = new Map<string, { until: number; count: number }>();

  count(key: string, most: number, span: number): void {
    const now = performance.now();
    const entry = this.#counts.get(key);
    if (!entry || entry.until <= now) {
      if (this.#counts.size > 50_000) this.#counts.clear();
      this.#counts.set(key, { until: now + span, count: 1 });
    } else if (++entry.count > most) {
      entry.count--;
      throw new Refusal('call.tooOften', 429, { values: { seconds: Math.ceil((entry.until - now) / 1000) } });
    }
  }

  takeBack(key: string): void {
    const entry = this.#counts.get(key);
    if (entry) entry.count--;
  }

  /** Forgets what one person did: the invented people live a term in a minute. */
  forget(uid: number): void {
    for (const key of this.#counts.keys()) if (key.endsWith(`|${uid}`)) this.#counts.delete(key);
  }
}
