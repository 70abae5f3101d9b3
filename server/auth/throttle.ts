import type { BlockList } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fragment } from 'postgres';
import { isAddressWithin, parseIpRanges } from '../core/addresses.ts';
import { KeyedMutex } from '../core/keyed-mutex.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import type { ProofOfWorkBinding, ProofOfWorkVerifier } from './proof-of-work.ts';
import { sha256 } from './session.ts';

/** One try at something secret. */
export interface GuessAttempt {
  /** What is guessed at: a login (known or not), or a session. */
  readonly account: string;
  readonly address: string;
  /** Who tries: the mark of a browser's cookie, or a session; null: a client without our cookie. */
  readonly browser: string | null;
  /** Whether this browser signed in to the account before, or has a session of it: only its own failures slow it then. */
  readonly trusted: boolean;
  /** What the browser worked out for an earlier `login.proof`. */
  readonly proof?: string | undefined;
  /**
   * Failures of the account in an hour after which `check` treats it as being guessed at, and asks for more in place of
   * the queue; left out: the queue.
   */
  readonly wrongBeforeStricter?: number;
}

/** Limits (failures in an hour, and their addresses) above which an account counts as under attack. */
const attackLimits = { failures: 100, addresses: 10, anywhere: 2000 };
/** Then one try is looked at in so many seconds, and one from a clean place waits at most so long for its turn. */
const turnSeconds = 2;
const longestTurnWait = 20;

/** Failures in a row that cost nothing, and the longest wait after more of them, in seconds. */
const freeFailures = 5;
const longestWait = 900;
/** Failures of an address in ten minutes, above its successes, from which on each try costs a proof of work. */
const freeOfAddress = 100;
const campusFactor = 10;
/** Most rows that are counted for one question. */
const maxCounted = 20_000;

interface State {
  place: string;
  now: number;
  wait: number;
  atAddress: number;
  right: number;
  atAccount: number;
  addresses: number;
  /** Neither this browser nor its network failed at the account within an hour. */
  clean: boolean;
}

/**
 * Slows guessing down without stopping others (docs/decisions/0020-throttling-of-password-guesses.md): growing waits of a browser
 * at an account, a queue for an account that is guessed at from many places, a proof of work for an address with many
 * failures. All counts are rows, so that every node sees them; all times are the database's.
 */
export class SignInThrottle {
  readonly #database: Database;
  readonly #proofs: ProofOfWorkVerifier;
  readonly #campus: BlockList;
  readonly #stopping = new AbortController();
  /** Tries that count together follow each other; otherwise a hundred at once would all see a clean count. */
  readonly #mutex = new KeyedMutex();

  constructor(database: Database, proofs: ProofOfWorkVerifier, settings: { readonly campusRanges: readonly string[] }) {
    this.#database = database;
    this.#proofs = proofs;
    this.#campus = parseIpRanges(settings.campusRanges);
  }

  /** Ends the waiting in the queues: whoever waits there is refused, and may retry. */
  stop(): void {
    this.#stopping.abort();
  }

  /**
   * Runs `check` (null: wrong) when it is this attempt's turn; `isGuessedAt`: `wrongBeforeStricter` was reached. Refuses with
   * 429 login.tooOften and the seconds to wait, or with 401 login.proof and a challenge.
   */
  try<T>(attempt: GuessAttempt, check: (isGuessedAt: boolean) => Promise<T | null>): Promise<T | null> {
    const pair = attempt.browser === null ? null : pairOf(attempt);
    const look = () => this.#tryNow(pair === null ? null : sha256(pair), attempt, check);
    return pair === null ? look() : this.#mutex.run(pair, look);
  }

  /**
   * SQL: nothing failed that could make an attempt of this session wait, which then may succeed without `try`. `account`
   * is SQL for what such an attempt calls `account`; its browser is 'session'.
   */
  calm(db: Db, account: Fragment) {
    return db`not exists (select from signin_wait where key = sha256(convert_to(${account} || '|session', 'UTF8')))`;
  }

  async #tryNow<T>(
    key: Buffer | null,
    attempt: GuessAttempt,
    check: (isGuessedAt: boolean) => Promise<T | null>,
  ): Promise<T | null> {
    const account = sha256(attempt.account);
    const state = await this.#state(key, account, attempt);
    if (state.wait > 0) throw tooOften(state.wait);
    const look = (isGuessedAt = false) => this.#look(key, account, attempt, () => check(isGuessedAt));
    if (attempt.trusted) return look();
    const free = freeOfAddress * (isAddressWithin(this.#campus, attempt.address) ? campusFactor : 1);
    const { wrongBeforeStricter } = attempt;
    const isHunted =
      wrongBeforeStricter === undefined &&
      ((state.atAccount >= attackLimits.failures && state.addresses >= attackLimits.addresses) ||
        state.atAccount >= attackLimits.anywhere);
    // A turn of one's own costs work: else many requests, each from a new address, would take them all.
    if (state.atAddress > free + state.right || (isHunted && state.clean)) await this.#askProof(attempt, state);
    if (wrongBeforeStricter !== undefined) return look(state.atAccount >= wrongBeforeStricter);
    if (!isHunted) return look();
    return this.#mutex.run(`${attempt.account}|${state.place}`, async () => {
      await this.#queue(account, state.clean ? longestTurnWait : 0);
      return look();
    });
  }

  async #state(key: Buffer | null, account: Buffer, { address, trusted }: GuessAttempt): Promise<State> {
    const db = this.#database.autocommit;
    const [state] = await db<State[]>`
      with here as (select signin_place(${address}) as address),
      of_account as materialized (select f.address from signin_failure f
        where not ${trusted} and f.account = ${account} and f.at > clock_timestamp() - interval '1 hour'
        limit ${maxCounted})
      select here.address::text as place, floor(extract(epoch from clock_timestamp()))::int8 as now,
        coalesce((select extract(epoch from ${waitsUntil(db)} - clock_timestamp())
          from signin_wait where key = ${key} and failures >= ${freeFailures}), 0)::float8 as wait,
        (select count(*) from (select from signin_failure f
          where not ${trusted} and f.address = here.address and f.at > clock_timestamp() - interval '10 minutes'
          limit ${maxCounted}) few)::int as "atAddress",
        (select count(*) from signin_success s where not ${trusted} and s.address = here.address
          and s.at > clock_timestamp() - interval '10 minutes')::int as "right",
        (select count(*) from of_account)::int as "atAccount",
        (select count(distinct address) from of_account)::int as addresses,
        not exists (select from signin_wait where key = ${key})
          and not exists (select from of_account where address <<= signin_network(here.address)) as clean
      from here`;
    if (!state) throw new Error('a question without an answer');
    return state;
  }

  /** Passes with a good proof; else refuses with a new challenge. */
  async #askProof({ account, proof }: GuessAttempt, { place, now }: State): Promise<void> {
    const bound: ProofOfWorkBinding = { place, now, name: account };
    if (proof && (await this.#proofs.takes(proof, bound))) return;
    throw new Refusal('login.proof', 401, { proof: this.#proofs.challenge(bound) });
  }

  /**
   * Takes the next slot of an attacked account. A known browser gets a slot of its own, for which it waits here up to
   * `ahead` seconds; others (0) get one only when nobody waits.
   */
  async #queue(account: Buffer, ahead: number): Promise<void> {
    const [turn] = await this.#database.autocommit<{ wait: number | null; left: number }[]>`
      with taken as (
        insert into signin_queue as queue (account, next_at)
        values (${account}, clock_timestamp() + ${turnSeconds} * interval '1 second')
        on conflict (account) do update
          set next_at = greatest(queue.next_at, clock_timestamp()) + ${turnSeconds} * interval '1 second'
          where queue.next_at <= clock_timestamp() + ${ahead} * interval '1 second'
        returning next_at - ${turnSeconds} * interval '1 second' as at)
      select (select extract(epoch from at - clock_timestamp()) from taken)::float8 as wait,
        coalesce((select extract(epoch from next_at - clock_timestamp()) - ${ahead}
          from signin_queue where account = ${account}), ${turnSeconds})::float8 as left`;
    if (typeof turn?.wait !== 'number') throw tooOften(turn?.left ?? turnSeconds);
    if (turn.wait <= 0) return;
    await wait(turn.wait * 1000, null, { signal: this.#stopping.signal }).catch(() => {
      throw new Refusal('call.unavailable', 503);
    });
  }

  /** Removes what no longer slows anybody down. */
  async sweep(): Promise<void> {
    const { autocommit } = this.#database;
    await autocommit`delete from signin_failure where at < now() - interval '2 hours'`;
    await autocommit`delete from signin_wait where last_at < now() - interval '2 hours'`;
    await autocommit`delete from signin_success where at < now() - interval '2 hours'`;
    await autocommit`delete from signin_queue where next_at < now() - interval '1 hour'`;
    await this.#proofs.sweep();
  }

  async #look<T>(
    key: Buffer | null,
    account: Buffer,
    { address }: GuessAttempt,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const found = await check();
    const db = this.#database.autocommit;
    if (found === null)
      await db`
        with failure as (
          insert into signin_failure (account, address) values (${account}, signin_place(${address}))),
        waiting as (
          insert into signin_wait (key, account, failures, last_at) select ${key}::bytea, ${account}, 1, clock_timestamp()
            where ${key}::bytea is not null
          on conflict (key) do update
            set failures = signin_wait.failures + 1, last_at = clock_timestamp(), account = excluded.account
          returning failures)
        select publish_accounts_change() from waiting where failures >= ${freeFailures}`;
    else
      await db`
        with forgiven as (delete from signin_wait where key = ${key})
        insert into signin_success as s (account, address, at)
        values (${account}, signin_place(${address}), clock_timestamp())
        on conflict (account, address) do update set at = excluded.at where s.at < excluded.at - interval '1 hour'`;
    return found;
  }
}

function pairOf({ account, browser }: GuessAttempt): string {
  return `${account}|${browser}`;
}

/** SQL: until when a row of `signin_wait` with enough failures keeps its browser waiting at its account. */
function waitsUntil(db: Db) {
  return db`(last_at + least(${longestWait}, 2 ^ least(failures - ${freeFailures}, 10)) * interval '1 second')`;
}

/** SQL `select account, until`: browsers that have to wait at an account at this moment. */
export function selectThrottledBrowsers(db: Db) {
  return db`
    select account, ${waitsUntil(db)} as until from signin_wait
    where failures >= ${freeFailures} and last_at > clock_timestamp() - ${longestWait} * interval '1 second'
      and ${waitsUntil(db)} > clock_timestamp()`;
}

/**
 * The throttle's key of a login; `selectThrottledBrowsers` holds its SHA-256. Directories take wide, round and bold letters
 * for the plain ones (RFC 4518), and fold case: a dotted I is i, a final sigma is any other. Unless this key folds
 * them, too, each spelling could be guessed at again.
 */
export const loginThrottleKey = (login: string): string =>
  `login|${Array.from(
    login.normalize('NFKC').replaceAll(/[\p{Cf}\s]/gu, ''),
    (letter) => Array.from(letter.toLowerCase())[0],
  ).join('')}`;

/** Ends all waiting after wrong passwords and codes under these throttle keys; gives how many browsers waited, and how many failures were kept. */
export async function clearThrottle(db: Db, keys: readonly string[]): Promise<{ waits: number; failures: number }> {
  const hashes = keys.map(sha256);
  const waits = await db`delete from signin_wait where account in ${db(hashes)}`;
  const failures = await db`delete from signin_failure where account in ${db(hashes)}`;
  await db`delete from signin_queue where account in ${db(hashes)}`;
  return { waits: waits.count, failures: failures.count };
}

/** SQL: the account of `selectThrottledBrowsers` that is the login of row `a`. */
export const loginThrottleHashSql = (db: Db) =>
  db`sha256(convert_to('login|' || lower(translate(normalize(a.login, nfkc), 'İΣ', 'iσ')), 'UTF8'))`;

/** The refusal that names a wait: in seconds below a minute, else in minutes. */
function tooOften(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait));
  const values = { seconds, minutes: Math.ceil(seconds / 60), context: seconds < 60 ? 'seconds' : 'minutes' };
  return new Refusal('login.tooOften', 429, { values });
}
