import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  allowedRawRows,
  countRawInserts,
  expectNoViolations,
  findRowsWithoutFactory,
  maxRawInserts,
} from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** Without this file, whose own fixtures look like what the rule forbids. */
const sources = globSync('{server,e2e,scripts}/**/*.ts', {
  cwd: home,
  exclude: (path) => /(^|\/)node_modules$/.test(path),
})
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }))
  .filter(({ path }) => path !== 'server/house-rules.factories.test.ts');

describe('tests make their rows by factories', () => {
  it('holds everywhere', () => {
    assert.ok(sources.length > 50, 'the sources are found');
    expectNoViolations(sources.filter(({ path }) => !(path in allowedRawRows)).flatMap(findRowsWithoutFactory));
  });

  it('lists no exception that needs none', () => {
    const needed = new Set(
      sources.filter((source) => findRowsWithoutFactory(source).length > 0).map(({ path }) => path),
    );
    assert.deepEqual(
      Object.keys(allowedRawRows).filter((path) => !needed.has(path)),
      [],
    );
  });

  it('by their own words ever less often', () => {
    const count = countRawInserts(sources);
    assert.ok(
      count <= maxRawInserts,
      `${count} inserts in tests: make a factory, for at most ${maxRawInserts} may be there`,
    );
  });

  it('can fail', () => {
    assert.equal(countRawInserts([{ path: 'a.test.ts', text: 'insert into audit; INSERT INTO notice' }]), 2);
    assert.equal(countRawInserts([{ path: 'server/test/factories/a.ts', text: 'insert into audit' }]), 0);
    const wrong: [string, string][] = [
      ['server/rooms/news/news.test.ts', "await own`insert into permission (person_id, code) values (1, 'news')`"],
      ['server/test/registration.ts', 'own`\n  with made as (\n    insert into stream (code) select 1)`'],
      ['e2e/support/desk.ts', 'sql`insert into document_order (person_id) values (1)`'],
      ['e2e/today.release.spec.ts', 'sql`\n  INSERT INTO lesson (code) values (1)`'],
    ];
    for (const [path, text] of wrong)
      assert.equal(findRowsWithoutFactory({ path, text }).length, 1, `${path}: ${text}`);
    const right: [string, string][] = [
      ['server/test/factories/permissions.ts', 'db`insert into permission (person_id) values (1)`'],
      ['server/rooms/news/news.queries.ts', "db`insert into news (message) values ('a')`"],
      ['e2e/today.release.spec.ts', 'sql`insert into lesson_group (lesson_id) values (1)`'],
      ['server/rooms/news/news.test.ts', "await grantPermissions(own, 'clerk', 'news')"],
    ];
    for (const [path, text] of right) assert.deepEqual(findRowsWithoutFactory({ path, text }), [], `${path}: ${text}`);
  });
});
