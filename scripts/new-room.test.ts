import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SourceCopy } from './copied-sources.ts';
import { projectFolder } from './results.ts';

/** No room that anybody would make. */
const name = 'sandpit';

let copy: SourceCopy;
before(() => {
  copy = new SourceCopy();
});
after(() => copy?.remove());

/** What a file imports from other files by a name that they do not export. */
function unknownImports(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?:type )?\{([^}]+)\} from '(\.[^']+)'/gm);
  return [...imports].flatMap(([, names = '', path = '']) => {
    const exported = readFileSync(join(dirname(file), path), 'utf8');
    return names
      .split(',')
      .map((one) => one.trim().replace(/^type /, ''))
      .filter((one) => !new RegExp(`^export .*\\b${one}\\b`, 'm').test(exported))
      .map((one) => `${one} of ${path}`);
  });
}

describe('npm run new-room', { concurrency: false }, () => {
  test('refuses a name that is taken, and writes nothing', async () => {
    for (const wrong of ['news', 'call', 'check', 'class', 'Lost', 'lost found', 'lost-', '-lost', '', '--help'])
      await assert.rejects(copy.run('scripts/new-room.ts', [wrong]), /ended with 1/, wrong);
    for (const wrong of ['--tables', '--of=Item', '--of=', '--of=class', '--of=file']) {
      const run = copy.run('scripts/new-room.ts', ['lost-found', wrong]);
      await assert.rejects(run, /ended with 1/, wrong);
    }
    const path = 'contract/calls-by-room.ts';
    assert.equal(readFileSync(join(copy.folder, path), 'utf8'), readFileSync(join(projectFolder, path), 'utf8'));
  });

  test('is listed with its options', async () => {
    const listed = await copy.run('boot.mjs', ['--help']);
    const line = listed.split('\n').find((one) => one.includes('new-room')) ?? '';
    for (const option of ['--table', '--picture', '--of']) assert.ok(line.includes(option), option);
  });

  test('makes a room', async () => {
    assert.match(await copy.run('scripts/new-room.ts', [name]), /The room "sandpit" is there/);
  });

  test('which names nothing that the portal does not have', () => {
    const files = globSync(`{contract,e2e,server,web/src}/**/${name}*{/,.}**.{ts,tsx}`, { cwd: copy.folder });
    const missing = files.flatMap((file) => unknownImports(join(copy.folder, file)));
    assert.deepEqual([files.length > 6, missing], [true, []]);
  });

  test('makes one with pictures, whose rows are called as is wished', async () => {
    await copy.run('scripts/new-room.ts', ['photo-wall', '--picture', '--of', 'photo']);
    const files = globSync('{contract,e2e,server,web}/**/*{photo-wall,photo_wall,PhotoWall,NewPhoto}*{/,.}**', {
      cwd: copy.folder,
      withFileTypes: true,
    })
      .filter((found) => found.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file));
    assert.deepEqual(
      // The Russian and Kyrgyz words for an account are no words for a row.
      files.filter((file) => /entr(y|ies)|запис|жазуу/i.test(readFileSync(file, 'utf8'))),
      [],
    );
    const queries = readFileSync(join(copy.folder, 'server/rooms/photo-wall/photo-wall.queries.ts'), 'utf8');
    assert.match(queries, /from photo_wall_photo ph join person p on p\.id = ph\.author_id/);
    assert.deepEqual(
      [files.length > 12, files.filter((file) => file.endsWith('.ts')).flatMap(unknownImports)],
      [true, []],
    );
  });

  test('beside which there is place for another', async () => {
    await copy.run('scripts/new-room.ts', ['car-park']);
    const listed = readFileSync(join(copy.folder, 'contract/rooms.ts'), 'utf8').matchAll(/name: '([\w-]+)'/g);
    const rooms = [...listed].map(([, room]) => room);
    assert.deepEqual(
      rooms.filter((room) => room === name || room === 'car-park'),
      [name, 'car-park'],
    );
  });
});
