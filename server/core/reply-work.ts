import type { FastifyRequest } from 'fastify';

/** Work that takes longer, as with a database that hangs, goes on behind the reply; milliseconds. */
const longest = 1000;

const begun = new WeakMap<FastifyRequest, Promise<void>[]>();

/**
 * Makes the reply to a request wait for work that was begun for it: whoever has the reply finds the work done. The
 * work handles its own failures and never rejects. A stream does not wait: nobody would handle its errors meanwhile.
 */
export function delayReplyUntil(request: FastifyRequest, work: Promise<void>): void {
  const works = begun.get(request);
  if (works) works.push(work);
  else begun.set(request, [work]);
}

/** Calls back once the work that the reply waits for has ended; at once where there is none. */
export function runAfterReplyWork(request: FastifyRequest, go: () => void): void {
  const works = begun.get(request);
  if (!works) {
    go();
    return;
  }
  let hasRun = false;
  const once = () => {
    clearTimeout(limit);
    if (!hasRun) go();
    hasRun = true;
  };
  const limit = setTimeout(once, longest).unref();
  void Promise.all(works).then(once);
}
