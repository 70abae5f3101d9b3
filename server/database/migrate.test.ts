import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { emptyDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';

const database = await emptyDatabase();
const sql = postgres(database.url, { max: 6, onnotice: () => undefined });
const folder = mkdtempSync(join(tmpdir(), 'bilim-migrations-'));
after(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
// The real steps are in the database already; these tests bring their own.
await sql`drop table migration`;

const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text);

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
      /^CannotStart: The migration 0003_c failed and was undone: .*no_such_column/,
    );
    assert.equal((await sql`select n from step where n = 3`).length, 0);
    write('0003_c', 'insert into step values (3);');
    assert.deepEqual(await migrate(sql, folder), ['0003_c']);
  });

  it('refuse a step that was changed after it had been applied, but not other line ends', async () => {
    write('0002_b', 'insert into step values (2);\n');
    await assert.rejects(migrate(sql, folder), /^CannotStart: The migration 0002_b was changed/);
    write('0002_b', 'insert into step values (2);');
    assert.deepEqual(await migrate(sql, folder), []);
  });

  it('refuse a database of a newer release and files without a number of their own', async () => {
    rmSync(join(folder, '0003_c.sql'));
    await assert.rejects(migrate(sql, folder), /0003_c by another release/);
    write('0002_twice', '');
    await assert.rejects(migrate(sql, folder), /The migration 0002_twice\.sql needs a name/);
  });
});
