import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { projectFolder } from './results.ts';

describe('the unit of the service', () => {
  const unit = readFileSync(join(projectFolder, 'packaging/bilim.service'), 'utf8');
  const has = (setting: string, value: RegExp) => assert.match(unit, new RegExp(`^${setting}=${value.source}$`, 'm'));

  it('begins behind network and database, and comes again after a pause', () => {
    has('After', /.*\bnetwork-online\.target\b.*\bpostgresql\.service\b.*/);
    has('Wants', /network-online\.target/);
    has('Restart', /on-failure/);
    has('RestartSec', /[1-9]\d*/);
  });

  it('is bounded in memory, and goes on when one of its processes is ended for it', () => {
    has('MemoryMax', /[1-9]\d?%/);
    has('OOMPolicy', /continue/);
    const manual = readFileSync(join(projectFolder, 'docs/operating.md'), 'utf8');
    assert.match(manual, /`MemoryMax` .*`OOMPolicy=continue`/s);
  });

  it('may write into its data and its cache alone, and gets no further rights', () => {
    has('User', /bilim/);
    has('StateDirectory', /bilim/);
    has('CacheDirectory', /bilim/);
    has('ProtectSystem', /strict/);
    has('CapabilityBoundingSet', /(?:)/);
    for (const setting of [
      ...['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'ProtectKernelTunables'],
      ...['ProtectKernelModules', 'ProtectKernelLogs', 'ProtectControlGroups', 'ProtectClock', 'ProtectHostname'],
      ...['RestrictRealtime', 'RestrictSUIDSGID', 'LockPersonality'],
    ])
      has(setting, /yes/);
    assert.doesNotMatch(unit, /^ReadWritePaths=/m);
  });
});

test('the image is described by the file that lies beside the tarball, which Docker does not look for by itself', () => {
  const [image = '', compose = ''] = ['Containerfile', 'compose.yaml'].map((name) =>
    readFileSync(join(projectFolder, 'packaging', name), 'utf8'),
  );
  assert.match(image, /^# +docker build -f Containerfile /m);
  assert.match(compose, /^ +dockerfile: Containerfile$/m);
});

describe('what a release starts', () => {
  /** Root may write everywhere, unless it gives that right away. */
  const withoutPower =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : [];
  const folder = mkdtempSync(join(tmpdir(), 'bilim-packaging-'));
  const [release, cache, home] = ['release', 'cache', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const packages = join(release, 'node_modules');

  before(() => {
    for (const path of ['boot.mjs', 'scripts/patch-database-driver.mjs', 'package.json']) {
      mkdirSync(dirname(join(release, path)), { recursive: true });
      copyFileSync(join(projectFolder, path), join(release, path));
    }
    for (const path of [join(packages, '.bin'), join(release, 'server'), cache, join(home, '.cache')])
      mkdirSync(path, { recursive: true });
    for (const path of ['.bin/node', 'postgres'])
      symlinkSync(join(projectFolder, 'node_modules', path), join(packages, path));
    writeFileSync(join(release, 'release.json'), '{}');
    writeFileSync(join(release, 'server/main.ts'), "console.log(process.env.NODE_COMPILE_CACHE ?? 'nowhere');");
    mkdirSync(join(release, 'server/audit'));
    writeFileSync(join(release, 'server/audit/main.ts'), "console.log(process.execArgv.join(' '));");
  });
  after(() => {
    chmodSync(packages, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a command says. */
  function run(command: string, environment: Record<string, string>): string {
    const [program = '', ...words] = [...withoutPower, process.execPath, join(release, 'boot.mjs'), command];
    const { PATH = '' } = process.env;
    const { stdout, stderr } = spawnSync(program, words, { env: { PATH, ...environment }, encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim();
  }

  it('ends without waiting for a compiler’s thread, where it is a command that ends by itself', () => {
    assert.equal(run('audit', {}), '--no-maglev --no-concurrent-sparkplug');
  });

  it('keeps what Node compiled beside the packages, or where the service may write', () => {
    const placeOf = (environment: Record<string, string>) => run('start', environment);
    assert.equal(placeOf({ CACHE_DIRECTORY: cache, HOME: home }), join(packages, '.cache/node'));
    chmodSync(packages, 0o500);
    assert.equal(placeOf({ CACHE_DIRECTORY: cache, HOME: home }), join(cache, 'bilim-node'));
    assert.equal(placeOf({ HOME: home }), join(home, '.cache/bilim-node'));
    assert.equal(placeOf({ HOME: join(folder, 'none') }), 'nowhere');
  });
});
