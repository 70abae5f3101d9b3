import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createVerifyingReadable } from './checked-stream.ts';
import { StorageUnavailableError } from './store.ts';

const pieces = ['first ', 'second ', 'third'].map((text) => Buffer.from(text));
const whole = Buffer.concat(pieces);
const sha256 = createHash('sha256').update(whole).digest('hex');

test('[OPS-02] a download ends well only with all its bytes, and with the right ones', async () => {
  assert.deepEqual(await buffer(createVerifyingReadable(Readable.from(pieces), whole.length, sha256)), whole);
  assert.deepEqual(await buffer(createVerifyingReadable(Readable.from([]), 0)), Buffer.alloc(0));
  await assert.rejects(
    buffer(createVerifyingReadable(Readable.from(pieces.slice(0, 2)), whole.length)),
    StorageUnavailableError,
  );
  const other = [...pieces.slice(0, 2), Buffer.from('THIRD')];
  await assert.rejects(
    buffer(createVerifyingReadable(Readable.from(other), whole.length, sha256)),
    StorageUnavailableError,
  );
});

test('[OPS-02] a download that breaks has not given its last piece', async () => {
  const given: Buffer[] = [];
  const slow = async function* () {
    for (const piece of pieces) {
      yield piece;
      // Whoever reads has taken what was let through.
      for (let turn = 0; turn < 10; turn++) await setImmediate();
    }
  };
  const content = createVerifyingReadable(Readable.from(slow()), whole.length + 1);
  await assert.rejects(async () => {
    for await (const piece of content) given.push(piece as Buffer);
  }, StorageUnavailableError);
  assert.deepEqual(given, pieces.slice(0, 2));
});

test('[OPS-02] a connection that breaks is the store’s failure, whatever it is called', async () => {
  const broken = async function* () {
    yield pieces[0];
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  };
  await assert.rejects(buffer(createVerifyingReadable(Readable.from(broken()), whole.length)), StorageUnavailableError);
});

test('[OPS-02] whoever turns away ends the download at its source', async () => {
  const source = Readable.from(pieces);
  const content = createVerifyingReadable(source, whole.length);
  const closed = new Promise((done) => source.once('close', done));
  content.destroy();
  await closed;
  assert.ok(source.destroyed);
});
