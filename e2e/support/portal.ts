import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyOfDatabase, type TestDatabase, testDatabase } from '../../server/test/database.ts';

/** A running portal with the small invented university, for tests alone. */
export interface Portal {
  /** Origin, without a slash at its end. */
  url: string;
  /** What the start printed, up to the address of the portal. */
  printed: string;
  /** Address of its database, for shifting clocks and looking at rows. */
  databaseUrl: string;
  /** Ends the server process and keeps the data, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same address after `kill`. */
  restart(): Promise<void>;
  /** Ends everything and removes the data. */
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
/** Only what never comes about waits so long: a busy machine is no failure. */
const readyWithinMs = 300_000;

/** A port that nothing listens on; for settings that name the portal's own address. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/**
 * Starts the real server on a free port with a database of its own; `env` adds settings, `at` is the moment that its
 * university lives in (ISO 8601; left out: that of all tests).
 */
export async function startPortal(env: Record<string, string> = {}, at?: string): Promise<Portal> {
  const { database, dataDir } = at === undefined ? await livedUniversity() : await newUniversity(at);
  // As the moment of a start is that of the database, a portal that is started again goes on in the same time.
  const settings = () => ({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: 'none',
    LOG_LEVEL: 'warn',
    OFFICE_CONVERTER: 'off',
    TEST_CLOCK: database.now(),
    ...env,
  });
  let running = await launch({ PORT: '0', ...settings() });
  const { url, printed } = running;
  const kill = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    printed,
    databaseUrl: database.url,
    kill,
    async restart() {
      running = await launch({ ...settings(), PORT: new URL(url).port });
    },
    async stop() {
      await kill();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Environment of a run's workers: where the university lies whose people have done what they do at a first start. */
export const lived = { database: 'LIVED_DATABASE', folder: 'LIVED_FOLDER' } as const;

interface University {
  database: TestDatabase;
  dataDir: string;
}

/** A copy of the run's prepared university (e2e/support/prepare.ts): nobody waits again until its people have acted. */
async function livedUniversity(): Promise<University> {
  const { [lived.database]: url, [lived.folder]: folder } = process.env;
  if (!url || !folder) return await newUniversity();
  const database = await copyOfDatabase(url);
  const dataDir = mkdtempSync(join(tmpdir(), 'bilim-portal-'));
  cpSync(folder, dataDir, { recursive: true });
  return { database, dataDir };
}

/** The invented university as it was imported; its people act as soon as a portal starts on it. */
export async function newUniversity(at?: string): Promise<University> {
  return { database: await testDatabase('small', at), dataDir: mkdtempSync(join(tmpdir(), 'bilim-portal-')) };
}

/** Starts the server on a university and a port of its own; ready when it has printed its address. */
export function launch(
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; printed: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entry], {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings },
    // With the channel it ends by itself when the tests are killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return new Promise((done, failed) => {
    let said = '';
    const giveUp = (why: string) => failed(new Error(`The portal ${why}:\n${said}`));
    const patience = setTimeout(() => giveUp('is not ready in time'), readyWithinMs);
    child.once('exit', (code) => giveUp(`ended with ${code}`));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 10_000) said += text;
      const address = /Bilim is ready: (http:\S+)\/lms\//.exec(said)?.[1];
      if (!address) return;
      clearTimeout(patience);
      done({ child, url: address, printed: said });
    });
  });
}
