import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const inputInPlace = /\bfetch\((?:[^(),]|\([^()]*\))*,\s*\{\s*[^}\s]/g;

/** One sentence for each input of the first answer that is written where it is asked, and so once more in the page. */
function inputsInPlace({ path, text }: SourceFile): string[] {
  return [...text.matchAll(inputInPlace)].map(
    ({ index }) =>
      `${path}:${text.slice(0, index).split('\n').length} writes an input: make it in contract/, for the page to ask with the same`,
  );
}

describe('what a page begins with', () => {
  it('is asked with inputs that the pages ask with', () => {
    const paths = globSync(['server/rooms/**/*.begins.ts', 'server/university/page-start.ts'], { cwd: home });
    assert.ok(paths.length > 10, `${paths.length} files`);
    expectNoViolations(
      paths.flatMap((path) =>
        inputsInPlace({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }),
      ),
    );
  });

  it('is found where an input is written by hand', () => {
    const check = (text: string) => inputsInPlace({ path: 'a.begins.ts', text }).length;
    assert.equal(check('fetch(chat.conversations, { unread: true })'), 1);
    assert.equal(check('fetch(isTeacher ? a.list : a.own, {\n  ...term, id: 1 })'), 1);
    assert.equal(check('fetch(apps.links, {})'), 0);
    assert.equal(check('fetch(chat.conversations, conversationFilters.unread), { a: 1 }'), 0);
  });
});
