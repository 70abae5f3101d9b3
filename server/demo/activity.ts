import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call, CallArguments, Output } from '@bilim/contract/call.ts';
import type { Sql } from 'postgres';
import type { App } from '../app.ts';
import type { Caller } from '../auth/session.ts';
import { connectWithoutTimeouts, type Db } from '../database/database.ts';
import { createPostgresClient } from '../database/postgres-client.ts';
import type { Settings } from '../settings.ts';
import { type ActivityRoom, findRoomsWithoutActivity } from './activity-rooms.ts';

/** A person of the invented university who acts through the same calls as everybody. */
export interface DemoActor {
  readonly uid: number;
  /** The caller as handlers get it, for rows that are written in bulk instead of by a call each. */
  readonly caller: Caller;
  /** Makes a call; throws when it is refused. */
  ask<C extends Call>(call: C, ...given: CallArguments<C, [files?: readonly ActorFile[]]>): Promise<Output<C>>;
}

export interface ActorFile {
  readonly name: string;
  readonly content: Buffer;
}

/** What the activity of a room may use. */
export interface ActivityContext {
  /** The person behind a login, or with an id. */
  actor(who: string | number): Promise<DemoActor>;
  /** For finding whom to let act, and for moving what they did into the past; each statement commits by itself. */
  readonly db: Db;
  /** Runs what belongs together. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  readonly settings: Settings;
}

/** What the people do in one room. */
export type RoomActivity = (context: ActivityContext) => Promise<void>;

/** Any number that nothing else takes a lock on. */
const activityLock = 7_203_315;

/** Loaded when they begin: those of the books bring a setter of PDFs, for which the first news do not wait. */
const lives: Readonly<Record<ActivityRoom, () => Promise<RoomActivity>>> = {
  news: async () => (await import('./activity/news.ts')).newsActivity,
  chat: async () => (await import('./activity/chat.ts')).chatActivity,
  journal: async () => (await import('./activity/journal.ts')).journalActivity,
  library: async () => (await import('./activity/library.ts')).libraryActivity,
  umk: async () => (await import('./activity/umk.ts')).umkActivity,
  singlewindow: async () => (await import('./activity/singlewindow.ts')).singlewindowActivity,
  registration: async () => (await import('./activity/registration.ts')).registrationActivity,
  notices: async () => (await import('./activity/notices.ts')).noticesActivity,
};

/** Milliseconds between two calls at most, where others come first. */
const longestRest = 1_000;

/**
 * How people act: `stopped` ends it between two calls; `giveWay` rests after each call for as long as it took, longer on a
 * busy machine.
 */
interface SimulationOptions {
  readonly stopped?: AbortSignal;
  readonly giveWay?: boolean;
}

/** Lets the invented people act in the rooms in which they have not acted yet; nothing in a real university. */
export async function simulateActivity(app: App, how: SimulationOptions = {}): Promise<void> {
  const { database, settings } = app.context;
  // A connection of its own holds the lock: several nodes may start at once, and one of them lets people act.
  const lock = createPostgresClient(database.url, { max: 1, onnotice: () => undefined });
  // The past is written as no call may write it, and on a busy machine it takes its time.
  const owner = connectWithoutTimeouts(database.url, 2, settings.timeZone);
  try {
    await lock`select pg_advisory_lock(${activityLock})`;
    await liveWhereWaiting(app, owner, how);
  } finally {
    await owner.end({ timeout: 5 });
    await lock.end({ timeout: 5 });
  }
}

async function liveWhereWaiting(app: App, db: Sql, how: SimulationOptions): Promise<void> {
  const { database, sessions, settings } = app.context;
  const waiting = await findRoomsWithoutActivity(db);
  if (!waiting.length) return;

  // What a killed portal left; nobody else lets them act, for the lock is ours.
  await db`delete from session where invented is not null`;
  const actors = new Map<number, Promise<{ actor: DemoActor; sid: string }>>();
  const begin = async (uid: number) => {
    // Whoever acts has long changed the first password.
    await db`update account set must_change = false where person_id = ${uid} and must_change`;
    const { sid } = await database.transaction((tx) =>
      sessions.begin(tx, uid, { address: '127.0.0.1', agent: 'demo', shared: true, invented: 'demo' }),
    );
    const caller = await sessions.find(sid);
    if (!caller) throw new Error(`the demo cannot act as ${uid}`);
    return { actor: openActor(app, caller, sid, how), sid };
  };
  const actor = async (who: string | number): Promise<DemoActor> => {
    const [person] =
      typeof who === 'number'
        ? [{ uid: who }]
        : await db<{ uid: number }[]>`
        select person_id as uid from account where lower(login) = lower(${who})`;
    if (!person) throw new Error(`the demo has nobody called ${who}`);
    how.stopped?.throwIfAborted();
    // Several may ask for one person at once, who has one session all the same: a second one would be left behind.
    const begun = actors.get(person.uid) ?? begin(person.uid);
    actors.set(person.uid, begun);
    return (await begun).actor;
  };
  try {
    for (const room of waiting) {
      const live = await lives[room]();
      await live({ actor, db, transaction: (work) => db.begin(work) as never, settings });
      await db`update university set demo_lived = array_append(demo_lived, ${room})`;
    }
  } finally {
    for (const begun of await Promise.allSettled(actors.values())) {
      if (begun.status === 'rejected') continue;
      const { sid } = begun.value;
      await database.transaction((tx) => sessions.end(tx, sid));
      sessions.drop(sid);
    }
  }
}

function openActor(app: App, caller: Caller, sid: string, { stopped, giveWay }: SimulationOptions): DemoActor {
  const { fastify, context } = app;
  const cookies: Record<string, string> = { [context.sessions.cookieName]: sid, lang: 'ru' };
  let xsrf: string | undefined;

  return {
    uid: caller.uid,
    caller,
    async ask(call, ...[input = {}, files = []]) {
      stopped?.throwIfAborted();
      const begun = performance.now();
      if (xsrf === undefined) {
        const first = await fastify.inject({ method: 'GET', url: '/api/config.json', cookies });
        xsrf = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
        cookies['XSRF-TOKEN'] = xsrf;
      }
      const headers: Record<string, string> = { 'x-xsrf-token': xsrf };
      if (call.idempotent) headers['idempotency-key'] = randomUUID();
      let payload: Buffer | string = JSON.stringify(input);
      if (call.files) {
        const form = new FormData();
        for (const [name, value] of Object.entries(input))
          for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
        for (const { name, content } of files) form.append(call.files.field, new Blob([new Uint8Array(content)]), name);
        const body = new Response(form);
        headers['content-type'] = body.headers.get('content-type') ?? '';
        payload = Buffer.from(await body.arrayBuffer());
      } else headers['content-type'] = 'application/json';
      const answer = await fastify.inject({
        method: call.method,
        url: call.path,
        cookies,
        headers,
        ...(call.method === 'POST' && { payload }),
      });
      context.rateLimit.forget(caller.uid);
      if (giveWay) await wait(Math.min(performance.now() - begun, longestRest));
      const reply = answer.json() as { result: number; error: unknown; data: never };
      if (reply.result)
        throw new Error(`demo: ${call.path} answered ${answer.statusCode} ${JSON.stringify(reply.error)}`);
      return reply.data;
    },
  };
}
