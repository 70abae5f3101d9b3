import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Sql } from 'postgres';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { createPostgresClient } from './postgres-client.ts';

/** Tables of few rows, of which few go at a time: going over what refers to them is no harm. */
const small: readonly string[] = [
  ...['academic_year', 'auditorium', 'book_category', 'class_type', 'control_form', 'department', 'discipline'],
  ...['district', 'document_type', 'education_form', 'faculty', 'journal_mark', 'paid_service', 'pair_slot', 'post'],
  ...['privacy_text', 'semester', 'speciality', 'term', 'umk_type'],
];

let copy: TestDatabase;
let sql: Sql;
before(async () => {
  copy = await createEmptyDatabase();
  sql = createPostgresClient(copy.url, { max: 1 });
});
after(async () => {
  await sql.end();
  await copy.drop();
});

test('each foreign key to a large table has an index that begins with one of its columns', async () => {
  const without = await sql<{ key: string }[]>`
    select c.conrelid::regclass || ' (' || (
        select string_agg(a.attname, ', ') from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any (c.conkey)) || ')' as key
    from pg_constraint c
    where c.contype = 'f' and c.confrelid::regclass::text <> all (${small}) and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where i.indrelid = c.conrelid and i.indkey[0] = a.attnum and (
        i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by 1`;
  assert.deepEqual(
    without.map(({ key }) => key),
    [],
    'deleting a row of a table to which they refer goes over all of their table',
  );
});
