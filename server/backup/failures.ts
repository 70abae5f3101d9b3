import { isDiskFull } from '../core/disk-full.ts';
import { toRefusal } from '../core/refusal.ts';
import { StartupError } from '../core/startup-error.ts';
import { StorageUnavailableError } from '../files/store.ts';

/** Whether the database could not be reached any more: then nobody knows what it has stored of the last words. */
export function isLostConnection(failure: unknown): boolean {
  if (failure instanceof StorageUnavailableError) return false;
  return (failure as NodeJS.ErrnoException | null)?.path === undefined && toRefusal(failure).status === 503;
}

/**
 * What an operator reads of a failure that is no mistake of ours: a lost database, a full disk, a file that cannot be
 * read. Anything else stays as it is.
 * @param what the work that did not come about, such as "the back-up"
 */
export function toOperatorFailure(failure: unknown, what: string): unknown {
  if (failure instanceof StartupError || !(failure instanceof Error)) return failure;
  if (failure instanceof StorageUnavailableError)
    return new StartupError(`${failure.message}: ${what} did not come about. Try it again.`);
  const { code, path } = failure as NodeJS.ErrnoException;
  if (isDiskFull(failure)) return new StartupError(`There is no room left on the disk for ${what}.`);
  if (path !== undefined) return new StartupError(`${path} could not be used (${code}) for ${what}.`);
  if (isLostConnection(failure))
    return new StartupError(`The connection to the database was lost: ${what} did not come about. Try it again.`);
  return failure;
}
