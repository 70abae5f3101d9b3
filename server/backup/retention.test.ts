import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkRecipient } from './encryption.ts';
import { removeOlderBackups } from './retention.ts';

test('[SAFE-03] of back-ups that are called alike the newest are kept, and nothing else is touched', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'bilim-retention-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const days = ['09', '10', '11', '12'].map((day) => `bilim-2026-11-${day}.tar.gz`);
  const others = ['bilim-2026-11-09.tar.gz.age', 'bilim-before-the-move.tar.gz', 'other-2026-11-09.tar.gz'];
  for (const name of [...days, ...others]) await writeFile(join(folder, name), name);
  assert.deepEqual(await removeOlderBackups(join(folder, days[2] ?? ''), 2), [days[0]]);
  assert.deepEqual((await readdir(folder)).sort(), [...days.slice(1), ...others].sort());
  assert.deepEqual(await removeOlderBackups(join(folder, days[3] ?? ''), 1), [days[2], days[1]]);
  assert.deepEqual(await removeOlderBackups(join(folder, 'bilim-before-the-move.tar.gz'), 1), []);
});

test('[SAFE-03] a back-up is encrypted to a public key, and to nothing that only looks like one', () => {
  for (const key of ['age1ztwgsvy0l7ju6a7fhwlg88jvvzqdtdn7zqn099udjp86l6lmu3aqjcd9tk', 'ssh-ed25519 AAAAC3Nz me@home'])
    checkRecipient(key);
  for (const key of ['', 'AGE-SECRET-KEY-1VMNX9', '--passphrase', 'age1\n', '/etc/key'])
    assert.throws(() => checkRecipient(key), /^StartupError: The recipient must be a public key/);
});
