import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { Secret, TOTP } from 'otpauth';
import { now } from '../core/clock.ts';
import { addConfirmedAuthenticator } from '../test/factories/second-steps.ts';
import { openPortal, passwords, type TestPortal } from '../test/test-client.ts';
import { sealPlaintextSecrets, Vault, vaultKeyPath } from './vault.ts';

const { login, schedule, secondstep } = callsByRoom;

describe('the key that the database does not have', () => {
  test('[AUTH-14] is made once, for its owner alone, also by two nodes that start at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bilim-vault-'));
    const [one, two] = await Promise.all([Vault.open(folder), Vault.open(folder)]);
    const sealed = one.seal('seeds', Buffer.from('secret'));
    assert.equal(two.open('seeds', sealed)?.toString(), 'secret');
    assert.equal(two.open('other', sealed), null);
    assert.equal((await Vault.open(folder)).open('seeds', sealed)?.toString(), 'secret');
    assert.equal((await stat(vaultKeyPath(folder))).mode & 0o777, 0o600);
    await writeFile(vaultKeyPath(folder), 'short');
    await assert.rejects(Vault.open(folder), /holds no key of 32 bytes/);
    await assert.rejects(Vault.openThere(folder), /holds no key of 32 bytes/);
    await rm(folder, { recursive: true });
  });
});

describe('what an earlier release left open', () => {
  let portal: TestPortal;
  before(async () => {
    portal = await openPortal();
  });
  after(() => portal.close());

  test('[AUTH-14] is sealed when the portal starts, and works on', async () => {
    const student = await portal.as('student');
    const [seed, key] = [randomBytes(20), randomBytes(24).toString('base64url')];
    await addConfirmedAuthenticator(portal.ownerSql, student.uid, seed);
    await portal.ownerSql`
      insert into schedule_feed (person_id, key, hash, language)
      values (${student.uid}, ${key}, sha256(convert_to(${key}, 'UTF8')), 'ru')`;
    await sealPlaintextSecrets(portal.database, portal.app.context.vault);
    const [row] = await portal.ownerSql<{ secret: Buffer; key: string | null }[]>`
      select k.secret, f.key from one_time_key k join schedule_feed f using (person_id)`;
    assert.equal(row?.secret.includes(seed), false);
    assert.equal(row?.key, null);
    const [feed] = await student.get(schedule.feed);
    assert.ok(feed?.path?.includes(key), 'the address is the same');
    assert.equal((await portal.nobody().fetch(feed?.path ?? '')).status, 200);
    const person = portal.nobody();
    await person.ask(login.authorize, { login: 'student', password: passwords.student });
    const app = new TOTP({ secret: new Secret({ buffer: new Uint8Array(seed).buffer }) });
    const code = app.generate({ timestamp: now().getTime() });
    assert.equal((await person.ask(secondstep.signIn, { code })).status, 200);
  });
});
