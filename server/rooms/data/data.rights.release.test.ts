import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { loadCheckedTables, undoImport, uploadTablesForCheck } from '../../test/import-jobs.ts';
import { createImportTableReaders, toTableFile } from '../../test/tables.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { data } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());

const permissions = () => createImportTableReaders(portal).permissions();

async function give(person: TestClient, code: 'import' | 'accounts'): Promise<void> {
  await grantPermissions(portal.ownerSql, person.uid, code, { faculty: null, byHand: true });
  portal.app.context.sessions.forget(person.uid);
}

test('[IMPORT-01] [PEOPLE-02] the table of rights only from who holds all that it grants', async () => {
  const teacher = await portal.as('teacher');
  await give(teacher, 'import');
  const [{ code } = { code: '' }] = await portal.ownerSql<{ code: string }[]>`
    select code from person where id = ${teacher.uid}`;
  const rows = (await permissions()).filter(({ person }) => person !== code);
  const grant = [...rows, { person: code, permission: 'accounts', faculty: null }];
  const refused = await uploadTablesForCheck(teacher, [toTableFile('permissions', grant)]);
  assert.ok(refused.faults > 0);
  assert.match(refused.groups[0]?.sentence ?? '', /сам держит/);
  assert.deepEqual(refusalOf(await teacher.ask(data.load, { id_job: refused.id_job })), [409, 'data.faulty']);
  const ending = rows.concat({ person: code, permission: 'accounts', faculty: null, ends_on: '2027-01-01' });
  const taken = await uploadTablesForCheck(admin, [toTableFile('permissions', ending)], { onto: refused.id_job });
  assert.equal(taken.faults, 0, JSON.stringify(taken.groups));
  assert.equal((await loadCheckedTables(admin, taken.id_job)).state, 'done');
  const given = (await permissions()).find(({ person }) => person === code);
  assert.deepEqual([given?.permission, given?.ends_on], ['accounts', '2027-01-01']);
  const [noted] = await portal.ownerSql`
    select person_id::int as by, address, request is not null as "isOfCall" from audit
    where action = 'right.granted' and detail->>'person' = ${String(teacher.uid)} order by id desc limit 1`;
  assert.deepEqual(noted, { by: admin.uid, address: '127.0.0.1', isOfCall: true }, 'who loaded it gave it');
  // Held for a time it lasts no longer for anybody else.
  const others = await portal.ownerSql<{ code: string }[]>`
    select p.code from teacher t join person p on p.id = t.id where p.code <> ${code} order by p.code limit 2`;
  const own = [
    { person: code, ends_on: '2027-01-01' },
    { person: others[0]?.code ?? '', ends_on: '2027-01-02' },
    { person: others[1]?.code ?? '', ends_on: null },
  ].map((row) => ({ ...row, permission: 'accounts', faculty: null }));
  const job = await uploadTablesForCheck(teacher, [toTableFile('permissions', own)]);
  const lasting = job.groups.filter(({ sentence }) => /не бессрочное/.test(sentence));
  // The two after the first, which is as long as what is held.
  assert.deepEqual(
    lasting.map(({ row, more }) => [row, more]),
    [[3, 1]],
    JSON.stringify(job.groups),
  );
  await teacher.get(data.discard, { id_job: job.id_job });
});

test('[IMPORT-01] [PEOPLE-02] attack: a load that is undone takes nobody their own right to accounts, nor the last holder', async () => {
  const [registrar, holder] = await Promise.all([portal.as('editor'), portal.as('clerk')]);
  await give(registrar, 'import');
  await withdrawPermissions(portal.ownerSql, 'teacher', 'accounts');
  const codeOf = async ({ uid }: TestClient) =>
    (await portal.ownerSql<{ code: string }[]>`select code from person where id = ${uid}`)[0]?.code ?? assert.fail();
  const loadAs = async (person: TestClient, table: Parameters<typeof toTableFile>) => {
    const job = await uploadTablesForCheck(person, [toTableFile(...table)]);
    const done = await loadCheckedTables(person, job.id_job);
    assert.equal(done.state, 'done', JSON.stringify(done.groups));
    return done.id_run;
  };
  const administrators = () => portal.ownerSql<{ id: number }[]>`
    select r.person_id::int as id from permission_now r join person p on p.id = r.person_id and p.closed_on is null
    where r.code = 'accounts' and r.faculty_id is null order by 1`;
  const refused = async (run: number | null, sentence: RegExp) => {
    const before = await administrators();
    for (const isTrial of [true, false]) {
      const job = await undoImport(registrar, run, isTrial);
      assert.notEqual(job.state, 'done');
      assert.match(job.groups.map((one) => one.sentence).join(), sentence);
      assert.deepEqual(await administrators(), before);
    }
  };
  const given = [
    ...(await permissions()),
    { person: await codeOf(registrar), permission: 'accounts', faculty: null, ends_on: null },
  ];
  await refused(await loadAs(admin, ['permissions', given]), /собственное право/);

  // Who came back with a load is the only one who looks after accounts by now.
  const teachers = await createImportTableReaders(portal).teachers();
  const code = await codeOf(holder);
  await loadAs(admin, ['teachers', teachers.filter((row) => row.code !== code)]);
  const back = await loadAs(admin, ['teachers', teachers]);
  await give(holder, 'accounts');
  for (const { id } of await administrators())
    if (id !== holder.uid) await withdrawPermissions(portal.ownerSql, id, 'accounts');
  await refused(back, /некому будет/);
  await give(admin, 'accounts');
  await withdrawPermissions(portal.ownerSql, holder.uid, 'accounts');
});

test('[IMPORT-03] [PEOPLE-02] attack: neither a load nor one that is undone gives access to an account that holds more', async () => {
  const registrar = await portal.as('editor');
  await give(registrar, 'import');
  const teachers = await createImportTableReaders(portal).teachers();
  const changes: [Record<string, string>, RegExp][] = [
    [{ login: 'renamed' }, /Сменить её логин/],
    [{ email: 'attacker@example.org' }, /Сменить её e-mail/],
    [{ pin: '20101199900123' }, /Сменить её ПИН/],
  ];
  for (const [change, sentence] of changes) {
    const changed = teachers.map((row) => ({ pin: null, ...row, ...(row.login === 'admin' && change) }));
    const own = await uploadTablesForCheck(registrar, [toTableFile('teachers', changed)]);
    const fault = own.groups.find((one) => sentence.test(one.sentence));
    assert.deepEqual([fault?.column, fault?.row !== null], [Object.keys(change)[0], true], JSON.stringify(own.groups));
    await registrar.get(data.discard, { id_job: own.id_job });
    const job = await uploadTablesForCheck(admin, [toTableFile('teachers', changed)]);
    const done = await loadCheckedTables(admin, job.id_job);
    assert.equal(done.state, 'done', JSON.stringify(done.groups));
    for (const isTrial of [true, false]) {
      const refused = await undoImport(registrar, done.id_run, isTrial);
      assert.notEqual(refused.state, 'done');
      assert.match(refused.groups.map((one) => one.sentence).join(), sentence);
    }
    assert.equal((await undoImport(admin, done.id_run)).state, 'done');
  }
  const named = teachers.map((row) => (row.login === 'admin' ? { ...row, surname: `${row.surname}а` } : row));
  const job = await uploadTablesForCheck(registrar, [toTableFile('teachers', named)]);
  assert.equal(job.faults, 0, JSON.stringify(job.groups));
  await registrar.get(data.discard, { id_job: job.id_job });
});
