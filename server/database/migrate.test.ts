import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { createBareDatabase } from '../test/database.ts';
import { grantPermissions } from '../test/factories/permissions.ts';
import { checkSchema, migrate, schemaFolder } from './migrate.ts';
import { readSchemaText } from './schema.ts';
import { readEarlierMigrations, readMigrations } from './schema-history.ts';

const database = await createBareDatabase();
const sql = postgres(database.url, { max: 6, onnotice: () => undefined });
const folder = mkdtempSync(join(tmpdir(), 'bilim-migrations-'));
after(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
// The real steps are in the database already; these tests bring their own.
await sql`drop table migration, applied_function`;
for (const inner of ['migrations', 'functions']) mkdirSync(join(folder, inner));

const write = (name: string, text: string, inner = 'migrations') =>
  writeFileSync(join(folder, inner, `${name}.sql`), text);

describe('migrations', () => {
  it('run once and in order, also when several nodes start at once', async () => {
    write('0001_a', 'create table step (n int); select pg_sleep(0.05);');
    write('0002_b', 'insert into step values (2);');
    const done = await Promise.all([1, 2, 3].map(() => migrate(sql, folder)));
    assert.deepEqual(done.flat(), ['0001_a', '0002_b']);
    assert.deepEqual(await migrate(sql, folder), []);
    assert.equal((await sql`select n from step`).length, 1);
  });

  it('leave nothing behind when a step fails, and name it', async () => {
    write('0003_c', 'insert into step values (3); select no_such_column;');
    await assert.rejects(
      migrate(sql, folder),
      /^StartupError: The migration 0003_c failed and was undone: .*no_such_column/,
    );
    assert.equal((await sql`select n from step where n = 3`).length, 0);
    write('0003_c', 'insert into step values (3);');
    assert.deepEqual(await migrate(sql, folder), ['0003_c']);
  });

  it('refuse a step that was changed after it had been applied, but not other line ends', async () => {
    write('0002_b', 'insert into step values (2);\n');
    await assert.rejects(migrate(sql, folder), /^StartupError: The migration 0002_b was changed/);
    write('0002_b', 'insert into step values (2);');
    assert.deepEqual(await migrate(sql, folder), []);
  });

  it('refuse a database of a newer release and files without a number of their own', async () => {
    rmSync(join(folder, 'migrations/0003_c.sql'));
    await sql`update migration set serves_older = false where name = '0003_c'`;
    await assert.rejects(migrate(sql, folder), /0003_c by another release/);
    write('0002_twice', '');
    await assert.rejects(migrate(sql, folder), /The migration 0002_twice\.sql needs a name/);
  });
});

describe('functions', () => {
  it('are written again when their text changed, all of them or none', async () => {
    const answer = async () => (await sql<{ n: number }[]>`select whole() as n`)[0]?.n;
    const whole = (text: string) =>
      write('a_whole', `create or replace function whole() returns int language sql ${text}`, 'functions');
    const part = (text: string) => write('b_part', text, 'functions');
    rmSync(join(folder, 'migrations/0002_twice.sql'));
    write('0003_c', 'insert into step values (3);');
    // What it calls is in a later file.
    whole('as $$ select part() + 1 $$');
    part('create or replace function part() returns int language sql as $$ select 1 $$');
    await migrate(sql, folder);
    assert.equal(await answer(), 2);
    part('create or replace function part() returns int language sql as $$ select 5 $$');
    await Promise.all([1, 2, 3].map(() => migrate(sql, folder)));
    assert.equal(await answer(), 6);
    whole('as $$ select 0 $$');
    part('create or replace function part() returns no_such_type language sql as $$ select 1 $$');
    await assert.rejects(
      migrate(sql, folder),
      /^StartupError: The functions of b_part failed and were undone: .*no_such_type/,
    );
    assert.equal(await answer(), 6);
  });
});

const earlier = readEarlierMigrations(schemaFolder);
/** The earlier steps before this one. */
const before = (name: string) =>
  earlier.slice(
    0,
    earlier.findIndex((step) => step.name === name),
  );
/** Steps since the first schema that is carried over may be in it already, up to the one that gives its tables other names. */
const repeatable = before('0094_plain_names')
  .slice(29)
  .map(({ name }) => name);

describe('the real schema', () => {
  it('is what schema.sql says; after a change: npm run schema', async () => {
    const fresh = await createBareDatabase();
    const inside = postgres(fresh.url, { max: 1, onnotice: () => undefined });
    const text = await readSchemaText(inside);
    await inside.end();
    await fresh.drop();
    assert.equal(text, readFileSync(join(schemaFolder, 'schema.sql'), 'utf8').replaceAll('\r\n', '\n'));
  });

  it('is the same where steps after the first schema that is carried over are taken again', async () => {
    const fresh = await createBareDatabase();
    const inside = postgres(fresh.url, { max: 1, onnotice: () => undefined });
    await inside.unsafe('drop schema public cascade; create schema public');
    await migrate(inside, schemaFolder, before('0094_plain_names'));
    await inside`delete from migration where name = any (${repeatable}::text[])`;
    await migrate(inside, schemaFolder);
    const text = await readSchemaText(inside);
    await inside.end();
    await fresh.drop();
    assert.equal(text, readFileSync(join(schemaFolder, 'schema.sql'), 'utf8').replaceAll('\r\n', '\n'));
  });

  it('shows of older links whether a name alone made them, and ends sessions that it opened with great rights', async () => {
    const fresh = await createBareDatabase();
    const inside = postgres(fresh.url, { max: 1, onnotice: () => undefined });
    await inside.unsafe('drop schema public cascade; create schema public');
    await migrate(inside, schemaFolder, before('0102_links_by_identifier'));
    // As an earlier release left them: the trail alone tells who typed the password, in the moment of the link.
    await inside.unsafe(`
      insert into person (id, code, surname, name) select n, n, 'A', 'B' from generate_series(1, 4) n;
      insert into account (person_id, login, password_hash, role, must_change)
        select n, 'login' || n, '', 1, false from generate_series(1, 4) n;
      insert into linked_account (person_id, issuer, subject, linked_at) values
        (1, 'uni', 'named', '2026-09-01'), (1, 'state', 'asked', '2026-09-02'), (2, 'uni', 'keeper', '2026-09-01'),
        (3, 'directory:d', 'given', '2026-09-01'), (4, 'uni', 'owner', '2026-09-01');
      insert into audit (person_id, action, at, detail) values
        (1, 'outside.linked', '2026-09-01 00:00:00.2', '{"provider": "u"}'),
        (1, 'outside.linked', '2026-09-02 00:00:00.2', '{"provider": "s", "asked": true}'),
        (2, 'outside.linked', '2026-09-01 00:00:00.2', '{"provider": "u"}'),
        (2, 'outside.linked', '2026-09-01 01:00:00', '{"provider": "s", "asked": true}'),
        (4, 'outside.linked', '2026-09-01 00:00:00.2', '{"provider": "u", "asked": true}');
      insert into session (hash, person_id, expires_at, idle, shared, token_hashes, linked_account)
        select l.subject::bytea, l.person_id, '2100-01-01', '1 day', false, '{}',
          jsonb_build_object('issuer', l.issuer, 'subject', l.subject)
        from linked_account l`);
    await grantPermissions(inside, 1, 'library');
    for (const keeper of [2, 4]) await grantPermissions(inside, keeper, 'accounts');
    await grantPermissions(inside, 3, 'import');
    await inside`update permission set directory = 'd' where person_id = 3`;
    await migrate(inside, schemaFolder);
    const asked = await inside`select subject from linked_account where not by_identifier order by 1`;
    assert.deepEqual(
      asked.map(({ subject }) => subject),
      ['asked', 'owner'],
    );
    const ended = await inside`
      select linked_account.subject as subject from linked_account
      where not exists (select from session where hash = subject::bytea)`;
    assert.deepEqual(
      ended.map(({ subject }) => subject),
      ['keeper'],
    );
    const [row] = await inside`select detail from audit where action = 'right.sessionsEnded'`;
    assert.deepEqual(row?.detail, { person: 2, sessions: 1 });
    await inside.end();
    await fresh.drop();
  });

  it('is refused in one sentence where it is of a time before the first that is carried over', async () => {
    const fresh = await createBareDatabase();
    const inside = postgres(fresh.url, { max: 1, onnotice: () => undefined });
    const all = earlier.map(({ name }) => name);
    for (const names of [['0001_university', '0002_sessions', '0088_documents'], all.slice(0, 9), all.slice(0, 28)]) {
      await inside`truncate migration`;
      await inside`insert into migration (name, checksum) select name, 'old' from unnest(${names}::text[]) name`;
      for (const look of [migrate, checkSchema])
        await assert.rejects(
          look(inside, schemaFolder),
          /^StartupError: The schema is of a time before 0044_rights_that_end, the first that is carried over: /,
        );
      assert.equal((await inside`select from migration`).count, names.length);
    }
    await inside.end();
    await fresh.drop();
  });

  it('leaves nothing of it in a new database when a step fails, and names the step', async () => {
    const fresh = await createBareDatabase();
    const inside = postgres(fresh.url, { max: 1, onnotice: () => undefined });
    await inside`drop table migration, applied_function`;
    write('0004_d', 'create table half (n int); select no_such_column;');
    const all = readMigrations(folder);
    await assert.rejects(migrate(inside, folder, all), /^StartupError: The migration 0004_d failed and was undone: /);
    const [left] = await inside`select to_regclass('step') as step, to_regclass('half') as half,
      (select count(*)::int from migration) as steps`;
    assert.deepEqual({ ...left }, { step: null, half: null, steps: 0 });
    rmSync(join(folder, 'migrations/0004_d.sql'));
    assert.equal((await migrate(inside, folder, all.slice(0, 3))).length, 3);
    await inside.end();
    await fresh.drop();
  });
});
