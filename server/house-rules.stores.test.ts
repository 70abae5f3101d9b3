import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** One line for each store that a component reads in the browser alone: where the server renders it, React throws. */
function storesOfTheBrowser({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length) return [`${path} cannot be parsed: ${errors[0]?.message}`];
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      if (name.type !== 'Identifier' || name.name !== 'useSyncExternalStore' || given.length > 2) return;
      const line = text.slice(0, start).split('\n').length;
      found.push(`${path}:${line} has no value for the server: give useSyncExternalStore a third argument`);
    },
  }).visit(program);
  return found;
}

describe('own stores', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: home })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(home + path, 'utf8') }))
    .filter(({ text }) => text.includes('useSyncExternalStore'));

  it('have a value where the server renders the page', () => {
    assert.ok(sources.length > 1, `${sources.length} sources`);
    expectNoViolations(sources.flatMap(storesOfTheBrowser));
  });

  it('without one are found, however they are called', () => {
    for (const text of [
      'useSyncExternalStore(watch, () => query.matches);',
      'const fits = React.useSyncExternalStore<boolean>(\n  watch,\n  read,\n);',
    ])
      assert.equal(storesOfTheBrowser({ path: 'a.ts', text }).length, 1, text);
    for (const text of [
      'useSyncExternalStore(watch, read, read);',
      "import { useSyncExternalStore } from 'react';",
      'useStore(watch, read);',
    ])
      assert.deepEqual(storesOfTheBrowser({ path: 'a.ts', text }), [], text);
  });
});
