import { fileURLToPath } from 'node:url';
import { BoundedProcess } from '../core/bounded-process.ts';
import { Semaphore } from '../core/semaphore.ts';

/** What is to be made of a picture. */
export interface PictureTask {
  /** Path of the file, and of the one that is written. */
  readonly from: string;
  readonly to: string;
  /** `square`: a JPEG of side by side, or a smaller one as it is. `small`: a WebP of at most that. `clean`: the same without metadata. */
  readonly what: 'square' | 'small' | 'clean';
  /** Its MIME type; only looked at for `clean`. */
  readonly type: string;
  /** In pixels. */
  readonly side: number;
}

/** The program and its bounds; the time is ten times what the largest picture that is allowed takes. */
const program = {
  path: fileURLToPath(new URL('./picture-process.ts', import.meta.url)),
  within: 10_000,
  heap: 192,
  data: 1024,
  resident: 768,
  environment: { VIPS_BLOCK_UNTRUSTED: '1' },
};

/** Works on pictures that people hand in, in a process of its own, one after another. */
export class PictureProcess {
  readonly #line = new Semaphore(1, 10_000, 50);
  readonly #process = new BoundedProcess<PictureTask, null>(program);

  /** Runs one task. Throws when the file is no such picture or takes too long; a Refusal (503) when too many tasks wait. */
  async make(picture: PictureTask): Promise<void> {
    await this.#line.run(() => this.#process.ask(picture));
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Ends the process at once, whatever it does. */
  stop(): void {
    this.#process.stop();
  }
}
