import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { readSettings } from '../settings.ts';
import { emptyDatabase, type TestDatabase } from '../test/database.ts';
import { until } from '../test/http.ts';
import { grantCalls } from './calls-role.ts';
import { type Database, nameOfEars, openDatabase } from './database.ts';
import { joinNodes } from './nodes.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-nodes-'));
const nodes: Database[] = [];
let database: TestDatabase;
before(async () => {
  database = await emptyDatabase();
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets a node with these settings join those that run on the database. */
async function nodeWith(env: Record<string, string>): Promise<Database> {
  const settings = readSettings({ DATA_DIR: join(folder, 'files'), DATABASE_CONNECTIONS: '2', ...env });
  mkdirSync(settings.dataDir, { recursive: true });
  const node = openDatabase(database.url, settings);
  nodes.push(node);
  await joinNodes(node, settings);
  return node;
}

describe('[SAFE-14] nodes on one database', { concurrency: false }, () => {
  it('one with another folder or other settings is told what differs; when nobody is left the next one decides', async () => {
    const first = await nodeWith({ PASSWORD_MIN: '10' });
    const refused = (env: Record<string, string>, message: RegExp) =>
      assert.rejects(nodeWith(env), { name: 'CannotStart', message });
    await refused(
      { PASSWORD_MIN: '10', DATA_DIR: join(folder, 'other') },
      /^This node does not fit those that run on its database: DATA_DIR \S+\/other is not the folder of their files; /,
    );
    await refused(
      { FILE_LIMIT_MB: '7' },
      /FILE_LIMIT_MB is 7 here and 50 there, PASSWORD_MIN is not set here and 10 there; /,
    );
    // What is a node's own may differ.
    await nodeWith({ PASSWORD_MIN: '10', DATABASE_CONNECTIONS: '4', LOG_LEVEL: 'warn' });
    await first.close();
    await refused({}, /PASSWORD_MIN is not set here and 10 there; /);
    await Promise.all(nodes.splice(0).map((node) => node.close()));
    const sql = postgres(database.url, { max: 1 });
    const running = () =>
      sql`select from pg_stat_activity where application_name = ${nameOfEars} and datname = current_database()`;
    await until('nobody runs', async () => (await running()).count === 0);
    await sql.end();
    await nodeWith({ DATA_DIR: join(folder, 'other'), FILE_LIMIT_MB: '7' });
  });

  it('lets many that start in the same moment give the role of calls its rights', async () => {
    const starting = Array.from({ length: 8 }, () => postgres(database.url, { max: 1 }));
    try {
      await Promise.all(starting.map((sql) => sql`select`));
      for (let round = 0; round < 5; round++)
        assert.deepEqual(await Promise.all(starting.map(grantCalls)), Array(8).fill(true));
    } finally {
      await Promise.all(starting.map((sql) => sql.end()));
    }
  });
});
