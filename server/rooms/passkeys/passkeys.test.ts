import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { Authenticator, type DeviceOverrides } from '../../test/authenticator.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, passkeys, profile, secondstep } = callsByRoom;
const origin = 'http://portal.test';

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ PUBLIC_URL: origin, SECOND_STEP: 'permissions' });
});
after(() => portal.close());
afterEach(async () => {
  await portal.ownerSql`delete from passkey`;
});

const isIn = async (person: TestClient) => (await person.ask(profile.data)).status === 200;

/** Adds a key of a device to somebody who is signed in. */
async function addTo(
  person: TestClient,
  password: string,
  device = new Authenticator(origin),
  overrides: DeviceOverrides = {},
) {
  const { options } = await person.get(passkeys.begin, { password });
  return { device, answer: await person.ask(passkeys.add, { answer: device.make(options, overrides) }) };
}

/** Signs in with a device's key in a new browser. */
async function come(device: Authenticator, overrides: DeviceOverrides = {}, person = portal.nobody()) {
  const { options } = await person.get(passkeys.ask);
  return { person, answer: await person.ask(passkeys.signIn, { answer: device.unlock(options, overrides) }) };
}

const withStudent = async () => await addTo(await portal.as('student'), passwords.student);

describe('a key of a device', () => {
  test('[AUTH-14] is added with the password, lets its person in, and is removed', async () => {
    const person = await portal.as('student');
    assert.equal((await person.ask(passkeys.begin, { password: 'no' })).error?.code, 'profile.wrongPassword');
    const { device, answer } = await addTo(person, passwords.student);
    const [key] = answer.data;
    assert.deepEqual([answer.data.length, key?.usedAt], [1, null]);
    const first = await come(device);
    assert.equal(first.answer.data[0]?.uid, person.uid);
    assert.ok(await isIn(first.person));
    assert.ok((await person.get(passkeys.list))[0]?.usedAt);
    const removing = { id: key?.id ?? 0, password: passwords.student };
    for (let times = 0; times < 2; times++) assert.deepEqual((await person.ask(passkeys.remove, removing)).data, []);
    assert.equal((await come(device)).answer.error?.code, 'passkeys.refused');
    const actions = async () =>
      (await portal.ownerSql<{ action: string }[]>`select action from audit where action like 'passkeys.%' order by id`)
        .map(({ action }) => action)
        .join(' ');
    // What is refused is noted apart from the call.
    await waitUntil(
      'all three are noted',
      async () => (await actions()) === 'passkeys.added passkeys.removed passkeys.refused',
    );
  });

  test('[AUTH-06] lets its person in though another site of the domain has put a cookie of that name before ours', async () => {
    const { device } = await withStudent();
    const person = portal.nobody();
    // Two of one name: the map's own order is that of the header.
    person.cookies.set('theme=dark; passkey', 'planted');
    assert.equal((await come(device, {}, person)).answer.status, 200);
  });

  test('[AUTH-14] is nobody else’s: neither added twice nor removed by another', async () => {
    const { device, answer } = await withStudent();
    const other = await portal.as('student2');
    assert.equal((await addTo(other, passwords.student2, device)).answer.error?.code, 'passkeys.known');
    await other.ask(passkeys.remove, { id: answer.data[0]?.id, password: passwords.student2 });
    assert.equal((await come(device)).answer.status, 200);
  });

  test('[AUTH-14] of somebody who is blocked lets nobody in', async () => {
    const { device } = await withStudent();
    await portal.ownerSql`update account set blocked = true where login = 'student'`;
    assert.equal((await come(device)).answer.error?.code, 'passkeys.refused');
    await portal.ownerSql`update account set blocked = false where login = 'student'`;
  });

  test('[AUTH-14] there are ten of a person at most, however many tabs add them', async () => {
    const { uid } = await portal.as('student3');
    await portal.ownerSql`
      insert into passkey (person_id, credential, public_key, uses)
      select ${uid}, 'made' || n, '\\x00', 0 from generate_series(1, 9) n`;
    const tabs = await Promise.all([portal.as('student3'), portal.as('student3'), portal.as('student3')]);
    const asked = await Promise.all(tabs.map((tab) => tab.get(passkeys.begin, { password: passwords.student3 })));
    const answers = await Promise.all(
      tabs.map((tab, at) =>
        tab.ask(passkeys.add, { answer: new Authenticator(origin).make(asked[at]?.options ?? '') }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
    const full = await tabs[0]?.ask(passkeys.begin, { password: passwords.student3 });
    assert.equal(full?.error?.code, 'passkeys.tooMany');
  });
});

describe('an answer that is not the device’s, or not to this question', () => {
  const forgeries: [string, DeviceOverrides][] = [
    ['another origin', { origin: 'https://portal.test.evil.example' }],
    ['another party', { rpId: 'evil.test' }],
    ['another question', { challenge: Buffer.from('another question').toString('base64url') }],
    ['of another kind', { type: 'payment.get' }],
    ['nobody unlocked it', { locked: true }],
    ['another key', { otherKey: true }],
  ];
  for (const [what, overrides] of forgeries) {
    test(`[AUTH-14] attack: lets nobody in: ${what}`, async () => {
      const count = async () => (await portal.ownerSql`select from audit where action = 'passkeys.refused'`).length;
      const before = await count();
      const { device } = await withStudent();
      const { person, answer } = await come(device, overrides);
      assert.deepEqual([answer.status, answer.error?.code], [401, 'passkeys.refused']);
      await waitUntil('it is noted', async () => (await count()) > before);
      assert.equal(await isIn(person), false);
    });
    if (!overrides.otherKey)
      test(`[AUTH-14] attack: adds no key: ${what}`, async () => {
        const person = await portal.as('student');
        const count = async () =>
          (
            await portal.ownerSql`
            select from audit where action = 'passkeys.refused' and person_id = ${person.uid}`
          ).length;
        const before = await count();
        const { answer } = await addTo(person, passwords.student, undefined, overrides);
        assert.deepEqual([answer.status, answer.error?.code], [422, 'passkeys.wrong']);
        await waitUntil('it is noted', async () => (await count()) > before);
      });
  }

  test('[AUTH-14] a device that counts backwards is a copy, and lets nobody in', async () => {
    const { device } = await withStudent();
    assert.equal((await come(device, { uses: 5 })).answer.status, 200);
    const refused = async () => (await portal.ownerSql`select from audit where action = 'passkeys.refused'`).length;
    const before = await refused();
    assert.equal((await come(device, { uses: 5 })).answer.error?.code, 'passkeys.refused');
    await waitUntil('it is noted', async () => (await refused()) > before);
    assert.equal((await come(device, { uses: 6 })).answer.status, 200);
  });

  test('[AUTH-14] sent again, by another browser, or too late, it opens nothing', async () => {
    const { device } = await withStudent();
    const [person, thief] = [portal.nobody(), portal.nobody()];
    const { options } = await person.get(passkeys.ask);
    await thief.get(passkeys.ask);
    const answer = device.unlock(options);
    assert.equal((await thief.ask(passkeys.signIn, { answer })).error?.code, 'passkeys.refused');
    assert.equal((await person.ask(passkeys.signIn, { answer })).status, 200);
    assert.equal((await person.ask(passkeys.signIn, { answer })).error?.code, 'passkeys.refused');
    const late = portal.nobody();
    const asked = await late.get(passkeys.ask);
    await portal.ownerSql`update passkey_challenge set expires_at = now() - interval '1 second'`;
    const old = await late.ask(passkeys.signIn, { answer: device.unlock(asked.options) });
    assert.equal(old.error?.code, 'passkeys.refused');
  });

  test('[AUTH-14] what is asked for adding lets nobody in, and the other way round', async () => {
    const { device } = await withStudent();
    const person = await portal.as('student');
    const { options } = await person.get(passkeys.begin, { password: passwords.student });
    const signIn = await person.ask(passkeys.signIn, { answer: device.unlock(options) });
    assert.equal(signIn.error?.code, 'passkeys.refused');
    const asked = await person.get(passkeys.ask);
    const added = await person.ask(passkeys.add, { answer: new Authenticator(origin).make(asked.options) });
    assert.equal(added.error?.code, 'passkeys.wrong');
  });

  test('[AUTH-14] anything else is refused as well', async () => {
    const person = portal.nobody();
    for (const answer of [
      'x',
      '[]',
      'null',
      '{}',
      '{"id":1}',
      '{"id":"x","response":{}}',
      `{"id":"${'x'.repeat(9000)}"}`,
    ]) {
      await person.get(passkeys.ask);
      assert.equal((await person.ask(passkeys.signIn, { answer })).error?.code, 'passkeys.refused', answer);
    }
  });
});

describe('as a second step', () => {
  test('[AUTH-14] a key alone makes no sign-in longer, and proves twice where that is demanded', async () => {
    const { device } = await withStudent();
    assert.equal((await portal.nobody().signIn('student', passwords.student)).status, 200, 'nobody demands it');
    const clerk = portal.nobody();
    await clerk.signIn('clerk', passwords.clerk);
    await addTo(clerk, passwords.clerk);
    const byPassword = portal.nobody();
    const asked = await byPassword.ask(login.authorize, { login: 'clerk', password: passwords.clerk });
    assert.equal(asked.error?.code, 'login.secondStep');
    const waiting = await byPassword.get(secondstep.waiting);
    assert.deepEqual([waiting.codes, waiting.passkey], [false, true]);
    assert.equal((await byPassword.ask(secondstep.signIn, { code: '123456' })).status, 401);
    assert.equal((await come(device)).answer.status, 200);
  });

  test('[AUTH-14] a key ends the sign-in that waits, and nothing has to be set up', async () => {
    const clerk = portal.nobody();
    const [user] = (await clerk.signIn('clerk', passwords.clerk)).data;
    assert.equal(user?.mustSetSecondStep, true);
    assert.equal((await clerk.ask(profile.sessions)).error?.code, 'secondstep.setFirst');
    const { device } = await addTo(clerk, passwords.clerk);
    assert.equal((await clerk.ask(profile.sessions)).status, 200);
    const person = portal.nobody();
    await person.ask(login.authorize, { login: 'clerk', password: passwords.clerk });
    assert.ok(person.cookies.has('second'));
    const { answer } = await come(device, {}, person);
    assert.equal(answer.data[0]?.mustSetSecondStep, undefined);
    assert.equal(person.cookies.has('second'), false);
    assert.equal((await person.ask(profile.sessions)).status, 200);
  });
});

test('[AUTH-14] where the portal has a number and no name, there are no keys', async () => {
  const numbered = await openPortal();
  const person = await numbered.as('student');
  const answer = await person.ask(passkeys.begin, { password: passwords.student });
  assert.deepEqual([answer.status, answer.error?.code], [404, 'passkeys.notHere']);
  await numbered.close();
});
