import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { today } from '../server/core/clock.ts';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { portalRole } from '../server/database/embedded/roles.ts';
import { migrate, schemaFolder } from '../server/database/migrate.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { fillEmptyDatabase } from '../server/demo/first-university.ts';
import type { DemoSize } from '../server/settings.ts';
import { sendRequest } from './load.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** An invented university in a database of its own, below `folder`, with room for so many connections. */
export async function createBenchUniversity(
  folder: string,
  size: DemoSize,
  connections: number,
): Promise<{ url: string; pid: number; close: () => Promise<void> }> {
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log: silent, connections });
  // Filling holds one connection while it loads through another.
  const sql = createPostgresClient(embedded.url, { max: 2, onnotice: () => undefined });
  try {
    await permitBulkLoads(embedded.adminUrl);
    await migrate(sql, schemaFolder);
    await fillEmptyDatabase(sql, size, today('Asia/Bishkek'), console.log);
    // As a real one: the invented people would live on in the portal while it is measured.
    await sql`update university set demo = false`;
  } catch (failure) {
    await embedded.stop();
    throw failure;
  } finally {
    await sql.end();
  }
  const pid = Number(readFileSync(join(folder, 'database/postmaster.pid'), 'utf8').split('\n')[0]);
  return { url: embedded.url, pid, close: () => embedded.stop() };
}

/** What is known to be right is loaded without triggers and references; the portal's role may not leave them out. */
async function permitBulkLoads(adminUrl: string): Promise<void> {
  const sql = createPostgresClient(adminUrl, { max: 1 });
  await sql`grant set on parameter session_replication_role to ${sql(portalRole)}`;
  await sql.end();
}

/** A portal in a process of its own. */
export interface RunningPortal {
  readonly base: string;
  readonly pid: number;
  /** Whether it still runs. */
  readonly alive: () => boolean;
  readonly stop: () => Promise<void>;
}

/** The portal as `npm start` runs it, on a free port. */
export async function startPortal(
  url: string,
  folder: string,
  settings: Record<string, string>,
): Promise<RunningPortal> {
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('../server/main.ts', import.meta.url)), {
    // The portal runs as in production: without the flags that a command of boot.mjs has.
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'portal'),
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO: 'none',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const alive = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (!alive()) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const base = `http://127.0.0.1:${port}`;
  const shot = { method: 'GET', path: '/api/config.json', headers: {} } as const;
  for (;;) {
    const answer = await sendRequest(base, shot).catch(() => null);
    if (answer?.status === 200) return { base, pid: child.pid ?? 0, alive, stop };
    if (!alive()) throw new Error('the portal did not start');
    await new Promise((again) => setTimeout(again, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
