import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { readSettings } from '../settings.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { callsRole, grantCallsRole } from './calls-role.ts';
import { askRunningNodes, joinCluster, migrateUnlessNodesDiffer } from './cluster-check.ts';
import { type Database, listenerConnectionName, openDatabase } from './database.ts';
import { schemaFolder } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-nodes-'));
const nodes: Database[] = [];
let database: TestDatabase;
before(async () => {
  database = await createEmptyDatabase();
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
  await joinCluster(node, settings);
  return node;
}

/** Ends all nodes; the database has seen it. */
async function endAll(): Promise<void> {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
  const sql = postgres(database.url, { max: 1 });
  const running = () =>
    sql`select from pg_stat_activity where application_name = ${listenerConnectionName} and datname = current_database()`;
  await waitUntil('nobody runs', async () => (await running()).count === 0);
  await sql.end();
}

describe('[SAFE-14] nodes on one database', { concurrency: false }, () => {
  it('one with another folder or other settings reads what differs; when nobody is left the next one decides', async () => {
    const first = await nodeWith({ PASSWORD_MIN: '10' });
    const refused = (env: Record<string, string>, message: RegExp) =>
      assert.rejects(nodeWith(env), { name: 'StartupError', message });
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
    await endAll();
    await nodeWith({ DATA_DIR: join(folder, 'other'), FILE_LIMIT_MB: '7' });
  });

  it('[OPS-02] whose files lie in a bucket need no shared folder, but one bucket and the key that seals what rows hold', async () => {
    await endAll();
    const env = { FILES_URL: 'https://s3.university.kg/files', FILES_KEY_ID: 'id', FILES_SECRET: 'secret' };
    const places = ['one', 'two', 'three'].map((name) => join(folder, name));
    const [one = '', two = '', three = ''] = places;
    mkdirSync(join(one, 'keys'), { recursive: true });
    writeFileSync(join(one, 'keys/secrets.key'), Buffer.alloc(32, 7));
    await nodeWith({ ...env, DATA_DIR: one });
    const refused = (more: Record<string, string>, message: RegExp) =>
      assert.rejects(nodeWith({ ...env, ...more }), { name: 'StartupError', message });
    await refused({ DATA_DIR: two }, /: keys\/secrets\.key is not set here and [0-9a-f]{16} there; /);
    for (const place of [two, three]) cpSync(join(one, 'keys'), join(place, 'keys'), { recursive: true });
    await nodeWith({ ...env, DATA_DIR: two });
    const other = { DATA_DIR: three, FILES_URL: 'https://s3.university.kg/other' };
    await refused(other, /FILES_URL is https:\/\/s3\.university\.kg\/other\/ here and .*\/files\/ there/);
    const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
    try {
      const asked = await askRunningNodes(sql, readSettings({ ...env, DATA_DIR: three }));
      assert.deepEqual([asked.count, ...asked.answers.map(({ different }) => different)], [2, [], []]);
    } finally {
      await sql.end();
    }
  });

  it('are asked who they are, and compared before a migration: whoever does not fit changes nothing', async () => {
    await endAll();
    const env = { SECOND_STEP: 'permissions', TRUST_PROXY: '10.0.0.1, 10.0.0.2' };
    await nodeWith(env);
    await nodeWith({ ...env, TRUST_PROXY: '10.0.0.2, 10.0.0.1' });
    const providers = (clientSecret: string, claim: string) => ({
      PUBLIC_URL: 'https://lms.university.kg',
      OIDC_PROVIDERS: JSON.stringify([
        {
          id: 'uni',
          issuer: 'https://id.university.kg',
          clientId: 'bilim',
          clientSecret,
          ...{ claim, is: 'code' },
          name: { ru: 'У', kg: 'У', en: 'U' },
        },
      ]),
    });
    const settingsOf = (more: Record<string, string>) =>
      readSettings({ DATA_DIR: join(folder, 'files'), ...env, ...more });
    const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
    try {
      const asked = await askRunningNodes(sql, settingsOf({ SECOND_STEP: 'all' }));
      assert.deepEqual(
        [asked.count, ...asked.answers.map(({ different }) => different)],
        [2, ['SECOND_STEP'], ['SECOND_STEP']],
      );
      // One that runs and says nothing is counted, and is not taken for one that answered.
      const connection = { application_name: listenerConnectionName };
      const silent = postgres(database.url, { max: 1, onnotice: () => undefined, connection });
      await silent`select`;
      const again = await askRunningNodes(sql, settingsOf({}), 300);
      assert.deepEqual([again.count, again.answers.length], [3, 2]);
      await silent.end();
      await sql`update applied_function set checksum = 'older' where name = 'files'`;
      const isOlder = async () => (await sql`select from applied_function where checksum = 'older'`).count === 1;
      for (const [more, message] of [
        [{ SECOND_STEP: 'all' }, /: SECOND_STEP is all here and permissions there; /],
        [{ TRUST_PROXY: '10.0.0.1' }, /: TRUST_PROXY is 10\.0\.0\.1 here and 10\.0\.0\.1, 10\.0\.0\.2 there; /],
        [
          { PUBLIC_URL: 'https://lms.university.kg', BOOKS_URL: 'https://b.university.kg' },
          /BOOKS_URL is https:\S+ here and not set there; /,
        ],
        [providers('secret', 'number'), /OIDC_PROVIDERS is uni \([0-9a-f]{8}\) here and not set there; /],
      ] as const) {
        const refused = migrateUnlessNodesDiffer(sql, settingsOf(more), schemaFolder);
        await assert.rejects(refused, { name: 'StartupError', message });
        assert.ok(await isOlder(), 'nothing was migrated');
      }
      await migrateUnlessNodesDiffer(sql, settingsOf({}), schemaFolder);
      assert.ok(!(await isOlder()));
      // Nodes of a release that did not know a setting: the first one that does decides about it.
      await sql`update node_agreement set settings = settings - 'OIDC_PROVIDERS' - 'PUBLIC_URL'`;
      await nodeWith({ ...env, ...providers('one', 'number') });
      await nodeWith({ ...env, ...providers('another', 'number') });
      await assert.rejects(nodeWith({ ...env, ...providers('one', 'other') }), {
        name: 'StartupError',
        message: /: OIDC_PROVIDERS is uni \([0-9a-f]{8}\) here and uni \([0-9a-f]{8}\) there; /,
      });
    } finally {
      await sql.end();
    }
  });

  it('lets many that start in the same moment give the role of calls its rights', async () => {
    const starting = Array.from({ length: 8 }, () => postgres(database.url, { max: 1 }));
    try {
      await Promise.all(starting.map((sql) => sql`select`));
      for (let round = 0; round < 5; round++)
        assert.deepEqual(await Promise.all(starting.map((sql) => grantCallsRole(sql))), Array(8).fill(true));
      const [mayHide] = await (starting[0] as postgres.Sql)`
        select has_database_privilege(${callsRole}, current_database(), 'temporary') as calls,
          has_database_privilege(current_database(), 'temporary') as owner`;
      assert.deepEqual(
        { ...mayHide },
        { calls: false, owner: true },
        'no table of calls alone stands before the audit',
      );
    } finally {
      await Promise.all(starting.map((sql) => sql.end()));
    }
  });
});
