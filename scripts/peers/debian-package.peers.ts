import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../e2e/support/portal.ts';
import { projectFolder } from '../results.ts';

/** A bare Debian, in which nothing is installed but what its smallest form has. */
let root: string;
let folder: string;
const mounts = ['proc', 'dev/shm'] as const;

function run(program: string, args: string[]): string {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  assert.equal(done.status, 0, `${program} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

const asBilim = 'setpriv --reuid=bilim --regid=bilim --init-groups';
const inside = (command: string) => run('chroot', [root, 'sh', '-ec', command]);

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilim-debian-'));
  root = join(folder, 'root');
  run('debootstrap', ['--variant=minbase', 'bookworm', root]);
  mkdirSync(join(root, 'dev/shm'), { recursive: true });
  run('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  run('mount', ['-t', 'tmpfs', 'tmpfs', join(root, 'dev/shm')]);
  run(process.execPath, [join(projectFolder, 'boot.mjs'), 'release', '--into', join(folder, 'made')]);
  const name = readdirSync(join(folder, 'made')).find((one) => one.endsWith('.deb')) ?? '';
  cpSync(join(folder, 'made', name), join(root, 'old.deb'));
  // The same portal as a later version, for an upgrade.
  run('dpkg-deb', ['--raw-extract', join(root, 'old.deb'), join(folder, 'later')]);
  const control = join(folder, 'later/DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 99.0.0'));
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', join(folder, 'later'), join(root, 'later.deb')]);
});
after(() => {
  for (const place of mounts) spawnSync('umount', [join(root, place)]);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the service's own command, for a bare Debian has no systemd; does the work, and stops it. */
async function whileItRuns(work: (address: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const settings = `PORT=${port} LOG_LEVEL=warn DATA_DIR=/var/lib/bilim DEMO=none`;
  // Each of these takes the place of the one before, so that the signal reaches the portal and nothing else.
  const command = `cd /usr/lib/bilim && exec ${asBilim} env ${settings} node_modules/.bin/node boot.mjs start`;
  const portal = spawn('chroot', [root, 'sh', '-ec', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(portal, 'exit');
  let output = '';
  portal.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  while (!output.includes('Ctrl-C stops it')) {
    await Promise.race([once(portal.stdout, 'data'), ended]);
    assert.equal(portal.exitCode, null, output);
  }
  try {
    await work(`http://127.0.0.1:${port}`);
  } finally {
    portal.kill('SIGTERM');
    await ended;
  }
}

describe('[OPS-01] the Debian package in a bare Debian', { concurrency: false }, () => {
  it('is installed with its account, its settings and its folder, closed to others', () => {
    inside('apt-get update -qq && apt-get install -y --no-install-recommends /old.deb');
    assert.match(inside('id bilim'), /\(bilim\)/);
    assert.equal(inside('stat -c "%U %a" /var/lib/bilim').trim(), 'bilim 700');
    assert.equal(inside('stat -c "%U %G %a" /etc/bilim/bilim.conf').trim(), 'root bilim 640');
    assert.match(inside('bilim --version'), /^Bilim \d/);
    // As cron runs it for root.
    assert.match(inside('env -i PATH=/usr/bin:/bin bilim --version'), /^Bilim \d/);
  });

  it('starts as that account, takes a university, and finds nothing broken', () =>
    whileItRuns(async (address) => {
      assert.equal((await fetch(`${address}/readyz`)).status, 200);
      inside('cp -r /usr/lib/bilim/docs/import-template /tmp/tables && chmod -R a+rX /tmp/tables');
      assert.match(inside('cd /tmp && bilim import tables --passwords /var/lib/bilim/first.csv'), /students: 3, \+3/);
      assert.match(inside('bilim admin doctor'), /Nothing is broken/);
    }));

  it('is upgraded with the settings and the data of before', async () => {
    inside('echo "#kept" >> /etc/bilim/bilim.conf && apt-get install -y --no-install-recommends /later.deb');
    assert.match(inside('dpkg-query --status bilim'), /^Version: 99/m);
    assert.match(inside('cat /etc/bilim/bilim.conf'), /#kept/);
    await whileItRuns(async () => assert.match(inside('bilim admin doctor'), /Nothing is broken/));
  });

  it('is removed without the data, and purged with them', () => {
    inside('apt-get remove -y bilim');
    assert.ok(existsSync(join(root, 'var/lib/bilim/database')) && existsSync(join(root, 'etc/bilim/bilim.conf')));
    assert.equal(existsSync(join(root, 'usr/lib/bilim')), false);
    inside('apt-get purge -y bilim');
    for (const path of ['var/lib/bilim', 'etc/bilim', 'var/cache/bilim'])
      assert.equal(existsSync(join(root, path)), false);
  });
});
