import { randomBytes } from 'node:crypto';
import { outside as calls } from '@bilim/contract/outside.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { note } from '../../auth/audit.ts';
import { Providers } from '../../auth/providers.ts';
import { asksTwice, isResting, leaveWaiting } from '../../auth/second-step.ts';
import { sha256 } from '../../auth/session.ts';
import { type House, room } from '../../call/room.ts';
import type { Raw } from '../../core/raw.ts';
import { Refusal } from '../../core/refusal.ts';
import { enter } from '../../delivery/enter.ts';
import { isHttps, type Settings } from '../../settings.ts';
import { comeBack } from './outside.back.ts';
import { accountOf, endSessions, noteAway, outcomeOf } from './outside.queries.ts';

const cookieName = 'outside';

/** A provider's form is sent from its own page, and brings the cookie only so; browsers take that over https alone. */
function cookieFor(settings: Pick<Settings, 'publicAddress'>): CookieSerializeOptions {
  const secure = isHttps(settings);
  return { path: '/', httpOnly: true, secure, sameSite: secure ? 'none' : 'lax', maxAge: 600 };
}

/** The hash of the cookie of a sign-in at a provider; null: there is none. */
function hashOf(request: FastifyRequest): Buffer | null {
  const key = request.cookies[cookieName];
  return key && key.length <= 100 ? sha256(key) : null;
}

function over(house: House, reply: FastifyReply): Refusal {
  reply.clearCookie(cookieName, cookieFor(house.settings));
  return new Refusal('outside.over', 401);
}

/** Back to the sign-in page, which ends the sign-in. */
async function cameBack(
  ask: Parameters<typeof comeBack>[0],
  state: Providers,
  answer: Record<string, string>,
): Promise<Raw> {
  const provider = state.named((ask.request.params as { provider: string }).provider);
  const hash = hashOf(ask.request);
  const away = hash && (await comeBack(ask, state, { provider, hash, answer }));
  const to = new URLSearchParams({
    way: provider.id,
    ...(away?.page && { to: away.page }),
    ...(away?.shared && { shared: '1' }),
  });
  return { status: 303, headers: { Location: `/lms/login?${to.toString()}`, 'Cache-Control': 'no-store' }, body: null };
}

/** Fields of a provider's answer that are text; another shape is none. */
const texts = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((fields ?? {}) as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    ),
  );

/** Signing in by accounts that others keep (OpenID Connect). */
export const outside = room('outside', calls, {
  state: ({ settings }) => new Providers(settings),
  handlers: {
    async begin({ input, house, reply, state }) {
      const provider = state.named(input.provider);
      const { address, ...secrets } = await state.begin(provider);
      const key = randomBytes(32).toString('base64url');
      const page = input.to?.startsWith('/') && !input.to.startsWith('//') ? input.to : null;
      const away = { ...secrets, provider: provider.id, shared: input.shared ?? false, page };
      await house.database.transaction((db) => noteAway(db, sha256(key), away));
      reply.setCookie(cookieName, key, cookieFor(house.settings));
      return [{ address }];
    },

    async back(ask) {
      return await cameBack(ask, ask.state, texts(ask.request.query));
    },

    async backByForm(ask) {
      return await cameBack(ask, ask.state, texts(ask.request.body));
    },

    async finish(ask) {
      const { house, request, reply, afterCommit } = ask;
      const hash = hashOf(request);
      const outcome = hash && (await house.database.read((db) => outcomeOf(db, hash)));
      if (!outcome) throw over(house, reply);
      if (outcome.refusal !== null || outcome.uid === null) {
        reply.clearCookie(cookieName, cookieFor(house.settings));
        throw refusal(outcome.refusal ?? 'outside.over');
      }
      const { uid, shared, account } = outcome;
      const person = await house.database.read((db) => accountOf(db, uid));
      if (!person || person.closed) throw refusal('outside.closed');
      if (person.role !== 1 && person.role !== 2) throw refusal('login.roleNotServed');
      const twice = ask.state.named(outcome.provider).secondStep;
      if (
        !twice &&
        asksTwice(house.settings, person) &&
        !(await house.database.read((db) => isResting(db, request, uid)))
      ) {
        await house.database.transaction((db) =>
          leaveWaiting(db, { sessions: house.sessions, reply }, { uid, shared, outside: account }),
        );
        reply.clearCookie(cookieName, cookieFor(house.settings));
        note(house.database, request, 'login.secondStep', uid);
        throw new Refusal('login.secondStep', 401);
      }
      return await ask.transact(async (db) => {
        afterCommit(() => reply.clearCookie(cookieName, cookieFor(house.settings)));
        return await enter(ask, db, { uid, shared, outside: account, twice });
      });
    },

    async ended(ask) {
      const { provider } = ask.request.params as { provider: string };
      const message = await ask.state.ended(ask.state.named(provider), ask.input.logout_token ?? '');
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

/** What the sign-in page is told by the code that was written down. */
function refusal(code: string): Refusal {
  if (code === 'outside.away') return new Refusal(code, 503);
  const isForbidden = /\.(unknown|otherAccount|closed|roleNotServed)$/.test(code);
  return new Refusal(code, isForbidden ? 403 : 401);
}
