import { secondstep as calls } from '@bilim/contract/secondstep.ts';
import { note } from '../../auth/audit.ts';
import { provePassword } from '../../auth/prove-password.ts';
import {
  beginKey,
  confirmKey,
  endRest,
  isDemanded,
  removeCodes,
  renewRecovery,
  secondStepOf,
} from '../../auth/second-step.ts';
import type { Caller } from '../../auth/session.ts';
import { type House, room } from '../../call/room.ts';
import { addressOf } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { nameOfUniversity } from '../../university/university.queries.ts';
import { signIn, waiting } from './secondstep.signin.ts';

/** What the profile tells about the second step of the caller. */
async function stateOf(db: Db, { settings }: House, caller: Caller) {
  return { demanded: isDemanded(settings, caller.permissions.length > 0), ...(await secondStepOf(db, caller.uid)) };
}

/** The second step of signing in: codes of an app (RFC 6238) and recovery codes. */
export const secondstep = room('secondstep', calls, {
  handlers: {
    signIn,
    waiting,
    state: ({ db, caller, house }) => stateOf(db, house, caller),

    async begin(ask) {
      const { input, caller, house, request, language } = ask;
      await provePassword(house, request, caller, input.password, 'present');
      return await ask.transact(async (db) => {
        const issuer = await nameOfUniversity(db, language);
        return await beginKey(db, caller.uid, { issuer, label: caller.login });
      });
    },

    async confirm(ask) {
      const { input, caller, house, request, tell, afterCommit } = ask;
      const attempt = {
        account: `confirm|${caller.uid}`,
        address: addressOf(request),
        browser: `session ${caller.sessionId}`,
        trusted: true,
      };
      const codes = await house.throttle.try(attempt, () =>
        house.database.transaction((db) => confirmKey(db, caller.uid, input.code)),
      );
      if (!codes) throw new Refusal('secondstep.codeWrong', 422, { fields: { code: 'secondstep.codeWrong' } });
      return await ask.transact(async () => {
        tell([`u:${caller.uid}`]);
        afterCommit(() => {
          house.sessions.forget(caller.uid);
          note(house.database, request, 'secondstep.set', caller.uid);
        });
        return { codes };
      });
    },

    async renewCodes(ask) {
      const { input, caller, house, request, afterCommit } = ask;
      if (!caller.hasSecondStep) throw new Refusal('secondstep.none', 422);
      await provePassword(house, request, caller, input.password, 'present');
      return await ask.transact(async (db) => {
        afterCommit(() => note(house.database, request, 'secondstep.codes', caller.uid));
        return { codes: await renewRecovery(db, caller.uid) };
      });
    },

    async remove(ask) {
      const { input, caller, house, request, tell, afterCommit } = ask;
      if (isDemanded(house.settings, caller.permissions.length > 0)) throw new Refusal('secondstep.demanded', 422);
      await provePassword(house, request, caller, input.password, 'present');
      return await ask.transact(async (db) => {
        await removeCodes(db, caller.uid);
        tell([`u:${caller.uid}`]);
        afterCommit(() => {
          house.sessions.forget(caller.uid);
          note(house.database, request, 'secondstep.removed', caller.uid);
        });
        return await stateOf(db, house, caller);
      });
    },

    async endRest({ db, caller, house, request, afterCommit }) {
      await endRest(db, caller.uid);
      afterCommit(() => note(house.database, request, 'secondstep.ask', caller.uid));
      return await stateOf(db, house, caller);
    },
  },
});
