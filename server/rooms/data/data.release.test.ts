import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, zipSync } from 'fflate';
import { waitUntil } from '../../test/http.ts';
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

const { data } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;

before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});

after(() => portal.close());

const disciplines = () => createImportTableReaders(portal).disciplines();
const students = () => createImportTableReaders(portal).students();

const checksum = (table: string) => computeTableChecksum(portal.ownerSql, table);

describe('[IMPORT-02] changed classes', () => {
  test('are notified to as many as the check says, or to nobody', async () => {
    const lessons = await createImportTableReaders(portal).lessons();
    const present = lessons.findIndex((row) => row.year === '2026' && row.term === '1' && row.only_date === null);
    const moved = lessons.map((row, place) => (place === present ? { ...row, week_to: '9' } : row));
    const lessonNoticeCount = async () => {
      const [row] = await portal.ownerSql<{ count: number }[]>`
        select count(*)::int as count from notice where kind = 'lesson' and detail->>'run' is not null`;
      return row?.count ?? 0;
    };
    const job = await uploadTablesForCheck(admin, [toTableFile('lessons', moved)]);
    assert.ok(job.told > 1);
    await admin.get(data.load, { id_job: job.id_job, tellNobody: true });
    const silent = await waitForJob(admin, job.id_job);
    assert.deepEqual([silent.state, await lessonNoticeCount()], ['done', 0]);
    await undoImport(admin, silent.id_run);
    assert.equal(await lessonNoticeCount(), 0);
    const again = await uploadTablesForCheck(admin, [toTableFile('lessons', moved)]);
    const loaded = await loadCheckedTables(admin, again.id_job);
    await waitUntil('all are told', async () => (await lessonNoticeCount()) === job.told);
    await undoImport(admin, loaded.id_run);
    await waitUntil('nobody is any more', async () => (await lessonNoticeCount()) === 0);
  });
});

describe('[IMPORT-03] a load is undone', () => {
  test('four thousand rows to the same checksum, and what people changed since is named and left', async () => {
    const rows = await disciplines();
    const before = await checksum('discipline');
    const many = Array.from({ length: 4000 }, (_, place) => ({
      code: `many-${place}`,
      name_ru: `Дисциплина ${place}`,
      name_kg: `Дисциплина № ${place}`,
      name_en: `Discipline ${place}`,
    }));
    const job = await uploadTablesForCheck(admin, [toTableFile('disciplines', [...rows, ...many])]);
    assert.equal(job.figures[0]?.added, 4000);
    const done = await loadCheckedTables(admin, job.id_job);
    assert.equal(done.state, 'done');
    const [{ runs } = { runs: [] }] = await admin.get(data.list);
    assert.deepEqual([runs[0]?.id_run, runs[0]?.added, runs[0]?.whyNot], [done.id_run, 4000, null]);
    await portal.ownerSql`update discipline set name_ru = 'Изменили люди' where code = 'many-7'`;
    const trial = await undoImport(admin, done.id_run, true);
    assert.deepEqual([trial.state, trial.counted], ['done', 3999]);
    assert.match(trial.groups[0]?.sentence ?? '', /^Изменили люди: осталось как есть/);
    assert.match(trial.groups[0]?.file ?? '', /many-7/);
    const look = async (more: object = {}) =>
      (await admin.get(data.undo, { id_run: done.id_run, trial: true, ...more }))[0]?.id_job ?? assert.fail();
    assert.equal(await look(), trial.id_job, 'a preview of a short while ago is not made again');
    const fresh = await waitForJob(admin, await look({ again: true }));
    assert.ok(fresh.id_job > trial.id_job, 'unless it is wanted');
    assert.equal(await look(), fresh.id_job);
    assert.notEqual((await waitForJob(admin, await look({ tables: 'disciplines' }))).id_job, fresh.id_job);
    const back = await undoImport(admin, done.id_run);
    assert.equal(back.counted, 3999);
    assert.match(back.groups[0]?.sentence ?? '', /^Изменили люди: осталось как есть/);
    await portal.ownerSql`delete from discipline where code = 'many-7'`;
    assert.equal(await checksum('discipline'), before);
    assert.deepEqual(refusalOf(await admin.ask(data.undo, { id_run: done.id_run })), [409, 'data.undone']);
    const [{ runs: after } = { runs: [] }] = await admin.get(data.list);
    assert.deepEqual(
      after
        .slice(0, 2)
        .map(({ id_run, undoes, whyNot, added, ended, left }) => [id_run, undoes, whyNot, added, ended, left]),
      [
        [back.id_run, done.id_run, null, 0, 3999, 1],
        [done.id_run, null, 'undone', 4000, 0, 1],
      ],
    );
    // The undo is a load of its own: it is undone in turn, and that undo again.
    const again = await undoImport(admin, back.id_run);
    assert.deepEqual([again.state, again.counted, again.groups.length], ['done', 3999, 0]);
    const count = async () => (await portal.ownerSql`select from discipline where code like 'many-%'`).length;
    assert.equal(await count(), 3999);
    assert.equal((await undoImport(admin, again.id_run)).counted, 3999);
    assert.equal(await checksum('discipline'), before);
  });
});

describe('[IMPORT-03] a load', () => {
  test('one that is stopped has written nothing', async () => {
    const rows = await disciplines();
    const before = await checksum('discipline');
    const job = await uploadTablesForCheck(admin, [
      toTableFile('disciplines', [...rows, { ...rows[0], code: 'stopped' }]),
    ]);
    // A lock of somebody else holds the load up until it is stopped.
    await portal.ownerSql.begin(async (sql) => {
      await sql`lock table discipline in share mode`;
      await admin.get(data.load, { id_job: job.id_job });
      await admin.get(data.stop, { id_job: job.id_job });
      assert.equal((await waitForJob(admin, job.id_job)).state, 'stopped');
    });
    assert.equal(await checksum('discipline'), before);
    assert.deepEqual(refusalOf(await admin.ask(data.stop, { id_job: job.id_job })), [409, 'data.over']);
    await admin.get(data.check, { id_job: job.id_job });
    assert.equal((await waitForJob(admin, job.id_job)).figures[0]?.added, 1);
    await admin.get(data.discard, { id_job: job.id_job });
  });
});

describe('[IMPORT-01] files are checked before anything is written', () => {
  test('equal faults are one, and an archive is taken like a folder', async () => {
    const rows = (await disciplines()).map((row) => ({ ...row, name_ru: '' }));
    const { name, content } = toTableFile('disciplines', rows);
    const zip = Buffer.from(zipSync({ [`папка/${name}`]: strToU8(content) }));
    const job = await uploadTablesForCheck(admin, [{ name: 'осень.zip', content: zip }]);
    assert.deepEqual([job.groups.length, job.groups[0]?.more, job.faults], [1, rows.length - 1, rows.length]);
    const broken = await uploadTablesForCheck(admin, [{ name: 'осень.zip', content: zip.subarray(0, 100) }]);
    assert.match(broken.groups[0]?.sentence ?? '', /Архив не открывается/);
    for (const { id_job } of [job, broken]) await admin.get(data.discard, { id_job });
  });
});

describe('[SAFE-04] a code under which somebody else stands', () => {
  test('goes to another person by words alone, in every language', async () => {
    const all = await students();
    const other = { ...all[0], surname: 'Шүкүрбеков', name: 'Эламан', patronymic: 'Тынчтыкович' };
    const job = await uploadTablesForCheck(admin, [toTableFile('students', [other, ...all.slice(1)])]);
    assert.deepEqual(
      job.needs.map(({ table, count, total }) => [table, count, total]),
      [['other_students', 1, all.length]],
    );
    assert.deepEqual(
      job.groups.map(({ isWarning, row, column }) => [isWarning, row, column]),
      [[true, 2, 'code']],
    );
    assert.deepEqual(refusalOf(await admin.ask(data.load, { id_job: job.id_job })), [422, 'data.words']);
    const words: string[] = [];
    for (const language of ['kg', 'en', 'ru']) {
      admin.cookies.set('lang', language);
      words.push((await fetchImportJob(admin, job.id_job)).needs[0]?.words ?? '');
    }
    assert.equal(new Set(words).size, 3);
    const done = await loadCheckedTables(admin, job.id_job, words[1]);
    assert.equal(done.state, 'done');
  });
});
