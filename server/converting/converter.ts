import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { officeFileTypes } from '@bilim/contract/office-files.ts';
import { fileAgeMs } from '../core/clock.ts';
import { findIsolation, hasTimeoutProgram } from './isolation.ts';
import { libreOfficeProfile } from './profile.ts';

/** Bounds of one conversion. */
export interface ConversionLimits {
  /** Milliseconds by the clock. */
  readonly time: number;
  readonly cpuSeconds: number;
  /** Of one process of the program, in KiB. */
  readonly memory: number;
  /** Of one file that it writes, and of all that lies in its folder, in bytes. */
  readonly file: number;
  readonly folder: number;
  readonly pages: number;
}

/** Thirty slides take less than ten seconds of work; the clock leaves room for machines that do other work as well. */
const usual: ConversionLimits = {
  time: 120_000,
  cpuSeconds: 60,
  memory: 1024 * 1024,
  file: 200 * 1024 * 1024,
  folder: 400 * 1024 * 1024,
  pages: 2000,
};
const lookEvery = 250;
const prefix = 'bilim-office-';
/** Milliseconds after which a folder was left by a process that was killed. */
const folderLasts = 10 * 60_000;

/** Why a file got no pages; `stopped` is no fault of the file. */
export type ConversionFault = 'slow' | 'large' | 'pages' | 'unreadable' | 'stopped';

/** No PDF could be made of a file. */
export class ConversionError extends Error {
  readonly fault: ConversionFault;

  constructor(fault: ConversionFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A PDF that was made; it goes as soon as whoever asked for it is done. */
export interface ConvertedPdf {
  readonly path: string;
  readonly size: number;
  readonly pages: number;
}

/**
 * What the shell does before it becomes the program: the folder of the portal's data is covered by an empty one, and the
 * limits are set. A limit that the shell does not know is left out; the clock and the watch over the folder hold anyway.
 */
const limited = (bounds: ConversionLimits) => `[ -z "$1" ] || mount -t tmpfs -o size=64k none "$1" || exit 97
shift
for limit in "-c 0" "-d ${bounds.memory}" "-f ${bounds.file / 512}" "-t ${bounds.cpuSeconds}"; do ulimit $limit 2>/dev/null; done
exec "$@"`;

/**
 * Makes a PDF of one office file at a time, by a program of the machine that trusts no file: time, memory and output are
 * bounded, there is no network where the system can take it away, and profile and folder are its own and go afterwards.
 */
export class PdfConverter {
  readonly #program: string;
  readonly #before: readonly string[];
  readonly #hidden: string;
  readonly #bounds: ConversionLimits;
  #process: ChildProcess | null = null;
  #stopped = false;

  /** @param hidden the folder that the program shall not see, where the system can hide it */
  constructor(program: string, hidden: string, bounds: Partial<ConversionLimits> = {}) {
    this.#bounds = { ...usual, ...bounds };
    const isolation = findIsolation();
    this.#program = program;
    this.#before = [
      // Ends it also when we were killed and nobody watches the clock any more.
      ...(hasTimeoutProgram() ? ['timeout', '-s', 'KILL', String(Math.ceil(this.#bounds.time / 1000) + 15)] : []),
      ...isolation.command,
    ];
    const isAround = `${tmpdir()}/`.startsWith(`${hidden}/`);
    this.#hidden = isolation.hidesFolders && !isAround ? hidden : '';
  }

  /** Ends what is being made, at once. */
  stop(): void {
    this.#stopped = true;
    this.#kill();
  }

  /** Makes a PDF of a stored file for `use`. Throws NoPages when there will be none. */
  async convert<T>(source: string, type: string, use: (made: ConvertedPdf) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), prefix));
    try {
      const inputPath = join(folder, `document.${officeFileTypes[type]?.extension ?? 'bin'}`);
      const [out, temporary, user] = ['out', 'tmp', 'profile/user'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      for (const one of [out, temporary, user]) await mkdir(one, { recursive: true });
      await writeFile(join(user, 'registrymodifications.xcu'), libreOfficeProfile);
      await copyFile(source, inputPath);
      await this.#run(folder, [
        ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo', '--nofirststartwizard'],
        `-env:UserInstallation=${pathToFileURL(dirname(user))}`,
        ...['--convert-to', 'pdf', '--outdir', out, inputPath],
      ]);
      return await use(await checked(join(out, 'document.pdf'), this.#bounds));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  async #run(folder: string, args: readonly string[]): Promise<void> {
    if (this.#stopped) throw new ConversionError('stopped');
    const [command = '', ...rest] = [
      ...this.#before,
      '/bin/sh',
      '-c',
      limited(this.#bounds),
      'sh',
      this.#hidden,
      this.#program,
    ];
    const child = spawn(command, [...rest, ...args], {
      cwd: folder,
      env: environment(folder),
      stdio: 'ignore',
      detached: true,
    });
    this.#process = child;
    let fault: ConversionFault | null = null;
    const end = (why: ConversionFault) => {
      fault ??= why;
      this.#kill();
    };
    const clock = setTimeout(() => end('slow'), this.#bounds.time);
    const watch = setInterval(async () => {
      if ((await sizeOf(folder)) > this.#bounds.folder) end('large');
    }, lookEvery);
    await new Promise<void>((done) => {
      child.once('error', () => done());
      child.once('exit', () => done());
    });
    clearTimeout(clock);
    clearInterval(watch);
    // What it started goes with it.
    this.#kill();
    this.#process = null;
    if (this.#stopped) throw new ConversionError('stopped');
    if (fault) throw new ConversionError(fault);
  }

  #kill(): void {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

/** All that the program knows of ours: nothing. */
function environment(folder: string): NodeJS.ProcessEnv {
  const nowhere = 'http://127.0.0.1:9';
  return {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    http_proxy: nowhere,
    https_proxy: nowhere,
  };
}

/** Bytes of all files in a folder; what goes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** What was made, when it is a PDF of a size and number of pages that people can read. */
async function checked(path: string, bounds: ConversionLimits): Promise<ConvertedPdf> {
  // A link that the program left there is followed by nobody.
  const info = await lstat(path).catch(() => null);
  const size = info?.isFile() ? info.size : 0;
  if (size === 0) throw new ConversionError('unreadable');
  if (size >= bounds.file) throw new ConversionError('large');
  const pages = await countPages(path).catch(() => {
    throw new ConversionError('unreadable');
  });
  if (pages > bounds.pages) throw new ConversionError('pages');
  return { path, size, pages };
}

async function countPages(path: string): Promise<number> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const data = new Uint8Array(await readFile(path));
  const task = getDocument({ data, useSystemFonts: false, disableFontFace: true, useWasm: false, verbosity: 0 });
  try {
    return (await task.promise).numPages;
  } finally {
    await task.destroy();
  }
}

/** Removes the folders of conversions whose process was killed. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    const info = name.startsWith(prefix) ? await stat(folder).catch(() => null) : null;
    if (info && fileAgeMs(info) > folderLasts) await rm(folder, { recursive: true, force: true });
  }
}
