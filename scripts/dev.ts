import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { readSettings } from '../server/settings.ts';
import { projectFolder } from './results.ts';

/**
 * npm run dev: pages with hot reload, and a server that starts again when its sources or texts change, on one database
 * that does not. Settings are those of `npm start`; PORT (5173) is that of the pages, another one than the portal's own,
 * whose worker would answer with what was built.
 */
const watched = ['server', 'contract', 'web/public/locales'];

const settings = readSettings({ ...process.env, PORT: process.env.PORT ?? '5173' });
const undo: (() => Promise<unknown>)[] = [];
let stopping = false;
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => void stop(0));
process.channel?.unref();

try {
  // The database first: pages that are closed while they begin report that, below why the database does not start.
  const databaseUrl = settings.databaseUrl ?? (await startDatabase());
  startServer(await startPages(), databaseUrl);
} catch (failure) {
  console.error((failure as Error).message);
  await stop(1);
}

/** Serves the pages from their sources; gives the port at which they look for the portal. */
async function startPages(): Promise<number> {
  const port = await freePort();
  const target = `http://${settings.host}:${port}`;
  const http = createServer();
  const vite = await createVite({
    configFile: join(projectFolder, 'web/vite.config.ts'),
    logLevel: 'warn',
    server: {
      // With an HTTP server of its own it would also end the process by itself, before the rest is stopped.
      middlewareMode: { server: http },
      hmr: { server: http },
      proxy: {
        '/lms/api': target,
        '/lms/locales': target,
        '/lms/public/university': target,
        // The build puts the product's own logo there.
        '/lms/public/logo.svg': { target, bypass: () => '/lms/src/kit/logo.svg' },
      },
    },
  });
  http.on('request', vite.middlewares);
  undo.push(async () => {
    http.close();
    await vite.close();
  });
  http.listen(settings.port, settings.host);
  await once(http, 'listening');
  return port;
}

async function startDatabase(): Promise<string> {
  const log = { info: () => undefined, warn: (text: string) => console.warn(text) };
  const connections = settings.databaseConnections * 3 + 20;
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log, connections });
  undo.push(() => embedded.stop());
  return embedded.url;
}

function startServer(port: number, databaseUrl: string): void {
  const env = {
    DEMO: 'small',
    LOG_LEVEL: 'warn',
    ...process.env,
    PORT: `${port}`,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: `http://${settings.host}:${settings.port}`,
  };
  const watch = watched.map((folder) => `--watch-path=${join(projectFolder, folder)}`);
  const args = [
    '--watch',
    '--watch-preserve-output',
    ...watch,
    join(projectFolder, 'scripts/dev-server.ts'),
    '--without-pages',
  ];
  const server = spawn(process.execPath, args, { cwd: projectFolder, env, stdio: 'inherit' });
  const ended = once(server, 'exit');
  void ended.then(() => stop(1));
  undo.push(async () => {
    server.kill('SIGTERM');
    await ended;
  });
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, settings.host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last().catch(() => undefined);
  process.exit(code);
}
