import type { FastifyRequest } from 'fastify';
import { addressOf } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { note } from './audit.ts';
import type { Directories } from './directory/directories.ts';
import { keptBy } from './directory/rights.queries.ts';
import { fitsPassword } from './password.ts';
import type { Caller } from './session.ts';
import { accountOf, type SignInThrottle } from './throttle.ts';

async function storedHash(db: Db, uid: number): Promise<string | null> {
  const [row] = await db<{ hash: string }[]>`select password_hash as hash from account where person_id = ${uid}`;
  return row?.hash ?? null;
}

/** Whether it is the person's password at a directory. Refuses with 503 login.directoryAway. */
async function fitsElsewhere(
  { database, directories }: { readonly database: Database; readonly directories: Directories },
  uid: number,
  password: string,
): Promise<boolean> {
  const kept = await database.read((db) => keptBy(db, uid, directories.issuers));
  const tried = await Promise.all(kept.map((account) => directories.provesAgain(account, password)));
  return tried.includes(true);
}

/**
 * Checks the password of somebody who is signed in and gives its stored hash. Wrong ones count for this session alone:
 * whoever holds it could drop the browser's cookie. `context` chooses the sentence. Refuses with 422 profile.wrongPassword 429 login.tooOften
 * or 503 login.directoryAway.
 */
export async function provePassword(
  app: { readonly database: Database; readonly throttle: SignInThrottle; readonly directories: Directories },
  request: FastifyRequest,
  caller: Caller,
  password: string,
  context: 'old' | 'present' = 'old',
): Promise<string> {
  const stored = await app.database.read((db) => storedHash(db, caller.uid));
  const account = accountOf(caller.login);
  const browser = `session ${caller.sessionId}`;
  const right = await app.throttle.try({ account, address: addressOf(request), browser, trusted: true }, async () =>
    (await fitsPassword(stored, password)) || (await fitsElsewhere(app, caller.uid, password)) ? true : null,
  );
  if (right && stored !== null) return stored;
  note(app.database, request, 'profile.wrongPassword', caller.uid);
  throw new Refusal('profile.wrongPassword', 422, {
    values: { context },
    fields: { password: 'profile.wrongPassword' },
  });
}
