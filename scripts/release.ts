import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findPrograms } from '../server/database/embedded/postgres-programs.ts';
import { buildWeb } from '../server/web-build.ts';
import { checkReleaseFolder, removeReleaseFolder } from './release-folder.ts';
import { releaseVersion } from './release-version.ts';
import { projectFolder } from './results.ts';

/**
 * npm run release [-- --into FOLDER]: what an installation needs and nothing else, for this machine's kind of processor: a
 * tarball, a Debian package, what is inside (CycloneDX) and checksums. The same commit gives the same contents. Needs tar and,
 * for the package, dpkg-deb.
 */
const architectures = { x64: 'amd64', arm64: 'arm64' } as const;
/** Debian wants an address; where whoever builds has none to give, it is one that leads to nobody (RFC 2606). */
const maintainer = 'Bilim contributors <contributors@bilim.invalid>';
/** Folders and files of the sources that run or are read in production, without tests. */
const shipped = [
  ...['boot.mjs', 'scripts/patch-database-driver.mjs', 'LICENSE', 'CHANGELOG.md', 'README.md'],
  ...['contract/**/*', 'server/**/*', 'web/dist/**/*', 'web/public/locales/**/*', 'docs/**/*'],
  ...['packaging/monitoring/*', 'packaging/haproxy.cfg'],
];
const left = /\.test\.ts$|^server\/test\/|\/node_modules\/|^docs\/test-runs\.md$/;

try {
  await makeRelease();
} catch (failure) {
  console.error((failure as Error).message);
  process.exitCode = 1;
}

async function makeRelease(): Promise<void> {
  const [option, given] = process.argv.slice(2);
  if (option !== undefined && (option !== '--into' || given === undefined))
    throw new Error('Usage: npm run release [-- --into FOLDER]');
  const architecture = architectures[process.arch as keyof typeof architectures];
  if (process.platform !== 'linux' || !architecture) throw new Error('A release is made on Linux, x64 or arm64.');
  const into = given ?? join(projectFolder, 'dist');
  // Told before minutes of work.
  checkReleaseFolder(into);
  const at = Number(run('git', ['log', '-1', '--format=%ct']));
  const version = releaseVersion(
    readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8'),
    readJson('package.json').version,
    at,
  );
  const name = `bilim-${version}-linux-${process.arch}`;
  await buildWeb((text) => console.log(text));
  findPrograms();
  removeReleaseFolder(into);
  const folder = join(into, name);
  putSources(folder, version);
  putPackages(folder);
  const made = [
    packTar(into, name, at),
    packDebian(into, folder, { version, architecture, at }),
    writeParts(into, `bilim-${version}.cdx.json`, at),
  ];
  rmSync(folder, { recursive: true });
  const sums = made.map((path) => `${hashOf(path)}  ${basename(path)}\n`);
  writeFileSync(join(into, 'SHA256SUMS'), sums.join(''));
  for (const file of ['Containerfile', 'compose.yaml'])
    cpSync(join(projectFolder, 'packaging', file), join(into, file));
  console.log(`Bilim ${version} lies in ${into}:\n${sums.join('').trim()}`);
}

/** The portal's own files; package.json says the version and the Node that comes along. */
function putSources(folder: string, version: string): void {
  for (const path of globSync(shipped, { cwd: projectFolder, withFileTypes: true })) {
    const from = relative(projectFolder, join(path.parentPath, path.name));
    if (!path.isFile() || left.test(from)) continue;
    mkdirSync(join(folder, dirname(from)), { recursive: true });
    if (/^(server|docs|packaging)\/.*\.(ts|md|yml)$/.test(from))
      writeFileSync(join(folder, from), asInstalled(readFileSync(join(projectFolder, from), 'utf8')));
    else cpSync(join(projectFolder, from), join(folder, from));
  }
  mkdirSync(join(folder, 'bin'));
  cpSync(join(projectFolder, 'packaging/run'), join(folder, 'bin/bilim'));
  chmodSync(join(folder, 'bin/bilim'), 0o755);
  const { name, description, license, type, optionalDependencies } = readJson('package.json');
  const own = { name, version, private: true, description, license, type, optionalDependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(
    join(folder, 'release.json'),
    `${JSON.stringify({ version, platform: process.platform, arch: process.arch })}\n`,
  );
}

/** Sentences and manuals name commands as whoever installed a release types them. */
function asInstalled(text: string): string {
  return text.replace(/npm (?:run ([\w:-]+)|(start))(?: --(?= ))?/g, (_, named, start) => `bilim ${named ?? start}`);
}

/** The packages that the server needs, as npm knows them, and of Node the program alone. */
function putPackages(folder: string): void {
  const list = ['ls', '--omit=dev', '--workspace', '@bilim/server', '--parseable', '--all'];
  const paths = run('npm', list).trim().split('\n');
  // Named by others as what they might use, but here for building alone: a compiler, types.
  const { packages: locked } = readJson('package-lock.json');
  const packages = paths
    .map((path) => relative(projectFolder, path))
    .filter(
      (path) =>
        path.startsWith('node_modules/') &&
        !locked[path]?.dev &&
        !locked[path]?.devOptional &&
        !path.includes('/@typescript/'),
    );
  if (packages.length < 50) throw new Error('The packages are not there: run npm run build first.');
  for (const path of packages) {
    if (path.startsWith('node_modules/@bilim/') || path.includes('/@types/')) continue;
    // Packages within a package come with their own line.
    cpSync(join(projectFolder, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) =>
        !relative(join(projectFolder, path), from).split('/').includes('node_modules') && !from.endsWith('.map'),
    });
  }
  for (const own of ['contract', 'server']) {
    mkdirSync(join(folder, 'node_modules/@bilim'), { recursive: true });
    symlinkSync(`../../${own}`, join(folder, 'node_modules/@bilim', own));
  }
  const node = `node_modules/node-linux-${process.arch}`;
  mkdirSync(join(folder, node, 'bin'), { recursive: true });
  for (const file of ['bin/node', 'LICENSE', 'package.json'])
    if (existsSync(join(projectFolder, node, file))) cpSync(join(projectFolder, node, file), join(folder, node, file));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(`../node-linux-${process.arch}/bin/node`, join(folder, 'node_modules/.bin/node'));
}

/** Packs a folder so that the same contents give the same file. */
function packTar(into: string, name: string, at: number): string {
  const path = join(into, `${name}.tar.gz`);
  const same = ['--sort=name', `--mtime=@${at}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u+w,go-w,a+rX'];
  run('tar', [...same, '--use-compress-program=gzip -n6', '-cf', path, '-C', into, name]);
  return path;
}

interface Build {
  readonly version: string;
  readonly architecture: string;
  /** When the commit was made, in seconds. */
  readonly at: number;
}

/** A package of Debian: program below /usr/lib, settings below /etc, a service with an account of its own. */
function packDebian(into: string, folder: string, { version, architecture, at }: Build): string {
  const root = join(into, 'debian');
  const put = (from: string, to: string, mode: number) => {
    mkdirSync(join(root, dirname(to)), { recursive: true });
    cpSync(join(projectFolder, from), join(root, to));
    chmodSync(join(root, to), mode);
  };
  mkdirSync(join(root, 'usr/lib'), { recursive: true });
  cpSync(folder, join(root, 'usr/lib/bilim'), { recursive: true, verbatimSymlinks: true });
  put('packaging/bilim', 'usr/bin/bilim', 0o755);
  put('packaging/bilim.service', 'usr/lib/systemd/system/bilim.service', 0o644);
  put('packaging/bilim.conf', 'etc/bilim/bilim.conf', 0o640);
  put('LICENSE', 'usr/share/doc/bilim/copyright', 0o644);
  for (const name of ['operating.md', 'importing.md']) {
    const text = asInstalled(readFileSync(join(projectFolder, 'docs', name), 'utf8'));
    writeFileSync(join(root, 'usr/share/doc/bilim', name), text);
  }
  writeFileSync(
    join(root, 'usr/share/doc/bilim/changelog.gz'),
    gzipSync(readFileSync(join(projectFolder, 'CHANGELOG.md'))),
  );
  for (const script of ['postinst', 'prerm', 'postrm']) put(`packaging/debian/${script}`, `DEBIAN/${script}`, 0o755);
  writeFileSync(join(root, 'DEBIAN/conffiles'), '/etc/bilim/bilim.conf\n');
  const debianVersion = version.replace('-', '~');
  const size = kilobytesOf(root) - kilobytesOf(join(root, 'DEBIAN'));
  writeFileSync(join(root, 'DEBIAN/control'), control(debianVersion, architecture, size));
  const path = join(into, `bilim_${debianVersion}_${architecture}.deb`);
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, path], { SOURCE_DATE_EPOCH: String(at) });
  rmSync(root, { recursive: true });
  return path;
}

/** Kibibytes as Debian counts them, which do not hang on the disk: whole ones for a file, one for anything else. */
function kilobytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => {
    const { size } = lstatSync(join(entry.parentPath, entry.name));
    return sum + (entry.isFile() ? Math.ceil(size / 1024) : 1);
  }, 0);
}

function control(version: string, architecture: string, kilobytes: number): string {
  const { description } = readJson('package.json');
  return `Package: bilim
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: adduser, libc6 (>= 2.28), libstdc++6, util-linux
Suggests: libreoffice-writer-nogui, libreoffice-calc-nogui, libreoffice-impress-nogui, nginx
Section: web
Priority: optional
Description: ${description}
 The portal with its own Node and PostgreSQL, as a service of its own account.
 Settings stand in /etc/bilim/bilim.conf, people's data in /var/lib/bilim.
 .
 Removing the package keeps the data. Purging it deletes them.
`;
}

/** What the release consists of, in the form that scanners read. */
function writeParts(into: string, name: string, at: number): string {
  const parts = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--workspace', '@bilim/server'];
  const list = JSON.parse(run('npm', parts));
  // npm gives each list a number of its own and the present moment: the same commit shall give the same list.
  delete list.serialNumber;
  list.metadata.timestamp = new Date(at * 1000).toISOString();
  writeFileSync(join(into, name), `${JSON.stringify(list, null, 2)}\n`);
  return join(into, name);
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): string {
  const done = spawnSync(program, args, {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, ...more },
    maxBuffer: 2 ** 26,
  });
  if (done.status === 0) return done.stdout;
  throw new Error(`${program} ${args[0]} failed: ${done.error?.message ?? done.stderr.trim().slice(-500)}`);
}
