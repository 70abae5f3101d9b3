import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import postgres from 'postgres';
import { createApp } from '../app.ts';
import { openDatabase } from '../database/database.ts';
import { schemaFolder } from '../database/migrate.ts';
import { readSchemaText } from '../database/schema.ts';
import { readSettings } from '../settings.ts';
import { copyDatabase, createBareDatabase } from '../test/database.ts';
import { passwords, TestClient } from '../test/test-client.ts';
import { restoreBackup } from './restore.ts';

/**
 * Back-ups as releases made them, each of a tiny university whose people had acted, with one announcement that names the
 * release and has a file. None of them is ever made again.
 */
const released = fileURLToPath(new URL('../test/released', import.meta.url));
const backups = (await readdir(released)).map((file) => file.replace(/\.tar\.gz$/, ''));

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilim-released-'));
});
after(() => rm(folder, { recursive: true, force: true }));

for (const release of backups)
  test(`[SAFE-02] a back-up of ${release} is brought back, whatever became of the steps of the schema since`, async () => {
    const database = await createBareDatabase();
    const sql = postgres(database.url, { max: 3, onnotice: () => undefined });
    const dataDir = join(folder, release);
    await sql.unsafe('drop schema public cascade; create schema public');
    const { rows, files } = await restoreBackup(sql, dataDir, join(released, `${release}.tar.gz`), schemaFolder);
    assert.ok(rows > 1_000 && files > 0);
    assert.equal(
      await readSchemaText(sql),
      (await readFile(join(schemaFolder, 'schema.sql'), 'utf8')).replaceAll('\r\n', '\n'),
    );
    await sql.end();
    const copy = await copyDatabase(database.url);
    const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_CONNECTIONS: '2' });
    const connections = openDatabase(copy.url, settings);
    const app = await createApp({ settings, database: connections, log: pino({ level: 'silent' }) });
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const person = new TestClient(`http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`);
    try {
      assert.equal((await person.signIn('editor', passwords.editor)).status, 200);
      const items = await person.get(callsByRoom.news.data);
      const item = items.find(({ message }) => message === `Из выпуска ${release}`);
      assert.ok(item);
      const path = `${callsByRoom.news.download.path}?filename=${item.id_eventMessage}_a.txt&type=4`;
      assert.equal(await (await person.fetch(path)).text(), 'released');
    } finally {
      await app.close();
      await connections.close();
      await copy.drop();
      await database.drop();
    }
  });
