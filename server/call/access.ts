import { mayCall } from '@bilim/contract/access.ts';
import type { Call } from '@bilim/contract/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecondStepMissing } from '../auth/second-step.ts';
import { authenticateProgram } from '../auth/service-token.ts';
import { createSignedOutRefusal } from '../auth/signed-out.ts';
import { clientAddress } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import { auditSecondStepRefusal } from './refusal-audit.ts';
import type { AppContext } from './room.ts';
import { type RouteConfig, rateLimitKey } from './route-config.ts';

/**
 * The first step of a call: who calls, and whether they may, before the body is read. Checked in this order: csrf,
 * session, rate limit, permission, the room's own rule; of a program its token. Refuses with 403 call.csrf, 401
 * call.notSignedIn and data.token, 429 call.tooOften, 403 call.notAllowed or what the room says, 403
 * profile.changeFirst or secondstep.setFirst while a first password or a second step is outstanding, and 503
 * call.maintenance for writes during maintenance.
 */
export function createAccessStep({ app, call, admit, limits, rate }: RouteConfig) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!call.raw && !call.files) limits.awaitAnswer(request, reply);
    limits.awaitDatabase(request, reply);
    // Where no cookie says who asks, there is none that another site could make use of.
    if (!call.cookieless) byCookies(app, call, request, reply);
    const caller = call.access === 'all' ? null : await app.sessions.find(request.cookies[app.sessions.cookieName]);
    if (!caller) await app.anonymousThrottle.waitForTurn(throttleKeyOf(app, request));
    if (call.byToken) request.program = await authenticateProgram(app.database.autocommit, request);
    if (call.access !== 'all') {
      if (!caller) {
        await auditSecondStepRefusal(app, request);
        throw await createSignedOutRefusal(app.database, 'call.notSignedIn', request.cookies[app.sessions.cookieName]);
      }
      request.caller = caller;
      if (rate) app.rateLimit.count(rateLimitKey(rate, caller), rate.most, rate.span);
      if (!mayCall(caller, call.access)) throw new Refusal('call.notAllowed', 403);
      admit?.(caller, app.settings);
      if (!call.beforePasswordChange) {
        if (caller.mustChangePassword) throw new Refusal('profile.changeFirst', 403);
        if (isSecondStepMissing(app.settings, caller)) throw new Refusal('secondstep.setFirst', 403);
      }
    }
    if (!call.reads && call.access !== 'all') app.maintenance.refuse();
    if (call.files) app.files.checkDeclared(request, call.files);
    else if (call.method === 'POST') {
      if (!call.cookieless && !call.fromElsewhere) checkType(request.headers['content-type']);
      limits.awaitBody(request);
    }
  };
}

function byCookies(
  { csrf, deviceCookie }: AppContext,
  { method, path, fromElsewhere }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (fromElsewhere) return;
  if (method === 'POST') csrf.check(request);
  else if (path.startsWith('/api/')) {
    csrf.giveWhenMissing(request, reply);
    deviceCookie.giveWhenMissing(request, reply);
  }
}

/** A browser in which somebody signed in before is not slowed by what others at its address do. */
function throttleKeyOf(app: AppContext, request: FastifyRequest): string {
  const browser = app.deviceCookie.read(request);
  return browser?.people.length ? browser.mark : clientAddress(request);
}

/** A form to a call that takes none would be read as an empty object; a call without a body needs no type. */
function checkType(type: string | undefined): void {
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new Refusal('call.notJson', 415);
}
