import { randomBytes } from 'node:crypto';
import { outside as calls } from '@bilim/contract/outside.ts';
import { note } from '../../auth/audit.ts';
import { accountOf } from '../../auth/outside-accounts.queries.ts';
import { asksTwice, isResting, leaveWaiting } from '../../auth/second-step.ts';
import { sha256 } from '../../auth/session.ts';
import { room } from '../../call/room.ts';
import type { Raw } from '../../core/raw.ts';
import { asRefusal, Refusal } from '../../core/refusal.ts';
import { createSession } from '../../delivery/enter.ts';
import { handleCallback } from './outside.back.ts';
import { dropKey, giveKey, hashOf, over, refusal } from './outside.cookie.ts';
import { beginLink, endLink, finishLink } from './outside.link.ts';
import { endSessions, linkedOf, noteAway, outcomeOf, takeOutcome } from './outside.queries.ts';

/** Back to the sign-in page, which ends the sign-in, or to the profile, which links. */
async function cameBack(ask: Parameters<typeof handleCallback>[0], answer: Record<string, string>): Promise<Raw> {
  const provider = ask.house.providers.named((ask.request.params as { provider: string }).provider);
  const hash = hashOf(ask.house, ask.request);
  if (!hash) note(ask.house.database, ask.request, 'outside.replayed', null, { provider: provider.id });
  const away = hash && (await handleCallback(ask, { provider, hash, answer }));
  const headers = { 'Cache-Control': 'no-store' };
  if (away?.forSession)
    return { status: 303, headers: { ...headers, Location: `/lms/profile?linked=${provider.id}` }, body: null };
  const to = new URLSearchParams({
    way: provider.id,
    ...(away?.page && { to: away.page }),
    ...(away?.shared && { shared: '1' }),
  });
  return { status: 303, headers: { ...headers, Location: `/lms/login?${to.toString()}` }, body: null };
}

/** Fields of a provider's answer that are text; another shape is none. */
const texts = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((fields ?? {}) as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    ),
  );

/** Roles of people whom the portal serves. */
const servedRoles = new Set([1, 2]);

/** Signing in by accounts that others keep (OpenID Connect). */
export const outside = room('outside', calls, {
  handlers: {
    async begin({ input, house, reply }) {
      const provider = house.providers.named(input.provider);
      const { address, ...secrets } = await house.providers.begin(provider);
      const key = randomBytes(32).toString('base64url');
      const page = input.to?.startsWith('/') && !input.to.startsWith('//') ? input.to : null;
      const away = { ...secrets, provider: provider.id, shared: input.shared ?? false, page, forSession: null };
      await house.database.transaction((db) => noteAway(db, sha256(key), away));
      giveKey(house, reply, key);
      return [{ address }];
    },

    async back(ask) {
      return await cameBack(ask, texts(ask.request.query));
    },

    async backByForm(ask) {
      return await cameBack(ask, texts(ask.request.body));
    },

    async finish(ask) {
      const { house, request, reply, afterCommit } = ask;
      const hash = hashOf(house, request);
      const outcome = hash && (await house.database.read((db) => outcomeOf(db, hash)));
      if (!hash || !outcome) throw over(house, reply);
      if (outcome.refusal !== null || outcome.uid === null) {
        dropKey(house, reply);
        throw refusal(outcome.refusal ?? 'outside.over');
      }
      const { uid, shared, account } = outcome;
      const person = await house.database.read((db) => accountOf(db, uid));
      // Blocked, or of another role, since the browser came back.
      if (!person || person.closed || !servedRoles.has(person.role)) {
        const code = person && !person.closed ? 'login.roleNotServed' : 'outside.closed';
        note(house.database, request, code, uid, { provider: outcome.provider });
        throw refusal(code);
      }
      const shown = outcome.twice;
      const asks = !shown && asksTwice(house.settings, person);
      if (asks && !(await house.database.read((db) => isResting(db, { sessions: house.sessions, request }, uid)))) {
        await house.database.transaction(async (db) => {
          if (!(await takeOutcome(db, hash))) throw over(house, reply);
          await leaveWaiting(db, { sessions: house.sessions, reply }, { uid, shared, outside: account });
        });
        dropKey(house, reply);
        note(house.database, request, 'login.secondStep', uid);
        throw new Refusal('login.secondStep', 401);
      }
      return await ask.transact(async (db) => {
        if (!(await takeOutcome(db, hash))) throw over(house, reply);
        afterCommit(() => dropKey(house, reply));
        return await createSession(ask, db, { uid, shared, outside: account, twice: shown || asks });
      });
    },

    async linked({ db, caller, house }) {
      return await linkedOf(db, caller.uid, house.providers.all);
    },

    link: beginLink,
    finishLink,
    unlink: endLink,

    async ended(ask) {
      const { provider } = ask.request.params as { provider: string };
      const { providers } = ask.house;
      const message = await providers.ended(providers.named(provider), ask.input.logout_token ?? '').catch((error) => {
        const { code, status } = asRefusal(error);
        note(ask.house.database, ask.request, code, null, { provider, status, ended: true });
        throw error;
      });
      return await ask.transact(async (db) => {
        const people = await endSessions(db, message);
        ask.afterCommit(() => {
          for (const uid of people) {
            ask.house.sessions.forget(uid);
            note(ask.house.database, ask.request, 'outside.ended', uid, { provider });
          }
        });
        return [{ result: 1 }];
      });
    },
  },
});
