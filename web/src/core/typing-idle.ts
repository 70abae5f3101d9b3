import { startTransition, useEffect, useState } from 'react';
import type { ReadableAtom } from './atom.ts';

/** Milliseconds without a key after which deferred work is done. */
const rest = 200;
/** What has waited this long comes right after the paint of the next key, when the one after it is farthest. */
const longest = 800;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let since = 0;
let pressedAt = 0;
let listening = false;

function pressed(): void {
  pressedAt = performance.now();
  if (!waiting.size || pressedAt - since < longest) return;
  requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(work);
  });
}

function rested(): void {
  const left = pressedAt + rest - performance.now();
  if (left > 0) timer = setTimeout(rested, left);
  else work();
}

function work(): void {
  timer = undefined;
  const all = [...waiting];
  waiting.clear();
  for (const one of all) one();
}

/** Debounces callbacks until typing pauses: all are called together, each once. */
export function onTypingIdle(callback: () => void): void {
  if (!listening) {
    listening = true;
    pressedAt = performance.now();
    addEventListener('keydown', pressed, { capture: true, passive: true });
  }
  if (!waiting.size) since = performance.now();
  waiting.add(callback);
  timer ??= setTimeout(rested);
}

/**
 * The value of an atom for what may follow a moment later: a key must find the page idle, and what follows from several
 * keys is painted once.
 */
export function useDeferredAtom<T>(watched: ReadableAtom<T>): T {
  const [seen, see] = useState(() => ({ watched, value: watched.get() }));
  useEffect(() => {
    const follow = () => {
      const now = { watched, value: watched.get() };
      startTransition(() => see((last) => (last.watched === watched && last.value === now.value ? last : now)));
    };
    follow();
    const stop = watched.subscribe(() => onTypingIdle(follow));
    return () => {
      waiting.delete(follow);
      stop();
    };
  }, [watched]);
  return seen.watched === watched ? seen.value : watched.get();
}
