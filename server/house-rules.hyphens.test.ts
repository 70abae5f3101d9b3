import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** The one style sheet that divides words. */
const dividing = 'web/src/kit/WholeWordText.module.css';

/** One sentence for a style sheet that divides words by itself, with places that another browser would not take. */
function ownHyphens({ path, text }: SourceFile): string[] {
  const isDividing = path === dividing || !/(?<![\w-])hyphens\s*:/.test(text);
  return isDividing ? [] : [`${path} divides words: put what stands in a narrow place into WholeWordText`];
}

describe('long words are divided in one way', () => {
  it('holds everywhere', () => {
    const styles = globSync('web/src/**/*.css', { cwd: home }).map((path) => ({
      path: path.replaceAll('\\', '/'),
      text: readFileSync(`${home}/${path}`, 'utf8'),
    }));
    assert.ok(styles.some(({ path }) => path === dividing));
    expectNoViolations(styles.flatMap(ownHyphens));
  });

  it('can fail', () => {
    const check = (path: string) => ownHyphens({ path, text: '.a {\n  hyphens: auto;\n}' }).length;
    assert.equal(check('web/src/kit/A.module.css'), 1);
    assert.equal(check(dividing), 0);
  });
});
