import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { unzipSync } from 'fflate';
import readSheet from 'read-excel-file/node';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { createImportTableReaders, type TableRow, toTableFile } from '../../test/tables.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { data, notices } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
let rows: readonly TableRow[];
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  rows = await createImportTableReaders(portal).disciplines();
});
after(() => portal.close());

const jobOf = async (id: number) => (await admin.get(data.job, { id_job: id }))[0] ?? assert.fail();

/** The job when it works no more. */
async function settled(id: number) {
  await waitUntil(
    'the job is over',
    async () => !['checking', 'importing', 'undoing'].includes((await jobOf(id)).state),
  );
  return await jobOf(id);
}

async function check(files: { name: string; content: string | Buffer }[], more: object = {}) {
  const [made] = await admin.get(data.upload, { name: 'осень-2026', ...more }, { files });
  return await settled(made?.id_job ?? 0);
}

async function load(id: number) {
  await admin.get(data.load, { id_job: id, words: '' });
  return await settled(id);
}

async function undo(run: number | null, trial = false) {
  const [made] = await admin.get(data.undo, { id_run: run, trial });
  return await settled(made?.id_job ?? 0);
}

const withOne = (code: string) => [...rows, { code, name_ru: 'Новая', name_kg: 'Жаңы', name_en: 'New' }];

describe('[IMPORT-01] who began it finds the end in the bell', () => {
  const loadNotices = async (person = admin) =>
    ((await person.get(notices.list))[0]?.notices ?? [])
      .filter(({ kind }) => kind === 'load')
      .map(({ step, thing, title, count, isNew }) => [step, thing, title, count, isNew]);

  test('of a check, of faults, of a load and of an undo, once each, and only that person', async () => {
    const faulty = await check([toTableFile('disciplines', withOne('not a code'))]);
    assert.deepEqual(await loadNotices(), [['faulty', faulty.id_job, 'осень-2026', 1, true]]);
    const [first] = (await admin.get(notices.list))[0]?.notices ?? [];
    await admin.get(notices.seen, { ids: [first?.id] });
    const { id_job } = await check([toTableFile('disciplines', withOne('bell-1'))], { onto: faulty.id_job });
    assert.deepEqual(await loadNotices(), [['checked', id_job, 'осень-2026', 0, true]]);
    const done = await load(id_job);
    assert.deepEqual(await loadNotices(), [['done', id_job, 'осень-2026', 0, true]]);

    await undo(done.id_run, true);
    assert.equal((await loadNotices()).length, 1, 'of a look beforehand nothing is told');
    const back = await undo(done.id_run);
    assert.deepEqual((await loadNotices())[0], ['undone', back.id_job, String(done.id_run), 0, true]);
    const other = await portal.as('teacher');
    await grantPermissions(portal.ownerSql, other.uid, 'import', { byHand: true });
    assert.deepEqual(await loadNotices(other), []);
  });

  test('of what failed too, and nothing of what is at work, discarded, or no longer theirs to see', async () => {
    const waits = await check([toTableFile('disciplines', withOne('bell-2'))]);
    await portal.ownerSql`update import_job set state = 'importing' where id = ${waits.id_job}`;
    assert.ok(!(await loadNotices()).some(([, thing]) => thing === waits.id_job));
    await portal.ownerSql`update import_job set state = 'failed' where id = ${waits.id_job}`;
    assert.deepEqual((await loadNotices())[0]?.slice(0, 2), ['failed', waits.id_job]);
    await admin.get(data.discard, { id_job: waits.id_job });
    assert.ok(!(await loadNotices()).some(([, thing]) => thing === waits.id_job));
    await withdrawPermissions(portal.ownerSql, admin.uid, 'import');
    portal.app.context.sessions.forget(admin.uid);
    assert.deepEqual(await loadNotices(), []);
    await grantPermissions(portal.ownerSql, admin.uid, 'import');
    portal.app.context.sessions.forget(admin.uid);
  });
});

describe('[IMPORT-03] an import is undone by table', () => {
  test('what is tied is named in words, the history says which tables are back, the rest waits', async () => {
    const buildings = [
      ...(await createImportTableReaders(portal).buildings()),
      { code: 'annex', name_ru: 'Пристройка' },
    ];
    const rooms = [
      ...(await createImportTableReaders(portal).auditoriums()),
      { building: 'annex', number: '1', seats: '30' },
    ];
    const files = [toTableFile('buildings', buildings), toTableFile('auditoriums', rooms)];
    const { id_run: run } = await load((await check([...files, toTableFile('disciplines', withOne('tied-1'))])).id_job);
    const only = async (tables: string, trial = false) => {
      const [made] = await admin.get(data.undo, { id_run: run, trial, tables });
      return await settled(made?.id_job ?? 0);
    };
    const refused = await only('buildings', true);
    assert.equal(refused.state, 'failed');
    assert.match(refused.groups[0]?.sentence ?? '', /вместе с таблицей «Аудитории».*annex, 1/);
    assert.deepEqual(
      refused.figures.map(({ table, added }) => [table, added]),
      [
        ['auditoriums', 1],
        ['buildings', 1],
        ['disciplines', 1],
      ],
    );
    const back = await only('disciplines');
    assert.deepEqual([back.state, back.counted], ['done', 1]);
    const [overview] = await admin.get(data.list, {});
    const [undone, former] = overview?.runs ?? [];
    assert.deepEqual([undone?.undoes, undone?.undoneTables], [run, ['disciplines']]);
    assert.deepEqual([former?.id_run, former?.undoneTables, former?.whyNot], [run, ['disciplines'], null]);
    assert.equal((await undo(run)).counted, 2);
    assert.deepEqual(refusalOf(await admin.ask(data.undo, { id_run: run })), [409, 'data.undone']);
  });
});

describe('[IMPORT-03] the history is filtered', () => {
  const list = async (wanted: object = {}) => (await admin.get(data.list, wanted))[0] ?? assert.fail();
  const ids = async (wanted: object) => (await list(wanted)).runs.map(({ id_run }) => id_run);

  test('by kind, table, who, state and days, page by page', async () => {
    const loaded = await load((await check([toTableFile('disciplines', withOne('history-1'))])).id_job);
    const back = await undo(loaded.id_run);
    const both = [back.id_run, loaded.id_run];
    const command = (await list()).runs.at(-1)?.id_run;
    assert.deepEqual((await ids({ by: `p${admin.uid}`, table: 'disciplines' })).slice(0, 2), both);
    assert.ok(!(await ids({ by: `p${admin.uid}` })).includes(command ?? 0));
    assert.deepEqual(await ids({ by: 'c' }), [command]);
    assert.equal((await ids({ kind: 'undo' }))[0], back.id_run);
    assert.ok(!(await ids({ kind: 'load' })).includes(back.id_run ?? 0));
    assert.deepEqual(await ids({ by: `p${admin.uid}`, table: 'students' }), []);
    assert.ok((await ids({ state: 'undone' })).includes(loaded.id_run ?? 0));
    assert.ok((await ids({ state: 'open' })).includes(back.id_run ?? 0));
    assert.ok(!(await ids({ state: 'shut' })).includes(back.id_run ?? 0));
    assert.deepEqual(await ids({ kind: 'load', before: back.id_run }), await ids({ kind: 'load' }));
    const { who } = await list();
    assert.ok(who.some(({ key, person }) => key === `p${admin.uid}` && person !== null));
    assert.ok(who.some(({ key, person, program }) => key === 'c' && person === null && program === null));

    await portal.ownerSql`update import_run set at = '2026-09-01 20:00+00' where id = ${loaded.id_run}`;
    // In Bishkek it is the next day already.
    assert.deepEqual(await ids({ from: '2026-09-02', until: '2026-09-02' }), [loaded.id_run]);
    assert.deepEqual(await ids({ until: '2026-09-01' }), []);
  });

  test('a page ends where the next one begins, whatever is wanted', async () => {
    await portal.ownerSql`
      insert into import_run (files, changes, program)
      select '[]', jsonb_build_array(jsonb_build_object('file', case when n % 2 = 0 then 'students' else 'groups' end,
        'rows', 1, 'added', 1, 'changed', 0, 'closed', 0, 'kept', 0)), 'Ночная'
      from generate_series(1, 50) n`;
    const wanted = { table: 'students', by: 'tНочная' };
    const first = await ids(wanted);
    const second = await ids({ ...wanted, before: first.at(-1) });
    assert.deepEqual([first.length, second.length], [20, 5]);
    assert.equal(new Set([...first, ...second]).size, 25);
  });
});

describe('[IMPORT-01] the list of faults is the files themselves', () => {
  const marked = async (id: number, person = admin) => {
    const response = await person.fetch(`${data.marked.path}?id_job=${id}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes, name: response.headers.get('content-disposition') ?? '' };
  };
  const partsOf = (bytes: Uint8Array) => {
    const parts = unzipSync(bytes);
    return (name: string) => new TextDecoder().decode(parts[name]);
  };

  test('with a note in every wrong cell, in the language of who reads; corrected it is removed', async () => {
    const spoilt = rows.map((row, place) => (place < 3 ? { ...row, name_ru: '' } : row));
    const [second] = spoilt.slice(1, 2);
    Object.assign(second ?? {}, { code: 'not a code' });
    const job = await check([toTableFile('disciplines', spoilt)]);
    const { response, bytes, name } = await marked(job.id_job);
    assert.equal(response.status, 200);
    assert.match(name, /filename="disciplines\.xlsx"/);
    const part = partsOf(bytes);
    const notes = part('xl/comments1.xml');
    for (const cell of ['B2', 'B3', 'B4', 'A3']) assert.match(notes, new RegExp(`ref="${cell}"`), notes);
    assert.doesNotMatch(notes, /ref="B5"/);
    assert.match(notes, /«not a code» не годится как код/);
    assert.match(part('xl/worksheets/sheet1.xml'), /<legacyDrawing[^>]*r:id="rId-notes-drawing"\/><\/worksheet>/);
    assert.match(part('[Content_Types].xml'), /\/xl\/comments1\.xml/);
    assert.match(part('xl/drawings/notes1.vml'), /<x:Row>2<\/x:Row><x:Column>0<\/x:Column>/);
    admin.cookies.set('lang', 'en');
    assert.doesNotMatch(partsOf((await marked(job.id_job)).bytes)('xl/comments1.xml'), /годится/);
    admin.cookies.set('lang', 'ru');

    const [sheet] = await readSheet(bytes);
    assert.deepEqual(sheet?.data[0], ['code', 'name_ru', 'name_kg', 'name_en']);
    assert.equal(sheet?.data.length, rows.length + 1);
    // The same workbook again in the place of the CSV: the same faults.
    const same = await check([{ name: 'disciplines.xlsx', content: bytes }], { onto: job.id_job });
    assert.deepEqual([same.faults, same.files.length, same.files[0]?.file], [job.faults, 1, 'disciplines.xlsx']);
    await admin.get(data.discard, { id_job: job.id_job });
  });

  test('several come as one archive that may be handed in as it is', async () => {
    const students = await createImportTableReaders(portal).students();
    const spoilt = students.map((row, place) => (place === 0 ? { ...row, surname: '' } : row));
    const job = await check([toTableFile('disciplines', withOne('not a code')), toTableFile('students', spoilt)]);
    const { bytes, name } = await marked(job.id_job);
    assert.match(name, /errors\.zip/);
    assert.deepEqual(Object.keys(unzipSync(bytes)).sort(), ['disciplines.xlsx', 'students.xlsx']);
    const same = await check([{ name: 'errors.zip', content: bytes }], { onto: job.id_job });
    assert.equal(same.faults, job.faults);
    assert.deepEqual(same.files.map(({ file }) => file).sort(), ['disciplines.xlsx', 'students.xlsx']);
    await admin.get(data.discard, { id_job: job.id_job });
  });

  test('nobody without the permission, and nothing where no table can be read', async () => {
    const job = await check([{ name: 'disciplines.xlsx', content: 'no workbook' }]);
    assert.equal((await marked(job.id_job)).response.status, 404);
    const student = await portal.as('student');
    assert.deepEqual(refusalOf(await student.ask(data.marked, { id_job: job.id_job })), [403, 'call.notAllowed']);
    await admin.get(data.discard, { id_job: job.id_job });
  });
});
