import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileStoreContractTests, type StoreUnderTest } from '../test/file-store.ts';
import { openStore } from './store-location.ts';

describe('a store in a folder', () => {
  let folder: string;
  let tried: StoreUnderTest;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bilim-store-'));
    tried = await openStore({ folder });
    await tried.spool.prepare();
  });
  after(() => rm(folder, { recursive: true, force: true }));
  for (const [title, holds] of Object.entries(fileStoreContractTests)) test(`[OPS-02] ${title}`, () => holds(tried));
});

describe('a portal without a bucket', () => {
  test('[OPS-02] does not load what speaks to one: nothing imports it at the start', () => {
    const sources = globSync(new URL('../**/*.ts', import.meta.url).pathname).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    assert.ok(sources.length > 300);
    const importing = (what: RegExp) =>
      sources.filter((path) => what.test(readFileSync(path, 'utf8'))).map((path) => path.split('/').at(-1));
    assert.deepEqual(importing(/from '@aws-sdk\//), ['s3-store.ts']);
    assert.deepEqual(importing(/from '[^']*s3-store\.ts'/), []);
    assert.deepEqual(importing(/import\('[^']*s3-store\.ts'\)/), ['store-location.ts']);
  });
});
