import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ImportFixture } from './fixture.ts';

const disk = mkdtempSync(join(tmpdir(), 'bilim-list-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k,mode=700', 'tmpfs', disk]).status === 0;
const trial = new ImportFixture();
after(() => {
  if (mounted) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

test('[SAFE-04] a list of first passwords for which there is no room leaves nothing that stops the next import', {
  skip: !mounted && 'only root can mount the small disk',
}, async () => {
  const passwords = join(disk, 'list.csv');
  const refused = await trial.load({ passwords });
  assert.deepEqual([refused.written, refused.problems.map(({ code }) => code)], [false, ['passwords.noRoom']]);
  assert.deepEqual(readdirSync(disk), []);
  spawnSync('mount', ['-o', 'remount,size=4m', disk]);
  await trial.loaded({ passwords });
  assert.deepEqual(readdirSync(disk), ['list.csv']);
});
