import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Permission } from '@bilim/contract/permissions.ts';
import { importsFolder } from '../../files/store-location.ts';
import { addImportRun } from '../../test/factories/import-runs.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import {
  computeTableChecksum,
  fetchImportJob,
  loadCheckedTables,
  undoImport,
  uploadTablesForCheck,
  waitForJob,
} from '../../test/import-jobs.ts';
import { createImportTableReaders, toTableFile } from '../../test/tables.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { data, audit } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());

const students = () => createImportTableReaders(portal).students();
const disciplines = () => createImportTableReaders(portal).disciplines();
const permissions = () => createImportTableReaders(portal).permissions();

const checksum = (table: string) => computeTableChecksum(portal.ownerSql, table);
const auditEntries = async () =>
  (await admin.get(audit.list, { category: 'data' })).map(({ action, by }) => [action, by?.uid]);

const isListedAsFaulty = async (job: number) =>
  (await admin.get(data.list))[0]?.jobs.find(({ id_job }) => id_job === job)?.isFaulty;

describe('[IMPORT-01] files are checked before anything is written', () => {
  test('a fault has its file, row, column, sentence in the language of who reads, and the row itself', async () => {
    const rows = await disciplines();
    const spoilt = rows.map((row, place) => (place === 1 ? { ...row, code: 'not a code' } : row));
    const job = await uploadTablesForCheck(admin, [
      toTableFile('disciplines', spoilt),
      { name: 'письмо.csv', content: 'a,b\n1,2\n' },
    ]);
    assert.equal(job.state, 'checked');
    assert.equal(job.faults, 1);
    assert.equal(await isListedAsFaulty(job.id_job), true);
    const [fault] = job.groups;
    assert.deepEqual([fault?.file, fault?.row, fault?.column], ['disciplines.csv', 3, 'code']);
    assert.match(fault?.sentence ?? '', /«not a code» не годится как код/);
    assert.deepEqual(
      fault?.lines.map(({ row }) => row),
      [2, 3],
    );
    assert.ok(fault?.lines.at(-1)?.cells.includes('not a code'));
    assert.ok(job.groups.some(({ isUnknown, file }) => isUnknown && file === 'письмо.csv'));
    const alone = await uploadTablesForCheck(admin, [{ name: 'письмо.csv', content: 'a,b\n1,2\n' }]);
    assert.equal(alone.faults, 1);
    for (const { sentence } of alone.groups) assert.doesNotMatch(sentence, /\//, 'no path of the server is told');
    await admin.get(data.discard, { id_job: alone.id_job });
    admin.cookies.set('lang', 'en');
    assert.match((await fetchImportJob(admin, job.id_job)).groups[0]?.sentence ?? '', /not a code/);
    assert.doesNotMatch((await fetchImportJob(admin, job.id_job)).groups[0]?.sentence ?? '', /годится/);
    admin.cookies.set('lang', 'ru');
    assert.deepEqual(refusalOf(await admin.ask(data.load, { id_job: job.id_job })), [409, 'data.faulty']);
    assert.equal((await admin.get(data.faults, { id_job: job.id_job })).length, job.groups.length);
    // The corrected file goes onto the others.
    const mended = await uploadTablesForCheck(admin, [toTableFile('disciplines', rows)], { onto: job.id_job });
    assert.deepEqual([mended.id_job, mended.faults, mended.state], [job.id_job, 0, 'checked']);
    assert.equal(await isListedAsFaulty(job.id_job), false);
    assert.deepEqual(
      mended.figures.map(({ added, changed, ended, same }) => [added, changed, ended, same]),
      [[0, 0, 0, rows.length]],
    );
    await admin.get(data.discard, { id_job: job.id_job });
    assert.deepEqual(refusalOf(await admin.ask(data.job, { id_job: job.id_job })), [404, 'data.noJob']);
  });

  test('one works at a time, and beside a command none begins', async () => {
    const files = [toTableFile('disciplines', await disciplines())];
    await portal.ownerSql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(7203314)`;
      assert.deepEqual(refusalOf(await admin.ask(data.upload, {}, { files })), [409, 'data.command']);
      assert.ok((await admin.get(data.list))[0]?.isCommand);
    });
    // Whatever the machine has to do besides, the first one is at work until this lock of somebody else goes.
    const made = await portal.ownerSql.begin(async (sql) => {
      await sql`lock table discipline in share mode`;
      const [first] = await admin.get(data.upload, {}, { files });
      assert.deepEqual(refusalOf(await admin.ask(data.upload, {}, { files })), [409, 'data.busy']);
      return first;
    });
    await waitForJob(admin, made?.id_job ?? 0);
    await admin.get(data.discard, { id_job: made?.id_job });
  });
});

describe('[IMPORT-01] two people at one upload that waits', () => {
  test('of two who load it at once one does, the other is refused, and nothing is there twice', async () => {
    const second = await portal.as('editor');
    await grantPermissions(portal.ownerSql, second.uid, 'import', { byHand: true });
    portal.app.context.sessions.forget(second.uid);
    const added = { code: 'two-people', name_ru: 'Новая', name_kg: 'Жаңы', name_en: 'New' };
    const { id_job } = await uploadTablesForCheck(admin, [
      toTableFile('disciplines', [...(await disciplines()), added]),
    ]);
    assert.deepEqual([await fetchImportJob(second, id_job)], await admin.get(data.job, { id_job }));
    const runs = async () => (await portal.ownerSql`select from import_run`).length;
    const before = await runs();
    const answers = await Promise.all([admin, second].map((one) => one.ask(data.load, { id_job })));
    const [refused, ...others] = answers.filter(({ status }) => status !== 200);
    assert.deepEqual(others, []);
    assert.ok(refused);
    assert.deepEqual(refusalOf(refused), [409, 'data.notWaiting']);
    for (const person of [admin, second]) assert.equal((await waitForJob(person, id_job)).state, 'done');
    assert.equal(await runs(), before + 1);
    assert.equal((await portal.ownerSql`select from discipline where code = ${added.code}`).length, 1);
    for (const call of [data.load, data.check])
      assert.deepEqual(refusalOf(await second.ask(call, { id_job })), [409, 'data.notWaiting']);
    await withdrawPermissions(portal.ownerSql, second.uid, 'import');
    portal.app.context.sessions.forget(second.uid);
  });
});

describe('[IMPORT-02] [SAFE-04] what would change is shown first', () => {
  test('a row with old and new, and a truncated table only by words', async () => {
    const all = await students();
    const [first, ...rest] = all;
    const short = [{ ...first, surname: 'Жаңыбаева' }, ...rest.slice(0, -22)];
    const job = await uploadTablesForCheck(admin, [toTableFile('students', short)]);
    const gone = all.length - short.length;
    assert.deepEqual(
      job.needs.map(({ table, count, total }) => [table, count, total]),
      [['students', gone, all.length]],
    );
    assert.match(job.needs[0]?.words ?? '', new RegExp(`^закрыть ${gone} студент`));
    const lacking = new RegExp(
      `^В файле нет ни одного студента [А-ЯӨҮҢ]+\\. Всего нет ${gone} из ${all.length} студентов`,
    );
    assert.match(job.groups[0]?.sentence ?? '', lacking);
    const [changed] = await admin.get(data.differences, { id_job: job.id_job, table: 'students', kind: 'changed' });
    assert.deepEqual(changed?.cells, [{ column: 'surname', was: first?.surname, now: 'Жаңыбаева' }]);
    const ended = await admin.get(data.differences, { id_job: job.id_job, table: 'students', kind: 'ended' });
    assert.equal(ended.length, gone);
    const last = await admin.get(data.differences, {
      id_job: job.id_job,
      table: 'students',
      kind: 'ended',
      after: ended.at(-2)?.place,
    });
    assert.deepEqual(last, ended.slice(-1));
    for (const words of ['', 'закрыть 1 студента'])
      assert.deepEqual(refusalOf(await admin.ask(data.load, { id_job: job.id_job, words })), [422, 'data.words']);
    const before = await checksum('person');
    const done = await loadCheckedTables(admin, job.id_job, `  ЗАКРЫТЬ${gone}  студентов `);
    assert.equal(done.state, 'done');
    assert.notEqual(await checksum('person'), before);
    assert.deepEqual((await auditEntries())[0], ['import', admin.uid]);
    const back = await undoImport(admin, done.id_run);
    assert.equal(back.state, 'done');
    assert.equal(await checksum('person'), before);
    assert.deepEqual((await auditEntries())[0], ['import.undone', admin.uid]);
  });
});

describe('[IMPORT-02] [SAFE-04] a file cut at the end of a line, of which nothing would vanish', () => {
  test('is loaded by words alone, which say how many rows fewer it has', async () => {
    const all = await disciplines();
    const whole = await uploadTablesForCheck(admin, [toTableFile('disciplines', all)]);
    assert.deepEqual(whole.needs, []);
    const first = await loadCheckedTables(admin, whole.id_job);
    const inUse = await portal.ownerSql<{ code: string }[]>`
      select d.code from discipline d where exists (select from plan_item p where p.discipline_id = d.id)`;
    const used = new Set(inUse.map(({ code }) => code));
    const gone = all.filter(({ code }) => used.has(code ?? '')).slice(-Math.ceil(all.length / 5));
    const short = all.filter((row) => !gone.includes(row));
    const job = await uploadTablesForCheck(admin, [toTableFile('disciplines', short)]);
    assert.equal(job.faults, 0);
    assert.deepEqual(
      job.needs.map(({ table, count, total }) => [table, count, total]),
      [['rows_of_disciplines', gone.length, all.length]],
    );
    assert.match(job.needs[0]?.words ?? '', new RegExp(`^на ${gone.length} \\S+ меньше: Дисциплины$`));
    for (const words of ['', 'на 1 строку меньше: Дисциплины'])
      assert.deepEqual(refusalOf(await admin.ask(data.load, { id_job: job.id_job, words })), [422, 'data.words']);
    const before = await checksum('discipline');
    const done = await loadCheckedTables(admin, job.id_job, job.needs[0]?.words);
    assert.equal(done.state, 'done');
    assert.equal(await checksum('discipline'), before, 'what is in use stays');
    // The next load is held against this one.
    const again = await uploadTablesForCheck(admin, [toTableFile('disciplines', short)]);
    assert.deepEqual(again.needs, []);
    await admin.get(data.discard, { id_job: again.id_job });
    for (const run of [done.id_run, first.id_run]) assert.equal((await undoImport(admin, run)).state, 'done');
  });
});

describe('[IMPORT-02] [SAFE-04] a list of students without a faculty', () => {
  test('says so before all else, also where nothing else is wrong', async () => {
    const all = await students();
    const [faculty] = await portal.ownerSql<{ short: string; codes: string[] }[]>`
      select f.short, array_agg(p.code) as codes
      from student s join person p on p.id = s.id and p.closed_on is null
      join group_membership m on m.student_id = s.id and m.ends_on is null
      join study_group g on g.id = m.group_id join speciality sp on sp.id = g.speciality_id
      join faculty f on f.id = sp.faculty_id
      group by f.id order by count(*) limit 1`;
    assert.ok(faculty);
    const rest = all.filter(({ code }) => !faculty.codes.includes(code ?? ''));
    const job = await uploadTablesForCheck(admin, [toTableFile('students', rest)]);
    assert.equal(job.faults, 0);
    const sentence = `В файле нет ни одного студента ${faculty.short}. Всего нет ${faculty.codes.length} из ${all.length}`;
    assert.ok(job.missing?.startsWith(sentence), `${job.missing}`);
    assert.equal(job.groups[0]?.sentence, job.missing);
    await admin.get(data.discard, { id_job: job.id_job });
  });
});

describe('[IMPORT-03] a load is undone', () => {
  test('after thirty days no more', async () => {
    const run = await addImportRun(portal.ownerSql, { ago: '31 days' });
    assert.deepEqual(refusalOf(await admin.ask(data.undo, { id_run: run })), [409, 'data.tooOld']);
    assert.deepEqual(refusalOf(await admin.ask(data.undo, { id_run: 999_999 })), [404, 'data.noRun']);
  });
});

describe('[IMPORT-01] [PEOPLE-02] who may what', () => {
  const give = async (person: TestClient, code: Permission, faculty: number | null = null) => {
    await grantPermissions(portal.ownerSql, person.uid, code, { faculty, byHand: true });
    portal.app.context.sessions.forget(person.uid);
  };

  test('nobody without the permission, and nobody who has it at one faculty', async () => {
    const clerk = await portal.as('clerk');
    assert.deepEqual(refusalOf(await clerk.ask(data.list)), [403, 'call.notAllowed']);
    const [faculty] = await portal.ownerSql<{ id: number }[]>`select id from faculty limit 1`;
    await give(clerk, 'import', faculty?.id ?? 0);
    const files = [toTableFile('disciplines', await disciplines())];
    for (const answer of [
      await clerk.ask(data.list),
      await clerk.ask(data.upload, {}, { files }),
      await clerk.ask(data.job, { id_job: 1 }),
      await clerk.ask(data.undo, { id_run: 1 }),
      await clerk.ask(data.tokens),
      await clerk.ask(data.makeToken, {
        name: 'a',
        tables: 'students',
        addresses: '127.0.0.1',
        until: '2099-01-01',
        password: 'x',
      }),
    ])
      assert.deepEqual(refusalOf(answer), [403, 'data.notEverywhere']);
  });

  test('[PEOPLE-02] attack: nobody takes their own right to accounts by a table, and the last holder stays', async () => {
    const registrar = await portal.as('editor');
    await give(registrar, 'import');
    await withdrawPermissions(portal.ownerSql, 'teacher', 'accounts');
    const teachers = await createImportTableReaders(portal).teachers();
    const [{ code } = { code: '' }] = await portal.ownerSql<{ code: string }[]>`
      select code from person where id = ${admin.uid}`;
    const rest = teachers.filter((row) => row.code !== code);
    assert.equal(rest.length, teachers.length - 1);
    const rights = (await permissions()).filter((row) => row.person !== code || row.permission !== 'accounts');
    for (const [who, table, sentence] of [
      [admin, toTableFile('teachers', rest), /собственное право/],
      [admin, toTableFile('permissions', rights), /собственное право/],
      [registrar, toTableFile('teachers', rest), /некому будет/],
    ] as const) {
      const job = await uploadTablesForCheck(who, [table]);
      const sentences = job.groups.map((one) => one.sentence).join();
      assert.match(sentences, sentence);
      assert.deepEqual(refusalOf(await who.ask(data.load, { id_job: job.id_job })), [409, 'data.faulty']);
      await who.get(data.discard, { id_job: job.id_job });
    }
  });

  test('[PEOPLE-02] attack: nobody closes or renames by a table the account of somebody who holds more', async () => {
    const registrar = await portal.as('editor');
    await give(registrar, 'import');
    await grantPermissions(portal.ownerSql, 'teacher', 'accounts');
    const teachers = await createImportTableReaders(portal).teachers();
    const [{ code } = { code: '' }] = await portal.ownerSql<{ code: string }[]>`
      select code from person where id = ${admin.uid}`;
    const place = teachers.findIndex((row) => row.code === code);
    const renamed = teachers.map((row) => (row.code === code ? { ...row, login: 'renamed' } : row));
    for (const [rows, sentence, row] of [
      [renamed, /Сменить её логин/, place + 2],
      [teachers.filter((one) => one.code !== code), /Закрыть её/, null],
    ] as const) {
      const job = await uploadTablesForCheck(registrar, [toTableFile('teachers', rows)]);
      const fault = job.groups.find((one) => sentence.test(one.sentence));
      assert.deepEqual([fault?.file, fault?.row], ['teachers.csv', row], JSON.stringify(job.groups));
      assert.deepEqual(refusalOf(await registrar.ask(data.load, { id_job: job.id_job })), [409, 'data.faulty']);
      await registrar.get(data.discard, { id_job: job.id_job });
    }
    const own = await uploadTablesForCheck(admin, [toTableFile('teachers', renamed)]);
    assert.equal(own.faults, 0, JSON.stringify(own.groups));
    await admin.get(data.discard, { id_job: own.id_job });
    await withdrawPermissions(portal.ownerSql, 'teacher', 'accounts');
  });

  test('first passwords are for who loaded the people, and leave audit entries', async () => {
    const teacher = await portal.as('teacher');
    await give(teacher, 'import');
    const all = await students();
    const fresh = { code: 's-new', number: '990001', surname: 'Новый', name: 'Студент', login: 'newcomer1' };
    const job = await uploadTablesForCheck(admin, [toTableFile('students', [...all, fresh])]);
    const done = await loadCheckedTables(admin, job.id_job);
    assert.deepEqual([done.state, done.counted, done.hasList], ['done', 1, true]);
    assert.deepEqual(refusalOf(await teacher.ask(data.passwords, { id_job: job.id_job })), [404, 'data.noList']);
    const [list] = await admin.get(data.passwords, { id_job: job.id_job });
    assert.match(list?.text ?? '', /newcomer1/);
    const [, password = ''] = /([a-z2-9]{4}(?:-[a-z2-9]{4}){4})/.exec(list?.text ?? '') ?? [];
    assert.equal((await portal.nobody().signIn('newcomer1', password)).status, 200);
    assert.equal((await auditEntries())[0]?.[0], 'import.passwords');
    const kept = await portal.ownerSql`
      select from import_job j where j::text like ${`%${password}%`} union all
      select from import_difference d where d::text like ${`%${password}%`}`;
    assert.equal(kept.length, 0);
    await admin.get(data.discard, { id_job: job.id_job });
    assert.deepEqual(refusalOf(await admin.ask(data.passwords, { id_job: job.id_job })), [404, 'data.noList']);
  });

  test('a list of first passwords that cannot be written stops the load, and names no path of the server', async () => {
    const newcomer = { code: 's-new2', number: '990002', surname: 'Новый', name: 'Второй', login: 'newcomer2' };
    const job = await uploadTablesForCheck(admin, [toTableFile('students', [...(await students()), newcomer])]);
    const [folder] = await portal.ownerSql<
      { folder: string }[]
    >`select folder from import_job where id = ${job.id_job}`;
    const list = join(importsFolder(portal.settings.dataDir), folder?.folder ?? '', 'passwords.html');
    await mkdir(list);
    const left = await loadCheckedTables(admin, job.id_job);
    assert.equal(left.state, 'checked');
    const sentences = left.groups.map(({ sentence }) => sentence);
    assert.ok(
      sentences.some((sentence) => sentence.includes('«passwords.html»')),
      sentences.join(),
    );
    assert.equal((await portal.ownerSql`select from account where login = 'newcomer2'`).length, 0);
    assert.deepEqual(refusalOf(await admin.ask(data.load, { id_job: job.id_job })), [409, 'data.faulty']);
    await admin.get(data.discard, { id_job: job.id_job });
  });
});
