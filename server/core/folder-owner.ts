import { spawnSync } from 'node:child_process';
import type { Stats } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** Whether this process may read and write what lies there. */
export type AccessCheck = (path: string) => Promise<boolean>;

export const canReadAndWrite: AccessCheck = (path) =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    (failure: NodeJS.ErrnoException) => failure.code !== 'EACCES',
  );

/** What root's own database gives to the account that it runs as. */
const ofDatabase: readonly string[] = ['database', 'database.new', 'database-password'];

/**
 * Looks whether the upper two levels of a data folder are this user's: a start or a command as another user, such as root,
 * leaves files there that the service cannot read. Gives the sentence that says so, or that it is no folder; null: all can be used,
 * or nothing is there.
 * @param me the number of this user; undefined where the system has none
 */
export async function findOwnershipFault(
  dataDir: string,
  may: AccessCheck = canReadAndWrite,
  me: number | undefined = process.getuid?.(),
): Promise<string | null> {
  const file = await findFileInPath(dataDir);
  if (file) return `${file} is a file: set DATA_DIR to a folder.`;
  const top = await stat(dataDir).catch(() => null);
  const foreign = me === 0 && top ? await findOwnerBesidesRoot(dataDir, top) : null;
  if (foreign) return foreign;
  for (const folder of [dataDir, join(dataDir, 'files'), join(dataDir, 'database')]) {
    if (await exists(folder)) {
      if (!(await may(folder))) return await describeOwnershipFault(folder, dataDir);
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if ((await exists(path)) && !(await may(path))) return await describeOwnershipFault(path, dataDir);
      }
    }
  }
  return null;
}

/** Nothing is closed to root, who would make a foreign folder its own, also one of which only the content is another's. */
async function findOwnerBesidesRoot(dataDir: string, top: Stats): Promise<string | null> {
  if (top.uid !== 0) return describeOwnerToRoot(dataDir, top);
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    const found = ofDatabase.includes(name) ? null : await stat(path).catch(() => null);
    if (found && found.uid !== 0) return describeOwnerToRoot(path, found);
  }
  return await findForeignCluster(join(dataDir, 'database'));
}

/** A database and the folder that it lies in belong to one account, whichever root lets it run as. */
async function findForeignCluster(folder: string): Promise<string | null> {
  const version = join(folder, 'PG_VERSION');
  const [around, inside] = await Promise.all([folder, version].map((path) => stat(path).catch(() => null)));
  return around && inside && inside.uid !== around.uid ? describeOwnerToRoot(version, inside) : null;
}

/** The part of a path that is a file where a folder has to be; null: there is none. */
async function findFileInPath(folder: string): Promise<string | null> {
  const found = await stat(folder).catch((failure: NodeJS.ErrnoException) => failure.code);
  if (found === 'ENOTDIR') return await findFileInPath(dirname(folder));
  return typeof found === 'object' && !found.isDirectory() ? folder : null;
}

function describeOwnerToRoot(path: string, { uid, gid }: Stats): string {
  const name = nameOf(uid);
  // A user without a name has no group of its own and no entry that runuser could look up.
  const way = name ? `runuser -u ${name} -- ...` : `setpriv --reuid=${uid} --regid=${gid} --clear-groups ...`;
  const owner = name ?? `uid ${uid}`;
  return `${path} belongs to ${owner}, who cannot read what root writes there: run this as ${owner} (${way}).`;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (failure: NodeJS.ErrnoException) => failure.code === 'EACCES',
  );

/** What is wrong with a path, by the names of the users. */
export async function describeOwnershipFault(path: string, dataDir: string): Promise<string> {
  const owner = await stat(path).then(
    ({ uid }) => nameOf(uid) ?? `uid ${uid}`,
    () => 'another user',
  );
  const uid = process.getuid?.();
  const name = uid === undefined ? userInfo().username : nameOf(uid);
  return `${path} belongs to ${owner} and cannot be read and written by ${name ?? `uid ${uid}`}: give the folder back with chown -R ${name ?? uid} ${dataDir}, or start as its owner.`;
}

/** Null: the system knows no name for this user, as in a container. */
function nameOf(uid: number): string | null {
  const answer = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
}
