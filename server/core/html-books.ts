import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { send } from '@fastify/send';
import type { FastifyRequest } from 'fastify';
import { Gate } from './database.ts';
import { Refusal } from './failures.ts';
import { extensionOf } from './file-names.ts';
import { type Files, notSent, type Received, type StoredFile } from './files.ts';
import type { Raw } from './room.ts';
import { bookTypes } from './unpack-rules.ts';

const unpackWithin = 60_000;

/**
 * Web books: one .html, or a .zip with index.html that is unpacked beside its file. They run script of strangers, so
 * their pages get an origin of their own (sandbox) and may talk to nobody.
 */
export class HtmlBooks {
  readonly #files: Files;
  readonly #unpacking = new Gate(1, 30_000, 20);

  constructor(files: Files) {
    this.#files = files;
  }

  /** Unpacks a handed-in book; when it is none, or breaks a rule of unpacking, 400 with the room's code, and nothing is left. */
  async unpack(file: Received, refusal: string): Promise<void> {
    const extension = extensionOf(file.name);
    if (file.type === 'text/html' && ['html', 'htm'].includes(extension)) return;
    if (file.type !== 'application/zip' || extension !== 'zip') throw notBook(refusal);
    const target = this.#files.folderOf(file.key);
    const part = `${target}.part`;
    try {
      await mkdir(part, { recursive: true });
      const fault = await this.#unpacking.run(() => unpackInWorker(this.#files.pathOf(file.key), part));
      if (fault === 'no room') throw new Refusal('file.noRoom', 503);
      if (fault !== null) throw notBook(refusal);
      await rename(part, target);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw error;
    }
  }

  /** The answer that sends one file of a book: sandboxed, without cookies, open to its own opaque origin. */
  async answer(request: FastifyRequest, file: StoredFile, path: string): Promise<Raw> {
    const isZip = extensionOf(file.name) === 'zip';
    if (!isZip && path !== 'index.html') throw new Refusal('file.notFound', 404);
    const root = isZip ? this.#files.folderOf(file.key) : this.#files.root;
    if (isZip && (await stat(root).catch(() => null)) === null) throw new Refusal('file.notFound', 404);
    const type = bookTypes[isZip ? extname(path).slice(1).toLowerCase() : 'html'];
    if (type === undefined) throw new Refusal('file.notFound', 404);
    const sent = await send(request.raw, isZip ? encodeURI(path) : this.#files.relativeOf(file.key), {
      root,
      acceptRanges: true,
      cacheControl: false,
      lastModified: false,
      etag: true,
      dotfiles: 'deny',
      index: false,
    });
    if (sent.type !== 'file' && sent.statusCode !== 304) throw notSent(sent);
    return {
      status: sent.statusCode,
      headers: {
        ...(sent.headers as Record<string, string>),
        'Content-Type': type,
        'Cache-Control': 'private, no-cache',
        'Content-Security-Policy':
          "sandbox allow-scripts; default-src 'self' data: blob: 'unsafe-inline'; connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Access-Control-Allow-Origin': '*',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
      body: sent.stream,
    };
  }
}

function notBook(code: string): Refusal {
  return new Refusal(code, 400, { fields: { files: code } });
}

/** Unpacks on a thread of its own, with a limit of memory and time; gives the archive's fault, or null. */
async function unpackInWorker(archive: string, target: string): Promise<string | null> {
  const worker = new Worker(new URL('./unpack.ts', import.meta.url), {
    workerData: { archive, target },
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  });
  const timer = setTimeout(() => void worker.terminate(), unpackWithin);
  try {
    return await new Promise<string | null>((done) => {
      worker.once('message', (message: string | null) => done(message));
      worker.once('error', (error) => done(String(error)));
      worker.once('exit', () => done('the thread ended'));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
