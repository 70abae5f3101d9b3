import { useEffect } from 'react';
import { onRoomChanged } from '../../core/live/live.ts';
import { refetchChangedQueries } from '../../core/queryClient.ts';

/** Milliseconds between a change and reading again: marks come in bursts. */
const pause = 250;
/** While this person enters signs, reading again waits for this long a rest, but not longer than the second time (ms). */
const rest = 1_500;
const longest = 20_000;
let enteredAt = 0;

/** A sign is entered just now. */
export function postponeRefresh(): void {
  enteredAt = performance.now();
}

/** Reads again what belongs to one of the queues (keys of the live line, a blank between them) when it changed. */
export function useRefetchOnQueueChange(room: string, text: string): void {
  useEffect(() => {
    const queueKeys = text.split(' ');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const due = new Set<string>();
    const stop = onRoomChanged('journal', (changed) => {
      const these = queueKeys.filter((queueKey) => changed === null || queueKey === changed);
      if (!these.length) return;
      for (const queueKey of these) due.add(queueKey);
      const since = performance.now();
      const read = () => {
        const left = enteredAt + rest - performance.now();
        if (left > 0 && performance.now() - since < longest) {
          timer = setTimeout(read, left);
          return;
        }
        timer = undefined;
        for (const queueKey of due) refetchChangedQueries({ queryKey: [room, queueKey] });
        due.clear();
      };
      timer ??= setTimeout(read, pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [room, text]);
}
