import type { Readable } from 'node:stream';
import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { may } from '@bilim/contract/who.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { addressOf } from './addresses.ts';
import type { Browsers } from './browsers.ts';
import { listBytes } from './bytes.ts';
import { CallLimits } from './call-limits.ts';
import type { Csrf } from './csrf.ts';
import { type Database, type Db, Gate } from './database.ts';
import { asRefusal, Refusal } from './failures.ts';
import { checkQuota, type Files, type Received } from './files.ts';
import type { Guessing } from './guessing.ts';
import type { HtmlBooks } from './html-books.ts';
import { inputReader, type Read } from './input.ts';
import type { Audience, Live } from './live.ts';
import type { Often } from './often.ts';
import { answeredBefore, bodyHash, keepAnswer, type Repeatable, readKey } from './once.ts';
import type { PasswordRule } from './password.ts';
import type { Reference } from './reference.ts';
import { rowWriter } from './row-writer.ts';
import type { Caller, Sessions, Signer } from './session.ts';
import type { Strangers } from './strangers.ts';
import { type Language, languageOf, type Words } from './words.ts';

/** What every room may use; made once a process. */
export interface House {
  readonly settings: Settings;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly signer: Signer;
  readonly csrf: Csrf;
  readonly browsers: Browsers;
  readonly live: Live;
  readonly words: Words;
  readonly guessing: Guessing;
  readonly files: Files;
  readonly htmlBooks: HtmlBooks;
  readonly reference: Reference;
  readonly often: Often;
  readonly strangers: Strangers;
  readonly passwordRule: PasswordRule;
}

type CallerOf<C extends Call> = C['who'] extends 'all' ? Caller | null : Caller;

/** What a handler is given. */
export interface Ask<C extends Call = Call> {
  readonly input: Input<C>;
  readonly caller: CallerOf<C>;
  /** The call's transaction, or a read-only connection for calls marked `reads`. */
  readonly db: Db;
  readonly language: Language;
  /** The files of a multipart call; they are removed again unless the transaction commits. */
  readonly files: readonly Received[];
  /** Tells others that something changed in this room; sent after the commit, never when the call fails. */
  readonly tell: (to: readonly Audience[], key?: string | null, room?: string) => void;
  /** Runs when the transaction has committed. */
  readonly afterCommit: (work: () => void) => void;
  readonly house: House;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a `raw` call answers: a body with its headers. */
export interface Raw {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
}

/** Makes a `raw` call's answer when the database is left: for what takes time, so that no connection waits for it. */
export type Later = () => Promise<Raw>;

type Answer<C extends Call> = C['raw'] extends true ? Raw | Later | undefined : Output<C>;

/**
 * How a room does one call. The plain form runs inside the call's transaction. `before` runs outside of it, for
 * what must not hold a transaction open (hashing) or must survive a refusal (counters).
 */
export type Handler<C extends Call> =
  | ((ask: Ask<C>) => Promise<Answer<C>>)
  | {
      // biome-ignore lint/suspicious/noExplicitAny: what `before` finds is handed to `within` of the same object
      readonly before: (ask: Omit<Ask<C>, 'db'>) => Promise<any>;
      // biome-ignore lint/suspicious/noExplicitAny: see above
      readonly within: (ask: Ask<C>, found: any) => Promise<Answer<C>>;
    }
  | { readonly together: Join<C> };

/**
 * For a call that a crowd makes at once: no transaction around it. The room does it together with those of others
 * (core/together.ts) and keeps the answer for a repeat of the request (null: it came without a key).
 */
type Join<C extends Call> = (
  ask: Omit<Ask<C>, 'db'>,
  request: Repeatable | null,
) => Promise<{ data: Answer<C>; replayed: boolean }>;

/** What a handler has, in whichever form it was written. */
interface Parts {
  readonly before?: (ask: Omit<Ask, 'db'>) => Promise<unknown>;
  readonly within?: (ask: Ask, found: unknown) => Promise<Answer<Call>>;
  readonly together?: Join<Call>;
}

export type Handlers<Calls extends Record<string, Call>> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> };

export interface Room {
  readonly name: string;
  readonly calls: Readonly<Record<string, Call>>;
  readonly handlers: Readonly<Record<string, Handler<Call>>>;
  readonly begin: Begin | undefined;
}

/** What a room does by itself while the portal runs; gives the function that ends it, when no call runs any more. */
type Begin = (house: House) => () => void | Promise<void>;

/** A room: its name, its calls of the contract, and a handler for every one of them. */
export function room<Calls extends Record<string, Call>>(
  name: string,
  calls: Calls,
  handlers: Handlers<Calls>,
  begin?: Begin,
): Room {
  return { name, calls, handlers: handlers as unknown as Record<string, Handler<Call>>, begin };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const noFiles: readonly Received[] = [];
const minute = 60_000;
const hour = 60 * minute;
/** Rows from which on a list is worth bytes of its own; a shorter one leaves in one piece with its headers. */
const manyRows = 10;
/** Calls marked `crowd`: how many may wait for their turn, and how long (ms), before they are sent away. */
const crowdLine = 250;
const crowdWithin = 2000;

/**
 * Mounts a room: one route a call. Order of checks (wire.md 1): csrf, session, rate, right (all before the body is
 * read), body, fields that name the caller; then the room's own. `forms` is the instance that reads forms with files.
 */
export function mount(
  apps: { readonly plain: FastifyInstance; readonly forms: FastifyInstance },
  house: House,
  { name: roomName, calls, handlers }: Room,
): void {
  const { often } = house;
  const limits = new CallLimits(house.database);
  // All crowded calls of a room share half of the connections; the others stay free for everybody else.
  const crowd = new Gate(Math.max(1, house.settings.databaseConnections >> 1), crowdWithin, crowdLine);

  for (const [callName, call] of Object.entries(calls)) {
    const handler = handlers[callName];
    if (!handler) throw new Error(`room ${roomName} has no handler for ${callName}`);
    const { before, within, together }: Parts = typeof handler === 'function' ? { within: handler } : handler;
    const read = inputReader(call.input);
    const limit = call.often ?? call.oftenAnHour;
    const most = limit && Math.max(1, Math.round((limit * house.settings.ratePercent) / 100));
    const span = call.often ? minute : hour;
    const counted = call.oftenAs ?? `${roomName}.${callName}`;
    const outcome = plain(call.output) as { type?: string };
    const write = rowWriter(outcome);
    const retold = Object.entries(call.input.properties as Record<string, { retold?: boolean }>)
      .filter(([, field]) => field.retold)
      .map(([name]) => name);

    /** A caller who was read a moment ago does not wait for a promise. */
    const gate = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void) => {
      const sid = request.cookies[house.sessions.cookieName];
      let caller: Caller | null | undefined;
      try {
        if (!call.raw && !call.files) limits.awaitAnswer(request, reply);
        limits.awaitDatabase(request, reply);
        if (call.method === 'POST') house.csrf.check(request);
        else if (call.path.startsWith('/api/') && !call.cookieless) {
          house.csrf.giveWhenMissing(request, reply);
          house.browsers.giveWhenMissing(request, reply);
        }
        caller = call.who === 'all' ? null : house.sessions.remembered(sid);
        if (caller) enter(request, caller);
      } catch (refusal) {
        done(refusal as Error);
        return;
      }
      if (caller) done();
      else
        Promise.resolve(caller === undefined ? house.sessions.find(sid) : null)
          .then((found) => (found ? found : house.strangers.turn(laneOf(request)).then(() => null)))
          .then((found) => enter(request, found))
          .then(() => done(), done);
    };

    /** A browser in which somebody signed in before is not slowed by what others at its address do. */
    const laneOf = (request: FastifyRequest) => {
      const browser = house.browsers.read(request);
      return browser?.people.length ? browser.mark : addressOf(request);
    };

    const enter = (request: FastifyRequest, caller: Caller | null) => {
      if (call.who !== 'all') {
        if (!caller) throw new Refusal('call.notSignedIn', 401);
        request.caller = caller;
        if (most) often.count(`${counted}|${caller.uid}`, most, span);
        if (!may(caller, call.who)) throw new Refusal('call.notAllowed', 403);
        if (caller.mustChangePassword && !call.beforePasswordChange) throw new Refusal('profile.changeFirst', 403);
      }
      if (call.files) house.files.checkDeclared(request, call.files);
      else if (call.method === 'POST') {
        checkType(request.headers['content-type']);
        limits.awaitBody(request);
      }
    };

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      request.bodyDeadline?.end();
      try {
        const answered = await (call.files
          ? answerForm(request, reply, call.files)
          : run(request, reply, call.method === 'GET' ? request.query : request.body, noFiles));
        return reply.sent ? reply : answered;
      } catch (refusal) {
        // A limit has answered before.
        if (reply.sent) return reply;
        throw refusal;
      }
    };

    const answerForm = async (request: FastifyRequest, reply: FastifyReply, allowed: NonNullable<Call['files']>) => {
      // While the files come nobody waits for the database.
      request.silenceDeadline?.end();
      const form = await house.files.receive(request, allowed);
      // For who reads of it besides the call, as of the body of any other.
      request.body = form.fields;
      limits.awaitDatabase(request, reply);
      let kept = false;
      try {
        return await run(request, reply, form.fields, form.files, () => {
          kept = true;
        });
      } finally {
        if (!kept) await house.files.remove(form.files.map((file) => file.key));
      }
    };

    const longList = (reply: FastifyReply, data: unknown) => {
      if (outcome.type !== 'array') return null;
      const rows = data as unknown[];
      const written = rows.length >= manyRows ? write?.(rows) : null;
      const bytes = written ?? listBytes(rows, (some) => reply.serializeInput(some as never, outcome));
      if (bytes) reply.type('application/json; charset=utf-8');
      return bytes;
    };

    const run = async (
      request: FastifyRequest,
      reply: FastifyReply,
      body: unknown,
      files: readonly Received[],
      onCommit?: () => void,
    ) => {
      const { input, named } = read(body);
      checkNamed(request.caller, named);
      const key = call.once && request.caller ? readKey(request.headers['idempotency-key']) : null;
      const repeatable: Repeatable | null =
        key && request.caller
          ? { uid: request.caller.uid, call: call.path, key, body: bodyHash(without(input, retold), files) }
          : null;

      const told: Parameters<Live['publish']>[0][number][] = [];
      const after: (() => void)[] = [];
      const ask = {
        input,
        caller: request.caller as Caller,
        language: languageOf(request.cookies.lang),
        files,
        tell: (to: readonly Audience[], eventKey: string | null = null, eventRoom = roomName) => {
          told.push({ to, room: eventRoom, key: eventKey });
        },
        afterCommit: (work: () => void) => {
          after.push(work);
        },
        house,
        request,
        reply,
      };
      const found = await before?.(ask);
      let replayed = false;
      let isDone = false;
      const work = async (db: Db) => {
        // A transaction may run again; what its first try told is forgotten.
        isDone = false;
        told.length = 0;
        after.length = 0;
        if (repeatable) {
          const kept = await answeredBefore(db, repeatable);
          if (kept !== null) {
            replayed = true;
            return kept;
          }
        }
        if (files.length && request.caller) await checkQuota(db, request.caller.uid, files, house.settings.quotaMb);
        const data = await within?.({ ...ask, db }, found);
        if (repeatable) await keepAnswer(db, repeatable, data);
        isDone = true;
        return data;
      };
      const joined = async (join: Join<Call>) => {
        const answered = await join(ask, repeatable);
        replayed = answered.replayed;
        return answered.data;
      };
      const begun = together
        ? joined(together)
        : call.reads === 'snapshot'
          ? house.database.snapshot(work)
          : call.reads === 'long'
            ? house.database.readLong(work)
            : call.reads
              ? house.database.read(work)
              : call.crowd
                ? crowd.run(() => house.database.transaction(work))
                : house.database.transaction(work);
      const data = await begun.catch((failure: unknown) => {
        // Whether the commit came through is not known: the files stay, and without rows the sweeper takes them.
        if (isDone && asRefusal(failure).status === 503) onCommit?.();
        throw failure;
      });

      if (!replayed) onCommit?.();
      for (const one of after) one();
      if (replayed) {
        reply.header('Idempotency-Replayed', 'true');
        if (most && request.caller) often.takeBack(`${counted}|${request.caller.uid}`);
      }
      house.live.publish(told);
      if (!call.raw) return longList(reply, data) ?? { result: 0, error: null, data };
      const raw = typeof data === 'function' ? await (data as Later)() : (data as Raw | undefined);
      if (!raw) return reply;
      return reply
        .code(raw.status ?? 200)
        .headers(raw.headers)
        .send(raw.body ?? '');
    };

    (call.files ? apps.forms : apps.plain).route({
      method: call.method,
      url: call.path,
      onRequest: gate,
      handler: answer,
      schema: {
        tags: [roomName],
        ...(call.method === 'GET' ? { querystring: plain(call.input) } : { body: plain(call.input) }),
        ...(call.files && { consumes: ['multipart/form-data'] }),
        ...(call.raw ? {} : { response: { 200: envelope(outcome) } }),
      },
      // The reader above is the one validator; the schema here serves the reply filter and OpenAPI.
      validatorCompiler: () => (value) => ({ value }),
      attachValidation: false,
    });
  }
}

/** A form to a call that takes none would be read as an empty object; a call without a body needs no type. */
function checkType(type: string | undefined): void {
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new Refusal('call.notJson', 415);
}

/** What a repeat of a request must have in common with its first try. */
function without(input: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return names.length ? Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))) : input;
}

function checkNamed(caller: Caller | null, named: Read['named']): void {
  if (!caller) return;
  for (const { is, value } of named)
    if (value !== (is === 'uid' ? caller.uid : caller.role)) throw new Refusal('call.notYou', 403);
}

/** A schema as plain data, without the library's hidden marks. */
const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as object;

function envelope(data: object): object {
  return {
    type: 'object',
    properties: {
      result: { type: 'integer' },
      error: { type: 'null' },
      data,
    },
  };
}
