import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createMailLinkKey } from '../../delivery/mail-keys.ts';
import { sendRawRequest } from '../../test/http.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { 'email-address': emailAddress, 'notification-settings': notificationSettings } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'University <lms@university.test>',
    PUBLIC_URL: 'http://portal.test',
  });
});
after(() => portal.close());

const refusal = async (asked: Promise<{ status: number; error?: { code: string } | null }>) => {
  const { status, error } = await asked;
  return [status, error?.code];
};
const stateOf = async (person: TestClient) => {
  const [{ address, isConfirmed, isDead } = assert.fail()] = await person.get(emailAddress.settings);
  return { address, isConfirmed, isDead };
};
const give = (person: TestClient, login: keyof typeof passwords, address: string) =>
  person.ask(emailAddress.setAddress, { address, password: passwords[login] });

/** The key that the mail to a person holds. */
async function keyOf(person: TestClient, purpose: 'confirm' | 'unsubscribe'): Promise<string> {
  const [row] = await portal.database.autocommit<{ address: string; asked: number }[]>`
    select address, (extract(epoch from asked_at) * 1000000)::bigint as asked from mail_address
    where person_id = ${person.uid}`;
  return createMailLinkKey(portal.app.context.signer, purpose, { person: person.uid, ...(row ?? assert.fail()) });
}
/** What waits to be sent about addresses themselves. */
const mailsOf = async (person: TestClient) => {
  const rows = await portal.database.autocommit<{ topic: string; address: string }[]>`
    select topic, address from notification_outbox where person_id = ${person.uid} and address is not null order by id`;
  return rows.map(({ topic, address }) => `${topic} ${address}`);
};
const mailTopics = async (person: TestClient) => (await person.get(notificationSettings.settings))[0]?.mail;

describe('an address', () => {
  test('[TOLD-02] is given with the password, confirmed by its link once and again, and sent to other tabs', async () => {
    const [person, line] = [await portal.as('student'), await LiveEventListener.open(await portal.as('student'))];
    assert.deepEqual(await stateOf(person), { address: null, isConfirmed: false, isDead: false });
    const [given] = (await give(person, 'student', ' aibek@example.test ')).data;
    assert.deepEqual(given, { isThere: true, address: 'aibek@example.test', isConfirmed: false, isDead: false });
    await line.waitForEvents('notification-settings');
    const key = await keyOf(person, 'confirm');
    // By whoever has the link, signed in or not, and again after an answer that was lost.
    for (const asks of [portal.nobody(), await portal.as('student2')]) await asks.get(emailAddress.confirm, { key });
    assert.deepEqual(await stateOf(person), { address: 'aibek@example.test', isConfirmed: true, isDead: false });
    line.close();
    assert.deepEqual(await mailsOf(person), ['confirm aibek@example.test']);
  });

  test('[TOLD-02] that is confirmed stays so when it is given again; another takes its place and the former is notified', async () => {
    const person = await portal.as('student');
    await give(person, 'student', 'aibek@example.test');
    assert.equal((await stateOf(person)).isConfirmed, true);
    const old = await keyOf(person, 'confirm');
    await give(person, 'student', 'new@example.test');
    assert.deepEqual(await stateOf(person), { address: 'new@example.test', isConfirmed: false, isDead: false });
    assert.deepEqual(await mailsOf(person), [
      'confirm aibek@example.test',
      'replaced aibek@example.test',
      'confirm new@example.test',
    ]);
    assert.deepEqual(await refusal(portal.nobody().ask(emailAddress.confirm, { key: old })), [404, 'mail.key']);
    await portal.nobody().get(emailAddress.confirm, { key: await keyOf(person, 'confirm') });
    const [none] = await person.get(emailAddress.removeAddress);
    assert.deepEqual(none, { isThere: true, address: null, isConfirmed: false, isDead: false });
    assert.equal((await mailsOf(person)).at(-1), 'replaced new@example.test');
  });

  test('[TOLD-02] an address that belongs to somebody else gets the same answer as a free one', async () => {
    const [one, other] = [await portal.as('student2'), await portal.as('student3')];
    const first = await give(one, 'student2', 'shared@example.test');
    await portal.nobody().get(emailAddress.confirm, { key: await keyOf(one, 'confirm') });
    const second = await give(other, 'student3', 'shared@example.test');
    assert.deepEqual([second.status, second.text], [first.status, first.text]);
    assert.equal((await stateOf(one)).isConfirmed, true);
    assert.equal((await stateOf(other)).isConfirmed, false);
  });

  test('[TOLD-02] without the right password, or that is none, changes nothing', async () => {
    const person = await portal.as('editor');
    const wrong = { address: 'a@example.test', password: 'Wrong1' };
    assert.deepEqual(await refusal(person.ask(emailAddress.setAddress, wrong)), [422, 'profile.wrongPassword']);
    for (const address of ['nobody', 'a@b', 'a@b.c\r\nBcc: x@y.zz', 'a@@example.test'])
      assert.equal((await refusal(person.ask(emailAddress.setAddress, { address, password: 'x' })))[0], 422, address);
    // Six times is once too often in an hour.
    assert.deepEqual(await refusal(give(person, 'editor', 'a@example.test')), [429, 'call.tooOften']);
    assert.deepEqual(await mailsOf(person), []);
    assert.equal((await stateOf(person)).address, null);
  });
});

describe('the key of a link', () => {
  test('[TOLD-02] that is wrong, too old, or for something else opens nothing', async () => {
    const [person, other] = [await portal.as('teacher'), await portal.as('clerk')];
    await give(person, 'teacher', 'teacher@example.test');
    await give(other, 'clerk', 'clerk@example.test');
    const [confirm, unsubscribe] = [await keyOf(person, 'confirm'), await keyOf(person, 'unsubscribe')];
    const signature = confirm.slice(-43);
    const forged = `c${other.uid.toString(36)}${signature}`;
    const wrong = [
      'x',
      `${confirm}x`,
      confirm.slice(0, -1),
      `u${confirm.slice(1)}`,
      forged,
      unsubscribe,
      `c${signature}`,
    ];
    for (const key of wrong)
      assert.deepEqual(await refusal(portal.nobody().ask(emailAddress.confirm, { key })), [404, 'mail.key'], key);
    for (const key of [confirm, `u${confirm.slice(1)}`, `u${other.uid.toString(36)}${unsubscribe.slice(-43)}`])
      assert.deepEqual(await refusal(portal.nobody().ask(emailAddress.unsubscribe, { key })), [404, 'mail.key'], key);
    const setBack = (hours: number) =>
      portal.database.autocommit`
        update mail_address set asked_at = asked_at - ${hours} * interval '1 hour' where person_id = ${person.uid}`;
    await setBack(24);
    const late = await keyOf(person, 'confirm');
    assert.deepEqual(await refusal(portal.nobody().ask(emailAddress.confirm, { key: late })), [404, 'mail.key']);
    assert.equal((await stateOf(person)).isConfirmed, false);
    await setBack(-1);
    await portal.nobody().get(emailAddress.confirm, { key: await keyOf(person, 'confirm') });
    assert.deepEqual([(await stateOf(person)).isConfirmed, (await stateOf(other)).isConfirmed], [true, false]);
  });

  test('[TOLD-02] confirms nothing while its person is closed or blocked', async () => {
    const person = await portal.as('student2');
    await give(person, 'student2', 'leaver@example.test');
    const key = await keyOf(person, 'confirm');
    const { uid } = person;
    const shut = (closed: string | null, blocked: boolean) => portal.database.autocommit`
      with closing as (update person set closed_on = ${closed} where id = ${uid})
      update account set blocked = ${blocked} where person_id = ${uid}`;
    for (const [closed, blocked] of [
      ['2026-11-20', false],
      [null, true],
    ] as const) {
      await shut(closed, blocked);
      assert.deepEqual(await refusal(portal.nobody().ask(emailAddress.confirm, { key })), [404, 'mail.key']);
    }
    await shut(null, false);
    await portal.nobody().get(emailAddress.confirm, { key });
  });

  test('[TOLD-02] takes all mail off by one click: a form from elsewhere, without cookies; no GET does', async () => {
    const person = await portal.as('teacher');
    const path = `/lms/check/mail/${await keyOf(person, 'unsubscribe')}`;
    const before = await mailTopics(person);
    assert.ok(before?.length);
    for (const method of ['GET', 'HEAD']) await sendRawRequest(portal.base, { method, path });
    const api = `${emailAddress.unsubscribe.path}?key=${path.split('/').at(-1)}`;
    assert.equal((await sendRawRequest(portal.base, { method: 'GET', path: api })).status, 404);
    assert.deepEqual(await mailTopics(person), before);
    const body = 'List-Unsubscribe=One-Click';
    const elsewhere = { origin: 'https://mail.example.org', 'sec-fetch-site': 'cross-site' };
    const headers = { ...elsewhere, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await sendRawRequest(portal.base, { path, headers, body });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.deepEqual(await mailTopics(person), []);
    assert.deepEqual(
      (await person.get(notificationSettings.settings))[0]?.push.length,
      6,
      'what comes to devices stays',
    );
  });

  test('[TOLD-02] the same with the parts of a form, with its button, and for an address given once more', async () => {
    const person = await portal.as('clerk');
    const key = await keyOf(person, 'unsubscribe');
    const boundary = 'part';
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const on = () => person.get(notificationSettings.choose, { topic: 'news', way: 'mail', on: true });
    await on();
    assert.equal((await sendRawRequest(portal.base, { path: `/lms/check/mail/${key}`, headers, body })).status, 200);
    assert.deepEqual(await mailTopics(person), []);
    await on();
    await give(person, 'clerk', 'clerk@example.test');
    await portal.nobody().get(emailAddress.unsubscribe, { key });
    assert.deepEqual(await mailTopics(person), []);
    await give(person, 'clerk', 'other@example.test');
    assert.deepEqual(await refusal(portal.nobody().ask(emailAddress.unsubscribe, { key })), [404, 'mail.key']);
  });
});

test('[TOLD-02] without a mail server there is nothing of it', async () => {
  const other = await openPortal();
  try {
    const person = await other.as('student');
    assert.deepEqual(await person.get(emailAddress.settings), [
      { isThere: false, address: null, isConfirmed: false, isDead: false },
    ]);
    const asked = person.ask(emailAddress.setAddress, { address: 'a@example.test', password: passwords.student });
    assert.deepEqual(await refusal(asked), [404, 'mail.off']);
    assert.deepEqual(await refusal(person.ask(emailAddress.removeAddress)), [404, 'mail.off']);
    assert.deepEqual(await refusal(other.nobody().ask(emailAddress.confirm, { key: 'x' })), [404, 'mail.off']);
  } finally {
    await other.close();
  }
});
