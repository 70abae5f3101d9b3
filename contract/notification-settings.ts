import { call } from './call.ts';
import * as f from './fields.ts';

const device = f.object({
  id_device: f.integer(),
  /** What the browser said of itself. */
  agent: f.nullable(f.string()),
  added: f.timestamp(),
  told: f.nullable(f.timestamp()),
  /** It was switched on in the caller's own session. */
  isThis: f.boolean(),
});

const settings = f.object({
  /** Everything is off, whatever is chosen. */
  isOff: f.boolean(),
  push: f.array(f.string()),
  mail: f.array(f.string()),
  /** Mails come at once; false: together, in the evening. */
  mailAtOnce: f.boolean(),
  /** Nothing comes from `quietFrom` to `quietTo` (HH:MM). */
  isQuiet: f.boolean(),
  quietFrom: f.string(),
  quietTo: f.string(),
  /** Marks, names and words may be read on a locked screen. */
  isOpen: f.boolean(),
  /** The portal's public key for `PushManager.subscribe`, base64url. */
  pushKey: f.string(),
  devices: f.array(device),
});

/** How a person is notified of what is new: which topics by which way, when, and on which devices. */
export const notificationSettings = {
  settings: call({
    path: '/api/telling/settings.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(settings),
  }),
  /** One topic by one way, push or mail. 422 `telling.topic` for another topic or way. */
  choose: call({
    path: '/api/telling/choose.json',
    method: 'POST',
    access: 'in',
    input: f.object({ topic: f.text(12, 1), way: f.text(4, 1), on: f.flag() }),
    output: f.array(settings),
  }),
  /** What is left out stays as it is. 422 `telling.quiet` for what is no time. */
  set: call({
    path: '/api/telling/set.json',
    method: 'POST',
    access: 'in',
    input: f.object({
      isOff: f.optionalFlag(),
      mailAtOnce: f.optionalFlag(),
      isOpen: f.optionalFlag(),
      isQuiet: f.optionalFlag(),
      quietFrom: f.optionalText(5),
      quietTo: f.optionalText(5),
    }),
    output: f.array(settings),
  }),
  /** From now on this session's device, and the person's mailbox, are notified in the language of this call. */
  speak: call({
    path: '/api/telling/language.json',
    method: 'POST',
    access: 'in',
    input: f.noFields(),
    output: f.writeResult(),
  }),
  /** Tells this session's device from now on: what `PushSubscription.toJSON()` gives. 422 `telling.address`, `telling.shared`. */
  addDevice: call({
    path: '/api/telling/device/add.json',
    method: 'POST',
    access: 'in',
    // The name of the address is looked up before anything is locked.
    own: true,
    often: 30,
    input: f.object({ endpoint: f.text(1000, 1), p256dh: f.text(100, 1), auth: f.text(30, 1) }),
    output: f.array(settings),
  }),
  removeDevice: call({
    path: '/api/telling/device/remove.json',
    method: 'POST',
    access: 'in',
    input: f.object({ id_device: f.id('int') }),
    output: f.array(settings),
  }),
};
