import type { Db } from '../../database/database.ts';

/** A sign-in that failed: what was tried, as `login|student` or `second|17`, and from which address. */
interface FailedSignIn {
  readonly account: string;
  readonly address: string;
}

/** Writes down sign-ins that failed so many seconds ago, each as the throttle does. */
export async function recordFailedSignIns(db: Db, failures: readonly FailedSignIn[], secondsAgo = 0): Promise<void> {
  await db`
    insert into signin_failure (at, account, address)
    select clock_timestamp() - make_interval(secs => ${secondsAgo}), sha256(convert_to(account, 'UTF8')),
      signin_place(address::inet)
    from unnest(${failures.map(({ account }) => account)}::text[], ${failures.map(({ address }) => address)}::text[])
      f (account, address)`;
}

/** So many failures, each at another account: what an address shows that guesses names. */
export const createFailuresFromAddress = (address: string, count: number): FailedSignIn[] =>
  Array.from({ length: count }, (_, at) => ({ account: String(at), address }));

/** So many failures at one account from each of so many addresses of 10.1.0.0/16. */
export const createFailedSignIns = (account: string, addresses: number, each = 1): FailedSignIn[] =>
  Array.from({ length: addresses * each }, (_, at) => ({ account, address: `10.1.0.${1 + (at % addresses)}` }));

/** Has the next try of an account wait for so many seconds behind others. */
export async function delayNextSignIn(db: Db, account: string, seconds: number): Promise<void> {
  await db`
    insert into signin_queue (account, next_at)
    values (sha256(convert_to(${account}, 'UTF8')), clock_timestamp() + make_interval(secs => ${seconds}))`;
}
