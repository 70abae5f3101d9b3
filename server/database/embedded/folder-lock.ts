import { createHash } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../../core/startup-error.ts';

/** Another process has the data folder. */
export class FolderInUseError extends StartupError {}

/** Gives the folder back. */
export type UnlockFolder = () => Promise<void>;

/**
 * Takes a data folder for this process alone. The lock is a named socket that the kernel closes with its process,
 * so that nothing stale is left after kill -9.
 * @throws FolderInUseError when another process has the folder
 */
export async function lockFolder(folder: string): Promise<UnlockFolder> {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket.on('error', () => undefined).on('close', () => waiting.delete(socket)));
    socket.resume().unref();
  });
  await listen(server, socketPath(folder)).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EADDRINUSE') throw failure;
    throw new FolderInUseError(
      `Bilim already runs on the data folder ${folder}, or one of its commands does: stop it first, or set another DATA_DIR.`,
    );
  });
  server.unref();
  return () =>
    new Promise((done) => {
      server.close(() => done());
      for (const socket of waiting) socket.destroy();
    });
}

/** Takes a folder as `lockFolder` does, after whoever has it: a connection to the lock ends with its holder. */
export async function waitForFolderLock(folder: string): Promise<UnlockFolder> {
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch (failure) {
      if (!(failure instanceof FolderInUseError)) throw failure;
    }
    await new Promise<void>((done) => {
      const socket = connect(socketPath(folder));
      socket
        .resume()
        .on('error', () => undefined)
        .on('close', () => done());
    });
  }
}

function socketPath(folder: string): string {
  const name = `bilim-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : join(folder, 'lock');
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(path, () => done());
  });
}
