import type { FastifyRequest } from 'fastify';
import { noteInAct } from '../../auth/audit.ts';
import type { Named, Providers } from '../../auth/providers.ts';
import type { House } from '../../call/room.ts';
import type { Provider } from '../../core/provider-settings.ts';
import { asRefusal, Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { type Away, calledHere, type Found, link, linkedTo, noteOutcome, takeBack } from './outside.queries.ts';

interface Asked {
  readonly house: House;
  readonly request: FastifyRequest;
}

interface Back {
  readonly provider: Provider;
  /** Of the cookie of the browser that came. */
  readonly hash: Buffer;
  /** What the provider sent it back with. */
  readonly answer: Readonly<Record<string, string>>;
}

/**
 * A browser comes back from a provider: once, with the state it left with. What came of it is written down for `finish`.
 * Gives how the sign-in was begun; null: this browser has none.
 */
export async function comeBack(ask: Asked, providers: Providers, back: Back): Promise<Away | null> {
  const { house, request } = ask;
  const { provider } = back;
  const away = await house.database.transaction(async (db) => {
    const taken = await takeBack(db, back.hash, provider.id, back.answer.state ?? '');
    if (!taken) await noteInAct(db, request, 'outside.replayed', null, { provider: provider.id });
    return taken;
  });
  if (!away) return null;
  try {
    const named = await providers.end(provider, back.answer, away);
    await house.database.transaction(async (db) => {
      const person = await personOf(db, request, provider, named);
      const outcome =
        person instanceof Refusal ? { uid: null, refusal: person.code } : { uid: person.uid, refusal: null };
      await noteOutcome(db, back.hash, { ...outcome, account: named.account });
      if (outcome.refusal !== null) await noteInAct(db, request, outcome.refusal, null, { provider: provider.id });
    });
  } catch (error) {
    const { code, status, cause } = asRefusal(error);
    if (!code.startsWith('outside.')) throw error;
    const why = cause instanceof Error ? cause.message : '';
    if (code !== 'outside.cancelled')
      request.log.warn({ reqId: request.id, provider: provider.id, why }, 'a sign-in at a provider failed');
    await house.database.transaction(async (db) => {
      await noteOutcome(db, back.hash, { uid: null, refusal: code, account: null });
      await noteInAct(db, request, code, null, { provider: provider.id, status });
    });
  }
  return away;
}

/**
 * Who it is here (settled 67): whom the account belongs to since its first sign-in, else whom the imported identifier
 * names, who then belongs to it. A refusal instead: nobody is called so, the person has another account there, or is closed.
 */
async function personOf(
  db: Db,
  request: FastifyRequest,
  { id, is }: Provider,
  { account, identifier }: Named,
): Promise<Found | Refusal> {
  const known = await linkedTo(db, account);
  const person = known ?? (identifier === null ? null : await calledHere(db, is, identifier));
  if (!person) return new Refusal('outside.unknown', 403);
  if (person.closed) return new Refusal('outside.closed', 403);
  if (known) return known;
  if (!(await link(db, account, person.uid))) {
    // Two first sign-ins of one account at once: the other one has linked it.
    const now = await linkedTo(db, account);
    return now?.uid === person.uid ? now : new Refusal('outside.otherAccount', 403);
  }
  await noteInAct(db, request, 'outside.linked', person.uid, { provider: id });
  return person;
}
