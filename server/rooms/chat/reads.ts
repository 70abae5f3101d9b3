import type { Audience, Live } from '../../live/live.ts';

/** Reads of one conversation are told together, at most this often (milliseconds). */
const pause = 1000;

interface Waiting {
  to: Set<Audience>;
  timer: NodeJS.Timeout;
}

/** Per live line and conversation: whom to tell when the pause is over. */
const waiting = new WeakMap<Live, Map<string, Waiting>>();

/**
 * Tells that something was read: the first time at once, what follows within a second together at its end. So a
 * lecture of 500 readers does not make 500 events for the author.
 */
export function tellRead(live: Live, key: string, to: readonly Audience[]): void {
  let ofLive = waiting.get(live);
  if (!ofLive) {
    ofLive = new Map();
    waiting.set(live, ofLive);
  }
  const conversations = ofLive;
  const later = conversations.get(key);
  if (later) {
    for (const one of to) later.to.add(one);
    return;
  }
  live.publish([{ to, room: 'chat', key }]);
  const entry: Waiting = {
    to: new Set(),
    timer: setTimeout(() => {
      conversations.delete(key);
      if (entry.to.size) tellRead(live, key, [...entry.to]);
    }, pause),
  };
  entry.timer.unref();
  conversations.set(key, entry);
}
