import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** One sentence for a file outside server/files that tells a store a path, or is told one by it. */
function storePaths({ path, text }: SourceFile): string[] {
  return /\.withLocalCopy\(|\bstore\.put\(|\bfiles\.spool\b/.test(text)
    ? [
        `${path} handles a path of a store: ask files.put of FileService, spool.store of a helper process, or withLocalCopies of server/files/local-copies.ts`,
      ]
    : [];
}

/** One sentence for a file outside server/files that puts together where files lie in the data folder. */
function filePlaces({ path, text }: SourceFile): string[] {
  return /\bjoin\([^()]*\b\w*[dD]ata\w*,\s*['"](?:files|public)\b/.test(text)
    ? [`${path} knows where files lie: ask server/files/store-location.ts`]
    : [];
}

describe('stored files', () => {
  it('are reached by their names alone, but in server/files', () => {
    const paths = globSync('server/**/*.ts', { cwd: home }).map((path) => path.replaceAll('\\', '/'));
    const others = paths.filter((path) => !/^server\/(files|test)\/|\.test\.ts$/.test(path));
    assert.ok(others.length > 500, `${others.length} files`);
    const sources = others.map((path) => ({ path, text: readFileSync(home + path, 'utf8') }));
    expectNoViolations(sources.flatMap(storePaths));
    // Who may use the folder at all is looked at before anything is opened in it.
    expectNoViolations(sources.filter(({ path }) => path !== 'server/core/folder-owner.ts').flatMap(filePlaces));
  });

  it('are found where a path is asked for', () => {
    const check = (text: string) => storePaths({ path: 'server/rooms/a/a.ts', text }).length;
    assert.equal(check('await app.files.store.withLocalCopy(key, work)'), 1);
    assert.equal(check('await store.put(key, path, sha256)'), 1);
    assert.equal(check('await app.files.spool.store(app.files.store, key, content)'), 1);
    assert.equal(check('await app.files.put(content)'), 0);
    const isPlace = (text: string) => filePlaces({ path: 'server/rooms/a/a.ts', text }).length > 0;
    assert.ok(isPlace("readdir(join(dataDir, 'files'))"));
    assert.ok(isPlace("join(settings.dataDir, 'public')"));
    assert.ok(!isPlace("join(dataDir, 'imports')"));
  });
});
