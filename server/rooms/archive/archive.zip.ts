import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Bytes that are packed at once: whoever calls the portal meanwhile waits no longer than for these. */
const zipChunkBytes = 64 * 1024;

/** A file of a ZIP. */
export interface ZipEntry {
  readonly name: string;
  /** Its content is packed; what is packed by itself (pictures, books) goes in as it is. */
  readonly packs: boolean;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * A ZIP of these files, piece after piece: no more than one piece of one file is held, and nothing is read before whoever
 * takes the ZIP wants more of it. Ends with an error as soon as it is no longer wanted.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((failure, chunk) => {
    if (failure) throw failure;
    ready.push(chunk);
  });
  for await (const { name, packs, content } of entries) {
    const file = packs ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    zip.add(file);
    for await (const piece of content)
      for (let from = 0; from < piece.length; from += zipChunkBytes) {
        signal.throwIfAborted();
        file.push(piece.subarray(from, from + zipChunkBytes));
        yield* ready.splice(0);
        await nextTurn();
      }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
