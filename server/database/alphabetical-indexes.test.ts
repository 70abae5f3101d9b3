import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Sql } from 'postgres';
import { createBareDatabase, type TestDatabase } from '../test/database.ts';
import { rebuildAlphabeticalIndexes } from './alphabetical-indexes.ts';
import { createPostgresClient } from './postgres-client.ts';

let database: TestDatabase;
let sql: Sql;
before(async () => {
  database = await createBareDatabase();
  sql = createPostgresClient(database.url, { max: 1, onnotice: () => undefined });
});
after(async () => {
  await sql.end();
  await database.drop();
});

const builtAs = async () =>
  (
    await sql<{ file: string; comment: string }[]>`
    select pg_relation_filenode(c.oid) as file, obj_description(c.oid, 'pg_class') as comment
    from pg_class c where relname = 'person_by_name_kg'`
  )[0];

test('an index in the order of an alphabet is built again when the database has another ICU, and once', async () => {
  assert.deepEqual(await rebuildAlphabeticalIndexes(sql), [], 'the start has built all of them');
  const before = await builtAs();
  assert.match(before?.comment ?? '', /^ky-x-icu \d/);
  await sql`comment on index person_by_name_kg is 'ky-x-icu 1.1'`;
  assert.deepEqual(await rebuildAlphabeticalIndexes(sql), ['person_by_name_kg']);
  const later = await builtAs();
  assert.equal(later?.comment, before?.comment);
  assert.notEqual(later?.file, before?.file);
  assert.deepEqual(await rebuildAlphabeticalIndexes(sql), []);
});
