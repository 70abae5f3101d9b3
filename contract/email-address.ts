import { call } from './call.ts';
import * as f from './fields.ts';
import { maxMailAddressesPerHour, maxMailAddressLength } from './limits.ts';

const settings = f.object({
  /** This portal sends mails. */
  isThere: f.boolean(),
  address: f.nullable(f.string()),
  /** Its owner has opened the link that was sent there. */
  isConfirmed: f.boolean(),
  /** Mails did not arrive: nothing is sent there until an address is given again. */
  isDead: f.boolean(),
});

/** Key of a link in a mail. */
const key = () => f.object({ key: f.text(100, 1) });

/** The address to which a person is notified by mail. */
export const emailAddress = {
  settings: call({
    path: '/api/mail/settings.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(settings),
  }),
  /**
   * Takes the place of the address that was there, and asks for a confirmation by a link that holds for a day. Whether
   * somebody else has the address makes no difference. 404 `mail.off`, 422 `mail.address`, `profile.wrongPassword`, 403
   * `secondstep.prove` for whoever has a second step and has not shown it just now.
   */
  setAddress: call({
    path: '/api/mail/address/set.json',
    method: 'POST',
    access: 'in',
    own: true,
    oftenAnHour: maxMailAddressesPerHour,
    input: f.object({ address: f.text(maxMailAddressLength, 1), password: f.text(200, 1) }),
    output: f.array(settings),
  }),
  /** 404 `mail.off`, 403 `secondstep.prove`. */
  removeAddress: call({
    path: '/api/mail/address/remove.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.noFields(),
    output: f.array(settings),
  }),
  /** 404 `mail.key` for a key that is none, or holds no longer. */
  confirm: call({
    path: '/api/mail/confirm.json',
    method: 'POST',
    access: 'all',
    input: key(),
    output: f.writeResult(),
  }),
  /**
   * Sends that person no mails any more, by any topic. Also what a mail program posts by itself (RFC 8058), from wherever
   * it is, to the link's own address /lms/check/mail/KEY. 404 `mail.key`.
   */
  unsubscribe: call({
    path: '/api/mail/unsubscribe.json',
    method: 'POST',
    access: 'all',
    cookieless: true,
    input: key(),
    output: f.writeResult(),
  }),
};
