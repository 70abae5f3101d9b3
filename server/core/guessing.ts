import type { Fragment } from 'postgres';
import type { Database, Db } from './database.ts';
import { Refusal } from './failures.ts';
import { type Signer, sha256 } from './session.ts';

/** Who tries: an account (known or not), from where, and the browser's own mark when it signed in here before. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  readonly device: string | null;
}

const freeFailures = 5;
const longestWait = 900;

/**
 * Slows guessing without locking anybody out (AUTH-11): waits that grow for the pair of account and address, a
 * trickle for an account tried from everywhere, and a stop for an address that tries everybody. A browser that
 * signed in to the account before counts by itself, so a stranger's failures never reach it.
 */
export class Guessing {
  readonly #database: Database;
  /** Tries of one pair follow each other; otherwise a hundred at once would all see a clean count. */
  readonly #line = new Map<string, Promise<unknown>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Runs `check` (null: wrong) unless the attempt must wait: 429 login.tooOften with the seconds to wait. */
  async try<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
    const pair = `${attempt.account}|${attempt.device ?? attempt.address}`;
    const turn = (this.#line.get(pair) ?? Promise.resolve()).then(() => this.#tryNow(pair, attempt, check));
    const quiet = turn.catch(() => undefined);
    this.#line.set(pair, quiet);
    void quiet.then(() => {
      if (this.#line.get(pair) === quiet) this.#line.delete(pair);
    });
    return turn;
  }

  /**
   * SQL: nothing failed of late that could make an attempt wait, which then may succeed without `try`. `account` is SQL
   * for the account's name.
   */
  calm(db: Db, account: Fragment, address: string) {
    return db`not exists (
        select from signin_wait where key = sha256(convert_to(${account} || ${`|${address}`}, 'UTF8')))
      and not exists (select from signin_failure where account = sha256(convert_to(${account}, 'UTF8')))
      and (select count(*) < 100 from (select from signin_failure where address = ${address}::inet limit 100) few)`;
  }

  async #tryNow<T>(pair: string, attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
    const key = sha256(pair);
    const account = sha256(attempt.account);
    const db = this.#database.own;
    const [state] = await db<{ counted: boolean; pair: number; account: number; address: number }[]>`
      select exists (select from signin_wait where key = ${key}) as counted,
        coalesce((select extract(epoch from last_at - clock_timestamp())
            + least(${longestWait}, 2 ^ (failures - ${freeFailures}))
          from signin_wait where key = ${key} and failures >= ${freeFailures}), 0)::float8 as pair,
        case when ${attempt.device !== null} then 0 else
          (select case when count(*) >= 50 then 10 - extract(epoch from clock_timestamp() - max(at)) else 0 end
           from signin_failure where account = ${account} and at > clock_timestamp() - interval '1 hour')
        end::float8 as account,
        case when ${attempt.device !== null} then 0 else
          (select case
             when count(*) >= 300 then extract(epoch from min(at) + interval '1 hour' - clock_timestamp())
             when count(distinct account) filter (where at > clock_timestamp() - interval '10 minutes') >= 100 then 60
             else 0 end
           from signin_failure where address = ${attempt.address} and at > clock_timestamp() - interval '1 hour')
        end::float8 as address`;
    const wait = Math.max(state?.pair ?? 0, state?.account ?? 0, state?.address ?? 0);
    if (wait > 0) {
      const seconds = Math.max(1, Math.ceil(wait));
      throw new Refusal('login.tooOften', 429, { values: { seconds, minutes: Math.ceil(seconds / 60) } });
    }
    const found = await check();
    if (found === null)
      await db`
        with failure as (
          insert into signin_failure (account, address) values (${account}, ${attempt.address}))
        insert into signin_wait (key, failures, last_at) values (${key}, 1, clock_timestamp())
        on conflict (key) do update set failures = signin_wait.failures + 1, last_at = clock_timestamp()`;
    else if (state?.counted) await db`delete from signin_wait where key = ${key}`;
    return found;
  }
}

const knownPeople = 10;

/** Who signed in on this browser before: `nonce.uid-uid.signature`, the newest first. */
export function readDevice(signer: Signer, cookie: string | undefined): { nonce: string; people: number[] } | null {
  const [nonce = '', people = '', signature = ''] = cookie?.split('.') ?? [];
  if (!nonce || !signer.isSigned('device', `${nonce}.${people}`, signature)) return null;
  return { nonce, people: people.split('-').map(Number) };
}

/** The cookie after a person signed in. */
export function deviceCookie(signer: Signer, known: { nonce: string; people: number[] } | null, uid: number): string {
  const nonce = known?.nonce ?? crypto.randomUUID();
  const people = [uid, ...(known?.people ?? []).filter((one) => one !== uid)].slice(0, knownPeople).join('-');
  return `${nonce}.${people}.${signer.sign('device', `${nonce}.${people}`)}`;
}
