import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNoViolations, findImportCycles } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('{contract,server,web/src,scripts,e2e,bench}/**/*.{ts,tsx}', {
  cwd: home,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
}).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }));

describe('no file imports itself by way of others', () => {
  it('holds everywhere', () => {
    assert.ok(sources.length > 1000, 'the sources are found');
    expectNoViolations(findImportCycles(sources));
  });

  it('can fail, for a type as well', () => {
    const of = (texts: Readonly<Record<string, string>>) =>
      findImportCycles(Object.entries(texts).map(([path, text]) => ({ path, text })));
    const above = "import type { A } from './a.ts';";
    assert.equal(of({ 'server/a.ts': "import { b } from './b.ts';", 'server/b.ts': above }).length, 1);
    assert.equal(
      of({
        'contract/a.ts': "import '@bilim/contract/b.ts';",
        'contract/b.ts': "export * from './c.ts';",
        'contract/c.ts': above,
      }).length,
      1,
    );
    assert.deepEqual(of({ 'server/a.ts': "import { b } from './b.ts';", 'server/b.ts': '', 'server/c.ts': above }), []);
    assert.deepEqual(of({ 'server/a.ts': "await import('./b.ts');", 'server/b.ts': above }), []);
  });
});
