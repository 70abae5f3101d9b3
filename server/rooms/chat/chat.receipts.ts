import type { LiveAudience, LiveEvents } from '../../live/live.ts';

/** Reads of one conversation are reported together, at most this often (milliseconds). */
const pause = 1000;

interface Waiting {
  to: Set<LiveAudience>;
  timer: NodeJS.Timeout;
}

/** Tells the authors of a conversation that it was read. */
export class ReadReceiptPublisher {
  readonly #live: Pick<LiveEvents, 'publish'>;
  /** By conversation: who is notified when the pause is over. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(live: Pick<LiveEvents, 'publish'>) {
    this.#live = live;
  }

  /**
   * Publishes that something was read: the first time at once, what follows within a second together at its end. So a
   * lecture of 500 readers does not make 500 events for the author.
   */
  publish(key: string, to: readonly LiveAudience[]): void {
    const later = this.#waiting.get(key);
    if (later) {
      for (const one of to) later.to.add(one);
      return;
    }
    this.#live.publish([{ to, room: 'chat', key }]);
    const entry: Waiting = {
      to: new Set(),
      timer: setTimeout(() => {
        this.#waiting.delete(key);
        if (entry.to.size) this.publish(key, [...entry.to]);
      }, pause),
    };
    entry.timer.unref();
    this.#waiting.set(key, entry);
  }
}
