import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureHostClock, now } from './clock.ts';
import { runHostTask } from './host.ts';
import { type Portal, readPreparedUniversity } from './portal.ts';

/** A portal that is the real program, as `npm start` runs it. */
export interface ProgramPortal extends Portal {
  /** What the start printed, up to the address of the portal. */
  printed: string;
  /** Ends the program and keeps the data, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same address after `kill`. */
  restart(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/**
 * Starts the real program on a free port, for tests of what only a program of its own shows: its start, its end, several
 * origins. Everything else is served by the host's portals (portal.ts), which come in a fraction of the time.
 */
export async function startProgramPortal(settings: Record<string, string> = {}): Promise<ProgramPortal> {
  const from = readPreparedUniversity();
  // Outside a run of tests it lives in the present.
  if (from) await ensureHostClock();
  const university = await runHostTask('copy', from);
  const { databaseUrl, dataDir } = university;
  const start = (port: string) =>
    launch({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: 'none',
      LOG_LEVEL: 'warn',
      OFFICE_CONVERTER: 'off',
      PORT: port,
      ...(from && { TEST_CLOCK: now().toISOString() }),
      ...settings,
    });
  let running = await start('0');
  const { url, printed } = running;
  const kill = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url,
    printed,
    databaseUrl,
    dataDir,
    kill,
    async restart() {
      running = await start(new URL(url).port);
    },
    async stop() {
      await kill();
      await runHostTask('forget', university);
    },
  };
}

/** Starts the program; done when it has printed its address. */
function launch(settings: Record<string, string>): Promise<{ child: ChildProcess; url: string; printed: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entry], {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings },
    // With the channel it ends by itself when the tests are killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return new Promise((done, failed) => {
    let output = '';
    child.once('exit', (code) => failed(new Error(`The portal ended with ${code}:\n${output}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 10_000) output += text;
      const address = /Bilim is ready: (http:\S+)\/lms\//.exec(output)?.[1];
      if (address) done({ child, url: address, printed: output });
    });
  });
}
