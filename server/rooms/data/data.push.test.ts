import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { importTableNames } from '@bilim/contract/data-limits.ts';
import { importTables } from '../../import/tables.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { createImportTableReaders, type TableRow, toTableFile } from '../../test/tables.ts';
import { openPortal, passwords, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { data, audit, notices, people, profile } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}`, 'x-xsrf-token': '' } });
const tokenFields = {
  name: 'Кадры',
  tables: 'disciplines students',
  addresses: '127.0.0.1 10.0.0.0/8',
  until: '2027-06-30',
  password: passwords.admin,
};
const make = async (more: object = {}) => {
  const [made] = await admin.get(data.makeToken, { ...tokenFields, ...more });
  return made ?? assert.fail();
};
const disciplines = async (...more: TableRow[]) =>
  toTableFile('disciplines', [...(await createImportTableReaders(portal).disciplines()), ...more]);
const one = (code: string): TableRow => ({ code, name_ru: 'Присланная', name_kg: 'Жөнөтүлгөн', name_en: 'Pushed' });

/** Pushes as a program does, and gives what came of it. */
async function push(token: string, files: { name: string; content: string }[]) {
  const program = portal.nobody();
  const [begun] = await program.get(data.push, { name: 'nightly' }, { files, ...bearer(token) });
  const look = async () =>
    (await program.get(data.pushed, { id_job: begun?.id_job }, bearer(token)))[0] ?? assert.fail();
  await waitUntil('the push is over', async () => !['checking', 'importing'].includes((await look()).state));
  return await look();
}

test('[IMPORT-07] the names of tables are the importer’s', () => {
  assert.deepEqual(
    [...importTableNames],
    importTables.map(({ file }) => file),
  );
});

test('[IMPORT-07] a key is shown once, for named tables without rights, from addresses, until a day', async () => {
  for (const [wrong, code] of [
    [{ tables: 'permissions' }, 'data.tokenTables'],
    [{ tables: 'students permissions' }, 'data.tokenTables'],
    [{ tables: 'passwords' }, 'data.tokenTables'],
    [{ addresses: 'everywhere' }, 'data.tokenAddresses'],
    [{ addresses: '10.0.0.0/33' }, 'data.tokenAddresses'],
    [{ until: '2020-01-01' }, 'data.tokenEnd'],
    [{ until: '2099-01-01' }, 'data.tokenEnd'],
  ] as const)
    assert.deepEqual(refusalOf(await admin.ask(data.makeToken, { ...tokenFields, ...wrong })), [400, code]);
  const clerk = await portal.as('clerk');
  for (const call of [data.tokens, data.makeToken, data.revokeToken])
    assert.deepEqual(refusalOf(await clerk.ask(call, { ...tokenFields, id_token: 1 })), [403, 'call.notAllowed']);
  const { token, id_token } = await make();
  const [listed] = await admin.get(data.tokens);
  assert.deepEqual([listed?.id_token, listed?.state, listed?.usedAt], [id_token, 'works', null]);
  assert.ok(!JSON.stringify(listed).includes(token));
  const kept = await portal.ownerSql`select from service_token t where t::text like ${`%${token}%`}`;
  assert.equal(kept.length, 0);
});

test('[IMPORT-07] a push is loaded by itself, and the same again changes nothing', async () => {
  const { token } = await make();
  const file = await disciplines(one('pushed'));
  const first = await push(token, [file]);
  assert.deepEqual([first.state, first.added, first.changed, first.ended, first.waits], ['done', 1, 0, 0, false]);
  const again = await push(token, [file]);
  assert.deepEqual([again.state, again.added, again.changed, again.ended], ['done', 0, 0, 0]);
  const rows = await admin.get(audit.list, { category: 'data' });
  assert.deepEqual(
    rows.slice(0, 3).map(({ action, by }) => [action, by]),
    [
      ['import.pushed', null],
      ['import', null],
      ['import.pushed', null],
    ],
  );
  const [{ runs } = { runs: [] }] = await admin.get(data.list);
  assert.deepEqual([runs[1]?.program, runs[1]?.added], ['Кадры', 1]);
});

test('[IMPORT-07] [SAFE-04] beyond the threshold, with a fault or another table it waits and nothing is written', async () => {
  const { token } = await make();
  const short = await push(token, [
    toTableFile('students', (await createImportTableReaders(portal).students()).slice(0, 3)),
  ]);
  assert.deepEqual([short.state, short.waits, short.id_run], ['checked', true, null]);
  const spoilt = await push(token, [await disciplines(one('not a code'))]);
  assert.deepEqual([spoilt.state, spoilt.faults], ['checked', 1]);
  assert.match(spoilt.sentences[0] ?? '', /^disciplines\.csv: \d+: code: /);
  const other = await push(token, [
    { name: 'permissions.csv', content: 'person,permission,faculty\nt9003,accounts,\n' },
  ]);
  assert.equal(other.state, 'checked');
  assert.ok(other.faults > 0);
  const renamed = await push(token, [
    await disciplines(one('left')),
    { name: 'students_2026.csv', content: 'code\ns1\n' },
  ]);
  assert.deepEqual([renamed.state, renamed.faults, renamed.waits, renamed.id_run], ['checked', 0, true, null]);
  assert.match(renamed.sentences.join(), /students_2026\.csv: /);
  const [{ jobs } = { jobs: [] }] = await admin.get(data.list);
  assert.equal(jobs.filter(({ program }) => program === 'Кадры').length, 4);
  const loadNotices = (await admin.get(notices.list))[0]?.notices.filter(({ kind }) => kind === 'load') ?? [];
  assert.deepEqual(
    loadNotices.map(({ step, thing, isNew }) => [step, thing, isNew]),
    [
      ['checked', renamed.id_job, true],
      ['faulty', other.id_job, true],
      ['faulty', spoilt.id_job, true],
      ['checked', short.id_job, true],
    ],
    'who may go on with it finds it in the bell, and nothing of what went by itself',
  );
  const teacher = await portal.as('teacher');
  const [{ notices: others } = { notices: [] }] = await teacher.get(notices.list);
  assert.deepEqual(
    others.filter(({ kind }) => kind === 'load'),
    [],
  );
  for (const { id_job } of jobs) await admin.get(data.discard, { id_job });
});

test('[IMPORT-07] [BASE-12] any other key is refused before the body, and no cookie counts', async () => {
  const { token, id_token } = await make();
  const { token: elsewhere } = await make({ addresses: '10.0.0.0/8' });
  const files = [await disciplines()];
  for (const wrong of ['', 'x'.repeat(43), elsewhere])
    assert.deepEqual(refusalOf(await portal.nobody().ask(data.push, {}, { files, ...bearer(wrong) })), [
      401,
      'data.token',
    ]);
  assert.deepEqual(refusalOf(await admin.ask(data.push, {}, { files })), [401, 'data.token']);
  const done = await push(token, files);
  const { token: others } = await make();
  const asked = await portal.nobody().ask(data.pushed, { id_job: done.id_job }, bearer(others));
  assert.deepEqual(refusalOf(asked), [404, 'data.noJob']);
  await admin.get(data.revokeToken, { id_token });
  assert.deepEqual(refusalOf(await admin.ask(data.revokeToken, { id_token })), [404, 'data.noToken']);
  assert.deepEqual(refusalOf(await portal.nobody().ask(data.push, {}, { files, ...bearer(token) })), [
    401,
    'data.token',
  ]);
  await portal.ownerSql`update service_token set revoked_at = null, ends_on = today() - 1 where id = ${id_token}`;
  assert.deepEqual(refusalOf(await portal.nobody().ask(data.push, {}, { files, ...bearer(token) })), [
    401,
    'data.token',
  ]);
});

/** Somebody else who may import, with a key of their own. */
async function secondMaker() {
  const maker = await portal.as('editor');
  await withdrawPermissions(portal.database.autocommit, 'editor', 'import');
  await grantPermissions(portal.database.autocommit, 'editor', 'import');
  portal.app.context.sessions.forget(maker.uid);
  const [made] = await maker.get(data.makeToken, { ...tokenFields, password: passwords.editor });
  return { maker, token: made?.token ?? '' };
}

test('[IMPORT-07] [PEOPLE-01] a key is made with the password and notified of, and a reset lists it and revokes it when asked', async () => {
  const wrong = await admin.ask(data.makeToken, { ...tokenFields, password: 'wrong' });
  assert.deepEqual(refusalOf(wrong), [422, 'profile.wrongPassword']);
  const { maker, token } = await secondMaker();
  const [{ notices: received } = { notices: [] }] = await maker.get(notices.list);
  assert.ok(received.some(({ kind, step }) => kind === 'signInMethods' && step === 'programAdded'));
  assert.equal((await maker.get(profile.methods))[0]?.programs, 1);
  const shown = async () => (await admin.get(people.person, { id_person: maker.uid }))[0]?.programs ?? assert.fail();
  assert.deepEqual(
    (await shown()).map(({ name, until: last }) => [name, last]),
    [[tokenFields.name, tokenFields.until]],
  );
  const reset = { id_person: maker.uid, reason: 'забыла пароль' };
  await admin.get(people.endSessions, reset);
  const file = await disciplines();
  assert.equal((await push(token, [file])).state, 'done', 'an ordinary reset keeps the nightly push');
  await admin.get(people.endSessions, { ...reset, programs: true });
  assert.deepEqual(await shown(), []);
  const pushed = await portal.nobody().ask(data.push, {}, { files: [file], ...bearer(token) });
  assert.deepEqual(refusalOf(pushed), [401, 'data.token']);
});

test('[IMPORT-07] [PEOPLE-01] attack: a key acts only while its maker has an open account and may import everywhere', async () => {
  const { maker, token } = await secondMaker();
  const files = [await disciplines(one('stolen'))];
  const pushes = async () => refusalOf(await portal.nobody().ask(data.push, {}, { files, ...bearer(token) }));
  const changes = [
    ['update account set blocked = true', 'update account set blocked = false', 'person_id'],
    ['update person set closed_on = today()', 'update person set closed_on = null', 'id'],
    ['update permission set ends_on = today() - 1', 'update permission set ends_on = null', 'person_id'],
    [
      'update permission set faculty_id = (select min(id) from faculty)',
      'update permission set faculty_id = null',
      'person_id',
    ],
  ] as const;
  for (const [taken, back, column] of changes) {
    const only = column === 'person_id' && taken.includes('permission') ? " and code = 'import'" : '';
    await portal.ownerSql.unsafe(`${taken} where ${column} = ${maker.uid}${only}`);
    assert.deepEqual(await pushes(), [401, 'data.token'], taken);
    const listed = (await admin.get(data.tokens)).find(({ state }) => state === 'stopped');
    assert.ok(listed, 'the room says that it stands still');
    await portal.ownerSql.unsafe(`${back} where ${column} = ${maker.uid}${only}`);
  }
  assert.equal((await push(token, [await disciplines()])).state, 'done');
});
