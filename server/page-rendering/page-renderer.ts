import { Worker } from 'node:worker_threads';
import type { PageToRender } from '@bilim/contract/page-to-render.ts';

export interface RenderingJob {
  readonly id: number;
  readonly page: PageToRender;
}

/** Id 0 without more: the thread is ready. */
export interface RenderingAnswer {
  readonly id: number;
  readonly html?: string;
  readonly fault?: string;
}

/** Pages that wait for the thread, or are rendered; whoever comes then gets the page that renders itself. */
const maxWaiting = 4;
/** Milliseconds after which a page that waits or is rendered counts as hanging: the thread ends, and the next page starts another. */
const longestRendering = 2_000;
/** Threads that end one after the other before pages are no longer rendered: where nothing was built each does. */
const maxFailures = 3;

/**
 * Renders pages of the portal in a thread of its own, so that nobody else's call waits. It starts with the first page, which
 * does not wait for it.
 */
export class PageRenderer {
  readonly #warn: (error: unknown) => void;
  #thread: {
    readonly worker: Worker;
    readonly waiting: Map<number, PromiseWithResolvers<string>>;
    isReady: boolean;
  } | null = null;
  #failures = 0;
  #isClosed = false;
  #lastId = 0;

  /** `warn` is called with why the thread ended. */
  constructor(warn: (error: unknown) => void) {
    this.#warn = warn;
  }

  /** Whether a page can be rendered now. The first one that asks starts the thread. */
  isReady(): boolean {
    if (this.#isClosed || this.#failures >= maxFailures) return false;
    this.#thread ??= this.#start();
    return this.#thread.isReady && this.#thread.waiting.size < maxWaiting;
  }

  /** The page as HTML. Rejects when it cannot be rendered. */
  async render(page: PageToRender): Promise<string> {
    const thread = this.#thread;
    if (!thread?.isReady) throw new Error('the thread that renders pages has not started');
    const id = ++this.#lastId;
    const rendered = Promise.withResolvers<string>();
    thread.waiting.set(id, rendered);
    thread.worker.postMessage({ id, page } satisfies RenderingJob);
    const timer = setTimeout(() => void thread.worker.terminate(), longestRendering);
    return await rendered.promise.finally(() => clearTimeout(timer));
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.worker.terminate();
  }

  #start() {
    const worker = new Worker(new URL('./rendering-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
    });
    const thread = { worker, waiting: new Map<number, PromiseWithResolvers<string>>(), isReady: false };
    worker.on('message', ({ id, html, fault }: RenderingAnswer) => {
      thread.isReady = true;
      const waiting = thread.waiting.get(id);
      thread.waiting.delete(id);
      if (html !== undefined) {
        this.#failures = 0;
        waiting?.resolve(html);
      } else waiting?.reject(new Error(fault));
    });
    const end = (error: Error) => {
      if (this.#thread?.worker === worker) this.#thread = null;
      this.#failures++;
      for (const one of thread.waiting.values()) one.reject(error);
      thread.waiting.clear();
      if (!this.#isClosed) this.#warn(error);
    };
    worker.once('error', end);
    worker.once('exit', () => this.#thread?.worker === worker && end(new Error('the thread that renders pages ended')));
    // It does not keep the process.
    worker.unref();
    return thread;
  }
}
