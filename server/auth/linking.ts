import type { FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from './audit.ts';
import type { DirectoryRegistry } from './directory/directories.ts';
import type { LinkedAccount, NamedIdentity } from './linked-account.ts';
import {
  findLinkedPerson,
  findPrivilegedLogin,
  findUnconfirmedPrivilegedLogin,
  type IdentifierRule,
  isLinkingBlocked,
  linkAccount,
  lockAccountByIdentifier,
  type MatchedAccount,
  readLinkingState,
  resemblesKnownIdentifier,
} from './linked-accounts.queries.ts';
import type { OidcProviderRegistry } from './oidc-providers.ts';

/** Who names people, and what its name for somebody is here. */
interface AccountKeeper extends IdentifierRule {
  readonly id: string;
  /** Logins of people who look after others, whom its word alone may link. */
  readonly administrators: readonly string[];
}

/** A sign-in was refused whose name is another one's, or looks so. */
class NamedAs extends Refusal {
  readonly detail: { readonly why: 'lookalike' } | { readonly person: number };

  constructor(code: string, detail: NamedAs['detail']) {
    super(code, 403);
    this.detail = detail;
  }
}

/** What the audit trail holds about a refusal besides its kind: whose account it was about, or that the name only looks like one. */
export const refusalAuditDetail = (refusal: Refusal): Record<string, string | number> =>
  refusal instanceof NamedAs ? { ...refusal.detail } : {};

/** Who somebody from outside is here; `isNew`: their account there is still to be linked. */
type Known = MatchedAccount & { readonly isNew?: true };

/**
 * Finds whose identity this is: the person linked at their first sign-in, else the one whom the imported identifier
 * names. Changes nothing. Gives a refusal when the identifier is nobody's, when the person is closed, is linked to
 * another account there or has unlinked one, or holds permissions while neither the person nor a setting has
 * confirmed the account.
 */
export async function findPersonOfIdentity(
  db: Db,
  { administrators, ...naming }: AccountKeeper,
  { account, identifier }: NamedIdentity,
): Promise<Known | Refusal> {
  const known = await findLinkedPerson(db, account);
  const person = known ?? (identifier === null ? null : await lockAccountByIdentifier(db, naming, identifier));
  if (!person) {
    const isLookalike = identifier !== null && (await resemblesKnownIdentifier(db, naming, identifier));
    return isLookalike ? new NamedAs('outside.unknown', { why: 'lookalike' }) : new Refusal('outside.unknown', 403);
  }
  if (person.closed) return new Refusal('outside.closed', 403);
  if (known && !known.byIdentifier) return known;
  if (!known && (await isLinkingBlocked(db, person.uid, account.issuer))) return new Refusal('outside.notLinked', 403);
  const guarded = await findPrivilegedLogin(db, person.uid, account);
  if (guarded !== null && !administrators.includes(guarded))
    return new NamedAs('outside.guarded', { person: person.uid });
  if (known) return known;
  if (!(await readLinkingState(db, person.uid, account.issuer)).hasOther) return { ...person, isNew: true };
  // Two first sign-ins of one account at once: the other one has linked it.
  const now = await findLinkedPerson(db, account);
  return now?.uid === person.uid ? now : new Refusal('outside.otherAccount', 403);
}

/** Links the account of somebody who is new to whom its identifier names; a refusal: somebody else was quicker. */
export async function linkAccountOnFirstSignIn(
  db: Db,
  request: FastifyRequest,
  { id }: Pick<AccountKeeper, 'id'>,
  { uid, account }: { readonly uid: number; readonly account: LinkedAccount },
): Promise<Refusal | null> {
  if (!(await linkAccount(db, account, uid, 'identifier'))) return new Refusal('outside.otherAccount', 403);
  await insertAuditEntry(db, request, 'outside.linked', uid, { provider: id });
  return null;
}

/** As much of a call as it takes to hold back somebody whose link is none of their own making. */
interface Guarding {
  readonly app: {
    readonly database: Database;
    readonly oidcProviders: Pick<OidcProviderRegistry, 'all'>;
    readonly directories: Pick<DirectoryRegistry, 'findByIssuer'>;
  };
  readonly request: FastifyRequest;
}

/** Who keeps an account elsewhere; null: the settings name neither such a provider nor such a directory. */
const findKeeperByIssuer = ({ oidcProviders, directories }: Guarding['app'], issuer: string) =>
  oidcProviders.all.find((one) => one.issuer === issuer) ?? directories.findByIssuer(issuer);

/**
 * Refuses a pending sign-in with 401 outside.over when its provider or directory left the settings meanwhile, or its
 * account was unlinked (`isLinked`: it has to be linked by now); recorded outside of the transaction.
 */
export async function refuseUnlinkedSignIn(
  { app, request }: Guarding,
  db: Db,
  uid: number,
  account: LinkedAccount,
  isLinked: boolean,
): Promise<void> {
  const { issuer } = account;
  if (findKeeperByIssuer(app, issuer) && (!isLinked || (await findLinkedPerson(db, account))?.uid === uid)) return;
  recordAuditEntryOutsideTransaction(app.database, request, 'outside.replayed', uid, { provider: issuer, why: 'over' });
  throw new Refusal('outside.over', 401);
}

/**
 * Holds a link that the imported identifier made, or the password of a directory, to the rule of the first sign-in, as long as its
 * person looks after others: the right may have come later. Refuses with 403 outside.guarded, which is noted past the transaction.
 */
export async function requireConfirmedLink(
  { app, request }: Guarding,
  db: Db,
  uid: number,
  account: LinkedAccount,
): Promise<void> {
  const guarded = await findUnconfirmedPrivilegedLogin(db, uid, account);
  if (guarded === null) return;
  const { login, issuer } = guarded;
  const keeper = findKeeperByIssuer(app, issuer);
  if (keeper?.administrators.includes(login)) return;
  recordAuditEntryOutsideTransaction(app.database, request, 'outside.guarded', null, {
    provider: keeper?.id ?? issuer,
    person: uid,
  });
  throw new NamedAs('outside.guarded', { person: uid });
}

/**
 * Why somebody who is signed in may not link this account to theirs; null: they may. It belongs to somebody else, by
 * link or by import; its personal number is not the imported one; or the person has linked another account there.
 */
export async function findLinkRefusal(
  db: Db,
  uid: number,
  { is }: IdentifierRule,
  { account, identifier }: NamedIdentity,
): Promise<Refusal | null> {
  const owner = await findLinkedPerson(db, account);
  if (owner) return owner.uid === uid ? null : new Refusal('outside.taken', 403);
  // What names somebody in other letters lets nobody in, and is still nobody else's to take.
  const named = identifier === null ? null : await lockAccountByIdentifier(db, { is, anyCase: true }, identifier);
  if (named && named.uid !== uid) return new Refusal('outside.taken', 403);
  const { hasOther, hasPin } = await readLinkingState(db, uid, account.issuer);
  if (is === 'pin' && hasPin && !named) return new Refusal('outside.otherPin', 403);
  return hasOther ? new Refusal('outside.otherAccount', 403) : null;
}
