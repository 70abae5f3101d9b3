import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { KeyedMutex } from '../core/keyed-mutex.ts';
import { Refusal } from '../core/refusal.ts';
import { type Picture, Pictures } from './pictures.ts';

const smallPixels = 480;
/** So many pictures that cannot be drawn are remembered. */
const mostUndrawn = 10_000;

/**
 * What is made of the pictures among the stored files. The pictures of one person are worked on one after another,
 * those that a person uploads and those that a person looks at, so that nobody fills the line for all others.
 */
export class PictureFiles {
  readonly #folder: string;
  readonly #pictures = new Pictures();
  readonly #turns = new KeyedMutex();
  /** Small pictures that are being drawn, by key: whoever asks meanwhile waits for the same one. */
  readonly #drawing = new Map<string, Promise<string | null>>();
  /** Keys of pictures that could not be drawn: each further try would cost the same time again. */
  readonly #undrawn = new Set<string>();

  /** `folder`: where all files lie. */
  constructor(folder: string) {
    this.#folder = folder;
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
    const clean = `${tmp}.clean`;
    try {
      const picture = { from: tmp, to: clean, what: 'clean', type, side: 0 } as const;
      if (!(await this.#inTurn(person, () => this.#make(picture)))) return null;
      await rename(clean, tmp);
      const hash = createHash('sha256');
      await pipeline(createReadStream(tmp), hash);
      return { size: (await stat(tmp)).size, type, sha256: hash.digest('hex') };
    } finally {
      await rm(clean, { force: true });
    }
  }

  /** A square JPEG of a picture that `person` handed in; null when it is none. */
  async square(person: number, key: string, type: string, side: number): Promise<Buffer | null> {
    const tmp = this.#tmp();
    try {
      const picture = { from: this.#path(key), to: tmp, what: 'square', type, side } as const;
      return (await this.#inTurn(person, () => this.#make(picture))) ? await readFile(tmp) : null;
    } finally {
      await rm(tmp, { force: true });
    }
  }

  /**
   * Where the small picture of a stored one lies, seen from the folder; made when `person` is the first who looks at it.
   * Null when it cannot be made.
   */
  async small(person: number, key: string, type: string): Promise<string | null> {
    if (await this.#isThere(key)) return smallOf(key);
    return await this.#inTurn(person, () => {
      const drawn = this.#drawing.get(key) ?? this.#draw(key, type).finally(() => this.#drawing.delete(key));
      this.#drawing.set(key, drawn);
      return drawn;
    });
  }

  async #draw(key: string, type: string): Promise<string | null> {
    if (await this.#isThere(key)) return smallOf(key);
    if (this.#undrawn.has(key)) return null;
    const tmp = this.#tmp();
    try {
      const picture = { from: this.#path(key), to: tmp, what: 'small', type, side: smallPixels } as const;
      if (!(await this.#make(picture))) {
        if (this.#undrawn.size >= mostUndrawn) this.#undrawn.clear();
        this.#undrawn.add(key);
        return null;
      }
      await rename(tmp, join(this.#folder, smallOf(key)));
      return smallOf(key);
    } finally {
      await rm(tmp, { force: true });
    }
  }

  #inTurn<T>(person: number, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(String(person), work);
  }

  /** Has something made; false when the file is no picture, or cannot be read in time. A Refusal when too many wait. */
  async #make(picture: Picture): Promise<boolean> {
    try {
      await this.#pictures.make(picture);
      return true;
    } catch (error) {
      if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
      return false;
    }
  }

  #isThere(key: string): Promise<boolean> {
    return stat(join(this.#folder, smallOf(key))).then(
      () => true,
      () => false,
    );
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  #tmp(): string {
    return join(this.#folder, 'tmp', randomUUID());
  }
}

const smallOf = (key: string): string => join(key.slice(0, 2), `${key}.webp`);
