import { fileURLToPath } from 'node:url';
import { BoundExceeded, BoundedProcess } from '../core/bounded-process.ts';
import { Refusal } from '../core/refusal.ts';
import { Semaphore } from '../core/semaphore.ts';
import type { Language } from '../core/translations.ts';
import type { ReadSheets } from './recipe-sheets.ts';

/** Files to read, by where they lie on this machine; more cells than `mostCells` are answered with nothing. */
export interface SheetQuestion {
  readonly files: readonly { readonly name: string; readonly path: string }[];
  readonly language: Language;
  readonly mostCells: number;
}

/** A list of 20,000 people with thirty columns has 600,000 cells; a timetable of a university far fewer. */
const mostCells = 800_000;

/** The program and its bounds; the time is several times what so many cells take. */
const program = {
  path: fileURLToPath(new URL('./sheet-process.ts', import.meta.url)),
  within: 20_000,
  heap: 1024,
  data: 3072,
  resident: 1280,
};

/**
 * Reads the sheets that a registrar hands in, in a process of its own, one after another: a small file can unpack to millions
 * of cells, for which everybody else would wait.
 */
export class SheetReader {
  readonly #line = new Semaphore(1, 60_000, 5);
  readonly #process = new BoundedProcess<SheetQuestion, ReadSheets | null>(program);

  /**
   * The sheets of files, and what of them cannot be read.
   * @throws Refusal 422 when they are too large, 503 when too many wait
   */
  async read(files: SheetQuestion['files'], language: Language): Promise<ReadSheets> {
    const answer = await this.#line
      .run(() => this.#process.ask({ files, language, mostCells }))
      .catch((failure: unknown) => {
        if (failure instanceof BoundExceeded) return null;
        throw failure;
      });
    if (!answer) throw new Refusal('recipes.tooLarge', 422, { fields: { files: 'recipes.tooLarge' } });
    return answer;
  }

  /** Ends the process at once, whatever it does. */
  stop(): void {
    this.#process.stop();
  }
}
