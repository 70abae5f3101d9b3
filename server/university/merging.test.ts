import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { personColumns } from './person-columns.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Columns that name a person without a reference: histories that outlive people, notices, kept answers. */
const withoutReference = /^(person_id|student_id|teacher_id|by_id|by_person_id|reader_id|owner_id|author_id)$/;

describe('[PEOPLE-07] what becomes of each column that names a person', () => {
  const known = new Set(personColumns.map(({ column }) => String(column)));

  it('is said for every one that the database has, once', async () => {
    const columns = await portal.ownerSql<{ column: string; name: string; refers: boolean }[]>`
      select c.relname || '.' || a.attname as "column", a.attname::text as name, exists (
        select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any (k.conkey)
          and k.confrelid in ('person'::regclass, 'account'::regclass, 'student'::regclass, 'teacher'::regclass)) as refers
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
    const named = columns.filter(({ refers, name }) => refers || withoutReference.test(name));
    assert.deepEqual(
      named.map(({ column }) => column).filter((column) => !known.has(column)),
      [],
      'server/university/person-columns.ts has to say what becomes of them',
    );
    const there = new Set(columns.map(({ column }) => column));
    assert.deepEqual(
      [...known].filter((column) => !there.has(column)),
      [],
    );
    assert.equal(known.size, personColumns.length);
  });

  it('rows that are put aside leave nothing behind that hangs on them', async () => {
    const aside = personColumns.flatMap(({ column, merge }) =>
      merge.how === 'follow' && merge.clash === 'aside' ? [column.split('.')[0] ?? ''] : [],
    );
    const children = await portal.ownerSql<{ child: string }[]>`
      select conrelid::regclass::text as child from pg_constraint
      where contype = 'f' and confrelid::regclass::text = any (${aside}::text[])`;
    assert.deepEqual(
      children.map(({ child }) => child),
      ['registration_class'],
      'only what merging.queries.ts puts aside itself',
    );
  });
});
