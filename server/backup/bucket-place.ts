import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '../core/files-settings.ts';
import { StartupError } from '../core/startup-error.ts';
import { Spool, type SpooledFile } from '../files/spool.ts';
import { type FileStore, listAllObjects, ObjectNotFoundError, StorageUnavailableError } from '../files/store.ts';
import { openBucketStore } from '../files/store-location.ts';
import type { BackupLocation } from './place.ts';
import { findOlderBackupNames } from './retention.ts';
import type { BackupSource } from './verify.ts';

/** With what an operator's name of a back-up in the bucket begins. */
export const bucketScheme = 's3:';
const nameForm = /^[A-Za-z0-9][\w.-]{0,199}$/;
/** The object that is written last: without it pieces are what an interrupted back-up left. */
const end = 'complete.json';
const isBackupObject = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,199}\/(\d{8}|complete\.json)$/.test(name);
/** A piece is held in memory when it is read, so that it can be asked for again. */
const defaultPieceBytes = 32 * 1024 * 1024;
/** How often a piece is asked for that does not come whole. */
const attempts = 3;
const manifestFormat = 1;

/** What the last object says. */
interface Manifest {
  readonly format: number;
  /** The moment of which it is. */
  readonly at: string;
  /** Length and SHA-256 of each piece. */
  readonly pieces: readonly SpooledFile[];
}

/** A back-up of the bucket, as `--list` shows it. */
export interface ListedBackup {
  readonly name: string;
  readonly bytes: number;
  /** Whether its end is there. */
  readonly isWhole: boolean;
  /** The moment of which it is; null: it is not whole, or what says so cannot be read. */
  readonly at: string | null;
}

/**
 * The bucket of `BACKUP_URL`. A back-up is pieces of one length below its name, in the order of their numbers the bytes of the file
 * that it would be elsewhere, and an object that lists them, which comes last.
 */
export class BackupBucket {
  readonly #store: FileStore;
  readonly #spool: Spool;
  readonly #folder: string;
  readonly #pieceBytes: number;

  private constructor(store: FileStore, spool: Spool, folder: string, pieceBytes: number) {
    this.#store = store;
    this.#spool = spool;
    this.#folder = folder;
    this.#pieceBytes = pieceBytes;
  }

  static async open(bucket: Bucket, pieceBytes = defaultPieceBytes): Promise<BackupBucket> {
    const folder = join(tmpdir(), `bilim-backup-${randomUUID()}`);
    const spool = new Spool(folder);
    return new BackupBucket(await openBucketStore(bucket, spool, isBackupObject), spool, folder, pieceBytes);
  }

  /** Removes the folder in which pieces come to be. */
  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * The place of one back-up.
   * @throws StartupError when nothing in the bucket may be called so
   */
  place(name: string): BackupLocation {
    const called = bucketScheme + name;
    if (!nameForm.test(name))
      throw new StartupError(
        `"${called}" names no back-up of the bucket: letters, figures, dots, dashes and underscores behind s3:, such as s3:bilim-2026-11-30.tar.gz. The bucket stands in BACKUP_URL.`,
      );
    let pieces: SpooledFile[] = [];
    const source = (listed: () => Promise<readonly SpooledFile[]>): BackupSource => ({
      name: called,
      open: () => this.#read(name, listed),
    });
    return {
      name: called,
      source: source(() => this.#piecesOf(name)),
      written: source(async () => pieces),
      check: (wanted) => this.#check(name, wanted),
      write: async (packed) => {
        pieces = await asked(this.#write(name, packed));
      },
      finish: async ({ at }) => {
        await asked(this.#put(`${name}/${end}`, json({ format: manifestFormat, at, pieces })));
      },
      // What cannot be removed now counts for nothing, and goes with the next one of that name or by `--keep`.
      discard: () => this.#remove(name).catch(() => undefined),
      discardAtExit: () => rmSync(this.#folder, { recursive: true, force: true }),
      removeOlder: (keep) => this.#removeOlder(name, keep),
    };
  }

  /** Every back-up of the bucket, and what interrupted ones left, in the order of their names. */
  async list(): Promise<ListedBackup[]> {
    const listed: ListedBackup[] = [];
    for (const [name, { bytes, isWhole }] of await asked(this.#names())) {
      const manifest = isWhole ? await this.#manifest(name) : null;
      listed.push({ name: bucketScheme + name, bytes, isWhole, at: manifest?.at ?? null });
    }
    return listed;
  }

  async #names(): Promise<Map<string, { bytes: number; isWhole: boolean }>> {
    const found = new Map<string, { bytes: number; isWhole: boolean }>();
    for await (const objects of listAllObjects(this.#store))
      for (const { name: object, size } of objects) {
        const [name = '', part] = object.split('/');
        const one = found.get(name) ?? { bytes: 0, isWhole: false };
        found.set(name, { bytes: one.bytes + size, isWhole: one.isWhole || part === end });
      }
    return found;
  }

  async #check(name: string, wanted: 'present' | 'absent'): Promise<void> {
    const there = await asked(this.#store.list(`${name}/`, 1));
    const isBegun = there.some((object) => object.name.startsWith(`${name}/`));
    const isWhole = (await asked(this.#store.stat(`${name}/${end}`))) !== null;
    const called = bucketScheme + name;
    if (wanted === 'absent' && isWhole)
      throw new StartupError(`${called} is there already in the bucket of BACKUP_URL: choose another name.`);
    if (wanted === 'absent' || isWhole) return;
    throw new StartupError(
      isBegun
        ? `${called} is not whole: the back-up that wrote it was interrupted. npm run backup -- --list names those that are.`
        : `There is no ${called} in the bucket of BACKUP_URL: npm run backup -- --list names what is there.`,
    );
  }

  async #write(name: string, packed: AsyncIterable<Buffer>): Promise<SpooledFile[]> {
    // Another one may have ended since it was looked at first.
    await this.#check(name, 'absent');
    await this.#remove(name);
    const pieces: SpooledFile[] = [];
    for await (const piece of cut(packed, this.#pieceBytes))
      pieces.push(await this.#put(pieceName(name, pieces.length), piece));
    return pieces;
  }

  async #put(object: string, content: AsyncIterable<Buffer>): Promise<SpooledFile> {
    await this.#spool.prepare();
    return await this.#spool.store(this.#store, object, content);
  }

  /** The end first: what is left when this is interrupted must not look whole. A key that may not remove is asked for nothing. */
  async #remove(name: string): Promise<void> {
    const [first] = await this.#store.list(`${name}/`, 1);
    if (!first?.name.startsWith(`${name}/`)) return;
    await this.#store.remove([`${name}/${end}`]);
    await this.#store.remove([`${name}/`]);
  }

  /** What the last object says; null: it is damaged, or of a release that this one does not know. */
  async #manifest(name: string): Promise<Manifest | null> {
    const text = (await this.#whole(`${name}/${end}`)).toString();
    try {
      const manifest = JSON.parse(text) as Manifest;
      return manifest.format === manifestFormat ? manifest : null;
    } catch {
      return null;
    }
  }

  async #piecesOf(name: string): Promise<readonly SpooledFile[]> {
    const manifest = await this.#manifest(name);
    if (manifest) return manifest.pieces;
    throw new StartupError(`${bucketScheme}${name}/${end} is damaged, or of a release that this one does not know.`);
  }

  async *#read(name: string, listed: () => Promise<readonly SpooledFile[]>): AsyncGenerator<Buffer> {
    for (const [number, { size, sha256 }] of (await listed()).entries()) {
      const content = await this.#whole(pieceName(name, number));
      if (content.length !== size || createHash('sha256').update(content).digest('hex') !== sha256)
        throw new StartupError(`${bucketScheme}${pieceName(name, number)} is damaged: it is not what was written.`);
      yield content;
    }
  }

  /** An object as a whole, asked for again when it does not come so. */
  async #whole(object: string): Promise<Buffer> {
    for (let attempt = 1; ; attempt++)
      try {
        return await buffer(await this.#store.get(object));
      } catch (failure) {
        if (failure instanceof ObjectNotFoundError)
          throw new StartupError(`${bucketScheme}${object} is missing in the bucket of BACKUP_URL.`);
        if (!(failure instanceof StorageUnavailableError)) throw failure;
        if (attempt === attempts) throw cannotBeUsed(failure);
      }
  }

  async #removeOlder(name: string, keep: number): Promise<string[]> {
    const gone: string[] = [];
    try {
      const names = await this.#names();
      let kept = 1;
      for (const other of findOlderBackupNames([...names.keys()], name)) {
        // What an interrupted one left is none, and counts for none.
        if (names.get(other)?.isWhole && ++kept <= keep) continue;
        await this.#remove(other);
        gone.push(bucketScheme + other);
      }
    } catch (failure) {
      if (!(failure instanceof StorageUnavailableError)) throw failure;
      throw new StartupError(
        `The back-up is whole, but older ones could not be removed in the bucket of BACKUP_URL (${failure.reason}).`,
      );
    }
    return gone;
  }
}

const pieceName = (name: string, number: number): string => `${name}/${String(number + 1).padStart(8, '0')}`;

async function* json(value: Manifest): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(value, null, 1));
}

const cannotBeUsed = ({ reason }: StorageUnavailableError): StartupError =>
  new StartupError(`The bucket of BACKUP_URL cannot be used (${reason}). Try it again when it can.`);

/** What the bucket answers; a sentence for the operator where it gives no answer, or none that helps. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (failure) {
    throw failure instanceof StorageUnavailableError ? cannotBeUsed(failure) : failure;
  }
}

/** Cuts a stream into pieces of one length, each of which has to be read to its end before the next one. */
async function* cut(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<AsyncIterable<Buffer>> {
  let rest: Buffer | null = null;
  const source = content[Symbol.asyncIterator]();
  const next = async (): Promise<Buffer | null> => {
    for (;;) {
      const { value, done } = await source.next();
      if (done) return null;
      if (value.length > 0) return value;
    }
  };
  async function* piece(): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0 && rest !== null; ) {
      const chunk: Buffer = rest;
      yield chunk.subarray(0, left);
      rest = chunk.length > left ? chunk.subarray(left) : await next();
      left -= Math.min(left, chunk.length);
    }
  }
  try {
    rest = await next();
    while (rest !== null) yield piece();
  } finally {
    await source.return?.();
  }
}
