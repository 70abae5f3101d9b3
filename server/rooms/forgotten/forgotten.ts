import { timingSafeEqual } from 'node:crypto';
import { forgottenPassword as calls } from '@bilim/contract/forgotten.ts';
import type { SignInMethod } from '@bilim/contract/sign-in-methods.ts';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { readMatchedAccount } from '../../auth/linked-accounts.queries.ts';
import { methodsRemovableByMailCode } from '../../auth/methods/registry.ts';
import { removedMethodsDetail, removeMethods } from '../../auth/methods/sign-in-methods.queries.ts';
import { hashPassword, isGuessablePassword } from '../../auth/password.ts';
import { lockAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { isSecondStepDemanded } from '../../auth/second-step.ts';
import { type AppContext, room } from '../../call/room.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { createMailCode } from '../../delivery/mail-keys.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import {
  readAvailableHelpTexts,
  readPasswordHelpTexts,
  recordCodeAttempt,
  setPasswordByCode,
  setPasswordHelp,
  storePasswordRequest,
} from './forgotten.queries.ts';

const codePoints = (text: string) => [...text].length;
const plain = (code: string) => code.replace(/\D/g, '');

function isSame(answer: string, right: string): boolean {
  const [a, b] = [Buffer.from(answer), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a code by mail may remove: it never takes the place of the second step, which a passkey may be. */
async function removable(db: Db, { settings }: Pick<AppContext, 'settings'>, uid: number): Promise<SignInMethod[]> {
  const account = await readMatchedAccount(db, uid);
  const isSecondStep = account !== null && isSecondStepDemanded(settings, account.holds);
  return methodsRemovableByMailCode(isSecondStep);
}

/** A forgotten password: whom to ask, and a code by mail. Nothing shows whether a name is somebody's. */
export const forgottenPassword = room('forgotten', calls, {
  handlers: {
    async help({ db, language, app: { settings } }) {
      return [{ sendsCodes: settings.smtpUrl !== null, places: await readAvailableHelpTexts(db, language) }];
    },

    async ask({ input, language, app, request }) {
      const { database, settings, live } = app;
      // Nobody waits for it: how long it takes would show whether the name is somebody's.
      void database
        .transaction((db) =>
          storePasswordRequest(db, input.login.trim(), { sendsCodes: settings.smtpUrl !== null, language }),
        )
        .then((isNoted) => isNoted && live.publish([{ to: ['p:accounts'], room: 'people', key: null }]))
        .catch((failure: Error) =>
          request.log.warn({ reqId: request.id, err: failure.message }, 'a forgotten password was not noted'),
        );
      return [{ result: 1 }];
    },

    async renew(ctx) {
      const { input, app, request } = ctx;
      const { least, refusesCommon } = app.passwordRule;
      if (codePoints(input.newPassword) < least)
        throw new Refusal('profile.shortPassword', 400, {
          values: { limit: least },
          fields: { newPassword: 'profile.shortPassword' },
        });
      const login = input.login.trim();
      if (refusesCommon && (await isGuessablePassword(input.newPassword, [login])))
        throw new Refusal('profile.commonPassword', 400, { fields: { newPassword: 'profile.commonPassword' } });
      // Before the code is looked at, so that a right one takes no longer than a wrong one.
      const hash = await hashPassword(input.newPassword);
      const attempt = {
        account: `forgotten|${login.toLowerCase()}`,
        address: clientAddress(request),
        browser: app.deviceCookie.read(request)?.mark ?? null,
        trusted: false,
      };
      let whose: number | null = null;
      const coded = await app.throttle.try(attempt, async () => {
        const found = await app.database.transaction((db) => recordCodeAttempt(db, login));
        whose = found?.person ?? null;
        return found && isSame(plain(input.code), createMailCode(app.signer, found)) ? found : null;
      });
      const wrong = new Refusal('forgotten.codeWrong', 422, { fields: { code: 'forgotten.codeWrong' } });
      if (!coded) {
        recordAuditEntryOutsideTransaction(app.database, request, 'login.codeWrong', whose, { byMail: true });
        throw wrong;
      }
      const names = [...coded.fullName.split(' '), coded.fullName];
      if (refusesCommon && (await isGuessablePassword(input.newPassword, names)))
        throw new Refusal('profile.commonPassword', 400, { fields: { newPassword: 'profile.commonPassword' } });
      return await ctx.transact(async (db) => {
        await lockAccountRow(db, coded.person);
        if (!(await setPasswordByCode(db, coded, hash))) throw wrong;
        await notifyMethodsChanged(db, coded.person, 'password', true);
        const removed = input.removeOthers
          ? await removeMethods(db, coded.person, await removable(db, app, coded.person), app.directories.issuers)
          : {};
        await insertAuditEntry(db, request, 'profile.password', coded.person, {
          byCode: true,
          ...removedMethodsDetail(removed),
        });
        ctx.afterCommit(() => app.sessions.forget(coded.person));
        return [{ result: 1 }];
      });
    },

    async texts({ db, caller }) {
      return await readPasswordHelpTexts(db, caller.limitedTo.accounts ?? null);
    },

    async setText({ db, caller, input, request, publish }) {
      const { id_faculty: faculty, text_ru, text_kg, text_en } = input;
      const limits = caller.limitedTo.accounts;
      if (limits && !limits.includes(faculty)) throw new Refusal('forgotten.notYours', 403);
      const texts = { ru: text_ru.trim(), kg: text_kg?.trim() ?? '', en: text_en?.trim() ?? '' };
      if (!(await setPasswordHelp(db, { faculty, ...texts, by: caller.uid })))
        throw new Refusal('forgotten.noFaculty', 404);
      await insertAuditEntry(db, request, 'forgotten.text', caller.uid, { faculty });
      publish(['p:accounts'], null, 'people');
      return [{ result: 1 }];
    },
  },
});
