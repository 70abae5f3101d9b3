import { posix } from 'node:path';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { decodeMarkup } from '../core/encodings.ts';
import { type MarkupListener, walkMarkup } from './markup.ts';
import { ExtractionBudget } from './reading-budget.ts';

/** Bounds of what is unpacked of one file in all, whatever its directory says. */
const maxInflatedBytes = 64 * 1024 * 1024;
const maxEntries = 10_000;

/** An archive whose parts are read by their names, as long as they stay within bounds together. */
export class OfficeArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** What all its parts together may take of their reader. */
  readonly budget: ExtractionBudget;
  #left = maxInflatedBytes;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, budget: ExtractionBudget) {
    this.#zip = zip;
    this.#entries = entries;
    this.budget = budget;
  }

  /** Opens an archive for `use` and closes it afterwards. */
  static async using<T>(
    path: string,
    use: (archive: OfficeArchive) => Promise<T>,
    budget: ExtractionBudget = new ExtractionBudget(),
  ): Promise<T> {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= maxEntries) throw new Error('the archive has too many parts');
        entries.set(asKey(entry.fileName), entry);
      }
      return await use(new OfficeArchive(zip, entries, budget));
    } finally {
      zip.close();
    }
  }

  /** The names of all parts, in small letters. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Goes through a part of markup, as far as the budget goes. */
  async walk(name: string, kind: 'xml' | 'html', listener: MarkupListener): Promise<void> {
    if (!this.budget.isSpent) walkMarkup(await this.#read(name), kind, this.budget, listener);
  }

  /** A part of markup as text; '' when it is not there. */
  async #read(name: string): Promise<string> {
    const entry = this.#entries.get(asKey(name));
    if (!entry) return '';
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      this.#left -= (chunk as Buffer).length;
      if (this.#left < 0) throw new Error('the document is too large');
      chunks.push(chunk as Buffer);
    }
    return await decodeMarkup(Buffer.concat(chunks));
  }

  /** What a part of an office file refers to; of the file as a whole with ''. */
  async relations(part: string): Promise<PartRelation[]> {
    const [folder, name] = part === '' ? ['', ''] : [posix.dirname(part), posix.basename(part)];
    const found: PartRelation[] = [];
    await this.walk(posix.join(folder, '_rels', `${name}.rels`), 'xml', {
      opened: (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
        if (element !== 'Relationship') return;
        const kind = type.slice(type.lastIndexOf('/') + 1);
        found.push({ id, kind, target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) });
      },
    });
    return found;
  }
}

/** A reference from one part of an office file to another. */
export interface PartRelation {
  readonly id: string;
  /** The last word of its type, such as `officeDocument` or `slide`. */
  readonly kind: string;
  /** Path of the other part. */
  readonly target: string;
}

/** Office programs find parts whatever the case of their letters, and some write Windows' slashes. */
const asKey = (name: string): string => name.replaceAll('\\', '/').toLowerCase();
