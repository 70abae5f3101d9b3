import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { fileReferenceColumns } from './unused-files.queries.ts';

/** Rows that the sweeper removes before their file. */
const goWithTheFile = ['reading_place.file_id'];

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('every column that names a file keeps it', async () => {
  const columns = await portal.ownerSql<{ column: string }[]>`
    select c.relname || '.' || a.attname as "column" from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.confrelid = 'file'::regclass and k.confdeltype <> 'c' order by 1`;
  assert.deepEqual(
    columns.map(({ column }) => column),
    [...fileReferenceColumns.map((names) => names.join('.')), ...goWithTheFile].sort(),
    'fileReferenceColumns of server/files/unused-files.queries.ts lists them: the sweeper stops at a file that it may not remove',
  );
});
