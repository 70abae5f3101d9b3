import assert from 'node:assert/strict';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { extendAuditChain } from '../auth/audit-chain.ts';
import { createBackup } from '../backup/backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { verifyBackup } from '../backup/verify.ts';
import { openDatabase } from '../database/database.ts';
import { schemaFolder } from '../database/migrate.ts';
import { readSettings } from '../settings.ts';
import {
  type BackupFixture,
  type EmptyTarget,
  publishAnnouncementWithFile,
  readBackupFileHashes,
  readBackupRowCounts,
  readConstraintsAndTriggers,
  readSequenceValues,
  readTableHashes,
  readTablesWithColumns,
} from './backup-fixture.ts';
import { passwords, TestClient } from './test-client.ts';

const { news } = callsByRoom;

/** Backs the portal up, brings that to another place, compares every row and file, and works with a portal there. */
export async function runBackupDrill(trial: BackupFixture): Promise<void> {
  const { portal, sql } = trial;
  const editor = await portal.as('editor');
  await publishAnnouncementWithFile(editor, 'расписание.txt', 'line\nline\\n\ttab');
  await publishAnnouncementWithFile(editor, 'large.bin', Buffer.alloc(3_000_000, 7));
  await mkdir(join(portal.settings.dataDir, 'public'), { recursive: true });
  await writeFile(join(portal.settings.dataDir, 'public/logo.svg'), '<svg/>');
  // Pages of a web book lie beside the file that they came out of, and more rows than one piece holds come in several.
  const [stored] = await sql<{ key: string }[]>`select key from file order by id desc limit 1`;
  const pages = join(portal.settings.dataDir, 'files', stored?.key.slice(0, 2) ?? '', `${stored?.key}.book`);
  await mkdir(pages);
  await writeFile(join(pages, 'index.html'), '<p>1</p>');
  await sql`
    insert into audit (person_id, action, detail)
    select ${editor.uid}, 'test.long', jsonb_build_object('text', repeat('х', 1000000)) from generate_series(1, 5)`;
  // On its way to a device, which is temporary: neither may be left without the other.
  await sql`
    with device as (
      insert into push_device (session_id, person_id, endpoint, p256dh, auth, language)
      select id, person_id, 'https://push.example/1', decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex'), 'ru'
      from session where person_id = ${editor.uid} limit 1 returning id, person_id)
    insert into notification_outbox (person_id, device_id, topic, thing, due_at)
    select person_id, id, 'news', 1, now() + interval '1 day' from device`;
  // The portal chains its audit on the way; what is compared may not change meanwhile.
  await extendAuditChain(portal.database, portal.app.context.vault, portal.settings.dataDir);
  const file = join(trial.folder, 'drill.tar.gz');
  const before = await readSequenceValues(sql);
  const summary = await createBackup(sql, portal.settings.dataDir, file);
  assert.equal(((await stat(file)).mode & 0o777).toString(8), '600');
  assert.deepEqual(await verifyBackup(file), summary);
  // A table without a row is in it, too: the next university has some.
  assert.deepEqual(
    Object.keys(await readBackupRowCounts(file)).sort(),
    (await readTablesWithColumns(sql)).map(({ name }) => name).sort(),
  );

  const place = await trial.emptyPlace();
  assert.deepEqual(await restoreBackup(place.sql, place.dataDir, file, schemaFolder), summary);
  // Of what was new when it was saved nobody is notified later.
  assert.ok((await sql`select from notice where not planned`).length > 0);
  assert.equal((await place.sql`select from notice where not planned`).length, 0);
  await sql`update notice set planned = true`;
  assert.deepEqual(await readTableHashes(place.sql), await readTableHashes(sql));
  assert.deepEqual(await readBackupFileHashes(place.dataDir), await readBackupFileHashes(portal.settings.dataDir));
  assert.deepEqual(await readConstraintsAndTriggers(place.sql), await readConstraintsAndTriggers(sql));
  // The portal goes on counting beside the back-up, and counting back would give a number twice.
  const now = await readSequenceValues(sql);
  for (const [at, { name, value }] of (await readSequenceValues(place.sql)).entries()) {
    assert.equal(name, before[at]?.name);
    assert.ok(value >= (before[at]?.value ?? 0) && value <= (now[at]?.value ?? 0), `${name} has come to ${value}`);
  }
  await worksOn(place, editor);
}

/** A portal on what was brought back: sessions are void, people sign in, read and write. */
async function worksOn(place: EmptyTarget, editor: TestClient): Promise<void> {
  const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: place.dataDir, DATABASE_CONNECTIONS: '3' });
  const database = openDatabase(place.url, settings);
  const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
  try {
    const base = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const stolen = new TestClient(base);
    for (const [name, value] of editor.cookies) stolen.cookies.set(name, value);
    stolen.cookies.delete('XSRF-TOKEN');
    assert.equal((await stolen.ask(news.data)).status, 401, 'a session of the back-up is void');
    // New rows get numbers of their own.
    const moved = new TestClient(base);
    assert.equal((await moved.signIn('editor', passwords.editor)).status, 200);
    const [item] = await publishAnnouncementWithFile(moved, 'new.txt', 'new');
    const address = `${news.download.path}?filename=${item?.id_eventMessage}_new.txt&type=4`;
    assert.equal(await (await moved.fetch(address)).text(), 'new');
    const student = new TestClient(base);
    assert.equal((await student.signIn('student', passwords.student)).status, 200);
    assert.ok((await student.get(news.data)).some(({ fileName }) => fileName.includes('расписание.txt')));
  } finally {
    await app.close();
    await database.close();
  }
}
