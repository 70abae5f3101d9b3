import { secondstep as calls } from '@bilim/contract/secondstep.ts';
import { recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { endPendingSignIns, lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { reauthenticateCaller, recordSecondFactor } from '../../auth/recent-second-factor.ts';
import {
  beginAuthenticatorEnrollment,
  confirmAuthenticatorApp,
  deleteRememberedSecondSteps,
  generateRecoveryCodes,
  isSecondStepDemanded,
  readSecondStepStatus,
  removeSecondStepCodes,
  replaceRecoveryCodes,
} from '../../auth/second-step.ts';
import type { Caller } from '../../auth/session.ts';
import { type AppContext, room } from '../../call/room.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import { readUniversityName } from '../../university/university.queries.ts';
import { requirePendingSecondStep, signInBySecondStep, verifyBySecondStep } from './secondstep.signin.ts';

/** What the profile shows of the caller's second step. */
async function stateOf(db: Db, { settings }: AppContext, caller: Caller) {
  return {
    demanded: isSecondStepDemanded(settings, caller.permissions.length > 0),
    ...(await readSecondStepStatus(db, caller.uid)),
  };
}

/** Codes are in force: what began before them ends, and this session has shown one. */
async function settle(db: Db, { sessions, settings }: AppContext, { uid, sessionId }: Caller): Promise<void> {
  await recordSecondFactor(db, sessionId);
  await sessions.endOthers(db, uid, sessionId, 'elsewhere');
  await endPendingSignIns(db, [uid]);
  await notifyMethodsChanged(db, uid, 'codesSet', settings.smtpUrl !== null);
}

/** The second step of signing in: codes of an app (RFC 6238) and recovery codes. */
export const secondstep = room('secondstep', calls, {
  handlers: {
    signIn: signInBySecondStep,
    waiting: requirePendingSecondStep,
    state: ({ db, caller, app }) => stateOf(db, app, caller),

    async begin(ctx) {
      const { input, caller, app, request, language } = ctx;
      await reauthenticateCaller(app, request, caller, input.password);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        const issuer = await readUniversityName(db, language);
        return await beginAuthenticatorEnrollment(db, app.vault, caller, { issuer, label: caller.login });
      });
    },

    async confirm(ctx) {
      const { input, caller, app, request, publish, afterCommit } = ctx;
      const attempt = {
        account: `confirm|${caller.uid}`,
        address: clientAddress(request),
        browser: `session ${caller.sessionId}`,
        trusted: true,
      };
      const recovery = await generateRecoveryCodes();
      const right = await app.throttle.try(attempt, () =>
        app.database.transaction(async (db) => {
          await lockCallerAccountRow(db, caller);
          if (!(await confirmAuthenticatorApp(db, app.vault, caller, { code: input.code, recovery }))) return null;
          await settle(db, app, caller);
          return true;
        }),
      );
      if (!right) throw new Refusal('secondstep.codeWrong', 422, { fields: { code: 'secondstep.codeWrong' } });
      return await ctx.transact(async () => {
        publish([`u:${caller.uid}`]);
        afterCommit(() => {
          app.sessions.forget(caller.uid);
          recordAuditEntryOutsideTransaction(app.database, request, 'secondstep.set', caller.uid);
        });
        return { codes: [...recovery.codes] };
      });
    },

    async renewCodes(ctx) {
      const { input, caller, app, request, afterCommit } = ctx;
      const { codesSince } = await app.database.read((db) => readSecondStepStatus(db, caller.uid));
      if (codesSince === null) throw new Refusal('secondstep.none', 422);
      await reauthenticateCaller(app, request, caller, input.password);
      const recovery = await generateRecoveryCodes();
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        await replaceRecoveryCodes(db, caller.uid, recovery);
        await notifyMethodsChanged(db, caller.uid, 'codesRenewed', app.settings.smtpUrl !== null);
        afterCommit(() => recordAuditEntryOutsideTransaction(app.database, request, 'secondstep.codes', caller.uid));
        return { codes: [...recovery.codes] };
      });
    },

    async remove(ctx) {
      const { input, caller, app, request, publish, afterCommit } = ctx;
      if (isSecondStepDemanded(app.settings, caller.permissions.length > 0))
        throw new Refusal('secondstep.demanded', 422);
      await reauthenticateCaller(app, request, caller, input.password);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        await removeSecondStepCodes(db, caller.uid);
        await notifyMethodsChanged(db, caller.uid, 'codesRemoved', app.settings.smtpUrl !== null);
        publish([`u:${caller.uid}`]);
        afterCommit(() => {
          app.sessions.forget(caller.uid);
          recordAuditEntryOutsideTransaction(app.database, request, 'secondstep.removed', caller.uid);
        });
        return await stateOf(db, app, caller);
      });
    },

    prove: verifyBySecondStep,

    async endRest({ db, caller, app, request, afterCommit }) {
      await lockCallerAccountRow(db, caller);
      await deleteRememberedSecondSteps(db, caller.uid);
      afterCommit(() => recordAuditEntryOutsideTransaction(app.database, request, 'secondstep.ask', caller.uid));
      return await stateOf(db, app, caller);
    },
  },
});
