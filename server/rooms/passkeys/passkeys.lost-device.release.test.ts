import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { joinCluster } from '../../database/cluster-check.ts';
import { Authenticator } from '../../test/authenticator.ts';
import { CommandHost } from '../../test/program.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { passkeys, people, profile } = callsByRoom;
const origin = 'http://localhost';
const shared = { PUBLIC_URL: origin, SECOND_STEP: 'permissions', OFFICE_CONVERTER: 'off' };

let portal: TestPortal;
let address = '';
before(async () => {
  portal = await openPortal(shared, async (url) => {
    address = url;
    return url;
  });
  await joinCluster(portal.database, portal.settings);
});
after(() => portal.close());

/** Adds the key of a device, in the profile or where one is demanded. */
async function addKey(person: TestClient, password: string): Promise<Authenticator> {
  const device = new Authenticator(origin);
  const { options } = await person.get(passkeys.begin, { password });
  await person.get(passkeys.add, { answer: device.make(options) });
  return device;
}

/** Somebody who has to prove twice, and has one device for it. */
async function withOneDevice(login: 'clerk' | 'admin') {
  const person = portal.nobody();
  await person.signIn(login, passwords[login]);
  return { person, device: await addKey(person, passwords[login]) };
}

async function byKey(device: Authenticator) {
  const person = portal.nobody();
  const { options } = await person.get(passkeys.ask);
  return await person.ask(passkeys.signIn, { answer: device.unlock(options) });
}

/** Comes in by a password alone, replaces it where it is a first one, sets up a new device, and works. */
async function backIn(login: string, given: string, lost: Authenticator): Promise<void> {
  const person = portal.nobody();
  const [user] = (await person.signIn(login, given)).data;
  let password = given;
  if (user?.mustChangePassword) {
    password = 'Another-word-7';
    await person.get(profile.changePassword, { password: given, newPassword: password });
  }
  assert.equal((await person.ask(profile.sessions)).error?.code, 'secondstep.setFirst', 'demanded as before');
  const device = await addKey(person, password);
  assert.equal((await person.ask(profile.sessions)).status, 200);
  assert.equal((await byKey(device)).status, 200);
  assert.equal((await byKey(lost)).error?.code, 'passkeys.refused', 'whoever finds the device gets nowhere');
}

test('[AUTH-14] [PEOPLE-01] with passkeys alone and the device lost one gets back in by who looks after accounts', async () => {
  const { person, device } = await withOneDevice('clerk');
  const shut = await portal.nobody().signIn('clerk', passwords.clerk);
  assert.equal(shut.error?.code, 'login.secondStep', 'the password alone opens nothing');
  const admin = await withOneDevice('admin');
  const act = { id_person: person.uid, reason: 'Потерян телефон, пришла лично' };
  await admin.person.get(people.resetSecondStep, act);
  assert.equal((await person.ask(profile.data)).status, 401, 'what is open on the lost device ends');
  await backIn('clerk', passwords.clerk, device);

  // Who came by the key each day may not know the password either: the slip brings both back.
  const again = portal.nobody();
  await again.signIn('clerk', 'not the password');
  const [slip] = await admin.person.get(people.password, act);
  await backIn('clerk', slip?.password ?? '', device);
  await portal.ownerSql`delete from passkey`;
});

test('[AUTH-14] the last who looks after accounts gets back in by a command on the server', async () => {
  const { person, device } = await withOneDevice('admin');
  const host = new CommandHost();
  try {
    const env = { DATABASE_URL: address, DATA_DIR: portal.settings.dataDir, ...shared };
    const { code, out, err } = await host.run('admin/main.ts', ['second', 'admin'], env);
    assert.deepEqual([code, /^admin signs in by the password alone now;/.test(out)], [0, true], out + err);
  } finally {
    host.close();
  }
  assert.equal((await person.ask(profile.data)).status, 401);
  await backIn('admin', passwords.admin, device);
});
