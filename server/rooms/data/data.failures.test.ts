import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, zipSync } from 'fflate';
import { importsFolder } from '../../files/store-location.ts';
import { loadCheckedTables, uploadTablesForCheck, waitForJob } from '../../test/import-jobs.ts';
import { createImportTableReaders, toTableFile } from '../../test/tables.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { data } = callsByRoom;

const dataDir = mkdtempSync(join(tmpdir(), 'bilim-failures-'));
const folder = importsFolder(dataDir);
mkdirSync(folder, { recursive: true });
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', folder]).status === 0;
const onSmallDisk = { skip: !mounted && 'only root can mount the small disk' };

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal({ DATA_DIR: dataDir });
  admin = await portal.as('admin');
});
after(async () => {
  await portal.close();
  if (mounted) spawnSync('umount', ['-l', folder]);
  rmSync(dataDir, { recursive: true, force: true });
});

const disciplines = () => createImportTableReaders(portal).disciplines();
const discard = (id: number) => admin.get(data.discard, { id_job: id });
const remarksOf = ({ groups }: Awaited<ReturnType<typeof waitForJob>>) =>
  groups.map(({ isWarning, sentence }) => [isWarning, sentence]);
const noRoom = 'На диске сервера нет места. Ничего не записано: освободите место и начните ещё раз.';

/** Fills what is left of the small disk; gives what takes it away again. */
function fillDisk(): () => void {
  const { bavail, bsize } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  return () => rmSync(ballast);
}

/** Has the database refuse to store a run with a code of its own, until the function that is given is called. */
async function refuseRuns(code: string): Promise<() => Promise<unknown>> {
  await portal.ownerSql.unsafe(`
    create function refuse_run() returns trigger language plpgsql as
      $$ begin raise exception 'refused by the test' using errcode = '${code}'; end $$;
    create trigger refuse_run before insert on import_run for each row execute function refuse_run()`);
  return () => portal.ownerSql`drop function refuse_run cascade`;
}

/** What the jobs of a test write into the portal's log. */
function watchLog(t: TestContext): () => readonly Record<string, unknown>[] {
  const { mock } = t.mock.method(portal.app.context.log, 'warn');
  return () => mock.calls.map(({ arguments: [what] }) => what as unknown as Record<string, unknown>);
}

describe('[IMPORT-01] a load that fails for reasons outside its files', () => {
  test('says that an archive found no room, and is checked again when there is', onSmallDisk, async () => {
    const rows = (await disciplines()).map((row) => ({ ...row, name_en: `${row.name_en} ${' '.repeat(40_000)}` }));
    const { name, content } = toTableFile('disciplines', rows);
    const file = { name: 'осень.zip', content: Buffer.from(zipSync({ [name]: strToU8(content) })) };
    const job = await uploadTablesForCheck(admin, [file]);
    assert.deepEqual([job.state, ...remarksOf(job)], ['failed', [false, noRoom]]);
    spawnSync('mount', ['-o', 'remount,size=64m', folder]);
    await admin.get(data.check, { id_job: job.id_job });
    const again = await waitForJob(admin, job.id_job);
    spawnSync('mount', ['-o', 'remount,size=1m', folder]);
    assert.deepEqual(
      again.files.map(({ table, rows: count }) => [table, count]),
      [['disciplines', rows.length]],
    );
    assert.deepEqual([again.state, again.faults], ['checked', 0]);
    await discard(job.id_job);
  });

  test('is begun again without another check once the list of first passwords has room', onSmallDisk, async () => {
    const students = await createImportTableReaders(portal).students();
    const newcomer = { code: 's-new2', number: '990002', surname: 'Новый', name: 'Второй', login: 'newcomer2' };
    const job = await uploadTablesForCheck(admin, [toTableFile('students', [...students, newcomer])]);
    const makeRoom = fillDisk();
    const left = await loadCheckedTables(admin, job.id_job);
    makeRoom();
    assert.deepEqual([left.state, left.faults], ['checked', 0]);
    assert.ok(left.groups.some(({ sentence }) => /не хватает места.*«passwords\.html»/.test(sentence)));
    assert.equal((await portal.ownerSql`select from account where login = 'newcomer2'`).length, 0);
    const done = await loadCheckedTables(admin, job.id_job);
    assert.deepEqual([done.state, done.groups], ['done', []]);
    await discard(job.id_job);
  });

  test('waits as it did where the disk of the database was full, and the log names the cause', async (t) => {
    const log = watchLog(t);
    const rows = await disciplines();
    const job = await uploadTablesForCheck(admin, [
      toTableFile('disciplines', [...rows, { ...rows[0], code: 'no-room' }]),
    ]);
    const takeRuns = await refuseRuns('53100');
    const left = await loadCheckedTables(admin, job.id_job);
    const again = await loadCheckedTables(admin, job.id_job);
    await takeRuns();
    for (const one of [left, again])
      assert.deepEqual([one.state, one.faults, ...remarksOf(one)], ['checked', 0, [true, noRoom]]);
    const [logged] = log();
    assert.deepEqual([logged?.job, logged?.failure, logged?.code], [job.id_job, 'noRoom', '53100']);
    assert.match(String(logged?.stack), /refused by the test/);
    const done = await loadCheckedTables(admin, job.id_job);
    assert.deepEqual([done.state, done.figures[0]?.added, done.groups], ['done', 1, []]);
  });

  test('says so when nobody foresaw the reason, which the log has, and is checked again', async (t) => {
    const log = watchLog(t);
    const rows = await disciplines();
    const job = await uploadTablesForCheck(admin, [
      toTableFile('disciplines', [...rows, { ...rows[0], code: 'unforeseen' }]),
    ]);
    const takeRuns = await refuseRuns('XX000');
    const left = await loadCheckedTables(admin, job.id_job);
    await takeRuns();
    assert.deepEqual([left.state, left.groups.length], ['failed', 1]);
    assert.match(left.groups[0]?.sentence ?? '', /непредвиденная ошибка/);
    assert.deepEqual([log()[0]?.failure, log()[0]?.code], ['unexpected', 'XX000']);
    assert.deepEqual(refusalOf(await admin.ask(data.load, { id_job: job.id_job })), [409, 'data.notChecked']);
    await discard(job.id_job);
  });
});
