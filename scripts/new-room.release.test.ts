import { after, before, describe, test } from 'node:test';
import { browserSettings, findOrInstallBrowsers } from './browser.ts';
import { SourceCopy } from './copied-sources.ts';

/**
 * No rooms that anybody would make: one without a table, one with it, and one with a picture for each row,
 * called by the plural of what a row is called.
 */
const names = ['sandpit', 'swap-shelf', 'parcels'] as const;

let copy: SourceCopy;
before(async () => {
  copy = new SourceCopy();
  const [name, withTable, withPicture] = names;
  await copy.run('scripts/new-room.ts', [name]);
  await copy.run('scripts/new-room.ts', [withTable, '--table']);
  await copy.run('scripts/new-room.ts', [withPicture, '--picture', '--of', 'parcel']);
});
after(() => copy?.remove());

describe('rooms that were made', { concurrency: false }, () => {
  test('whose types and style hold', async () => {
    await copy.run('node_modules/typescript/bin/tsc', ['-b']);
    await copy.run('node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']);
    await copy.run('node_modules/knip/bin/knip.js', ['--no-progress']);
  });

  test('which keeps the rules of the house and answers', async () => {
    await copy.run('--test', [
      '--test-force-exit',
      'server/house-rules.test.ts',
      'server/house-rules.rooms.test.ts',
      'server/house-rules.texts.test.ts',
      'server/files/unused-files.test.ts',
      'scripts/calls-table.test.ts',
      'server/university/merging.test.ts',
      'server/university/archive/parts.test.ts',
      ...names.map((name) => `server/rooms/${name}/${name}.test.ts`),
    ]);
    await copy.run('--test', [
      '--test-force-exit',
      '--test-name-pattern=the list of calls',
      'server/permissions.test.ts',
    ]);
  });

  test('whose pages open', async () => {
    // One after the other: the first portal builds the pages of the copy.
    const args = ['test', '--workers=1', ...names.map((name) => `e2e/${name}.spec.ts`)];
    await copy.run('node_modules/@playwright/test/cli.js', args, browserSettings(findOrInstallBrowsers()));
  });
});
