import type { FastifyRequest } from 'fastify';

/** Work that takes longer, as with a database that hangs, goes on behind the reply; milliseconds. */
const longest = 1000;

const begun = new WeakMap<FastifyRequest, Promise<void>[]>();

/**
 * Has the reply to a request wait for work that was begun for it, so that whoever has the reply finds it done. The work
 * tells of its own failure and never rejects. A reply that is a stream does not wait: nobody would hear its errors meanwhile.
 */
export function finishBeforeReply(request: FastifyRequest, work: Promise<void>): void {
  const works = begun.get(request);
  if (works) works.push(work);
  else begun.set(request, [work]);
}

/** Calls back once the work that the reply waits for has ended; at once where there is none. */
export function whenReplyMayGo(request: FastifyRequest, go: () => void): void {
  const works = begun.get(request);
  if (!works) {
    go();
    return;
  }
  let isGone = false;
  const once = () => {
    clearTimeout(limit);
    if (!isGone) go();
    isGone = true;
  };
  const limit = setTimeout(once, longest).unref();
  void Promise.all(works).then(once);
}
