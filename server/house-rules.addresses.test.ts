import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNone } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/**
 * Ways around the compiler's check of addresses: a hook of the router that asks no page in particular, and a place, a search
 * or a parameter of a link that is said to fit.
 */
const unchecked = [/\bstrict:\s*false\b/, /\b(?:to|search|params|href)\b\s*[=:][^\n;]*?\bas (?:never|any)\b/];

/** One sentence for each line of a source that leads somewhere without the compiler's check. */
function uncheckedAddresses({ path, text }: { path: string; text: string }): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      unchecked.some((way) => way.test(line)) && !/^\s*(\/\/|\/?\*)/.test(line)
        ? [
            `${path}:${index + 1} leads where the compiler does not look: type the address (web/src/core/searchParams.ts)`,
          ]
        : [],
    );
}

describe('links are checked against the addresses that there are', () => {
  it('holds everywhere', () => {
    const paths = globSync('web/src/**/*.{ts,tsx}', { cwd: home });
    assert.ok(paths.length > 500, `${paths.length} sources`);
    expectNone(paths.flatMap((path) => uncheckedAddresses({ path, text: readFileSync(home + path, 'utf8') })));
  });

  it('can fail', () => {
    for (const text of [
      'const search = useSearch({ strict: false });',
      '<Link to={place as never}>',
      "navigate({ to: '/news', search: { item } as never })",
    ])
      assert.equal(uncheckedAddresses({ path: 'web/src/a.tsx', text }).length, 1, text);
    for (const text of [
      "const { to } = useSearch({ from: '/login' });",
      '// `to` as never before',
      'of ?? ({} as never)',
    ])
      assert.deepEqual(uncheckedAddresses({ path: 'web/src/a.tsx', text }), [], text);
  });
});
