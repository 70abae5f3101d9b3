import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { pino } from 'pino';
import postgres from 'postgres';
import { createBackup } from '../backup/backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { schemaFolder } from '../database/migrate.ts';
import { createArchive } from '../test/archive.ts';
import { type ChatFixture, openChatFixture } from '../test/chat.ts';
import { createEmptyDatabase } from '../test/database.ts';
import { addImportRun } from '../test/factories/import-runs.ts';
import { CommandHost, runProgram } from '../test/program.ts';
import { buildStoredFilePath } from '../test/stored-files.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { DataEraser } from './eraser.ts';

const secret = 'Это только для преподавателя';
let portal: TestPortal;
let chatFixture: ChatFixture;
let folder: string;
let address = '';
before(async () => {
  portal = await openPortal({}, async (url) => {
    address = url;
    return url;
  });
  chatFixture = await openChatFixture(portal);
  folder = await mkdtemp(join(tmpdir(), 'bilim-erasure-'));
});
after(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const erase = async (days = 1095) => {
  const { dataDir } = portal.settings;
  const eraser = new DataEraser(
    portal.database,
    portal.app.context.files.store,
    { dataDir, eraseAfterDays: days },
    pino({ level: 'silent' }),
  );
  await eraser.look();
  await eraser.stop();
};

/** What a database still has of somebody. */
async function tracesOf(sql: TestPortal['ownerSql'], uid: number) {
  const [row] = await sql`
    select (select count(*)::int from message where author_id = ${uid} and message <> '') as messages,
      (select count(*)::int from message_history h join message m on m.id = h.message_id where m.author_id = ${uid})
        as histories,
      (select count(*)::int from account_event where person_id = ${uid}) as reasons,
      (select count(*)::int from session where person_id = ${uid}) as sessions,
      (select count(*)::int from file where owner_id = ${uid}) as files,
      (select count(*)::int from personal_archive where person_id = ${uid}) as archives,
      (select count(*)::int from import_change where key = array[${String(uid)}]) as images,
      (select (photo is not null)::int from person where id = ${uid}) as photo,
      (select (email is not null)::int from person where id = ${uid}) as email`;
  return { ...row };
}
const nothing = {
  messages: 0,
  histories: 0,
  reasons: 0,
  sessions: 0,
  files: 0,
  archives: 0,
  images: 0,
  photo: 0,
  email: 0,
};

/** What stays of a person, as one text. */
const keptOf = async (uid: number) =>
  JSON.stringify(
    await portal.ownerSql`
      select p.full_name, (select count(*) from registration where student_id = p.id) as registrations,
        (select count(*) from journal_cell where student_id = p.id) as cells,
        (select count(*) from document_order where person_id = p.id) as orders
      from person p where p.id = ${uid}`,
  );

describe('[PEOPLE-06] erasure after leaving', { concurrency: false }, () => {
  it('takes what need not be kept, keeps what must be, says so in numbers, and survives a restore', async () => {
    const { student, teacher } = chatFixture;
    const uid = student.uid;
    await chatFixture.send(teacher, student, 'Здравствуйте');
    const sent = await chatFixture.send(student, teacher, secret);
    await student.get(
      chat.insert,
      { ...chatFixture.fieldsOf(teacher), message: 'и файл' },
      {
        files: [{ name: 'личное.txt', content: 'текст' }],
      },
    );
    assert.ok(sent);
    await createArchive(student);
    const [archive] = await portal.ownerSql<
      { key: string }[]
    >`select key from personal_archive where person_id = ${uid}`;
    const place = buildStoredFilePath(portal.settings, archive?.key ?? '');
    assert.ok(existsSync(place));
    await portal.ownerSql`update person set photo = '\\x00', email = 'student@example.kg' where id = ${uid}`;
    await portal.ownerSql`
      insert into account_event (person_id, action, reason, by_id) values (${uid}, 'account.blocked', 'left', ${teacher.uid})`;
    const run = await addImportRun(portal.ownerSql);
    await portal.ownerSql`
      insert into import_change (run_id, table_name, key, before)
      values (${run}, 'person', array[${String(uid)}], '{"email": "student@example.kg"}')`;
    const before = await keptOf(uid);
    const saved = join(folder, 'before.tar.gz');
    const source = postgres(portal.database.url, { max: 3, onnotice: () => undefined });
    await createBackup(source, portal.settings.dataDir, saved);
    await source.end();

    await erase();
    assert.notEqual((await tracesOf(portal.ownerSql, uid)).messages, 0, 'who has not left is left alone');
    await portal.ownerSql`update person set closed_on = today() - 1095 where id = ${uid}`;
    await erase();
    assert.notEqual((await tracesOf(portal.ownerSql, uid)).messages, 0, 'not before the time is over');
    await portal.ownerSql`update person set closed_on = today() - 1096 where id = ${uid}`;
    await erase(0 + 1095);
    assert.deepEqual(await tracesOf(portal.ownerSql, uid), nothing);
    assert.ok(!existsSync(place), 'the archive of it all is gone at once');
    assert.equal(await keptOf(uid), before, 'name, registrations, marks and orders stay');
    assert.equal((await portal.nobody().signIn('student', 'Student1')).status, 401);

    const rows = await teacher.get(chat.messages, chatFixture.personal(student));
    assert.ok(!JSON.stringify(rows).includes(secret));
    assert.equal(await chatFixture.countFor(teacher, chatFixture.personal(student)), 0, 'nothing unread is left');
    const [record] = await portal.ownerSql<{ counts: Record<string, number> }[]>`
      select counts from erasure where person_id = ${uid}`;
    assert.ok((record?.counts.message ?? 0) >= 2 && record?.counts.file === 1);
    assert.ok(!/[а-я]/i.test(JSON.stringify(record?.counts)), 'kinds and numbers alone');
    const entries = await portal.ownerSql`select detail from audit where action = 'account.erased'`;
    assert.deepEqual(
      entries.map(({ detail }) => detail.person),
      [uid],
    );
    const list = join(portal.settings.dataDir, 'erased.txt');
    assert.equal(await readFile(list, 'utf8'), `${uid}\n`);
    await erase();
    assert.equal((await portal.ownerSql`select from erasure`).length, 1, 'once');

    // The back-up from before has everything; the list beside the database takes it again.
    const database = await createEmptyDatabase();
    const target = postgres(database.url, { max: 3, onnotice: () => undefined });
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await writeFile(join(dataDir, 'erased.txt'), `${await readFile(list, 'utf8')}999999\n`);
    try {
      await restoreBackup(target, dataDir, saved, schemaFolder);
      assert.deepEqual(await tracesOf(target, uid), nothing);
      assert.equal(await readFile(join(dataDir, 'erased.txt'), 'utf8'), `${uid}\n`, 'unknown numbers go');
    } finally {
      await target.end();
      await database.drop();
    }
  });

  it('by command: one by the login, or all who are due; what it would do is printed beforehand', async (t) => {
    const host = new CommandHost();
    t.after(() => host.close());
    const env = { DATABASE_URL: address, DATA_DIR: portal.settings.dataDir };
    const admin = (...args: string[]) => host.run('admin/main.ts', args, env);
    const uid = chatFixture.student2.uid;
    assert.match((await admin('erase')).err, /takes one login, or --due/);
    assert.match((await admin('erase', 'student2')).err, /student2 has not left/);
    await portal.ownerSql`update person set closed_on = today() where id = ${uid}`;
    assert.match((await admin('erase', 'student2', '--dry-run')).out, new RegExp(`would be erased: ${uid}\\.`));
    assert.equal((await portal.ownerSql`select from erasure where person_id = ${uid}`).length, 0);
    assert.match((await admin('erase', '--due')).out, /Nobody is due/);
    assert.match((await admin('erase', 'student2')).out, /Data of 1 person is erased\./);
    assert.equal((await portal.ownerSql`select from erasure where person_id = ${uid}`).length, 1);
    assert.match((await admin('erase', '--listed')).out, /^Everybody in erased\.txt is erased\.$/m);
  });

  it('by command: those of the list whom the database has again, because it went back to a moment before', async (t) => {
    const database = await createEmptyDatabase();
    const target = postgres(database.url, { max: 3, onnotice: () => undefined });
    t.after(async () => {
      await target.end();
      await database.drop();
    });
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await restoreBackup(target, dataDir, join(folder, 'before.tar.gz'), schemaFolder);
    const { uid } = chatFixture.student;
    await writeFile(join(dataDir, 'erased.txt'), `${uid}\n999999\n`);
    const run = (...args: string[]) =>
      runProgram('admin/main.ts', ['erase', '--listed', ...args], { DATABASE_URL: database.url, DATA_DIR: dataDir });
    assert.match((await run('--dry-run')).out, new RegExp(`^Data of 1 person would be erased: ${uid}\\.$`, 'm'));
    assert.match((await run()).out, /^Data of 1 person is erased\.$/m);
    assert.deepEqual(await tracesOf(target, uid), nothing);
    assert.equal(await readFile(join(dataDir, 'erased.txt'), 'utf8'), `${uid}\n`);
  });

  it('calls cannot take histories of somebody who is not being erased', async () => {
    await assert.rejects(
      portal.database.transaction(
        async (db) => await db`select * from erase_from_histories(${chatFixture.teacher.uid})`,
      ),
    );
  });
});
