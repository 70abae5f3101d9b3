import type { FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { noteInAct } from './audit.ts';
import {
  calledHere,
  type Found,
  guardedLogin,
  hasUnlinked,
  type IdentifierRule,
  link,
  linkedTo,
  linkingOf,
  looksLikeSomebody,
} from './linked-accounts.queries.ts';
import type { Named } from './providers.ts';

/** Who names people, and what its name for somebody is here. */
interface Namer extends IdentifierRule {
  readonly id: string;
  /** Logins of people who look after others, whom its word alone may link. */
  readonly administrators: readonly string[];
}

/** Somebody was not let in whose name is another one's, or looks so. */
class NamedAs extends Refusal {
  readonly detail: { readonly why: 'lookalike' } | { readonly person: number };

  constructor(code: string, detail: NamedAs['detail']) {
    super(code, 403);
    this.detail = detail;
  }
}

/** What the audit trail tells of a refusal besides its kind: whose account it was about, or that the name only looks like one. */
export const whoAndWhy = (refusal: Refusal): Record<string, string | number> =>
  refusal instanceof NamedAs ? { ...refusal.detail } : {};

/** Who somebody from outside is here; `isNew`: the account there was linked just now. */
type Known = Found & { readonly isNew?: true };

/**
 * Who it is here: whom the account belongs to since its first sign-in, else whom the imported identifier
 * names, who then belongs to it. A refusal instead: nobody is called so, the person has another account there or has unlinked
 * one, or is closed; or looks after others, and no setting lets the identifier alone link such an account.
 */
export async function personOf(
  db: Db,
  request: FastifyRequest,
  { id, administrators, ...naming }: Namer,
  { account, identifier }: Named,
): Promise<Known | Refusal> {
  const known = await linkedTo(db, account);
  const person = known ?? (identifier === null ? null : await calledHere(db, naming, identifier));
  if (!person) {
    const isLookalike = identifier !== null && (await looksLikeSomebody(db, naming, identifier));
    return isLookalike ? new NamedAs('outside.unknown', { why: 'lookalike' }) : new Refusal('outside.unknown', 403);
  }
  if (person.closed) return new Refusal('outside.closed', 403);
  if (known) return known;
  if (await hasUnlinked(db, person.uid, account.issuer)) return new Refusal('outside.notLinked', 403);
  const guarded = await guardedLogin(db, person.uid, account.issuer);
  if (guarded !== null && !administrators.includes(guarded))
    return new NamedAs('outside.guarded', { person: person.uid });
  if (!(await link(db, account, person.uid))) {
    // Two first sign-ins of one account at once: the other one has linked it.
    const now = await linkedTo(db, account);
    return now?.uid === person.uid ? now : new Refusal('outside.otherAccount', 403);
  }
  await noteInAct(db, request, 'outside.linked', person.uid, { provider: id });
  return { ...person, isNew: true };
}

/**
 * Why somebody who is signed in may not link this account to theirs; null: they may. It is somebody else's, by
 * link or by import; its personal number is not the imported one; or the person has another account there.
 */
export async function refusedLink(
  db: Db,
  uid: number,
  { is }: IdentifierRule,
  { account, identifier }: Named,
): Promise<Refusal | null> {
  const owner = await linkedTo(db, account);
  if (owner) return owner.uid === uid ? null : new Refusal('outside.taken', 403);
  // What names somebody in other letters lets nobody in, and is still nobody else's to take.
  const named = identifier === null ? null : await calledHere(db, { is, anyCase: true }, identifier);
  if (named && named.uid !== uid) return new Refusal('outside.taken', 403);
  const { hasOther, hasPin } = await linkingOf(db, uid, account.issuer);
  if (is === 'pin' && hasPin && !named) return new Refusal('outside.otherPin', 403);
  return hasOther ? new Refusal('outside.otherAccount', 403) : null;
}
