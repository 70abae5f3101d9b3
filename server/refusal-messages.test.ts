import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Translations } from './core/translations.ts';

const home = fileURLToPath(new URL('.', import.meta.url));
const texts = new Translations();

/** Codes of refusals in a source: those that are thrown, those of single fields, and those that the database gives. */
function codesIn(path: string, source: string): string[] {
  const patterns = path.endsWith('.sql')
    ? [/'((?:registration|journal)\.\w+)'/g]
    : [/new Refusal\(\s*'([a-z]+(?:\.\w+)+)'/g, /\bfields: \{[^}]*\}/g];
  return patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(([all, code]) =>
      code ? [code] : [...all.matchAll(/: '([a-z]+(?:\.\w+)+)'/g)].map(([, one = '']) => one),
    ),
  );
}

/** In place of a missing text stands its key. */
const hasSentence = (code: string): boolean => !texts.refusal('ru', code).startsWith('refusals.');

describe('refusals', () => {
  it('[BASE-09] each has its sentence', () => {
    const files = globSync('**/*.{ts,sql}', { cwd: home }).filter((path) => !path.endsWith('.test.ts'));
    const codes = new Set(files.flatMap((path) => codesIn(path, readFileSync(home + path, 'utf8'))));
    assert.ok(codes.size > 80, `${codes.size} codes were found`);
    assert.deepEqual([...codes].filter((code) => !hasSentence(code)).sort(), []);
  });

  it('is missed where it is missing', () => {
    const source = "throw new Refusal('news.gone', 404, { fields: { id: 'news.nowhere', text: 'news.tooLong' } });";
    assert.deepEqual(codesIn('a.ts', source), ['news.gone', 'news.nowhere', 'news.tooLong']);
    assert.deepEqual(codesIn('a.sql', "then 'registration.full' end"), ['registration.full']);
    assert.ok(!hasSentence('news.nowhere'));
    assert.ok(hasSentence('call.notSignedIn'));
  });
});
