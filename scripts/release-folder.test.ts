import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeReleaseFolder } from './release-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'bilim-release-folder-'));
after(() => rmSync(home, { recursive: true, force: true }));

test('a release empties a folder of an earlier one, and refuses to touch any other', () => {
  const folder = (name: string, ...files: string[]) => {
    mkdirSync(join(home, name));
    for (const file of files) writeFileSync(join(home, name, file), 'x');
    return join(home, name);
  };
  removeReleaseFolder(join(home, 'none'));
  removeReleaseFolder(folder('empty'));
  const earlier = folder(
    'earlier',
    'bilim-1.0.0-linux-x64.tar.gz',
    'bilim_1.0.0_amd64.deb',
    'SHA256SUMS',
    'compose.yaml',
  );
  removeReleaseFolder(earlier);
  assert.equal(existsSync(earlier), false);
  for (const [name, ...files] of [
    ['theses', 'thesis.docx'],
    ['mixed', 'bilim-1.0.0-linux-x64.tar.gz', 'SHA256SUMS', 'thesis.docx'],
    ['compose', 'Containerfile', 'compose.yaml'],
  ] as const) {
    const path = folder(name, ...files);
    assert.throws(() => removeReleaseFolder(path), /which no release has put there: name an empty folder/);
    assert.equal(readdirSync(path).length, files.length);
  }
  writeFileSync(join(home, 'file'), 'x');
  assert.throws(() => removeReleaseFolder(join(home, 'file')), /is no folder/);
});
