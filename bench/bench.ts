import type { Call, Input } from '@bilim/contract/call.ts';
import { pino } from 'pino';
import type { TransactionSql } from 'postgres';
import { createApp } from '../server/app.ts';
import { connectWithoutTimeouts, type Db, openDatabase } from '../server/database/database.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import type { Settings } from '../server/settings.ts';
import { createMultipartBody, type LoadRequest } from './load.ts';

/** A call with its input and the person who makes it. */
export interface BenchInput<C extends Call = Call> {
  readonly uid: number;
  readonly call: C;
  readonly input: Input<C>;
}

/** Names a call with its input, which the contract's own type checks. */
export const defineBenchInput = <C extends Call>(one: BenchInput<C>): BenchInput => one;

/**
 * The university as its owner, without the limits on time that calls have: what prepares a measurement looks through
 * tables that were just loaded.
 */
export interface OwnerConnection {
  readonly autocommit: Db;
  readonly url: string;
}

/** The id of one of the known people of the invented university. */
export async function findPersonIdByLogin({ autocommit }: OwnerConnection, login: string): Promise<number> {
  const [row] = await autocommit<{ uid: number }[]>`select person_id as uid from account where login = ${login}`;
  if (!row) throw new Error(`nobody is called ${login}`);
  return row.uid;
}

/** Loads through a connection of its own: loading is no call, and may take longer than one. */
export async function withBulkConnection(
  { url }: OwnerConnection,
  fill: (db: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const db = createPostgresClient(url, { max: 1, onnotice: () => undefined });
  await db.begin(fill);
  await db.end();
}

/** A call ready to be repeated: its request, the SQL it runs, and the answer it gets. */
export interface BenchCase {
  readonly name: string;
  readonly shot: LoadRequest;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
  readonly answer: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its SQL writes: it runs in one transaction. */
  readonly writes: boolean;
}

/** What a room's benchmark may use to find its case. */
export interface BenchContext {
  readonly database: OwnerConnection;
  readonly settings: Settings;
  prepare<C extends Call>(name: string, asked: BenchInput<C>): Promise<BenchCase>;
  close(): Promise<void>;
}

/** One line of the table: how the case is found in the university at hand. */
export interface BenchCall {
  readonly name: string;
  make(bench: BenchContext): Promise<BenchInput>;
}

/** What the portal says itself; the rest is added by node:http on either side. */
const isOfAnswer = ([name]: readonly [string, string]) => !['date', 'connection', 'keep-alive'].includes(name);

/** A portal inside this process, only to learn which SQL a call runs and what it answers. */
export async function createBenchContext(url: string, settings: Settings): Promise<BenchContext> {
  let received: { text: string; values: readonly unknown[] }[] | null = null;
  const database = openDatabase(url, settings, {
    watch: (text, values) => received?.push({ text, values: [...values] }),
  });
  const autocommit = connectWithoutTimeouts(url, 2, settings.timeZone);
  const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
  const { sessions } = app.context;
  /** One session a person: the oldest ones beyond ten would end. */
  const signedIn = new Map<number, Promise<{ cookie: string; xsrf: string }>>();
  const signIn = async (uid: number) => {
    // Whoever still has the first password may call nothing else.
    await autocommit`update account set must_change = false where person_id = ${uid}`;
    const { sid } = await database.transaction((db) =>
      sessions.begin(db, uid, { address: '127.0.0.1', agent: 'bench', shared: false }),
    );
    const cookies = { [sessions.cookieName]: sid, lang: 'ru' };
    const first = await app.fastify.inject({ method: 'GET', url: '/api/config.json', cookies });
    const xsrf = first.cookies.find((one) => one.name === 'XSRF-TOKEN')?.value ?? '';
    return { cookie: `${sessions.cookieName}=${sid}; lang=ru; XSRF-TOKEN=${xsrf}`, xsrf };
  };
  return {
    database: { autocommit, url },
    settings,
    async prepare(name, { uid, call, input }) {
      const known = signedIn.get(uid) ?? signIn(uid);
      signedIn.set(uid, known);
      const { cookie, xsrf } = await known;
      const { type, body } = call.files
        ? createMultipartBody(input)
        : { type: 'application/json', body: JSON.stringify(input) };
      const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': type };
      const shot: LoadRequest = {
        method: call.method,
        path: call.path,
        headers,
        ...(call.method === 'POST' && { body }),
      };
      const send = () =>
        app.fastify.inject({
          method: call.method,
          url: call.path,
          headers,
          ...(call.method === 'POST' && { payload: body }),
        });
      await send();
      let answer = await send();
      let statements: BenchCase['statements'] | null = null;
      // The portal has statements of its own, at its start and every minute: the shortest of three lists has the call's.
      for (let left = 3; left > 0; left--) {
        received = [];
        answer = await send();
        // Null when several are prepared at once: then nobody wants their statements.
        const now = (received ?? []).filter(({ text }) => !/^(begin|commit|select pg_notify)\b/.test(text.trim()));
        received = null;
        if (!statements || now.length < statements.length) statements = now;
      }
      if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
      const answerHeaders = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      const answered = { answer: answer.body, headers: Object.fromEntries(answerHeaders.filter(isOfAnswer)) };
      return { name, shot, statements: statements ?? [], ...answered, writes: !call.reads };
    },
    async close() {
      await app.close();
      await database.close();
      await autocommit.end();
    },
  };
}
