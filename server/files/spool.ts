import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileAgeMs } from '../core/clock.ts';
import type { FileStore } from './store.ts';

/** Milliseconds after which a file was left by a process that was killed. */
const lasts = 3_600_000;

/** What has been written so far. */
export interface SpooledFile {
  size: number;
  sha256: string;
}

/** The folder of this machine in which files come to be, before a store takes them over. */
export class Spool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  /** A path at which nothing lies yet. */
  newPath(): string {
    return join(this.#folder, randomUUID());
  }

  /** Writes a stream to its end. Whoever calls removes what is there when it fails. */
  async write(content: Readable | AsyncIterable<Buffer>, path: string): Promise<SpooledFile> {
    const written = { size: 0, sha256: '' };
    const hash = createHash('sha256');
    const measure = new Transform({
      transform(chunk: Buffer, _, done) {
        written.size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(content, measure, createWriteStream(path, { flush: true }));
    written.sha256 = hash.digest('hex');
    return written;
  }

  /** Stores content under a name, whole or not at all: its length and SHA-256 are known before the store takes it. */
  async store(
    to: Pick<FileStore, 'put'>,
    name: string,
    content: Readable | AsyncIterable<Buffer>,
  ): Promise<SpooledFile> {
    return await this.with(async (path) => {
      const written = await this.write(content, path);
      await to.put(name, path, written.sha256);
      return written;
    });
  }

  /** Gives work a path of its own; what lies there afterwards is removed. */
  async with<T>(work: (path: string) => Promise<T>): Promise<T> {
    const path = this.newPath();
    try {
      return await work(path);
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Removes what a crash left. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [] as string[])) {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => null);
      if (info !== null && fileAgeMs(info) > lasts) await rm(path, { recursive: true, force: true });
    }
  }
}

/** The SHA-256 of a file of this machine, in hexadecimal figures. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
