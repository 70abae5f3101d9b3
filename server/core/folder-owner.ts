import { spawnSync } from 'node:child_process';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Whether this process may read and write what lies there. */
export type AccessCheck = (path: string) => Promise<boolean>;

export const mayUse: AccessCheck = (path) =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    (failure: NodeJS.ErrnoException) => failure.code !== 'EACCES',
  );

/**
 * Looks whether the upper two levels of a data folder are this user's: a start or a command as another user, such as root,
 * leaves files there that the service cannot read. Gives the sentence that says so; null: all can be used, or nothing is there.
 * @param me the number of this user; undefined where the system has none
 */
export async function findWrongOwner(
  dataDir: string,
  may: AccessCheck = mayUse,
  me: number | undefined = process.getuid?.(),
): Promise<string | null> {
  const owner = await stat(dataDir).then(
    ({ uid }) => uid,
    () => undefined,
  );
  // Nothing is closed to root, who would make a foreign folder its own.
  if (me === 0 && owner !== undefined && owner !== 0)
    return `${dataDir} belongs to ${nameOf(owner)}, who cannot read what root writes there: run this as ${nameOf(owner)} (runuser -u ${nameOf(owner)} -- ...).`;
  for (const folder of [dataDir, join(dataDir, 'files')]) {
    if (await exists(folder)) {
      if (!(await may(folder))) return await describeOwner(folder, dataDir);
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if ((await exists(path)) && !(await may(path))) return await describeOwner(path, dataDir);
      }
    }
  }
  return null;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (failure: NodeJS.ErrnoException) => failure.code === 'EACCES',
  );

/** What is wrong with a path, by the names of the users. */
export async function describeOwner(path: string, dataDir: string): Promise<string> {
  const owner = await stat(path).then(
    ({ uid }) => nameOf(uid),
    () => 'another user',
  );
  const me = userInfo().username;
  return `${path} belongs to ${owner} and cannot be read and written by ${me}: give the folder back with chown -R ${me} ${dataDir}, or start as its owner.`;
}

function nameOf(uid: number): string {
  const answer = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : `user ${uid}`;
}
