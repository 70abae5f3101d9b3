import { randomUUID } from 'node:crypto';
import type { Call, Output, WithInput } from '@bilim/contract/call.ts';
import type { App } from '../app.ts';
import { type Database, type Db, openDatabase } from '../database/database.ts';
import { postgresClient } from '../database/postgres-client.ts';
import { chatLife } from './life/chat.ts';
import { journalLife } from './life/journal.ts';
import { libraryLife } from './life/library.ts';
import { newsLife } from './life/news.ts';
import { noticesLife } from './life/notices.ts';
import { registrationLife } from './life/registration.ts';
import { singlewindowLife } from './life/singlewindow.ts';
import { umkLife } from './life/umk.ts';

/** A person of the invented university who acts through the same calls as everybody. */
export interface Actor {
  readonly uid: number;
  /** Makes a call; throws when it is refused. */
  ask<C extends Call>(call: C, ...given: WithInput<C, [files?: readonly ActorFile[]]>): Promise<Output<C>>;
}

export interface ActorFile {
  readonly name: string;
  readonly content: Buffer;
}

/** What a room's life may use. */
export interface Life {
  /** The person behind a login, or with an id. */
  actor(who: string | number): Promise<Actor>;
  /** For finding whom to let act, and for moving what they did into the past; each statement commits by itself. */
  readonly db: Db;
  readonly timeZone: string;
}

/** What the people do in one room, once in the life of a demo. */
export interface RoomLife {
  readonly room: string;
  /** Takes long: done while the portal is already open. */
  readonly later?: true;
  live(life: Life): Promise<void>;
}

/** Any number that nothing else takes a lock on; the one after it is for what is done later. */
const lifeLock = 7_203_315;

export const lives: readonly RoomLife[] = [
  newsLife,
  chatLife,
  journalLife,
  libraryLife,
  umkLife,
  singlewindowLife,
  registrationLife,
  noticesLife,
];

/** How people act: `later` those who do not keep the start waiting; `stopped` ends it between two calls. */
interface How {
  readonly later?: boolean;
  readonly stopped?: AbortSignal;
}

/** Lets the invented people act in the rooms in which they have not acted yet; nothing in a real university. */
export async function letPeopleLive(app: App, say: (text: string) => void, how: How = {}): Promise<void> {
  const { database, settings } = app.house;
  // A connection of its own holds the lock: several nodes may start at once, and one of them lets people act.
  const lock = postgresClient(database.url, { max: 1, onnotice: () => undefined });
  // The past is written as no call may write it.
  const owner = openDatabase(database.url, { databaseConnections: 1, timeZone: settings.timeZone });
  try {
    await lock`select pg_advisory_lock(${lifeLock + (how.later ? 1 : 0)})`;
    await liveWhereWaiting(app, owner, say, how);
  } finally {
    await owner.close();
    await lock.end({ timeout: 5 });
  }
}

async function liveWhereWaiting(
  app: App,
  owner: Database,
  say: (text: string) => void,
  { later = false, stopped }: How,
): Promise<void> {
  const { database, sessions, settings } = app.house;
  const db = owner.own;
  const [university] = await db<{ demo: boolean; lived: string[] }[]>`
    select demo, demo_lived as lived from university`;
  if (!university?.demo) return;
  const waiting = lives.filter((one) => !university.lived.includes(one.room) && (one.later ?? false) === later);
  if (!waiting.length) return;
  if (!later) say('Letting its people write, teach and ask ...');

  // What a killed portal left of this part; nobody else lives it, for the lock is ours.
  const invented = later ? 'later' : 'at the start';
  await db`delete from session where invented = ${invented}`;
  const actors = new Map<number, { actor: Actor; sid: string }>();
  const actor = async (who: string | number): Promise<Actor> => {
    const [person] =
      typeof who === 'number'
        ? [{ uid: who }]
        : await db<{ uid: number }[]>`
        select person_id as uid from account where lower(login) = lower(${who})`;
    if (!person) throw new Error(`the demo has nobody called ${who}`);
    const known = actors.get(person.uid);
    if (known) return known.actor;
    // Whoever acts has long changed the first password.
    await db`update account set must_change = false where person_id = ${person.uid} and must_change`;
    const { sid } = await database.transaction((tx) =>
      sessions.begin(tx, person.uid, { address: '127.0.0.1', agent: 'demo', shared: true, invented }),
    );
    const made = await openActor(app, person.uid, sid, stopped);
    actors.set(person.uid, { actor: made, sid });
    return made;
  };
  try {
    for (const { room, live } of waiting) {
      await live({ actor, db, timeZone: settings.timeZone });
      await db`update university set demo_lived = array_append(demo_lived, ${room})`;
    }
  } finally {
    for (const { sid } of actors.values()) {
      await database.transaction((tx) => sessions.end(tx, sid));
      sessions.drop(sid);
    }
  }
}

async function openActor(app: App, uid: number, sid: string, stopped?: AbortSignal): Promise<Actor> {
  const { fastify, house } = app;
  const cookies: Record<string, string> = { [house.sessions.cookieName]: sid, lang: 'ru' };
  const first = await fastify.inject({ method: 'GET', url: '/api/config.json', cookies });
  const xsrf = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  cookies['XSRF-TOKEN'] = xsrf;

  return {
    uid,
    async ask(call, ...[input = {}, files = []]) {
      stopped?.throwIfAborted();
      const headers: Record<string, string> = { 'x-xsrf-token': xsrf };
      if (call.once) headers['idempotency-key'] = randomUUID();
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
      house.rateLimit.forget(uid);
      const reply = answer.json() as { result: number; error: unknown; data: never };
      if (reply.result)
        throw new Error(`demo: ${call.path} answered ${answer.statusCode} ${JSON.stringify(reply.error)}`);
      return reply.data;
    },
  };
}
