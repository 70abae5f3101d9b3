import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { Secret, TOTP } from 'otpauth';
import { now } from '../core/clock.ts';
import { Authenticator } from '../test/authenticator.ts';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { setMailAddress } from '../test/factories/mail-addresses.ts';
import { waitUntil } from '../test/http.ts';
import { passwords } from '../test/test-client.ts';

const { notices, passkeys, secondstep } = callsByRoom;
/** In everybody's quiet hours. */
const trial = new DeliveryFixture({ at: '2026-11-23T23:30:00+06:00', mails: true });
const title = 'Изменились способы входа в ваш профиль';
const to = 'student@example.test';

test('[AUTH-15] a sign-in method that is added, changed or removed is notified by push, by mail and in the bell, in the night and to whoever switched everything off', async () => {
  const person = await trial.portal.as('student');
  const password = passwords.student;
  const device = await trial.device(person);
  await trial.choose(person, { isOff: true, push: [] });
  await setMailAddress(trial.portal.database.autocommit, person.uid, to);
  // Whoever wants that is not notified of what is not about signing in.
  const others = await trial.portal.database.autocommit`
    update notice set planned = false, seen_at = null where person_id = ${person.uid} returning id`;
  assert.ok(others.length > 0);
  await trial.wake();
  await waitUntil('all of it is planned', () => trial.isDone());

  const authenticator = new Authenticator('http://portal.test');
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    async keyAdded() {
      const { options } = await person.get(passkeys.begin, { password });
      await person.get(passkeys.add, { answer: authenticator.make(options) });
    },
    async keyRemoved() {
      const [key] = await person.get(passkeys.list);
      await person.get(passkeys.remove, { id: key?.id, password });
    },
    async codesSet() {
      const { key } = await person.get(secondstep.begin, { password });
      const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });
      await person.get(secondstep.confirm, { code });
    },
    codesRenewed: () => person.get(secondstep.renewCodes, { password }),
    codesRemoved: () => person.get(secondstep.remove, { password }),
  };
  const steps = Object.keys(changes);
  for (const [place, change] of Object.values(changes).entries()) {
    await change();
    const isNotified = () => device.received.length === place + 1 && trial.mails.of(to).length === place + 1;
    await waitUntil(`${steps[place]} is told`, isNotified);
  }
  assert.deepEqual(
    [...device.received.map((one) => one.title), ...trial.mails.of(to).map(({ subject }) => subject)],
    Array(2 * steps.length).fill(title),
  );
  assert.equal(device.shown.size, steps.length, 'none takes the place of another one');
  const [list] = await person.get(notices.list);
  assert.deepEqual(
    list?.notices.filter(({ kind }) => kind === 'signInMethods').map(({ step }) => step),
    steps.toReversed(),
  );
});
