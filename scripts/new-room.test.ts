import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CopiedSources } from './copied-sources.ts';
import { home } from './results.ts';

/** No room that anybody would make. */
const name = 'sandpit';

let copy: CopiedSources;
before(() => {
  copy = new CopiedSources();
});
after(() => copy?.remove());

describe('npm run new-room', { concurrency: false }, () => {
  test('refuses a name that is taken, and writes nothing', async () => {
    for (const wrong of ['news', 'call', 'check', 'class', 'Lost', 'lost found', ''])
      await assert.rejects(copy.run('scripts/new-room.ts', [wrong]), /ended with 1/, wrong);
    const path = 'contract/everything.ts';
    assert.equal(readFileSync(join(copy.folder, path), 'utf8'), readFileSync(join(home, path), 'utf8'));
  });

  test('makes a room', async () => {
    assert.match(await copy.run('scripts/new-room.ts', [name]), /The room "sandpit" is there/);
  });

  test('beside which there is place for another', async () => {
    await copy.run('scripts/new-room.ts', ['parking']);
    const listed = readFileSync(join(copy.folder, 'contract/rooms.ts'), 'utf8').matchAll(/name: '([\w-]+)'/g);
    const rooms = [...listed].map(([, room]) => room);
    assert.deepEqual(
      rooms.filter((room) => room === name || room === 'parking'),
      [name, 'parking'],
    );
  });
});
