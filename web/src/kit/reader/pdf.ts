import { bookLimits } from '@bilim/contract/book-limits.ts';
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { retryUntilSuccess } from '../../core/isPortalReachable.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

export type PdfDocument = PDFDocumentProxy;

// Small pieces: a book whose pages lie far apart is looked through page by page before the first one shows.
const how = { disableAutoFetch: true, disableStream: true, rangeChunkSize: 16 * 1024, useWasm: false, verbosity: 0 };

/** Where a PDF is read from: its address with its size, or a copy that lies on this device. */
export type PdfSource = { readonly url: string; readonly size: number } | Blob;

/** Reads the asked parts of a file of known size; the library's own way begins with the whole file. */
class Parts extends PDFDataRangeTransport {
  readonly #source: PdfSource;
  readonly #stop = new AbortController();
  readonly #failed: () => void;

  constructor(source: PdfSource, failed: () => void) {
    super(source.size, null);
    this.#source = source;
    this.#failed = failed;
  }

  override requestDataRange(begin: number, end: number): void {
    const { signal } = this.#stop;
    const load = async () => {
      if (signal.aborted) return null;
      if (this.#source instanceof Blob) return new Uint8Array(await this.#source.slice(begin, end).arrayBuffer());
      const answer = await fetch(this.#source.url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal });
      if (answer.status === 206) return new Uint8Array(await answer.arrayBuffer());
      if (answer.status >= 500) throw new Error(String(answer.status));
      return null;
    };
    void retryUntilSuccess(load).then((part) => {
      if (part) this.onDataRange(begin, part);
      else if (!signal.aborted) this.#failed();
    });
  }

  override abort(): void {
    this.#stop.abort();
  }
}

/** The library starts its own program once only: it must be in the browser's cache by then. */
const program = async () => {
  const answer = await fetch(workerAddress);
  if (!answer.ok) throw new Error(String(answer.status));
  await answer.arrayBuffer();
};

/** Opens a PDF of the portal piece by piece: only what the shown pages need is fetched. Give it back with `close`. */
export function openPdf(source: PdfSource): { pdf: Promise<PdfDocument>; close: () => void } {
  let fail: (why: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const parts = new Parts(source, () => fail(new Error('a part did not come')));
  let isClosed = false;
  let reading: { readonly worker: PDFWorker; readonly task: PDFDocumentLoadingTask } | null = null;
  let pdf: PdfDocument | null = null;
  const opened = retryUntilSuccess(program).then(async () => {
    if (isClosed) throw new Error('closed before it was read');
    const worker = new PDFWorker({ verbosity: how.verbosity });
    reading = { worker, task: getDocument({ range: parts, worker, ...how }) };
    pdf = await reading.task.promise;
    return pdf;
  });
  const close = async () => {
    isClosed = true;
    parts.abort();
    // Asked to end while it reads, the library's program would throw what nobody catches: then it is just stopped.
    if (pdf) await reading?.task.destroy();
    reading?.worker.destroy();
  };
  return { pdf: Promise.race([opened, lost]), close: () => void close() };
}

/** Lays the words of a page over its drawing, unseen, so that they can be selected, copied and read aloud. */
export function drawTextLayer(
  page: PDFPageProxy,
  container: HTMLElement,
  scale: number,
): { done: Promise<unknown>; cancel: () => void } {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  return { done: layer.render(), cancel: () => layer.cancel() };
}

/** How many pages a PDF on this machine has; null when it cannot be read, or says more than a book may have. */
export async function countPages(file: File): Promise<number | null> {
  const task = getDocument({ data: await file.arrayBuffer(), ...how });
  try {
    const { numPages } = await task.promise;
    return numPages <= bookLimits.pages ? numPages : null;
  } catch {
    return null;
  } finally {
    void task.destroy();
  }
}
