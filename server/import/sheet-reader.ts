import { fileURLToPath } from 'node:url';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { BoundedProcess, ProcessLimitError } from '../core/bounded-process.ts';
import { Refusal } from '../core/refusal.ts';
import { Semaphore } from '../core/semaphore.ts';
import type { Language } from '../core/translations.ts';
import type { RecipeContext } from './recipe.ts';
import type { CellsByTable, RowCells } from './recipe-portal-rows.ts';
import type { ParsedSheets, SheetLimits } from './recipe-sheets.ts';
import type { ImportFault } from './report.ts';

/** Files to read, by where they lie on this machine; more than the limits allow is answered with nothing. */
export interface SheetReadRequest {
  readonly files: readonly { readonly name: string; readonly path: string }[];
  readonly language: Language;
  readonly limits: SheetLimits;
  /** Makes tables of the sheets, too. */
  readonly apply?: {
    readonly recipe: Recipe;
    readonly cells: readonly (readonly [table: string, rows: readonly RowCells[]])[];
    readonly context: RecipeContext;
  };
}

/** The tables that a recipe made of sheets, or why it made none. */
export interface AppliedRecipe {
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  readonly remarks: readonly ImportFault[];
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** The importer's CSV files as a ZIP in base64; null where there are faults. */
  readonly zip: string | null;
}

/** What the process answers. */
export type SheetReadReply = { readonly sheets: ParsedSheets } | { readonly applied: AppliedRecipe };

/** A list of 20,000 people with thirty columns has 600,000 cells of some 12 million characters; a timetable far fewer. */
const limits: SheetLimits = { cells: 800_000, characters: 30_000_000 };

/** The program and its bounds; the time is twice what so many cells take. */
const program = {
  path: fileURLToPath(new URL('./sheet-process.ts', import.meta.url)),
  within: 10_000,
  heap: 1024,
  data: 3072,
  resident: 1280,
};

/**
 * Reads the sheets that registrars hand in, in a process of its own, one after another, and of each person only one at a time:
 * a small file can unpack to millions of cells, and what looks like thousands of wrong names takes seconds to find, for which
 * everybody else would wait.
 */
export class SheetReader {
  readonly #line = new Semaphore(1, 60_000, 5);
  readonly #process = new BoundedProcess<SheetReadRequest, SheetReadReply | null>(program);
  readonly #readers = new Set<number>();

  /**
   * Does work for a person whose earlier work here is done.
   * @throws Refusal 409 while it is not
   */
  async oneAtATime<T>(uid: number, work: () => Promise<T>): Promise<T> {
    if (this.#readers.has(uid)) throw new Refusal('recipes.stillReading', 409);
    this.#readers.add(uid);
    try {
      return await work();
    } finally {
      this.#readers.delete(uid);
    }
  }

  /**
   * The sheets of files, and what of them cannot be read.
   * @throws Refusal 422 when they are too large or take too long, 503 when too many wait
   */
  async read(files: SheetReadRequest['files'], language: Language): Promise<ParsedSheets> {
    const reply = await this.#ask({ files, language, limits });
    if (!('sheets' in reply)) throw new Error('no sheets came from the process that reads them');
    return reply.sheets;
  }

  /**
   * What a recipe makes of files; `cells`: what the portal holds.
   * @throws Refusal as `read`
   */
  async apply(
    files: SheetReadRequest['files'],
    { recipe, cells, context }: { recipe: Recipe; cells: CellsByTable; context: RecipeContext },
  ): Promise<AppliedRecipe> {
    const apply = { recipe, cells: [...cells], context };
    const reply = await this.#ask({ files, language: context.language, limits, apply });
    if (!('applied' in reply)) throw new Error('no tables came from the process that makes them');
    return reply.applied;
  }

  async #ask(question: SheetReadRequest): Promise<SheetReadReply> {
    const reply = await this.#line
      .run(() => this.#process.ask(question))
      .catch((failure: unknown) => {
        if (failure instanceof ProcessLimitError) return null;
        throw failure;
      });
    if (!reply) throw new Refusal('recipes.tooLarge', 422, { fields: { files: 'recipes.tooLarge' } });
    return reply;
  }

  /** Ends the process at once, whatever it does. */
  stop(): void {
    this.#process.stop();
  }
}
