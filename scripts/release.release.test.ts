import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { projectFolder } from './results.ts';

const { PATH, HOME } = process.env;
let folder: string;
let made: string[];
let unpacked: string;

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const done = spawnSync(program, args, {
    ...{ cwd: folder, encoding: 'utf8', env: { PATH, HOME, ...env } },
    // The list of all files is longer than usual.
    maxBuffer: 2 ** 26,
  });
  return { status: done.status, output: done.stdout + done.stderr };
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilim-release-'));
  const { status, output } = run(process.execPath, [
    join(projectFolder, 'boot.mjs'),
    'release',
    '--into',
    join(folder, 'made'),
  ]);
  assert.equal(status, 0, output);
  made = readdirSync(join(folder, 'made'));
  const tarball = made.find((name) => name.endsWith('.tar.gz')) ?? '';
  assert.equal(run('tar', ['xzf', join('made', tarball)]).status, 0);
  unpacked = join(folder, tarball.replace('.tar.gz', ''));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('[OPS-01] a release', () => {
  it('is a tarball, a Debian package, the list of what is inside, checksums, and the description of an image', () => {
    const version = /^bilim-(.*)\.cdx\.json$/.exec(made.find((name) => name.endsWith('.cdx.json')) ?? '')?.[1] ?? '';
    const debian = `bilim_${version.replace('-', '~')}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`;
    const tarball = `bilim-${version}-linux-${process.arch}.tar.gz`;
    const list = `bilim-${version}.cdx.json`;
    assert.deepEqual(made.sort(), [tarball, list, debian, 'Containerfile', 'SHA256SUMS', 'compose.yaml'].sort());
    assert.equal(run('sh', ['-c', 'cd made && sha256sum --check SHA256SUMS']).status, 0);
    const { components } = JSON.parse(readFileSync(join(folder, 'made', list), 'utf8'));
    const names = components.map(({ name }: { name: string }) => name);
    assert.ok(names.includes('fastify') && names.includes('postgres') && !names.includes('vite'));
    assert.match(run('dpkg-deb', ['--field', join('made', debian)]).output, /^Depends: adduser, libc6/m);
  });

  it('holds what runs, without tests, compiler or browser', () => {
    const has = (path: string) => existsSync(join(unpacked, path));
    assert.ok(['boot.mjs', 'server/main.ts', 'web/dist/index.html', 'LICENSE', 'docs/operating.md'].every(has));
    const tools = ['typescript', '@typescript', 'vite', 'playwright-core', '@biomejs', 'oxc-parser', 'ldapjs'];
    assert.deepEqual(
      tools.filter((name) => has(`node_modules/${name}`)),
      [],
    );
    assert.deepEqual(globSync(['{server,contract}/**/*.test.ts', 'server/test', 'e2e'], { cwd: unpacked }), []);
    const manual = readFileSync(join(unpacked, 'docs/operating.md'), 'utf8');
    assert.match(manual, /^bilim admin first LOGIN$/m);
    assert.doesNotMatch(manual, /npm (run|start)/);
  });

  it('brings no package that is there for building, trying or types alone, and the Debian package has the files of the tarball', () => {
    const { packages: locked } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
    const there = globSync(['node_modules/**/package.json'], { cwd: unpacked }).map((path) =>
      path.slice(0, -'/package.json'.length),
    );
    const packages = there.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/.test(path));
    assert.ok(packages.length > 50, `${packages.length} packages`);
    const others =
      /\/(@types|@typescript|@biomejs|@playwright|typescript|vite|rolldown|esbuild|playwright.*|selenium.*|puppeteer.*|knip|axe-core|oxc-.*)(\/|$)/;
    assert.deepEqual(
      packages.filter((path) => others.test(path) || locked[path]?.dev || locked[path]?.devOptional),
      [],
    );
    const [tarball = '', debian = ''] = ['.tar.gz', '.deb'].map((end) => made.find((name) => name.endsWith(end)));
    const filesOf = (list: string, home: RegExp) =>
      list
        .split('\n')
        .flatMap((line) => (home.test(line) && !line.endsWith('/') ? [line.replace(home, '')] : []))
        .sort();
    const inTarball = filesOf(run('tar', ['tzf', join('made', tarball)]).output, /^bilim-[^/]+\//);
    const inDebian = run('sh', ['-c', `dpkg-deb --fsys-tarfile made/${debian} | tar t`]).output;
    assert.deepEqual(filesOf(inDebian, /^\.\/usr\/lib\/bilim\//), inTarball);
    const image = readFileSync(join(folder, 'made/Containerfile'), 'utf8');
    assert.doesNotMatch(image, /apt-get|npm|curl/, 'the image has the tarball and nothing else');
  });

  it('brings the unit of its service with it', () => {
    const debian = made.find((name) => name.endsWith('.deb')) ?? '';
    assert.equal(run('dpkg-deb', ['--extract', join('made', debian), 'root']).status, 0);
    const unit = readFileSync(join(folder, 'root/usr/lib/systemd/system/bilim.service'), 'utf8');
    assert.equal(unit, readFileSync(join(projectFolder, 'packaging/bilim.service'), 'utf8'));
  });

  it('starts where it was unpacked, says its version, and refuses what is for the sources', async () => {
    const program = join(unpacked, 'bin/bilim');
    assert.match(run(program, ['--version']).output, /^Bilim \d+\.\d+\.\d+/);
    assert.match(run(program, ['test']).output, /"test" is for the sources of Bilim alone/);
    assert.match(run(program, ['start', '--help']).output, /^bilim start: /);
    const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), DEMO: 'tiny', PORT: '0' };
    const portal = spawn(program, ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(portal, 'exit');
    let output = '';
    for (const stream of [portal.stdout, portal.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    try {
      while (!/Bilim is ready: (\S+)\/lms\//.test(output)) {
        await Promise.race([once(portal.stdout, 'data'), ended]);
        assert.equal(portal.exitCode, null, output);
      }
      const address = /Bilim is ready: (\S+)\/lms\//.exec(output)?.[1];
      const page = await fetch(`${address}/lms/login`);
      assert.equal(page.status, 200);
      const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1];
      assert.equal((await fetch(new URL(script ?? '', `${address}/lms/login`))).status, 200);
    } finally {
      portal.kill('SIGTERM');
      await ended;
    }
    assert.equal(portal.exitCode, 0, output);
  });
});
