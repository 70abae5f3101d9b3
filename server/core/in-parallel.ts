/**
 * Works on items, several at once. The first failure ends all: what has begun is waited for, nothing more begins.
 * @param atOnce how many are worked on at the same time
 */
export async function runInParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  let hasFailed = false;
  const worker = async () => {
    for (const item of left) {
      if (hasFailed) return;
      await work(item).catch((failure: unknown) => {
        hasFailed = true;
        throw failure;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
