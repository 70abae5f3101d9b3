import { test } from '@playwright/test';
import { testTime } from '../../server/test/moment.ts';
import { startClockAt } from './clock.ts';
import { endHost } from './host.ts';

/** What can be ended. */
interface Stoppable {
  stop(): Promise<void>;
}

let file = '';
const opened = new Map<string, Promise<Stoppable>>();
const ending = new Set<Promise<void>>();

/**
 * Opens something for all tests of the present file, the first time that one asks. It ends when another file begins or the
 * worker does, and nobody waits for that. Each file begins at the moment of the tests, whatever ran before it.
 */
export async function openResourceOncePerFile<T extends Stoppable>(name: string, open: () => Promise<T>): Promise<T> {
  const { file: present } = test.info();
  if (present !== file) {
    endOpened();
    file = present;
    await startClockAt(testTime);
  }
  const known = opened.get(name) as Promise<T> | undefined;
  const opening = known ?? open();
  opened.set(name, opening);
  return await opening;
}

/** Ends something while tests go on. */
export function stopInBackground(stop: () => Promise<void>): void {
  const done = stop()
    .catch((failure: unknown) => console.error('A portal did not end in order:', failure))
    .finally(() => ending.delete(done));
  ending.add(done);
}

/** Ends all that a worker has opened, and its host. */
export async function stopWorkerResources(): Promise<void> {
  endOpened();
  await Promise.all(ending);
  await endHost();
}

function endOpened(): void {
  // What could not be opened has failed its test already.
  for (const one of opened.values())
    stopInBackground(() =>
      one.then(
        (it) => it.stop(),
        () => undefined,
      ),
    );
  opened.clear();
}
