import { type AddressInfo, createServer } from 'node:net';
import type { HelperProcessName } from '../../server/test/portal-host.ts';
import type { UniversityCopy } from '../../server/test/university-copy.ts';
import { ensureHostClock, startClockAt } from './clock.ts';
import { runHostTask } from './host.ts';

/** A running portal with the small invented university, for tests alone. */
export interface Portal {
  /** Origin, without a slash at its end. */
  url: string;
  /** Address of its database, for shifting clocks and looking at rows. */
  databaseUrl: string;
  /** Where its files and keys lie. */
  dataDir: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Environment of a run's workers: where the university lies whose people have acted (e2e/support/prepared-university.ts). */
export const preparedUniversityEnvVars = { database: 'LIVED_DATABASE', folder: 'LIVED_FOLDER' } as const;

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
 * Opens a portal on a free port, with a database and a data folder of its own, which begin as copies of the run's lived
 * university.
 * @param settings environment besides what every test has; `{port}` stands for the port
 * @param helpers what works beside it; where a test does not wait for what they do, nothing does
 */
export async function startPortal(
  settings: Record<string, string> = {},
  helpers: readonly HelperProcessName[] = [],
): Promise<Portal> {
  await ensureHostClock();
  return await open(settings, helpers, readPreparedUniversity());
}

/** The same at a moment of its own (ISO 8601), later than the one of the tests. */
export async function startPortalAt(at: string): Promise<Portal> {
  await startClockAt(at);
  return await open({}, [], readPreparedUniversity());
}

async function open(
  given: Record<string, string>,
  helpers: readonly HelperProcessName[],
  from: UniversityCopy | null,
): Promise<Portal> {
  const settings = await withPort(given);
  const { url, databaseUrl, dataDir } = await runHostTask('open', { settings, helpers, from });
  origins.set(url, url);
  return {
    url,
    databaseUrl,
    dataDir,
    async stop() {
      await runHostTask('close', { url });
    },
  };
}

async function withPort(settings: Record<string, string>): Promise<Record<string, string>> {
  const values = Object.entries(settings);
  if (!values.some(([, value]) => value.includes('{port}'))) return settings;
  const port = String(await freePort());
  return { PORT: port, ...Object.fromEntries(values.map(([name, value]) => [name, value.replace('{port}', port)])) };
}

/** The university of this run whose people have acted; null where none was prepared. */
export function readPreparedUniversity(): UniversityCopy | null {
  const { [preparedUniversityEnvVars.database]: databaseUrl, [preparedUniversityEnvVars.folder]: dataDir } =
    process.env;
  return databaseUrl && dataDir ? { databaseUrl, dataDir } : null;
}

/** Which portal of this process's host is reached under an origin. */
const origins = new Map<string, string>();

/** Tells that a portal is reached under another origin too. */
export function addPortalOrigin(origin: string, portal: string): void {
  const known = origins.get(portal);
  if (known) origins.set(origin, known);
}

/** The portal of the host that is reached under an origin; undefined: a program of its own. */
export const findHostedPortal = (origin: string): string | undefined => origins.get(origin);
