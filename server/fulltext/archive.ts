import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** Bounds of what is unpacked of one file in all, whatever its directory says. */
const mostInflated = 64 * 1024 * 1024;
const mostEntries = 10_000;

/** An archive whose parts are read by their names, as long as they stay within bounds together. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left = mostInflated;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens an archive for `use` and closes it afterwards. */
  static async using<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= mostEntries) throw new Error('the archive has too many parts');
        entries.set(entry.fileName, entry);
      }
      return await use(new Archive(zip, entries));
    } finally {
      zip.close();
    }
  }

  /** The names of all parts. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** A part as text; '' when it is not there. */
  async read(name: string): Promise<string> {
    const entry = this.#entries.get(name);
    if (!entry) return '';
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      this.#left -= (chunk as Buffer).length;
      if (this.#left < 0) throw new Error('the document is too large');
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}
