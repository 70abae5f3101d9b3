import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ScannerAddress } from '../core/scanner-settings.ts';

/** What clamd says of a file. */
export type ScanVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly signature: string }
  /** It takes no file of this length, or did not look at the whole of it. */
  | { readonly kind: 'notScanned' };

/** clamd gave no answer, or none that says what it thinks of the file. */
export class ScanError extends Error {
  /** The connection broke on the way: it may be that the answer was lost with it. */
  readonly isBroken: boolean;

  constructor(message: string, isBroken = false) {
    super(message);
    this.isBroken = isBroken;
  }
}

/** Characters of the longest answer that is taken for one. */
const maxReplyLength = 4096;
const endOfStream = Buffer.alloc(4);

/**
 * Has clamd look at bytes (INSTREAM). It may answer before it has them all; then the rest is not sent.
 * @param content is read no faster than clamd takes it, and closed in any case
 * @throws ScanFailed, or what reading the content throws
 */
export async function scanBytes(address: ScannerAddress, content: Readable, signal: AbortSignal): Promise<ScanVerdict> {
  const { socket, answer } = open(address, signal);
  const over = new AbortController();
  let isWhole = false;
  let unread: { cause: unknown } | null = null;
  const pieces = async function* (): AsyncGenerator<string | Buffer> {
    yield 'zINSTREAM\0';
    try {
      for await (const piece of content as AsyncIterable<Buffer>) {
        // A piece of no length would be the end.
        if (piece.length === 0) continue;
        yield lengthOf(piece);
        yield piece;
      }
    } catch (cause) {
      unread = { cause };
      throw cause;
    }
    isWhole = true;
    yield endOfStream;
  };
  // Whatever stops the sending ends the waiting for an answer, too.
  const sending = pipeline(pieces, socket, { end: false, signal: over.signal }).catch(() => socket.destroy());
  try {
    return verdictOf(await answer, () => isWhole);
  } catch (failure) {
    throw (unread as { cause: unknown } | null)?.cause ?? failure;
  } finally {
    over.abort();
    socket.destroy();
    await sending;
  }
}

/** Whether clamd is there and answers. */
export async function pingClamd(address: ScannerAddress, signal: AbortSignal): Promise<boolean> {
  const { socket, answer } = open(address, signal);
  try {
    socket.write('zPING\0');
    return (await answer) === 'PONG';
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

/** A connection, and the one answer that comes by it, which ends with a NUL. */
function open(address: ScannerAddress, signal: AbortSignal): { socket: Socket; answer: Promise<string> } {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Without delay: the last four bytes would wait for the acknowledgement of those before.
  const socket = connect({ ...address, noDelay: true, signal }).setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
    const end = text.indexOf('\0');
    if (end >= 0) resolve(text.slice(0, end));
    else if (text.length > maxReplyLength) reject(new ScanError('an answer without an end'));
  });
  socket.on('error', (failure: NodeJS.ErrnoException) =>
    reject(
      signal.aborted
        ? new ScanError('no answer in time')
        : new ScanError(failure.message, ['EPIPE', 'ECONNRESET'].includes(failure.code ?? '')),
    ),
  );
  socket.on('close', () => reject(new ScanError('the connection ended without a whole answer', true)));
  promise.catch(() => undefined);
  return { socket, answer: promise };
}

/** @param isWhole whether all bytes were sent: praise that comes before is about something else */
function verdictOf(text: string, isWhole: () => boolean): ScanVerdict {
  const [, signature] = /^stream: (\S.*) FOUND$/.exec(text) ?? [];
  if (signature?.startsWith('Heuristics.Limits.Exceeded')) return { kind: 'notScanned' };
  if (signature !== undefined) return { kind: 'infected', signature: signature.slice(0, 200) };
  if (text === 'INSTREAM size limit exceeded. ERROR') return { kind: 'notScanned' };
  if (text === 'stream: OK' && isWhole()) return { kind: 'clean' };
  throw new ScanError(`it said "${text.slice(0, 200)}"`);
}
