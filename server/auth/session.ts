import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseRole, type Role } from '@bilim/contract/access.ts';
import type { Permission } from '@bilim/contract/permissions.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Fragment } from 'postgres';
import { RequestBatcher } from '../core/batcher.ts';
import { Refusal } from '../core/refusal.ts';
import type { Language } from '../core/translations.ts';
import type { Database, Db } from '../database/database.ts';
import { isHttps, type Settings } from '../settings.ts';
import type { LinkedAccount } from './linked-account.ts';
import { hostCookieName } from './own-cookies.ts';
import { type SessionEndReason, setSessionEndReasonSql } from './session-end.ts';
import {
  isSessionUnexpired,
  maxSessionDays,
  maxSessionLifetimeSql,
  readSessionRows,
  type SessionRow,
} from './session-row.queries.ts';

/** The person behind a request, as the session says it; nothing here comes from the client. */
export interface Caller {
  readonly uid: number;
  readonly role: Role;
  readonly login: string;
  readonly fullName: string;
  readonly permissions: readonly Permission[];
  /** Faculties that a permission is limited to; absent: all. */
  readonly limitedTo: Readonly<Partial<Record<Permission, readonly number[]>>>;
  /** A student's group of today, null for others. */
  readonly groupId: number | null;
  /** Faculties that the person belongs to: by group or by employment. */
  readonly faculties: readonly number[];
  readonly mustChangePassword: boolean;
  /** They may know no password, neither one that is kept here nor one of a directory. */
  readonly hasNoPassword: boolean;
  /** A second step was shown in this session; a demo that acts in the person's place needs none. */
  readonly isProvenTwice: boolean;
  readonly sessionId: number;
  /** Others use the computer too: its browser may keep nothing that is sent. */
  readonly shared: boolean;
  /** What is shown under the name: a teacher's main post, a student's group. */
  readonly post: Readonly<Record<Language, string>> | null;
  readonly group: string | null;
  /** Short name of the faculty of that post or group. */
  readonly faculty: string | null;
  readonly hasPhoto: boolean;
}

/** What a client holds of a new session. */
export interface NewSession {
  readonly sid: string;
  readonly token: string;
  readonly shared: boolean;
}

/** From where a session is begun. */
interface Beginning {
  readonly address: string;
  readonly agent: string | null;
  readonly shared: boolean;
  /** At which part of its life a demo acts in the person's place. */
  readonly invented?: string;
  /** The account elsewhere by which the person came; null: by the password. */
  readonly linked?: LinkedAccount | null;
  /** They have proven twice who they are. */
  readonly twice?: boolean;
}

const maxAcceptedTokens = 5;
const maxSessionsPerPerson = 10;
const remembered = 2000;
const sharedIdle = '30 minutes';
/**
 * Sessions of many requests are read together: so many in one statement, so many statements at once, and not behind the reads of
 * those who are in already: each call would wait in line twice.
 */
const readings = { most: 64, concurrency: 2, line: Number.POSITIVE_INFINITY, within: 3000 };

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The live sessions: made at sign-in, read at every call, ended by logout, password change or age. */
export class SessionStore {
  readonly #database: Database;
  readonly #settings: Pick<Settings, 'sessionDays' | 'publicAddress'>;
  /** Issuers of the directories that keep passwords. */
  readonly #directories: readonly string[];
  readonly #known = new Map<string, { caller: Caller | null; until: number }>();
  readonly #ended = new Set<(uid: number) => void>();
  readonly #reading: RequestBatcher<string, SessionRow | null>;

  constructor(
    database: Database,
    settings: Pick<Settings, 'sessionDays' | 'publicAddress'>,
    directories: readonly string[],
  ) {
    this.#database = database;
    this.#settings = settings;
    this.#directories = directories;
    this.#reading = new RequestBatcher(readings, (sids) =>
      readSessionRows(database.autocommit, directories, sids.map(sha256)),
    );
  }

  /** Forgets what was remembered as soon as any node changes a right, a group or a session. */
  async watch(): Promise<void> {
    await this.#database.listen(
      'bilim_session',
      (uid) => {
        this.forget(Number(uid));
        for (const listener of this.#ended) listener(Number(uid));
      },
      () => this.#known.clear(),
    );
  }

  /** Calls back with the person whose sessions or rights changed. */
  onChange(listener: (uid: number) => void): void {
    this.#ended.add(listener);
  }

  forget(uid: number): void {
    for (const [sid, { caller }] of this.#known) if (!caller || caller.uid === uid) this.#known.delete(sid);
  }

  get cookieName(): string {
    return this.cookieNameOf('sid');
  }

  /** The name of one of our cookies. */
  cookieNameOf(name: string): string {
    return hostCookieName(this.#settings, name);
  }

  /** Attributes of the session's cookie: a shared computer forgets it with the browser, the server decides when it ends. */
  sidCookie(shared: boolean): CookieSerializeOptions {
    return this.cookie(shared ? null : maxSessionDays);
  }

  /** Attributes of a cookie that only the server reads. */
  cookie(days: number | null): CookieSerializeOptions {
    return {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(this.#settings),
      ...(days === null ? {} : { maxAge: days * 86_400 }),
    };
  }

  /**
   * The caller behind a session cookie, or null. Read again at most every two seconds: opening the portal makes a
   * dozen calls at once, and changes arrive by notification anyway.
   */
  async find(sid: string | undefined): Promise<Caller | null> {
    const known = this.#remembered(sid);
    if (!sid || known !== undefined) return known ?? null;
    const caller = await this.#read(sid);
    this.#remember(sid, caller);
    return caller;
  }

  /** The caller behind a session whose id may have been renewed since it was read; null when it has ended. */
  async findRenewed(sessionId: number): Promise<Caller | null> {
    return await this.findById(this.#database.autocommit, sessionId);
  }

  #remember(sid: string, caller: Caller | null): void {
    if (this.#known.size > 20_000) this.#known.clear();
    this.#known.set(sid, { caller, until: performance.now() + remembered });
  }

  /** The caller if this cookie was read a moment ago; null: nobody is behind it; undefined: it has to be read. */
  #remembered(sid: string | undefined): Caller | null | undefined {
    if (!sid || sid.length > 100) return null;
    const known = this.#known.get(sid);
    return known && known.until > performance.now() ? known.caller : undefined;
  }

  /** The caller of a session that a key was made for, as the database has it now; null when it is no longer live. */
  async findById(db: Db, id: number): Promise<Caller | null> {
    const [session] = await db<{ hash: Buffer }[]>`select hash from session where id = ${id}`;
    const [row] = session ? await readSessionRows(db, this.#directories, [session.hash]) : [];
    return row ? callerOf(row) : null;
  }

  async #read(sid: string): Promise<Caller | null> {
    const row = await this.#reading.ask(sid);
    if (!row) return null;
    if (row.stale) this.#touch(row.session_id);
    return callerOf(row);
  }

  /** The caller behind a session cookie as this transaction sees it, also before it commits. */
  async findWithin(db: Db, sid: string): Promise<Caller | null> {
    const row = await this.#row(db, sid);
    return row ? callerOf(row) : null;
  }

  /** Notes the call, apart from it: a write in a reading path would cost a third of the throughput. */
  #touch(id: number): void {
    void this.#database.autocommit`
      update session set ${seen(this.#database.autocommit)} where id = ${id}`.catch(() => undefined);
  }

  /**
   * Begins a session inside a sign-in's transaction; the person's oldest ones beyond ten end. Where a demo acts in the
   * person's place, `invented` says so, and the session counts for nobody.
   */
  async begin(db: Db, uid: number, from: Beginning): Promise<NewSession> {
    const sid = randomBytes(32).toString('base64url');
    const token = randomUUID();
    const idle = from.shared ? sharedIdle : `${this.#settings.sessionDays} days`;
    const isOwn = from.invented === undefined;
    await db`
      with first as (insert into signin_first (person_id) select ${uid}::bigint where ${isOwn} on conflict do nothing)
      insert into session (hash, person_id, expires_at, idle, shared, address, agent, token_hashes, invented, linked_account, twice)
      values (${sha256(sid)}, ${uid}, now() + least(${idle}::interval, ${maxSessionLifetimeSql(db)}), ${idle}::interval, ${from.shared},
        ${from.address},
        ${from.agent?.slice(0, 300) ?? null}, array[${sha256(token)}]::bytea[], ${from.invented ?? null},
        ${from.linked ? db.json({ ...from.linked }) : null}, ${from.twice ?? false})`;
    if (isOwn)
      await db`
      delete from session where ${setSessionEndReasonSql(db, 'more')} and id in (
        select id from session where person_id = ${uid} and invented is null
        order by created_at desc, id desc offset ${maxSessionsPerPerson})`;
    return { sid, token, shared: from.shared };
  }

  /**
   * Reads the caller and exchanges the token in one statement, when `calm` (SQL over `session`) holds. Null: there is no
   * such session; without a token: it has to be tried with `renewToken`.
   */
  async resume(
    sid: string,
    token: string,
    calm: (db: Db) => Fragment,
  ): Promise<{ caller: Caller; token: string | null } | null> {
    if (sid.length > 100) return null;
    const fresh = randomUUID();
    const row = await this.#database.alone((db) => {
      const renewing = db`update session set ${renewal(db, fresh)} where ${renewable(db, sid, token)} and ${calm(db)}`;
      return this.#row(db, sid, renewing);
    });
    const caller = row ? callerOf(row) : null;
    this.#remember(sid, caller);
    return row && caller ? { caller, token: row.renewed ? fresh : null } : null;
  }

  /**
   * Gives a session a new id and a new token; the old id opens nothing from then on. Its newest tokens stay good together
   * with the new id, for the other tabs of this browser.
   */
  async renew(db: Db, id: number): Promise<NewSession> {
    const sid = randomBytes(32).toString('base64url');
    const token = randomUUID();
    const [row] = await db<{ shared: boolean }[]>`
      update session set hash = ${sha256(sid)}, ${renewal(db, token)} where id = ${id}
      returning shared`;
    if (!row) throw new Refusal('call.notSignedIn', 401);
    return { sid, token, shared: row.shared };
  }

  /** Exchanges a token of this very session for a fresh one; null when it is not one of its five newest. */
  async renewToken(db: Db, sid: string, token: string): Promise<string | null> {
    const fresh = randomUUID();
    const renewed = await db`update session set ${renewal(db, fresh)} where ${renewable(db, sid, token)}`;
    return renewed.count ? fresh : null;
  }

  /** Ends the session behind a cookie; nothing happens when there is none. */
  async end(db: Db, sid: string | undefined): Promise<void> {
    if (sid) await db`delete from session where hash = ${sha256(sid)} and ${setSessionEndReasonSql(db, 'out')}`;
  }

  /** The account elsewhere by which the session behind a cookie was begun; null: by none, or there is no such session. */
  async linkedOf(db: Db, sid: string): Promise<LinkedAccount | null> {
    const [row] = await db<{ linked: LinkedAccount | null }[]>`
      select linked_account as linked from session where hash = ${sha256(sid)} and ${isSessionUnexpired(db)}`;
    return row?.linked ?? null;
  }

  /** Ends all sessions of a person but one; gives how many. */
  async endOthers(db: Db, uid: number, keep: number, why: SessionEndReason): Promise<number> {
    const ended = await db`
      delete from session where person_id = ${uid} and id <> ${keep} and invented is null and ${setSessionEndReasonSql(db, why)}`;
    return ended.count;
  }

  async #row(db: Db, sid: string, renewing?: Fragment): Promise<SessionRow | null> {
    const [row] = await readSessionRows(db, this.#directories, [sha256(sid)], renewing);
    return row ?? null;
  }

  /** What was remembered of this cookie no longer holds. */
  drop(sid: string | undefined): void {
    if (sid) this.#known.delete(sid);
  }
}

/** SQL: a new token at the head of the kept ones, and the session lives on. */
function renewal(db: Db, token: string) {
  return db`token_hashes = (array[${sha256(token)}]::bytea[] || token_hashes)[1:${maxAcceptedTokens}], ${seen(db)}`;
}

/** SQL: a call was made, which puts the end off, but never beyond the longest life. */
function seen(db: Db) {
  return db`last_seen_at = now(), expires_at = least(now() + idle, created_at + ${maxSessionLifetimeSql(db)})`;
}

/** SQL: the session of a cookie, if it holds this token. */
function renewable(db: Db, sid: string, token: string) {
  return db`hash = ${sha256(sid)} and ${isSessionUnexpired(db)} and ${sha256(token)} = any (token_hashes)`;
}

/** SQL condition: the session has not ended. `session`: its number, by a name that is not of this table. */
export function isSessionLive(db: Db, session: Fragment) {
  return db`exists (select from session where session.id = ${session} and ${isSessionUnexpired(db)})`;
}

/** The caller as their session's row has it. */
function callerOf(row: SessionRow): Caller {
  const limitedTo: Partial<Record<Permission, number[]>> = {};
  const unlimited = new Set(row.permissions.filter((one) => one.faculty === null).map((one) => one.code));
  for (const { code, faculty } of row.permissions)
    if (faculty !== null && !unlimited.has(code)) limitedTo[code] = [...(limitedTo[code] ?? []), faculty];
  return {
    uid: row.uid,
    role: parseRole(row.role),
    login: row.login,
    fullName: row.full_name,
    permissions: [...new Set(row.permissions.map((one) => one.code))].sort(),
    limitedTo,
    groupId: row.group_id,
    faculties: row.faculties,
    mustChangePassword: row.must_change,
    hasNoPassword: row.has_no_password,
    isProvenTwice: row.is_proven_twice,
    sessionId: row.session_id,
    shared: row.shared,
    post: row.post,
    group: row.group_name,
    faculty: row.faculty,
    hasPhoto: row.has_photo,
  };
}
