import { readFile, rename, stat } from 'node:fs/promises';
import { isDiskFull } from '../core/disk-full.ts';
import { KeyedMutex } from '../core/keyed-mutex.ts';
import { Refusal } from '../core/refusal.ts';
import { PictureProcess, type PictureTask } from './pictures.ts';
import { hashFile, type Spool } from './spool.ts';
import { type FileStore, smallPictureKey } from './store.ts';

const smallPixels = 480;
/** So many pictures that cannot be drawn are remembered. */
const maxBrokenPictures = 10_000;

/**
 * What is made of the pictures among the stored files. The pictures of one person are worked on one after another,
 * those that a person uploads and those that a person looks at, so that nobody fills the line for all others.
 */
export class PictureFiles {
  readonly #store: FileStore;
  readonly #spool: Spool;
  readonly #pictures = new PictureProcess();
  readonly #mutex = new KeyedMutex();
  /** Small pictures that are being drawn, by key: whoever asks meanwhile waits for the same one. */
  readonly #drawing = new Map<string, Promise<boolean>>();
  /** Keys of pictures that could not be drawn: each further try would cost the same time again. */
  readonly #undrawn = new Set<string>();

  constructor(store: FileStore, spool: Spool) {
    this.#store = store;
    this.#spool = spool;
  }

  /** Gives up what is being made, so that nobody who stops the portal waits for it. */
  stop(): void {
    this.#pictures.stop();
  }

  /** The id of the process that works on pictures, while it runs. */
  get pid(): number | undefined {
    return this.#pictures.pid;
  }

  /** Takes place, device and the like out of a picture that `person` has just handed in; null when it is none. */
  async clean(
    person: number,
    tmp: string,
    type: string,
  ): Promise<{ size: number; type: string; sha256: string } | null> {
    return await this.#spool.with(async (clean) => {
      const picture = { from: tmp, to: clean, what: 'clean', type, side: 0 } as const;
      if (!(await this.#inTurn(person, () => this.#make(picture)))) return null;
      await rename(clean, tmp);
      return { size: (await stat(tmp)).size, type, sha256: await hashFile(tmp) };
    });
  }

  /** A square JPEG of a picture that `person` handed in; null when it is none. */
  async square(person: number, key: string, type: string, side: number): Promise<Buffer | null> {
    return await this.#spool.with(async (to) => {
      const isMade = await this.#inTurn(person, () => this.#makeOf(key, { to, what: 'square', type, side }));
      return isMade ? await readFile(to) : null;
    });
  }

  /** Whether there is a small picture of a stored one; made when `person` is the first who looks at it. */
  async small(person: number, key: string, type: string): Promise<boolean> {
    if (await this.#isThere(key)) return true;
    return await this.#inTurn(person, () => {
      const drawn = this.#drawing.get(key) ?? this.#draw(key, type).finally(() => this.#drawing.delete(key));
      this.#drawing.set(key, drawn);
      return drawn;
    });
  }

  async #draw(key: string, type: string): Promise<boolean> {
    if (await this.#isThere(key)) return true;
    if (this.#undrawn.has(key)) return false;
    return await this.#spool.with(async (to) => {
      const isMade = await this.#makeOf(key, { to, what: 'small', type, side: smallPixels });
      if (isMade) await this.#store.put(smallPictureKey(key), to);
      else {
        if (this.#undrawn.size >= maxBrokenPictures) this.#undrawn.clear();
        this.#undrawn.add(key);
      }
      return isMade;
    });
  }

  #inTurn<T>(person: number, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(String(person), work);
  }

  /** Has something made; false when the file is no picture, or cannot be read in time. A Refusal when too many wait. */
  #make(picture: PictureTask): Promise<boolean> {
    return worked(() => this.#pictures.make(picture));
  }

  /** The same of a stored picture. */
  #makeOf(key: string, picture: Omit<PictureTask, 'from'>): Promise<boolean> {
    return worked(() => this.#store.withLocalCopy(key, (from) => this.#pictures.make({ ...picture, from })));
  }

  async #isThere(key: string): Promise<boolean> {
    return (await this.#store.stat(smallPictureKey(key))) !== null;
  }
}

async function worked(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal || isDiskFull(error)) throw error;
    return false;
  }
}
