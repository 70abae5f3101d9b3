import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { isAtFaculties } from './faculties.queries.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('who is at a faculty is the same whatever the table of the person is called', async () => {
  const { autocommit } = portal.database;
  const count = async (alias: string) => {
    const [row] = await autocommit<{ count: number }[]>`
      select count(*)::int as count from person ${autocommit(alias)}
      where ${isAtFaculties(autocommit, `${alias}.id`, autocommit`array(select id from faculty order by id limit 1)`)}`;
    return row?.count ?? 0;
  };
  const atFaculty = await count('somebody');
  assert.ok(atFaculty > 0);
  for (const alias of ['d', 'e', 'g', 'gs', 'p', 's']) assert.equal(await count(alias), atFaculty, alias);
});
