import { randomBytes } from 'node:crypto';
import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Makes a token by which a program pushes tables today, in somebody's name; nobody knows its secret. */
export async function addServiceToken(db: Db, name: string, maker: PersonReference): Promise<void> {
  await db`
    insert into service_token (name, hash, tables, addresses, ends_on, made_by)
    values (${name}, ${randomBytes(32)}, '{students}', '{0.0.0.0/0}', today(), ${personIdFragment(db, maker)})`;
}
