import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, Output } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Fault } from '@bilim/contract/fault.ts';
import { pino } from 'pino';
import postgres, { type Sql } from 'postgres';
import { type App, createApp } from '../app.ts';
import { setClock } from '../core/clock.ts';
import { callsRole } from '../database/calls-role.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { readSettings, type Settings } from '../settings.ts';
import { createTestDatabase } from './database.ts';
import { testTime } from './moment.ts';

/** An answer of a call: the envelope's parts and what HTTP says. */
export interface CallAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
  readonly error: Fault | null;
  readonly text: string;
}

/** With which status and code a call was refused. */
export const refusalOf = ({ status, error }: { status: number; error: Pick<Fault, 'code'> | null }) => [
  status,
  error?.code,
];

/** What goes along with a call besides its input. */
export interface CallOptions {
  readonly key?: string;
  readonly files?: readonly { name: string; content: string | Buffer; type?: string }[];
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** A client with its own cookies, as a browser has them; signed in or not. */
export class TestClient {
  readonly base: string;
  readonly cookies = new Map<string, string>();
  uid = 0;
  token = '';

  constructor(base: string) {
    this.base = base;
    this.cookies.set('lang', 'ru');
  }

  /** Sends a request with the cookies and keeps those that come back. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(this.base + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const cut = pair.indexOf('=');
      const value = pair.slice(cut + 1);
      if (value) this.cookies.set(pair.slice(0, cut), decodeURIComponent(value));
      else this.cookies.delete(pair.slice(0, cut));
    }
    return response;
  }

  /** Makes a call of the contract. Input is untyped on purpose: tests send wrong things too. */
  async ask<C extends Call>(call: C, input: object = {}, along: CallOptions = {}): Promise<CallAnswer<Output<C>>> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.fetch('/api/config.json');
    const headers: Record<string, string> = { ...along.headers };
    let path = along.path ?? call.path;
    const init: RequestInit = { method: call.method, headers };
    if (call.method === 'GET') {
      const query = new URLSearchParams(
        Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
      );
      if (query.size) path += `?${query}`;
    } else {
      headers['x-xsrf-token'] ??= this.cookies.get('XSRF-TOKEN') ?? '';
      if (along.key) headers['idempotency-key'] = along.key;
      if (call.files) init.body = form(call, input, along.files ?? []);
      else {
        headers['content-type'] ??= 'application/json';
        init.body = JSON.stringify(input);
      }
    }
    const response = await this.fetch(path, init);
    const text = await response.text();
    const body = response.headers.get('content-type')?.startsWith('application/json')
      ? (JSON.parse(text) as { data: Output<C>; error: Fault | null })
      : { data: null as Output<C>, error: null };
    checkMoments(call.path, body.data);
    return { status: response.status, headers: response.headers, data: body.data, error: body.error, text };
  }

  /** Makes a call that must succeed and gives its data. */
  async get<C extends Call>(call: C, input: object = {}, along: CallOptions = {}): Promise<Output<C>> {
    const answer = await this.ask(call, input, along);
    if (answer.status !== 200) throw new Error(`${call.path}: ${answer.status} ${answer.text}`);
    return answer.data;
  }

  async signIn(login: string, password: string): Promise<CallAnswer<Output<typeof callsByRoom.login.authorize>>> {
    const answer = await this.ask(callsByRoom.login.authorize, { login, password });
    const [user] = answer.data ?? [];
    if (user) {
      this.uid = user.uid;
      this.token = user.token;
    }
    return answer;
  }
}

const moments = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/;
const wireMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whatever a test asks: moments have the wire's one form, ISO 8601 in UTC with milliseconds. */
function checkMoments(path: string, data: unknown): void {
  if (typeof data === 'string' && moments.test(data) && !wireMoment.test(data))
    throw new Error(`${path} answers the moment ${data}`);
  if (typeof data === 'object' && data !== null) for (const part of Object.values(data)) checkMoments(path, part);
}

function form(call: Call, input: object, files: NonNullable<CallOptions['files']>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value]) body.append(name, String(one));
  for (const { name, content, type } of files)
    body.append(
      call.files?.field ?? 'files',
      new Blob([content as string | Buffer<ArrayBuffer>], { type: type ?? '' }),
      name,
    );
  return body;
}

/** The named accounts of the demo and test university. */
export const passwords = {
  teacher: 'Teacher1',
  student: 'Student1',
  student2: 'Student2',
  student3: 'Student3',
  editor: 'Editor1',
  clerk: 'Clerk1',
  admin: 'Admin1',
} as const;

/** Begins a session for a person without the password, which costs as much as ten calls; gives the browser its cookie. */
async function withSession({ context }: App, person: TestClient, login: string): Promise<TestClient> {
  const { database, sessions } = context;
  const { uid, sid, token } = await database.transaction(async (db) => {
    const [account] = await db<{ uid: number }[]>`select person_id as uid from account where login = ${login}`;
    if (!account) throw new Error(`there is no account ${login}`);
    const begun = await sessions.begin(db, account.uid, { address: '127.0.0.1', agent: null, shared: false });
    return { ...begun, uid: account.uid };
  });
  person.cookies.set(sessions.cookieName, sid);
  // The answer brings the anti-forgery value of the session.
  await person.fetch(callsByRoom.login.config.path);
  return Object.assign(person, { uid, token });
}

/** A running portal on a database of its own. */
export interface TestPortal {
  readonly base: string;
  readonly app: App;
  readonly database: Database;
  /** A connection of the tables' owner, for what no call may do; it gives a bigint as text, `database.autocommit` as a number. */
  readonly ownerSql: Sql;
  readonly settings: Settings;
  /** Somebody who is not signed in. */
  nobody(): TestClient;
  /** One of the named accounts, with a session. */
  as(login: keyof typeof passwords): Promise<TestClient>;
  /** The same by the password, for a test of what signing in does besides: it is noted, and the browser known. */
  byPassword(login: keyof typeof passwords): Promise<TestClient>;
  close(): Promise<void>;
}

/**
 * Starts a portal on a fresh copy of the test university; `environment` are settings as `npm start` reads them, `by`
 * gives another way to the database than the straight one, `size` is that of the university, `at` the moment that it lives
 * in (the suite's when left out).
 */
export async function openPortal(
  environment: Record<string, string> = {},
  by: (url: string) => Promise<string> = async (url) => url,
  size: 'tiny' | 'medium' = 'tiny',
  at: string = testTime,
): Promise<TestPortal> {
  const copy = await createTestDatabase(size, at);
  setClock(copy.now());
  const dataDir = await mkdtemp(join(tmpdir(), 'bilim-test-'));
  const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_CONNECTIONS: '3', ...environment });
  const database = openDatabase(await by(copy.url), settings, { role: callsRole });
  const ownerSql = postgres(copy.url, { max: 1, onnotice: () => undefined });
  const app = await createApp({ settings, database, log: pino({ level: settings.logLevel }) });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  return {
    base,
    app,
    database,
    ownerSql,
    settings,
    nobody: () => new TestClient(base),
    as: (login) => withSession(app, new TestClient(base), login),
    async byPassword(login) {
      const person = new TestClient(base);
      const answer = await person.signIn(login, passwords[login]);
      if (answer.status !== 200) throw new Error(`${login} could not sign in: ${answer.text}`);
      return person;
    },
    async close() {
      const closing = app.close();
      // An answer that a test has not read to its end would hold up the stop for over a minute.
      app.fastify.server.closeAllConnections();
      await closing;
      await database.close();
      await ownerSql.end();
      await copy.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
