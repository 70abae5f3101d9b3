import type { secondstep as calls } from '@bilim/contract/secondstep.ts';
import { recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { lockAccountRow, lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { recordSecondFactor } from '../../auth/recent-second-factor.ts';
import {
  type CodeResult,
  clearPendingSecondStepCookie,
  codeThrottleKey,
  consumeSecondStepCode,
  endPendingSecondStep,
  failuresBeforeCodePairRequired,
  findPendingSecondStep,
  hasAppCodeFormat,
  parseSecondStepCode,
  readPendingSecondStepHash,
  readSecondStepStatus,
  rememberSecondStep,
  setRememberedSecondStepCookie,
  verifySecondStepCode,
} from '../../auth/second-step.ts';
import { completeSignIn } from '../../auth/sign-in.ts';
import { auditAnonymousRefusal } from '../../call/refusal-audit.ts';
import type { CallContext } from '../../call/room.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';

/**
 * The sign-in that waits for a second step, once its code was right. Refuses with 401 login.secondStepOver, login.codeWrong, or
 * login.twoCodes: many tried codes of this account, and one of the app is not looked at without the one after it.
 */
async function provenSignIn({ input, app, request, reply }: CallContext<typeof calls.signIn>) {
  const hash = readPendingSecondStepHash(app.sessions, request);
  const waiting = hash && (await app.database.read((db) => findPendingSecondStep(db, hash)));
  const over = () => {
    clearPendingSecondStepCookie(app.sessions, reply);
    return new Refusal('login.secondStepOver', 401);
  };
  if (!hash || !waiting) {
    auditAnonymousRefusal(app, request, 'login.codeWrong');
    throw over();
  }
  const browser = app.deviceCookie.read(request);
  const attempt = {
    account: codeThrottleKey(waiting.uid, input.code),
    address: clientAddress(request),
    browser: browser?.mark ?? null,
    // Whoever knows the password comes here: others' wrong codes hold up no browser that was in before.
    trusted: browser?.people.includes(waiting.uid) ?? false,
    proof: input.proof,
    ...(hasAppCodeFormat(input.code) && { wrongBeforeStricter: failuresBeforeCodePairRequired }),
  };
  const tried: CodeResult[] = [];
  // Counted in a transaction of its own, which a refusal does not undo.
  const right = await app.throttle.try(attempt, async (isGuessedAt) => {
    if (isGuessedAt && input.nextCode === undefined) throw new Refusal('login.twoCodes', 401);
    const code = await parseSecondStepCode(app.database, waiting.uid, input);
    const result = await app.database.transaction(async (db) => {
      // Before what waits: in the order of whoever sets codes up meanwhile.
      await lockAccountRow(db, waiting.uid);
      return await verifySecondStepCode(db, app.vault, hash, code);
    });
    tried.push(result);
    return tried.includes('right') ? waiting : null;
  });
  if (right) return { ...right, hash, over };
  recordAuditEntryOutsideTransaction(app.database, request, 'login.codeWrong', waiting.uid);
  if (tried.includes('over')) throw over();
  throw new Refusal('login.codeWrong', 401, { fields: { code: 'login.codeWrong' } });
}

/** Ends a sign-in that waits with its second step. Refuses as `provenSignIn`. */
export async function signInBySecondStep(ctx: CallContext<typeof calls.signIn>) {
  const { input, app, request, reply, afterCommit } = ctx;
  const { hash, over, ...person } = await provenSignIn(ctx);
  return await completeSignIn(ctx, {
    factors: 'two',
    uid: person.uid,
    async take(db) {
      // A reset, or a sign-out at the provider, came since the code was looked at.
      if (!(await endPendingSecondStep(db, hash, person.uid))) throw over();
      const key =
        input.rest && !person.shared
          ? await rememberSecondStep(db, { sessions: app.sessions, request }, person.uid)
          : null;
      afterCommit(() => {
        clearPendingSecondStepCookie(app.sessions, reply);
        if (key) setRememberedSecondStepCookie(app.sessions, reply, key);
      });
      return person;
    },
  });
}

/** Shows a code in the session of somebody who is signed in, for what asks for a present one. Refuses with 422 secondstep.codeWrong. */
export async function verifyBySecondStep(ctx: CallContext<typeof calls.prove>) {
  const { input, caller, app, request } = ctx;
  const attempt = {
    account: codeThrottleKey(caller.uid, input.code),
    address: clientAddress(request),
    browser: `session ${caller.sessionId}`,
    trusted: true,
  };
  const right = await app.throttle.try(attempt, async () => {
    const code = await parseSecondStepCode(app.database, caller.uid, input);
    const isTaken = await app.database.transaction(async (db) => {
      await lockCallerAccountRow(db, caller);
      return await consumeSecondStepCode(db, app.vault, caller.uid, code);
    });
    return isTaken || null;
  });
  if (!right) {
    recordAuditEntryOutsideTransaction(app.database, request, 'login.codeWrong', caller.uid);
    throw new Refusal('secondstep.codeWrong', 422, { fields: { code: 'secondstep.codeWrong' } });
  }
  return await ctx.transact(async (db) => {
    await lockCallerAccountRow(db, caller);
    await recordSecondFactor(db, caller.sessionId);
    ctx.afterCommit(() => app.sessions.forget(caller.uid));
    return [{ result: 1 }];
  });
}

/** Whose sign-in waits behind the cookie. Refuses with 401 login.secondStepOver. */
export async function requirePendingSecondStep({ db, app, request }: CallContext<typeof calls.waiting>) {
  const hash = readPendingSecondStepHash(app.sessions, request);
  const person = hash && (await findPendingSecondStep(db, hash));
  if (!person) throw new Refusal('login.secondStepOver', 401);
  const { recoveryLeft } = await readSecondStepStatus(db, person.uid);
  const { fullName, shared, codes, passkey } = person;
  return { fullName, recoveryLeft, shared, codes, passkey };
}
