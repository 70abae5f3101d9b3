import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { recordAuditEntryOutsideTransaction } from './audit.ts';
import type { DirectoryRegistry } from './directory/directories.ts';
import { readDirectoryAccounts } from './external-password.queries.ts';
import type { LinkedAccount } from './linked-account.ts';
import { findUnconfirmedPrivilegedLogin } from './linked-accounts.queries.ts';
import { isCorrectPassword } from './password.ts';
import type { Caller } from './session.ts';
import { loginThrottleKey, type SignInThrottle } from './throttle.ts';

async function storedHash(db: Db, uid: number): Promise<string | null> {
  const [row] = await db<{ hash: string }[]>`select password_hash as hash from account where person_id = ${uid}`;
  return row?.hash ?? null;
}

/** A password that was right: its stored hash, and the account of a directory that said so; null: the hash here fits it. */
interface VerifiedPassword {
  readonly hash: string;
  readonly vouchedBy: LinkedAccount | null;
}

/** The account at a directory whose password it is; null: none. Refuses with 503 login.directoryAway where one cannot say so. */
async function fitsElsewhere(
  { database, directories }: { readonly database: Database; readonly directories: DirectoryRegistry },
  uid: number,
  password: string,
): Promise<LinkedAccount | null> {
  const directoryAccounts = await database.read((db) => readDirectoryAccounts(db, uid, directories.issuers));
  const tried = await Promise.allSettled(
    directoryAccounts.map((account) => directories.provesAgain(account, password)),
  );
  const fitting = directoryAccounts.filter((_, at) => {
    const one = tried[at];
    return one?.status === 'fulfilled' && one.value;
  });
  const failed = tried.find((one) => one.status === 'rejected');
  if (fitting.length === 0 && failed) throw failed.reason;
  // Of several that take the password one vouches that may open the account: a right may be of that directory's groups.
  for (const account of fitting.length > 1 ? fitting : []) {
    const guarded = await database.read((db) => findUnconfirmedPrivilegedLogin(db, uid, account));
    const opens = !guarded || directories.findByIssuer(account.issuer)?.administrators.includes(guarded.login);
    if (opens) return account;
  }
  return fitting[0] ?? null;
}

/**
 * Checks the password of somebody who is signed in. Wrong ones count for the session, not for the browser, whose
 * cookie could be thrown away. `context` chooses the sentence. Refuses with 422 profile.wrongPassword, 429
 * login.tooOften or 503 login.directoryAway.
 */
export async function verifyPassword(
  app: { readonly database: Database; readonly throttle: SignInThrottle; readonly directories: DirectoryRegistry },
  request: FastifyRequest,
  caller: Caller,
  password: string,
  context: 'old' | 'present' = 'old',
): Promise<VerifiedPassword> {
  const stored = await app.database.read((db) => storedHash(db, caller.uid));
  const account = loginThrottleKey(caller.login);
  const browser = `session ${caller.sessionId}`;
  const directoryFailures: Refusal[] = [];
  const right = await app.throttle.try(
    { account, address: clientAddress(request), browser, trusted: true },
    async () => {
      if (await isCorrectPassword(stored, password)) return { vouchedBy: null };
      try {
        const vouchedBy = await fitsElsewhere(app, caller.uid, password);
        return vouchedBy && { vouchedBy };
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        // Ours was wrong, which counts also where the directory cannot say what it thinks of it.
        directoryFailures.push(failure);
        return null;
      }
    },
  );
  if (right && stored !== null) return { hash: stored, ...right };
  const [failure] = directoryFailures;
  if (failure) {
    recordAuditEntryOutsideTransaction(app.database, request, failure.code, caller.uid);
    throw failure;
  }
  recordAuditEntryOutsideTransaction(app.database, request, 'profile.wrongPassword', caller.uid);
  throw new Refusal('profile.wrongPassword', 422, {
    values: { context },
    fields: { password: 'profile.wrongPassword' },
  });
}
