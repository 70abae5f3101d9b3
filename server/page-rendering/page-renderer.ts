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

/** A page, and its HTML. */
export interface RenderedPage {
  readonly page: PageToRender;
  readonly html: string;
}

interface Options {
  /** The program of the thread. */
  readonly program?: URL;
  /** Milliseconds in which a page comes back from the thread; then the thread hangs: it is ended, and the next page starts another. */
  readonly longest?: number;
  /** Milliseconds without a thread after several have ended one after the other. */
  readonly pause?: number;
}

/** Pages that are read, wait for the thread or are rendered by it; whoever comes then gets the page that renders itself. */
const maxPages = 4;
const longestRendering = 2_000;
/** Threads that end one after the other before there is none for a while: where nothing was built each does. */
const maxFailures = 3;
const pauseAfterFailures = 5 * 60_000;

/**
 * Renders pages of the portal in a thread of its own, so that nobody else's call waits. It starts with the first page, which
 * does not wait for it.
 */
export class PageRenderer {
  readonly #warn: (error: unknown) => void;
  readonly #program: URL;
  readonly #longest: number;
  readonly #pause: number;
  #thread: {
    readonly worker: Worker;
    readonly waiting: Map<number, PromiseWithResolvers<string>>;
    isReady: boolean;
  } | null = null;
  #pages = 0;
  #failures = 0;
  #endedAt = 0;
  #isClosed = false;
  #lastId = 0;

  /** `warn` is called with why the thread ended. */
  constructor(
    warn: (error: unknown) => void,
    {
      program = new URL('./rendering-thread.ts', import.meta.url),
      longest = longestRendering,
      pause = pauseAfterFailures,
    }: Options = {},
  ) {
    this.#warn = warn;
    this.#program = program;
    this.#longest = longest;
    this.#pause = pause;
  }

  /**
   * Renders the page that `read` gives. Null where it is not rendered: the thread is not there (the first page that asks starts it),
   * enough others are under way, `read` gives none, or `signal` says before it is read that nobody waits for it any longer. Rejects
   * when it cannot be read or rendered.
   */
  async render(read: () => Promise<PageToRender | null>, signal: AbortSignal): Promise<RenderedPage | null> {
    if (!this.#isReady() || this.#pages >= maxPages) return null;
    this.#pages++;
    try {
      const page = await read();
      if (!page || signal.aborted || !this.#isReady()) return null;
      return { page, html: await this.#post(page) };
    } finally {
      this.#pages--;
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.worker.terminate();
  }

  #isReady(): boolean {
    if (this.#isClosed || this.#isPausing()) return false;
    this.#thread ??= this.#start();
    return this.#thread.isReady;
  }

  #isPausing(): boolean {
    if (this.#failures < maxFailures) return false;
    if (performance.now() - this.#endedAt < this.#pause) return true;
    // One try, which ends in another pause or not.
    this.#failures = maxFailures - 1;
    return false;
  }

  async #post(page: PageToRender): Promise<string> {
    const thread = this.#thread;
    if (!thread) throw new Error('the thread that renders pages ended');
    const id = ++this.#lastId;
    const rendered = Promise.withResolvers<string>();
    thread.waiting.set(id, rendered);
    thread.worker.postMessage({ id, page } satisfies RenderingJob);
    const timer = setTimeout(() => void thread.worker.terminate(), this.#longest);
    return await rendered.promise.finally(() => clearTimeout(timer));
  }

  #start() {
    const worker = new Worker(this.#program, {
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
      this.#endedAt = performance.now();
      for (const one of thread.waiting.values()) one.reject(error);
      thread.waiting.clear();
      if (this.#isClosed) return;
      const minutes = this.#pause / 60_000;
      this.#warn(
        this.#failures < maxFailures
          ? error
          : new Error(`phones get pages without content for ${minutes} minutes`, { cause: error }),
      );
    };
    worker.once('error', end);
    worker.once('exit', () => this.#thread?.worker === worker && end(new Error('the thread that renders pages ended')));
    // It does not keep the process.
    worker.unref();
    return thread;
  }
}
