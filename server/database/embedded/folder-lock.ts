import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { CannotStart } from '../../core/cannot-start.ts';

/** Another process has the data folder. */
export class FolderInUse extends CannotStart {}

/** Gives the folder back. */
export type ReleaseFolder = () => Promise<void>;

/**
 * Takes a data folder for this process alone. The lock is a named socket that the kernel closes with its process,
 * so that nothing stale is left after kill -9.
 * @throws FolderInUse when another process has the folder
 */
export async function lockFolder(folder: string): Promise<ReleaseFolder> {
  const server = createServer((socket) => socket.destroy());
  const name = `bilim-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  await listen(server, socketPath(folder, name)).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EADDRINUSE') throw failure;
    throw new FolderInUse(
      `Bilim already runs on the data folder ${folder}, or one of its commands does: stop it first, or set another DATA_DIR.`,
    );
  });
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

function socketPath(folder: string, name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : join(folder, 'lock');
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(path, () => done());
  });
}
