import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ofOthers = 0o077;
const readingOrWriting = 0o066;

/** From now on whatever this process and its children write is readable by their user alone. */
export function setOwnerOnlyUmask(): void {
  process.umask(ofOthers);
}

/**
 * Takes away what an earlier release let other users of the machine read below the data folder. A folder is closed after
 * what lies in it, so that one that is closed needs no second look.
 */
export async function restrictToOwner(dataDir: string): Promise<void> {
  // The database takes care of its own folder.
  for (const entry of await readdir(dataDir, { withFileTypes: true }))
    if (!entry.isSymbolicLink() && entry.name !== 'database') await close(join(dataDir, entry.name));
  // PostgreSQL may run as another user, who has to pass through.
  const { mode } = await stat(dataDir);
  if (mode & readingOrWriting) await chmod(dataDir, mode & ~readingOrWriting & 0o777);
}

async function close(path: string): Promise<void> {
  const info = await stat(path);
  if (!(info.mode & ofOthers) || info.uid !== (process.getuid?.() ?? info.uid)) return;
  if (info.isDirectory())
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (!entry.isSymbolicLink()) await close(join(path, entry.name));
  await chmod(path, info.mode & ~ofOthers & 0o777);
}
