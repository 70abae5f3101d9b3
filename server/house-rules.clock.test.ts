import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNoViolations, findMachineClockUses } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** Released steps of the schema stay as they are; this file's own fixtures look like what the rule forbids. */
const sources = globSync(
  ['{contract,server,web,scripts,e2e,bench}/**/*.{ts,tsx}', 'server/database/{functions,.}/*.sql', '*.{mjs,ts}'],
  { cwd: home, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
)
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }))
  .filter(({ path }) => path !== 'server/house-rules.clock.test.ts');

describe('one place says what time it is', () => {
  it('holds everywhere', () => expectNoViolations(sources.flatMap(findMachineClockUses)));

  it('can fail', () => {
    const wrong: [string, string][] = [
      ['server/rooms/news/news.ts', 'const today = new Date().toISOString();'],
      ['server/call/mount.ts', 'const begun = Date.now();'],
      ['contract/term-calendar.ts', 'const moments = days.map(Date.now);'],
      ['web/src/rooms/news/NewsPage.tsx', 'const at = new Date;'],
      ['server/rooms/news/news.queries.ts', 'db`select from news where day = CURRENT_DATE`'],
      ['server/rooms/news/news.test.ts', 'sql`update person set closed_on = current_date - 1`'],
      ['server/database/functions/news.sql', 'select localtimestamp'],
    ];
    for (const [path, text] of wrong) assert.equal(findMachineClockUses({ path, text }).length, 1, `${path}: ${text}`);
    const right: [string, string][] = [
      ['server/core/clock.ts', 'return new Date(Date.now() + offset);'],
      ['server/rooms/news/news.ts', 'const at = new Date(row.at);\n// not new Date() itself'],
      ['server/rooms/news/news.test.ts', 'const begun = Date.now();'],
      ['e2e/support/files.ts', 'const begun = Date.now();'],
      ['server/database/functions/news.sql', '-- current_date would be that of UTC\nselect today()'],
    ];
    for (const [path, text] of right) assert.deepEqual(findMachineClockUses({ path, text }), [], `${path}: ${text}`);
  });
});
