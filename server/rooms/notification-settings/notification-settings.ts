import { notificationSettings as calls } from '@bilim/contract/notification-settings.ts';
import { notificationTopics } from '@bilim/contract/topics.ts';
import type { Caller } from '../../auth/session.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { EndpointChecker } from '../../delivery/push-addresses.ts';
import {
  type DeliveryChoices,
  deleteDevice,
  lockAccount,
  type PushSubscription,
  readNotificationSettings,
  setDeliveryChoices,
  setNotificationLanguage,
  setTopicChoice,
  storeDevice,
} from './notification-settings.queries.ts';

const isTopic = (text: string) => (notificationTopics as readonly string[]).includes(text);
const isTime = (text: string | undefined) => text === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A subscription with keys of the right length; else it is none of a browser. */
function subscription(input: { endpoint: string; p256dh: string; auth: string }): PushSubscription {
  const [p256dh, auth] = [Buffer.from(input.p256dh, 'base64url'), Buffer.from(input.auth, 'base64url')];
  // An uncompressed point of the curve P-256 and 16 random bytes (RFC 8291, 3.1 and 3.2).
  if (p256dh.length !== 65 || p256dh[0] !== 4 || auth.length !== 16) throw new Refusal('telling.address', 422);
  return { endpoint: input.endpoint, p256dh, auth };
}

/** Changes something of a person, one tab after the other, and gives what then holds; the other tabs get an event. */
async function changed(
  { db, caller, publish }: { db: Db; caller: Caller; publish: (to: `u:${number}`[]) => void },
  work: () => Promise<void>,
) {
  await lockAccount(db, caller.uid);
  await work();
  publish([`u:${caller.uid}`]);
  return await readNotificationSettings(db, caller);
}

/** How a person is notified of what is new. */
export const notificationSettings = room<typeof calls, EndpointChecker>('notification-settings', calls, {
  state: (app) => new EndpointChecker(app.settings.pushHosts),
  handlers: {
    settings: ({ db, caller }) => readNotificationSettings(db, caller),

    choose(ctx) {
      const { topic, way, on } = ctx.input;
      if (!isTopic(topic) || (way !== 'push' && way !== 'mail')) throw new Refusal('telling.topic', 422);
      return changed(ctx, () => setTopicChoice(ctx.db, ctx.caller.uid, { topic, way, on }));
    },

    set(ctx) {
      const { input, db, caller } = ctx;
      for (const field of ['quietFrom', 'quietTo'] as const)
        if (!isTime(input[field])) throw new Refusal('telling.quiet', 422, { fields: { [field]: 'telling.quiet' } });
      const manner: DeliveryChoices = {
        isOff: input.isOff ?? null,
        mailAtOnce: input.mailAtOnce ?? null,
        isOpen: input.isOpen ?? null,
        isQuiet: input.isQuiet ?? null,
        quietFrom: input.quietFrom ?? null,
        quietTo: input.quietTo ?? null,
      };
      return changed(ctx, () => setDeliveryChoices(db, caller.uid, manner));
    },

    async speak({ db, caller, language }) {
      await lockAccount(db, caller.uid);
      await setNotificationLanguage(db, caller, language);
      return [{ result: 1 }];
    },

    async addDevice(ctx) {
      const { caller, input, language, request, state, transact } = ctx;
      // What a shared computer shows when somebody else sits there is nobody's to decide.
      if (caller.shared) throw new Refusal('telling.shared', 422);
      const device = subscription(input);
      await state.check(caller.uid, device.endpoint);
      const agent = request.headers['user-agent'] ?? null;
      return await transact((db) =>
        changed({ ...ctx, db }, () => storeDevice(db, caller, device, { agent, language })),
      );
    },

    removeDevice: (ctx) =>
      changed(ctx, async () => {
        if (!(await deleteDevice(ctx.db, ctx.caller.uid, ctx.input.id_device)))
          throw new Refusal('telling.noDevice', 404);
      }),
  },
});
