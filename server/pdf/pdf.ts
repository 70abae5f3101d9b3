import { Worker } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

export interface PdfJob {
  readonly id: number;
  /** Plain data: functions do not travel between threads. */
  readonly definition: TDocumentDefinitions;
}
export interface PdfAnswer {
  readonly id: number;
  readonly bytes?: Uint8Array;
  readonly fault?: string;
}

type Waiting = PromiseWithResolvers<Buffer>;

let thread: { readonly worker: Worker; readonly waiting: Map<number, Waiting> } | null = null;
let last = 0;

/**
 * Writes a PDF in the portal's own letters. Laying out takes a tenth of a second without a pause, so a thread does it:
 * nobody else's call waits. The thread starts with the first PDF.
 */
export function writePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  thread ??= start();
  const { worker, waiting } = thread;
  const made = Promise.withResolvers<Buffer>();
  const id = ++last;
  waiting.set(id, made);
  worker.ref();
  worker.postMessage({ id, definition } satisfies PdfJob);
  return made.promise;
}

function start() {
  // Its memory has a bound, so that a document without end takes only the thread with it.
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });
  const waiting = new Map<number, Waiting>();
  worker.on('message', ({ id, bytes, fault }: PdfAnswer) => {
    if (bytes) waiting.get(id)?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    else waiting.get(id)?.reject(new Error(fault));
    waiting.delete(id);
    // An idle thread does not keep the process.
    if (!waiting.size) worker.unref();
  });
  const fail = (error: Error) => {
    if (thread?.worker === worker) thread = null;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that writes PDFs ended')));
  return { worker, waiting };
}
