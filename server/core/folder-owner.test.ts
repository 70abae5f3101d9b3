import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { type AccessCheck, canReadAndWrite, findOwnershipFault } from './folder-owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-owner-'));
const dataDir = join(folder, 'data');
after(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing is closed to root: for root a path counts as closed that would be for anybody else. */
const closed = new Set<string>();
const may: AccessCheck = async (path) => !closed.has(path) && (await canReadAndWrite(path));
function close(path: string): void {
  chmodSync(path, 0o000);
  if (process.getuid?.() === 0) closed.add(path);
}

test('[SAFE-14] what another user owns in the data folder is named, with its owner and what to do', async () => {
  assert.equal(await findOwnershipFault(dataDir, may), null, 'nothing is there yet');
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true });
  mkdirSync(join(dataDir, 'database'));
  for (const name of ['secrets.key', 'database/PG_VERSION']) writeFileSync(join(dataDir, name), '');
  assert.equal(await findOwnershipFault(dataDir, may), null);
  const me = userInfo().username;
  for (const path of [
    ...['files/ab', 'secrets.key', 'database/PG_VERSION'].map((name) => join(dataDir, name)),
    dataDir,
  ]) {
    close(path);
    assert.equal(
      await findOwnershipFault(dataDir, may),
      `${path} belongs to ${me} and cannot be read and written by ${me}: give the folder back with chown -R ${me} ${dataDir}, or start as its owner.`,
    );
    chmodSync(path, 0o700);
    closed.clear();
  }
});

test('[SAFE-14] root leaves the folder of another user alone, and reads which user to start as', {
  skip: process.getuid?.() !== 0 && 'only root can give folders away',
}, async () => {
  const [named, unnamed] = [65_534, 54_321];
  const key = join(dataDir, 'secrets.key');
  for (const path of [dataDir, key]) {
    chownSync(path, named, named);
    assert.equal(
      await findOwnershipFault(dataDir),
      `${path} belongs to nobody, who cannot read what root writes there: run this as nobody (runuser -u nobody -- ...).`,
    );
    chownSync(path, unnamed, unnamed);
    assert.equal(
      await findOwnershipFault(dataDir),
      `${path} belongs to uid 54321, who cannot read what root writes there: run this as uid 54321 (setpriv --reuid=54321 --regid=54321 --clear-groups ...).`,
    );
    const log = { info: () => undefined, warn: () => undefined };
    await assert.rejects(startEmbeddedPostgres({ dataDir, log }), /run this as uid 54321/);
    chownSync(path, 0, 0);
  }
  assert.equal(await findOwnershipFault(dataDir), null);
  chownSync(join(dataDir, 'database'), named, named);
  const version = join(dataDir, 'database/PG_VERSION');
  writeFileSync(version, '');
  chownSync(version, named, named);
  assert.equal(await findOwnershipFault(dataDir), null, 'where root cannot run the database, another account does');
  chownSync(join(dataDir, 'database'), 0, 0);
  assert.match((await findOwnershipFault(dataDir)) ?? '', /PG_VERSION belongs to nobody, .* run this as nobody/);
  rmSync(join(dataDir, 'database'), { recursive: true });
});

test('[SAFE-14] a data folder that is a file is reported in a sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'sub'), join(file, 'sub/sub')])
    assert.equal(await findOwnershipFault(path), `${file} is a file: set DATA_DIR to a folder.`);
});
