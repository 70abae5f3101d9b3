import { setTimeout as wait } from 'node:timers/promises';

/** How often the end of what was sent is written once more, and milliseconds before each. */
const moreWrites = 5;
const beforeWrite = 1000;

/** What has gone out is written down also when the database does not answer at once: else it would go out again. */
export async function retryWrite(write: () => Promise<void>): Promise<void> {
  for (let left = moreWrites; ; left--)
    try {
      return await write();
    } catch (error) {
      if (!left) throw error;
      await wait(beforeWrite);
    }
}
