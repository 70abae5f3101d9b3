import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { StorageUnavailableError } from './store.ts';

/**
 * A stream that ends well only when all its bytes have come and are the right ones: the last piece is held back until then, so
 * that nobody takes a part, or something else, for the whole.
 */
export function createVerifyingReadable(content: Readable, size: number, sha256?: string): Readable {
  const hash = createHash('sha256');
  let came = 0;
  let pending: Buffer | null = null;
  const checked = new Transform({
    transform(chunk: Buffer, _, done) {
      came += chunk.length;
      if (sha256 !== undefined) hash.update(chunk);
      const before = pending;
      pending = chunk;
      done(null, before ?? undefined);
    },
    flush(done) {
      if (came !== size) done(new StorageUnavailableError(new Error(`${came} of ${size} bytes came`)));
      else if (sha256 !== undefined && hash.digest('hex') !== sha256)
        done(new StorageUnavailableError(new Error('other bytes came than were stored')));
      else done(null, pending ?? undefined);
    },
  });
  // What broke is the store's connection, and nobody may take it for the database's.
  content.once('error', (failure) => checked.destroy(new StorageUnavailableError(failure)));
  pipeline(content, checked, () => undefined);
  return checked;
}
