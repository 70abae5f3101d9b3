import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { directoryBaseDn, directoryServiceAccount, TestDirectoryServer } from '../../test/directory-peer.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { providerClient } from '../../test/malicious-provider.ts';
import { openPortal, passwords, type TestPortal } from '../../test/test-client.ts';

const { login, oidc, profile } = callsByRoom;

/** Two directories that keep one person, and a provider that does not answer. */
let directories: TestDirectoryServer[];
let folder: string;
let portal: TestPortal;
before(async () => {
  const first = await TestDirectoryServer.open();
  directories = [first, await TestDirectoryServer.open(first.papers)];
  folder = await mkdtemp(join(tmpdir(), 'bilim-two-'));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, first.papers.certificate);
  const usual = { ca, base: directoryBaseDn, ...directoryServiceAccount, claim: 'portalLogin', is: 'login' };
  const name = { ru: 'Служба', kg: 'Кызмат', en: 'Service' };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    LDAP_DIRECTORIES: JSON.stringify(directories.map(({ url }, at) => ({ ...usual, id: `d${at}`, servers: [url] }))),
    OIDC_PROVIDERS: JSON.stringify([
      {
        id: 'state',
        issuer: 'http://127.0.0.1:9',
        clientId: providerClient.id,
        clientSecret: providerClient.secret,
        name,
        claim: 'code',
        is: 'code',
      },
    ]),
  });
  for (const [at, directory] of directories.entries()) {
    const attributes = { objectClass: 'person', uid: 'azamat', portalLogin: 'student', entryUUID: `id-${at}` };
    directory.entries = [
      { dn: `uid=azamat,ou=people,${directoryBaseDn}`, attributes, password: `Directory-password-${at}` },
    ];
  }
});
after(async () => {
  await portal.close();
  for (const directory of directories) await directory.close();
  await rm(folder, { recursive: true });
});

test('[AUTH-12] whoever links an account reads, in words for somebody who is signed in, that the provider is unavailable', async () => {
  const person = await portal.as('teacher');
  const { status, error } = await person.ask(oidc.link, { provider: 'state', password: passwords.teacher });
  assert.deepEqual([status, error?.code], [503, 'outside.away']);
  assert.doesNotMatch(error?.message ?? '', /парол/);
});

test('[AUTH-13] the password of one directory proves its person while the other one is unavailable', async () => {
  const [first] = directories;
  for (const at of [0, 1])
    assert.equal((await portal.nobody().signIn('azamat', `Directory-password-${at}`)).status, 200);
  const person = portal.nobody();
  await person.signIn('azamat', 'Directory-password-1');
  await first?.close();
  const right = await person.ask(profile.endOthers, { password: 'Directory-password-1' });
  assert.equal(right.status, 200, right.text);
  const wrong = await person.ask(profile.endOthers, { password: 'Directory-password-2' });
  assert.deepEqual([wrong.status, wrong.error?.code], [503, 'login.directoryAway']);
  await first?.reconnect();
});

test('[AUTH-12] [AUTH-13] of two directories that take one password the one vouches that may open the account', async () => {
  const person = portal.nobody();
  for (const at of [0, 1]) assert.equal((await person.signIn('azamat', `Directory-password-${at}`)).status, 200);
  await grantPermissions(portal.ownerSql, person.uid, 'library');
  await portal.ownerSql`update permission set code = 'import', directory = 'd1' where person_id = ${person.uid}`;
  const password = 'Directory-password-1';
  const [first = assert.fail()] = directories;
  first.entries = first.entries.map((entry) => ({ ...entry, password }));
  const again = portal.nobody();
  const entered = await again.signIn('azamat', password);
  assert.deepEqual([entered.status, again.uid], [200, person.uid], entered.text);
  const [session] = await portal.ownerSql`
    select linked_account->>'issuer' as issuer from session where person_id = ${person.uid} order by id desc limit 1`;
  assert.equal(session?.issuer, 'directory:d1');
  const guarded = async () =>
    await portal.ownerSql<{ detail: object }[]>`select detail from audit where action = 'outside.guarded'`;
  await waitUntil('the one that opens it not is noted', async () => (await guarded()).length > 0);
  assert.deepEqual(
    (await guarded()).map(({ detail }) => detail),
    [{ provider: 'd0', person: person.uid }],
  );
  const { error } = await person.ask(oidc.link, { provider: 'state', password });
  assert.equal(error?.code, 'outside.away', 'the provider is asked');
  await grantPermissions(portal.ownerSql, person.uid, 'library');
  await portal.ownerSql`update permission set code = 'import' where person_id = ${person.uid}`;
  const noted = async () =>
    await portal.ownerSql<{ action: string; detail: object }[]>`
      select action, detail from audit where action in ('outside.guarded', 'login.directoryAway', 'login.wrong') order by id`;
  let known = (await noted()).length;
  const since = async () => {
    const rows = (await noted()).slice(known).map(({ action, detail }) => ({ action, ...detail }));
    known += rows.length;
    return rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  };
  const guardedBy = (provider: string) => ({ action: 'outside.guarded', provider, person: person.uid });
  const neither = await portal.nobody().ask(login.authorize, { login: 'azamat', password });
  assert.equal(neither.error?.code, 'outside.guarded', 'no directory opens more than it may');
  assert.deepEqual(await since(), [guardedBy('d0'), guardedBy('d1')]);
  await first.close();
  const unavailable = await portal.nobody().ask(login.authorize, { login: 'azamat', password });
  assert.deepEqual(
    [unavailable.status, unavailable.error?.code],
    [503, 'login.directoryAway'],
    'one that is away might open it',
  );
  assert.deepEqual(await since(), [{ action: 'login.directoryAway', provider: 'd0' }, guardedBy('d1')]);
  const injected = await portal.nobody().ask(login.authorize, { login: 'azamat)(uid=*', password });
  assert.equal(injected.status, 503);
  assert.deepEqual(await since(), [{ action: 'login.directoryAway', provider: 'd0', why: 'injection' }]);
  await first.reconnect();
  await portal.ownerSql`alter table linked_account rename to linked_account_gone`;
  const broken = await portal.nobody().ask(login.authorize, { login: 'azamat', password });
  await portal.ownerSql`alter table linked_account_gone rename to linked_account`;
  assert.deepEqual([broken.status, broken.error?.code], [500, 'call.failed']);
  assert.deepEqual(await since(), [], 'no directory is away then');
  await withdrawPermissions(portal.ownerSql, person.uid);
});
