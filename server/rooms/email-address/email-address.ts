import { emailAddress as calls } from '@bilim/contract/email-address.ts';
import { recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { deleteMailAddress } from '../../auth/methods/mail.queries.ts';
import { lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { reauthenticateCaller, requireRecentSecondFactor } from '../../auth/recent-second-factor.ts';
import type { Signer } from '../../auth/signer.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { isValidMailKey, parseMailKeyPerson } from '../../delivery/mail-keys.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import type { LiveAudience } from '../../live/live.ts';
import type { Settings } from '../../settings.ts';
import {
  confirmMailAddress,
  disableMail,
  hasConfirmedAddress,
  lockMailAddress,
  readMailSettings,
  storeMailAddress,
} from './email-address.queries.ts';

/** What every mail server takes; no other is worth a key that nobody gets. */
const addressForm = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i;

const sendsMail = ({ smtpUrl }: Pick<Settings, 'smtpUrl'>): boolean => smtpUrl !== null;

/** Refuses what concerns mail where none is sent. */
function checkIsThere(settings: Pick<Settings, 'smtpUrl'>): void {
  if (!sendsMail(settings)) throw new Refusal('mail.off', 404);
}

/** Whose address a key was made for. Refuses with 404 mail.key. */
async function ownerOf(db: Db, signer: Signer, purpose: 'confirm' | 'unsubscribe', key: string): Promise<number> {
  const person = parseMailKeyPerson(key);
  const locked = person === null ? null : await lockMailAddress(db, person);
  const holds =
    locked && isValidMailKey(signer, purpose, locked, key) && (purpose === 'unsubscribe' || locked.mayConfirm);
  if (!holds) throw new Refusal('mail.key', 404);
  return locked.person;
}

/** Other tabs of the person look at how they are notified. */
const publishToPerson = (
  ctx: { publish: (to: readonly LiveAudience[], key: null, room: string) => void },
  person: number,
) => ctx.publish([`u:${person}`], null, 'notification-settings');

/** The address to which a person is notified by mail. */
export const emailAddress = room('email-address', calls, {
  handlers: {
    settings: ({ db, caller, app }) => readMailSettings(db, caller.uid, sendsMail(app.settings)),

    async setAddress(ctx) {
      const { caller, app, input, language, request, afterCommit } = ctx;
      checkIsThere(app.settings);
      const address = input.address.trim();
      if (!addressForm.test(address)) throw new Refusal('mail.address', 422, { fields: { address: 'mail.address' } });
      await reauthenticateCaller(app, request, caller, input.password);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        if (await hasConfirmedAddress(db, caller.uid, address))
          await notifyMethodsChanged(db, caller.uid, 'mail', false);
        await storeMailAddress(db, caller.uid, address, language);
        publishToPerson(ctx, caller.uid);
        afterCommit(() => recordAuditEntryOutsideTransaction(app.database, request, 'mail.setAddress', caller.uid));
        return await readMailSettings(db, caller.uid, true);
      });
    },

    async removeAddress(ctx) {
      const { caller, app, request, afterCommit } = ctx;
      checkIsThere(app.settings);
      await requireRecentSecondFactor(app, caller);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        if (await hasConfirmedAddress(db, caller.uid, null)) await notifyMethodsChanged(db, caller.uid, 'mail', false);
        await deleteMailAddress(db, caller.uid);
        publishToPerson(ctx, caller.uid);
        afterCommit(() => recordAuditEntryOutsideTransaction(app.database, request, 'mail.removeAddress', caller.uid));
        return await readMailSettings(db, caller.uid, true);
      });
    },

    async confirm(ctx) {
      const { db, app, input, request, afterCommit } = ctx;
      checkIsThere(app.settings);
      const person = await ownerOf(db, app.signer, 'confirm', input.key);
      // A code for a forgotten password goes there from now on.
      if (await confirmMailAddress(db, person)) await notifyMethodsChanged(db, person, 'mail', true);
      publishToPerson(ctx, person);
      afterCommit(() => recordAuditEntryOutsideTransaction(app.database, request, 'mail.confirm', person));
      return [{ result: 1 }];
    },

    async unsubscribe(ctx) {
      const { db, app, input, request, afterCommit } = ctx;
      const person = await ownerOf(db, app.signer, 'unsubscribe', input.key);
      await disableMail(db, person);
      publishToPerson(ctx, person);
      afterCommit(() => recordAuditEntryOutsideTransaction(app.database, request, 'mail.unsubscribe', person));
      return [{ result: 1 }];
    },
  },
});
