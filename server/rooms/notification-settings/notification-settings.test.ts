import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { notificationTopics } from '@bilim/contract/topics.ts';
import { setMailAddress } from '../../test/factories/mail-addresses.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, profile, 'notification-settings': notificationSettings } = callsByRoom;
/** A push service that PUSH_HOSTS names; nothing is sent there by these calls. */
const service = 'push.test:8443';

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ PUSH_HOSTS: service });
});
after(() => portal.close());

/** What a browser gives for push messages. */
const subscription = (name: string, host = service) => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    endpoint: `https://${host}/push/${name}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
};

const refusal = async (asked: Promise<{ status: number; error?: { code: string } | null }>) => {
  const { status, error } = await asked;
  return [status, error?.code];
};

const devicesOf = async (person: TestClient) => (await person.get(notificationSettings.settings))[0]?.devices ?? [];

describe('choices', () => {
  test('[TOLD-03] begin sensibly: classes, documents and registration come, nothing private is shown, nothing at night', async () => {
    const [chosen] = await (await portal.as('student')).get(notificationSettings.settings);
    const { push, mail, isOff, isOpen, isQuiet, quietFrom, quietTo, mailAtOnce } = chosen ?? assert.fail();
    for (const topic of ['lessons', 'errands']) assert.ok(push.includes(topic) && mail.includes(topic), topic);
    assert.deepEqual(
      [isOff, isOpen, mailAtOnce, isQuiet, quietFrom, quietTo],
      [false, false, false, true, '22:00', '07:00'],
    );
    assert.equal(Buffer.from(chosen?.pushKey ?? '', 'base64url').length, 65);
  });

  test('[TOLD-03] change one by one, for their person alone, and other tabs get an event', async () => {
    const [person, other] = [await portal.as('student'), await portal.as('student2')];
    const before = (await other.get(notificationSettings.settings))[0];
    const line = await LiveEventListener.open(await portal.as('student'));
    await person.get(notificationSettings.choose, { topic: 'news', way: 'push', on: true });
    await line.waitForEvents('notification-settings');
    line.close();
    // The same twice is the same.
    const [withNews] = await person.get(notificationSettings.choose, { topic: 'news', way: 'push', on: true });
    assert.deepEqual([...(withNews?.push ?? [])].sort(), [...notificationTopics].sort());
    const [without] = await person.get(notificationSettings.choose, { topic: 'marks', way: 'mail', on: false });
    assert.deepEqual([without?.mail.includes('marks'), without?.push.includes('marks')], [false, true]);
    const [late] = await person.get(notificationSettings.set, { quietFrom: '23:30', isOpen: true });
    assert.deepEqual([late?.quietFrom, late?.quietTo, late?.isOpen, late?.isOff], ['23:30', '07:00', true, false]);
    const [off] = await person.get(notificationSettings.set, { isOff: true, isQuiet: false });
    assert.deepEqual([off?.isOff, off?.isQuiet, off?.isOpen], [true, false, true]);
    assert.deepEqual((await other.get(notificationSettings.settings))[0], before);
  });

  test('[TOLD-03] two tabs that choose at the same time lose nothing', async () => {
    const person = await portal.as('student3');
    const off = notificationTopics.map((topic) =>
      person.get(notificationSettings.choose, { topic, way: 'push', on: false }),
    );
    await Promise.all(off);
    assert.deepEqual((await person.get(notificationSettings.settings))[0]?.push, []);
  });

  test('[TOLD-03] what is no topic, no way or no time is refused and changes nothing', async () => {
    const person = await portal.as('clerk');
    const before = await person.get(notificationSettings.settings);
    for (const wrong of [
      { topic: 'grades', way: 'push', on: true },
      { topic: 'marks', way: 'post', on: true },
      { topic: 'account', way: 'push', on: false },
    ])
      assert.deepEqual(await refusal(person.ask(notificationSettings.choose, wrong)), [422, 'telling.topic']);
    for (const quietFrom of ['24:00', '7:00', '07:60', 'night'])
      assert.deepEqual(await refusal(person.ask(notificationSettings.set, { quietFrom })), [422, 'telling.quiet']);
    assert.deepEqual(await person.get(notificationSettings.settings), before);
  });
});

describe('a device', () => {
  test('[TOLD-01] is switched on, named, switched off, and by its owner alone', async () => {
    const [person, other] = [await portal.as('student'), await portal.as('student2')];
    const [added] = await person.get(notificationSettings.addDevice, subscription('one'));
    await portal.database.autocommit`update push_device set notified_at = now() where person_id = ${person.uid}`;
    const [settings] = await person.get(notificationSettings.settings);
    for (const moment of [added?.devices[0]?.added, settings?.devices[0]?.added, settings?.devices[0]?.told])
      assert.match(moment ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await portal.database.autocommit`update push_device set notified_at = null where person_id = ${person.uid}`;
    const [device] = await devicesOf(person);
    assert.deepEqual([device?.isThis, device?.told], [true, null]);
    assert.deepEqual(await devicesOf(other), []);
    const id_device = device?.id_device ?? 0;
    assert.deepEqual(await refusal(other.ask(notificationSettings.removeDevice, { id_device })), [
      404,
      'telling.noDevice',
    ]);
    assert.equal((await devicesOf(person)).length, 1);
    const [left] = await person.get(notificationSettings.removeDevice, { id_device });
    assert.deepEqual(left?.devices, []);
  });

  test('[TOLD-01] switched on again is one; what another person had belongs to who came last', async () => {
    const [person, other] = [await portal.as('student'), await portal.as('student2')];
    const here = subscription('two');
    for (let times = 0; times < 2; times++) await person.get(notificationSettings.addDevice, here);
    await person.get(notificationSettings.addDevice, subscription('renewed'));
    assert.equal((await devicesOf(person)).length, 1, 'a session has one device');
    await person.get(notificationSettings.addDevice, here);
    await other.get(notificationSettings.addDevice, here);
    assert.deepEqual([(await devicesOf(person)).length, (await devicesOf(other)).length], [0, 1]);
  });

  test('[TOLD-01] and a mailbox are written to in the language that the person chooses later', async () => {
    const [person, other] = [await portal.as('student'), await portal.as('student')];
    await person.get(notificationSettings.addDevice, subscription('speaks'));
    await other.get(notificationSettings.addDevice, subscription('elsewhere'));
    await setMailAddress(portal.database.autocommit, person.uid, 'speaks@example.test', { isConfirmed: false });
    person.cookies.set('lang', 'kg');
    await person.get(notificationSettings.speak);
    const languages = await portal.database.autocommit<{ language: string }[]>`
      select language from push_device where endpoint like '%/speaks' or endpoint like '%/elsewhere'
      union all select language from mail_address where person_id = ${person.uid} order by 1`;
    assert.deepEqual(
      languages.map(({ language }) => language),
      ['kg', 'kg', 'ru'],
    );
  });

  test('[TOLD-01] goes with its session: signed out, ended elsewhere, password changed', async () => {
    const [here, there, third] = [await portal.as('editor'), await portal.as('editor'), await portal.as('editor')];
    await here.get(notificationSettings.addDevice, subscription('here'));
    await there.get(notificationSettings.addDevice, subscription('there'));
    await third.get(notificationSettings.addDevice, subscription('third'));
    const list = await here.get(profile.sessions);
    const ended = list.find(({ isThis }) => !isThis)?.id_session;
    await here.get(profile.endSession, { id_session: ended, password: passwords.editor });
    assert.equal((await devicesOf(here)).length, 2);
    await here.get(profile.changePassword, { password: passwords.editor, newPassword: 'Another1pass' });
    assert.deepEqual(
      (await devicesOf(here)).map(({ isThis }) => isThis),
      [true],
    );
    await here.ask(login.logout, { logout: true });
    const [row] = await portal.database.autocommit<{ count: number }[]>`
      select count(*)::int as count from push_device where person_id = ${here.uid}`;
    assert.equal(row?.count, 0);
  });

  test('[TOLD-01] of one person there are ten at most, the last ones; a shared computer is none', async () => {
    for (let n = 0; n < 11; n++)
      await (await portal.as('admin')).get(notificationSettings.addDevice, subscription(`of admin ${n}`));
    const person = await portal.as('admin');
    assert.equal((await devicesOf(person)).length, 9, 'nine other sessions, and this one without a device');
    await person.ask(login.authorize, { login: 'admin', password: passwords.admin, shared: true });
    assert.deepEqual(await refusal(person.ask(notificationSettings.addDevice, subscription('shared'))), [
      422,
      'telling.shared',
    ]);
  });

  test('[TOLD-01] at an address to which nothing may be sent is refused', async () => {
    const person = await portal.as('teacher');
    for (const host of ['127.0.0.1', '10.0.0.5', 'localhost', '[::1]', 'push.example.org', 'push.test'])
      assert.deepEqual(
        await refusal(person.ask(notificationSettings.addDevice, subscription('wrong', host))),
        [422, 'telling.address'],
        host,
      );
    const good = subscription('good');
    for (const wrong of [
      { ...good, endpoint: good.endpoint.replace('https:', 'http:') },
      { ...good, endpoint: 'javascript:alert(1)' },
      { ...good, endpoint: good.endpoint.replace('https://', 'https://user:word@') },
      { ...good, p256dh: randomBytes(65).fill(5).toString('base64url') },
      { ...good, p256dh: good.p256dh.slice(0, 40) },
      { ...good, auth: randomBytes(12).toString('base64url') },
    ])
      assert.deepEqual(
        await refusal(person.ask(notificationSettings.addDevice, wrong)),
        [422, 'telling.address'],
        wrong.endpoint,
      );
    assert.deepEqual(await devicesOf(person), []);
  });
});
