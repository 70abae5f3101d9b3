import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type AccessCheck, findWrongOwner, mayUse } from './folder-owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-owner-'));
const dataDir = join(folder, 'data');
after(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing is closed to root: for root a path counts as closed that would be for anybody else. */
const closed = new Set<string>();
const may: AccessCheck = async (path) => !closed.has(path) && (await mayUse(path));
function close(path: string): void {
  chmodSync(path, 0o000);
  if (process.getuid?.() === 0) closed.add(path);
}

test('[SAFE-14] what another user owns in the data folder is named, with its owner and what to do', async () => {
  assert.equal(await findWrongOwner(dataDir, may), null, 'nothing is there yet');
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true });
  writeFileSync(join(dataDir, 'secrets.key'), '');
  assert.equal(await findWrongOwner(dataDir, may), null);
  const me = userInfo().username;
  for (const path of [join(dataDir, 'files/ab'), join(dataDir, 'secrets.key'), dataDir]) {
    close(path);
    assert.equal(
      await findWrongOwner(dataDir, may),
      `${path} belongs to ${me} and cannot be read and written by ${me}: give the folder back with chown -R ${me} ${dataDir}, or start as its owner.`,
    );
    chmodSync(path, 0o700);
    closed.clear();
  }
});

test('[SAFE-14] root leaves the folder of another user alone, and is told as whom to come', {
  skip: process.getuid?.() !== 0 && 'only root can give folders away',
}, async () => {
  chownSync(dataDir, 65_534, 65_534);
  assert.match(
    (await findWrongOwner(dataDir)) ?? '',
    /belongs to (nobody|user 65534), who cannot read what root writes there: run this as /,
  );
  chownSync(dataDir, 0, 0);
  assert.equal(await findWrongOwner(dataDir), null);
});
