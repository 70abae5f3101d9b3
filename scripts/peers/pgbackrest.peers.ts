import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Sql } from 'postgres';
import { createPostgresClient } from '../../server/database/postgres-client.ts';
import { waitUntil } from '../../server/test/http.ts';
import { tolerateLostConnections } from '../../server/test/lost-connections.ts';
import { openPortal, type TestClient, type TestPortal } from '../../server/test/test-client.ts';
import { WalArchivingPostgres } from './pgbackrest.ts';

const { news } = callsByRoom;

let server: WalArchivingPostgres;
let portal: TestPortal;
let usual: string | undefined;
let expectNone: () => void;
before(async () => {
  expectNone = tolerateLostConnections();
  usual = process.env.TEST_POSTGRES_URL;
  server = await WalArchivingPostgres.open();
  process.env.TEST_POSTGRES_URL = server.url;
  portal = await openPortal({ RATE_PERCENT: '100000' });
});
after(async () => {
  await portal.close();
  await server.close();
  if (usual === undefined) delete process.env.TEST_POSTGRES_URL;
  else process.env.TEST_POSTGRES_URL = usual;
  expectNone();
});

/** Asks PostgreSQL's own clock, on a connection of its own. */
async function ask<Row>(work: (sql: Sql) => PromiseLike<Row[]>): Promise<Row | undefined> {
  const sql = createPostgresClient(server.url, { max: 1, onnotice: () => undefined });
  try {
    return (await work(sql))[0];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The next full second, once it has begun: what was committed before belongs to it, and nothing that comes. */
async function nextSecond(): Promise<string> {
  const row = await ask(
    (sql) => sql<{ moment: string }[]>`
      select to_char(date_trunc('second', clock_timestamp()) + interval '1 second', 'YYYY-MM-DD HH24:MI:SSOF') as moment`,
  );
  const moment = row?.moment ?? '';
  await waitUntil('it has begun', async () =>
    Boolean((await ask((sql) => sql<{ is: boolean }[]>`select clock_timestamp() > ${moment}::timestamptz as is`))?.is),
  );
  return moment;
}

/** Writes an announcement with a file, and gives the address of the file. */
async function write(person: TestClient, message: string): Promise<{ id: number; file: string }> {
  const [item] = await person.get(news.insert, { message }, { files: [{ name: 'a.txt', content: message }] });
  const id = item?.id_eventMessage ?? 0;
  return { id, file: `${news.download.path}?filename=${id}_a.txt&type=4` };
}

test('[OPS-05] pgBackRest brings the database back to a second, and the files of that moment are there', async () => {
  const editor = await portal.as('editor');
  const saved = await write(editor, 'before the back-up');
  server.pgbackrest('backup', '--type=full');
  const kept = await write(editor, 'just before');
  const moment = await nextSecond();
  await editor.get(news.delete, { id_eventMessage: kept.id });
  await write(editor, 'just after');
  await portal.app.sweep();
  // The last piece of the log is archived when it is full, or after archive_timeout.
  const last = await ask((sql) => sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`);
  await waitUntil('the log is archived', async () => {
    const row = await ask((sql) => sql<{ name: string }[]>`select last_archived_wal as name from pg_stat_archiver`);
    return (row?.name ?? '') >= (last?.name ?? '~');
  });
  await server.kill();
  server.restoreTo(moment);
  await server.start();
  await waitUntil('the portal goes on', async () => (await fetch(`${portal.base}/readyz`)).status === 200);
  const messages = (await editor.get(news.data)).map(({ message }) => message);
  assert.deepEqual(messages.slice(0, 2), ['just before', 'before the back-up']);
  assert.ok(!messages.includes('just after'));
  for (const [{ file }, text] of [
    [kept, 'just before'],
    [saved, 'before the back-up'],
  ] as const)
    assert.equal(await (await editor.fetch(file)).text(), text);
  const again = await write(editor, 'and on');
  assert.equal(await (await editor.fetch(again.file)).text(), 'and on');
});
