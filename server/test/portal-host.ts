import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type App, createApp } from '../app.ts';
import { toSessionUser } from '../auth/sign-in.ts';
import { ConvertingSupervisor } from '../converting/converting-supervisor.ts';
import { now, setClock } from '../core/clock.ts';
import { isDatabaseFailure } from '../core/refusal.ts';
import { callsRole } from '../database/calls-role.ts';
import { openDatabase } from '../database/database.ts';
import { DeliverySupervisor } from '../delivery/delivery-supervisor.ts';
import { simulateActivity } from '../demo/activity.ts';
import { DataEraser } from '../erasure/eraser.ts';
import { resolveFileStoreLocation } from '../files/store-location.ts';
import { TextExtractionSupervisor } from '../fulltext/reading-supervisor.ts';
import { readSettings } from '../settings.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { waitUntil } from './http.ts';
import { openCachedUniversity, type UniversityCopy } from './university-copy.ts';

/**
 * The host of browser tests' portals: a process that has the server's modules loaded once and opens portals with them, each
 * on a database and a data folder of its own. It does what it is asked over the channel to its parent and ends with it. One
 * clock counts for all its portals.
 */

/** What works beside a portal, and is started only where a test needs it. */
export type HelperProcessName = 'converting' | 'delivery' | 'eraser';

/** What a portal is opened with. */
export interface PortalOptions {
  /** Environment, as `npm start` reads it. */
  settings: Record<string, string>;
  helpers: readonly HelperProcessName[];
  /** Begins as a copy of this; null: as a new university, whose people act first. */
  from: UniversityCopy | null;
}

/** A portal that was opened. */
export interface OpenedPortal {
  url: string;
  databaseUrl: string;
  dataDir: string;
}

/** What a browser of somebody who is signed in holds. */
export interface BrowserSession {
  sid: string;
  token: string;
  user: Omit<ReturnType<typeof toSessionUser>, 'token'>;
}

/** All that a host can be asked for: what it is given, what it answers. */
export interface HostTasks {
  /** Opens a portal. */
  open: { given: PortalOptions; answer: OpenedPortal };
  /** Ends a portal and removes its data. */
  close: { given: { url: string }; answer: null };
  /** Begins a session without a password. */
  session: { given: { url: string; login: string; agent: string }; answer: BrowserSession };
  /** Takes the texts out of the files that a portal has now. */
  read: { given: { url: string }; answer: null };
  /** From now on it is this moment (ISO 8601). */
  clock: { given: { at: string }; answer: null };
  /** Makes a university and lets its people act. */
  live: { given: null; answer: UniversityCopy };
  /** Copies such a university; null: makes a new one, whose people act when a program starts on it. */
  copy: { given: UniversityCopy | null; answer: UniversityCopy };
  /** Removes a university that was made or copied so. */
  forget: { given: UniversityCopy; answer: null };
}

type Task = keyof HostTasks;
type Work = { [T in Task]: (given: HostTasks[T]['given']) => Promise<HostTasks[T]['answer']> };

/** An order to a host, and its answer. */
export type HostRequest = { [T in Task]: { id: number; task: T; given: HostTasks[T]['given'] } }[Task];
export type HostAnswer = { id: number; done: HostTasks[Task]['answer'] } | { id: number; failed: string };

interface Portal {
  readonly app: App;
  readonly end: () => Promise<void>;
}

interface OwnUniversity extends UniversityCopy {
  remove(): Promise<void>;
}

const portals = new Map<string, Portal>();
const universities = new Map<string, OwnUniversity>();
const log = pino({ level: 'warn' }, process.stderr);
const silent = pino({ level: 'silent' });

const work: Work = {
  async open({ settings, helpers, from }) {
    const university = await (from ? copyOf(from) : newUniversity());
    const undo = [() => university.remove()];
    const end = async () => {
      for (const step of undo.toReversed()) await step();
    };
    try {
      const app = await openApp(university, settings, undo);
      startHelpers(app, new Set(helpers), undo);
      if (!from) await letAllLive(app);
      const { port, host } = app.context.settings;
      await app.fastify.listen({ port, host });
      const url = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
      portals.set(url, { app, end });
      return { url, databaseUrl: university.databaseUrl, dataDir: university.dataDir };
    } catch (failure) {
      await end();
      throw failure;
    }
  },

  async close({ url }) {
    const portal = portals.get(url);
    portals.delete(url);
    await portal?.end();
    return null;
  },

  async session({ url, login, agent }) {
    const { database, sessions, settings } = contextOf(url);
    return await database.transaction(async (db) => {
      const [person] = await db<{ uid: number }[]>`select person_id as uid from account where login = ${login}`;
      if (!person) throw new Error(`there is no account ${login}`);
      const { sid, token } = await sessions.begin(db, person.uid, { address: '127.0.0.1', agent, shared: false });
      const caller = await sessions.findWithin(db, sid);
      if (!caller) throw new Error(`${login} may not sign in`);
      const { token: _, ...user } = toSessionUser(settings, caller, token, 'ru');
      return { sid, token, user };
    });
  },

  async read({ url }) {
    await readTexts(contextOf(url));
    return null;
  },

  async clock({ at }) {
    setClock(at);
    return null;
  },

  async live() {
    // A PostgreSQL of this run alone keeps nothing.
    return process.env.TEST_POSTGRES_URL
      ? lend(await activeUniversity())
      : await openCachedUniversity(activeUniversity);
  },

  async copy(from) {
    return lend(await (from ? copyOf(from) : newUniversity()));
  },

  async forget({ databaseUrl }) {
    await universities.get(databaseUrl)?.remove();
    universities.delete(databaseUrl);
    return null;
  },
};

function contextOf(url: string): App['context'] {
  const portal = portals.get(url);
  if (!portal) throw new Error(`there is no portal at ${url}`);
  return portal.app.context;
}

/** Leaves a university to whoever asked for it, until it is forgotten. */
function lend(university: OwnUniversity): UniversityCopy {
  const { databaseUrl, dataDir } = university;
  universities.set(databaseUrl, university);
  return { databaseUrl, dataDir };
}

/** The portal, not listening yet; what has to be undone is added to `undo`. */
async function openApp(
  { databaseUrl, dataDir }: UniversityCopy,
  settings: Record<string, string>,
  undo: (() => Promise<void>)[],
): Promise<App> {
  const read = readSettings({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DATABASE_CONNECTIONS: '5',
    DEMO: 'none',
    OFFICE_CONVERTER: 'off',
    PORT: '0',
    ...settings,
  });
  const database = openDatabase(databaseUrl, read, { role: callsRole });
  undo.push(() => database.close());
  // Refusals are part of many tests, and are no news.
  const app = await createApp({ settings: read, database, log: silent });
  undo.push(async () => {
    const closing = app.close();
    app.fastify.server.closeAllConnections();
    await closing;
  });
  return app;
}

function startHelpers({ context }: App, wanted: ReadonlySet<HelperProcessName>, undo: (() => Promise<void>)[]): void {
  const { database, settings, files } = context;
  const start = (helper: { start(): void; stop(): Promise<void> }) => {
    helper.start();
    undo.push(() => helper.stop());
  };
  const { program } = settings.officeConverter;
  if (wanted.has('converting') && program !== null)
    start(new ConvertingSupervisor(database.url, resolveFileStoreLocation(settings), program, log));
  if (wanted.has('delivery')) start(new DeliverySupervisor(database.url, callsRole, settings, log));
  if (wanted.has('eraser')) start(new DataEraser(database, files.store, settings, log));
}

async function activeUniversity(): Promise<OwnUniversity> {
  const university = await newUniversity();
  const undo: (() => Promise<void>)[] = [];
  const app = await openApp(university, {}, undo);
  await readTexts(app.context, () => letAllLive(app));
  for (const step of undo.toReversed()) await step();
  return university;
}

/** Takes the words out of all files that wait for it or come while `work` goes on beside it, and ends. */
async function readTexts({ database, settings }: App['context'], work?: () => Promise<void>): Promise<void> {
  const reading = new TextExtractionSupervisor(database.url, resolveFileStoreLocation(settings), log);
  reading.start();
  try {
    await work?.();
    await waitUntil('every text is read', async () => {
      const [row] = await database.autocommit`select from file_text where state = 'waiting' limit 1`;
      return row === undefined;
    });
  } finally {
    await reading.stop();
  }
}

/** Lets all people act. Where the machine is too busy for the portal's limits they go on as after a start that was cut off. */
async function letAllLive(app: App): Promise<void> {
  for (let left = 4; ; left--)
    try {
      await simulateActivity(app);
      return;
    } catch (failure) {
      if (left === 0) throw failure;
    }
}

async function newUniversity(): Promise<OwnUniversity> {
  return await withFolder(await createTestDatabase('small', now().toISOString()));
}

async function copyOf({ databaseUrl, dataDir }: UniversityCopy): Promise<OwnUniversity> {
  const copy = await withFolder(await copyDatabase(databaseUrl, now().toISOString()));
  // At once: 700 small files take thirty times as long one promise after another.
  cpSync(dataDir, copy.dataDir, { recursive: true });
  return copy;
}

async function withFolder(database: TestDatabase): Promise<OwnUniversity> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bilim-portal-'));
  return {
    databaseUrl: database.url,
    dataDir,
    async remove() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What is under way; the end waits for it. */
const underWay = new Set<Promise<void>>();

async function obey<T extends Task>({ id, task, given }: { id: number; task: T; given: HostTasks[T]['given'] }) {
  const answer: HostAnswer = await work[task](given).then(
    (done) => ({ id, done }),
    (failure: unknown) => ({ id, failed: String((failure as Error).stack ?? failure) }),
  );
  if (process.connected) process.send?.(answer);
}

process.on('message', (order: HostRequest) => {
  const obeying = obey(order).finally(() => underWay.delete(obeying));
  underWay.add(obeying);
});

// Whoever asked is gone: what they left is removed.
process.once('disconnect', async () => {
  await Promise.allSettled(underWay);
  await Promise.allSettled([...portals.values()].map(({ end }) => end()));
  process.exit();
});

// As in server/main.ts: a statement that nobody waits for fails when its database goes.
process.on('unhandledRejection', (failure) => {
  if (!isDatabaseFailure(failure)) throw failure;
});
