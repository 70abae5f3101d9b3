import type { Db } from '../../database/database.ts';

/** Writes down that somebody signed in so many times, all of them now. */
export async function recordSignIns(db: Db, login: string, count: number): Promise<void> {
  await db`
    insert into audit (person_id, action, address)
    select person_id, 'login.in', '127.0.0.1' from account, generate_series(1, ${count}::int) where login = ${login}`;
}
