import type { login as calls } from '@bilim/contract/login.ts';
import type { VerifiedIdentity } from '../../auth/apply-identity.ts';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import type { DirectoryIdentity, DirectoryIncident } from '../../auth/directory/directories.ts';
import type { LinkedAccount } from '../../auth/linked-account.ts';
import { findPersonOfIdentity, refusalAuditDetail } from '../../auth/linking.ts';
import { isCorrectPassword } from '../../auth/password.ts';
import { loginThrottleKey } from '../../auth/throttle.ts';
import { auditAnonymousRefusal } from '../../call/refusal-audit.ts';
import type { CallContext } from '../../call/room.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { type AccountRow, findAccountByLogin } from './login.queries.ts';

type AuthorizeContext = CallContext<typeof calls.authorize>;

/** Whose name and password these are, and by which account of a directory; null: by the password that is kept here. */
interface Checked {
  readonly uid: number;
  readonly linked: LinkedAccount | null;
  /** What the directory says of them. */
  readonly identity: VerifiedIdentity | null;
  /** The stored hash that the password fits. */
  readonly hash?: string;
}

/**
 * The account whose password this is, here or at a directory. Refuses with 400 login.required, 401 login.wrong,
 * 429 login.tooOften, 403 outside.unknown, outside.otherAccount, outside.closed, outside.guarded, 503 login.directoryAway.
 */
export async function checkCredentials(ctx: AuthorizeContext): Promise<Checked> {
  const { input, app, request } = ctx;
  const name = input.login?.trim() ?? '';
  const password = input.password ?? '';
  if (!name || !password) {
    const fields = {
      ...(name ? {} : { login: 'field.required' }),
      ...(password ? {} : { password: 'field.required' }),
    };
    // Servers take a bind without a password for a right one: whoever tries that is not only forgetful.
    if (name) auditAnonymousRefusal(app, request, 'login.wrong', { why: 'noPassword' });
    throw new Refusal('login.required', 400, { fields });
  }
  const account = await app.database.read((db) => findAccountByLogin(db, name));
  const right = await tried(ctx, account, name, password);
  return 'named' in right
    ? await comeFrom(ctx, right)
    : { uid: right.uid, linked: null, identity: null, hash: right.hash };
}

/** What takes the password: the account here, or a directory. Always exactly one hash is verified here. */
async function tried(ctx: AuthorizeContext, account: AccountRow | null, name: string, password: string) {
  const { input, app, request, reply } = ctx;
  const browser = app.deviceCookie.read(request);
  if (!browser) app.deviceCookie.giveNew(reply);
  const attempt = {
    account: loginThrottleKey(name),
    address: clientAddress(request),
    browser: browser?.mark ?? null,
    trusted: account !== null && (browser?.people.includes(account.uid) ?? false),
    proof: input.proof,
  };
  const failures: unknown[] = [];
  const refused: { readonly by: string; readonly refusal: Refusal }[] = [];
  const incidents = new Set<DirectoryIncident>();
  const opens = async (identity: DirectoryIdentity) => {
    const person = await app.database.transaction((db) => whoseEntry(db, identity));
    if (person instanceof Refusal) refused.push({ by: identity.directory.id, refusal: person });
    return !(person instanceof Refusal);
  };
  const look = async () => {
    const fits = await isCorrectPassword(account?.hash ?? null, password);
    if (fits && account && !account.blocked) return account;
    try {
      return await app.directories.prove(name, password, (what) => void incidents.add(what), opens);
    } catch (failure) {
      // Counts for every name alike: else the waits would show which names have a password here, and it could be guessed at.
      failures.push(failure);
      return null;
    }
  };
  const why = (): { why?: string } => {
    const worst = whyWrong(name, incidents);
    return worst === null ? {} : { why: worst };
  };
  try {
    const right = await app.throttle.try(attempt, look);
    const own = right && 'named' in right && refused.find(({ by }) => by === right.directory.id);
    if (own) throw own.refusal;
    if (right) return right;
  } finally {
    for (const { by, refusal } of refused)
      recordAuditEntryOutsideTransaction(app.database, request, refusal.code, null, {
        provider: by,
        ...refusalAuditDetail(refusal),
      });
    for (const failure of failures)
      if (failure instanceof Refusal && failure.code === 'login.directoryAway')
        recordAuditEntryOutsideTransaction(app.database, request, failure.code, account?.uid ?? null, {
          ...(failure.values.directory !== undefined && { provider: failure.values.directory }),
          ...why(),
        });
  }
  if (failures.length > 0) throw failures[0];
  recordAuditEntryOutsideTransaction(app.database, request, 'login.wrong', account?.uid ?? null, why());
  throw new Refusal('login.wrong', 401);
}

/** Signs that mean something in the filter of a directory, and are in nobody's name. */
const filterSigns = /[*()\\\0]/;

/** What the audit trail says of a wrong sign-in besides: one row, with the worst of it. */
function whyWrong(name: string, incidents: ReadonlySet<DirectoryIncident>): string | null {
  if (incidents.has('severalEntries')) return 'severalEntries';
  if (incidents.has('subject')) return 'subject';
  if (filterSigns.test(name)) return 'injection';
  return incidents.has('referral') ? 'referral' : null;
}

/** Whose account here an entry of a directory opens, or why none. */
const whoseEntry = (db: Db, { directory, named }: Pick<DirectoryIdentity, 'directory' | 'named'>) =>
  findPersonOfIdentity(db, { ...directory, anyCase: true }, named);

/** Somebody whom a directory knows: who they are here. What it says of them is applied when the sign-in is complete. */
async function comeFrom(
  { app, request }: AuthorizeContext,
  { directory, named, rights, lookalikes }: DirectoryIdentity,
): Promise<Checked> {
  const { id } = directory;
  const outcome = await app.database.transaction(async (db) => {
    const person = await whoseEntry(db, { directory, named });
    if (person instanceof Refusal)
      await insertAuditEntry(db, request, person.code, null, { provider: id, ...refusalAuditDetail(person) });
    return person;
  });
  if (outcome instanceof Refusal) throw outcome;
  return { uid: outcome.uid, linked: named.account, identity: { directory: id, named, rights, lookalikes } };
}
