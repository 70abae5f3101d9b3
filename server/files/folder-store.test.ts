import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { storePromises, type TriedStore } from '../test/file-store.ts';
import { openStore } from './places.ts';

describe('a store in a folder', () => {
  let folder: string;
  let tried: TriedStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bilim-store-'));
    tried = openStore({ folder });
    await tried.store.prepare();
    await tried.spool.prepare();
  });
  after(() => rm(folder, { recursive: true, force: true }));
  for (const [title, holds] of Object.entries(storePromises)) test(title, () => holds(tried));
});
