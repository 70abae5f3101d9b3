import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib';
import { dictionaryHeader, ReleaseDictionaries, storeReleaseFiles } from './release-dictionaries.ts';

/** A file of a build: many different lines, of which a release changes one. */
const linesOf = (seed: string) =>
  Array.from({ length: 400 }, (_, n) => createHash('sha256').update(`${seed}${n}`).digest('base64'));
const before1 = linesOf('kit').join('\n');
const after1 = linesOf('kit').with(200, 'const changed = true;').join('\n');

const availableOf = (content: string) => `:${createHash('sha256').update(content).digest('base64')}:`;

describe('[WEAK-04] a release for a browser that has the one before', () => {
  let home = '';
  const [day, dataDir] = [new Date('2026-11-23T08:00:00Z'), () => join(home, 'data')];
  const release = async (name: string, files: Record<string, string>) => {
    const assets = join(home, name);
    await mkdir(assets, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      await writeFile(join(assets, file), content);
      await writeFile(join(assets, `${file}.br`), brotliCompressSync(content));
    }
    return assets;
  };
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'bilim-releases-'));
    await storeReleaseFiles(
      await release('first', { 'kit-AAAAAAA.js': before1, 'tiny-AAAAAAA.js': 'x' }),
      dataDir(),
      day,
    );
  });
  after(() => rm(home, { recursive: true, force: true }));

  it('sends what is different in a changed file, from which the browser makes the whole', async () => {
    const assets = await release('second', { 'kit-B-_bBBB.js': after1 });
    const answer = await new ReleaseDictionaries(assets, dataDir()).answer('kit-B-_bBBB.js', availableOf(before1));
    assert.ok(answer && answer.length < 300, String(answer?.length));
    // What RFC 9842 asks for in front: a frame to skip that names the dictionary.
    assert.equal(answer.subarray(0, 8).toString('hex'), '5e2a4d1820000000');
    assert.equal(`:${answer.subarray(8, 40).toString('base64')}:`, availableOf(before1));
    const whole = zstdDecompressSync(answer.subarray(40), { dictionary: Buffer.from(before1) });
    assert.equal(whole.toString(), after1);
  });

  it('sends the whole to who has something unknown, something else, or asks in another form', async () => {
    const assets = await release('second', { 'kit-B-_bBBB.js': after1, 'other-BBBBBBB.js': after1 });
    const dictionaries = new ReleaseDictionaries(assets, dataDir());
    const none = [
      ['kit-B-_bBBB.js', availableOf('never built')],
      // Only a form of itself helps a file, so that nobody makes us try each against each.
      ['other-BBBBBBB.js', availableOf(before1)],
      ['kit-B-_bBBB.js', availableOf(before1).slice(1)],
      ['kit-B-_bBBB.js', '::'],
      ['../data/vault.key', availableOf(before1)],
      ['index.html', availableOf(before1)],
    ] as const;
    for (const [name, available] of none) assert.equal(await dictionaries.answer(name, available), null, available);
  });

  it('sends the whole where a kept file is not what it was', async () => {
    const assets = await release('third', { 'kit-CCCCCCC.js': after1 });
    const damaged = join(home, 'damaged');
    await storeReleaseFiles(join(home, 'first'), damaged, day);
    const [kept = ''] = await readdir(join(damaged, 'releases'));
    await writeFile(join(damaged, 'releases', kept), before1.slice(0, 100));
    assert.equal(await new ReleaseDictionaries(assets, damaged).answer('kit-CCCCCCC.js', availableOf(before1)), null);
  });

  it('is kept half a year after the last start with it, and small files never', async () => {
    const kept = () => readdir(join(dataDir(), 'releases'));
    assert.equal((await kept()).filter((name) => name.endsWith('-tiny.js')).length, 0);
    const next = await release('next', { 'page-DDDDDDD.js': after1 });
    await storeReleaseFiles(next, dataDir(), new Date('2027-04-23T08:00:00Z'));
    assert.deepEqual((await kept()).map((name) => name.slice(65)).sort(), ['kit.js', 'page.js']);
    await storeReleaseFiles(next, dataDir(), new Date('2027-06-23T08:00:00Z'));
    assert.deepEqual(
      (await kept()).map((name) => name.slice(65)),
      ['page.js'],
    );
  });

  it('names the files that a file helps with, where it is worth a header', () => {
    assert.equal(dictionaryHeader('kit-AAAAAAA.js', 5000), 'match="/lms/public/assets/kit-*.js"');
    assert.equal(dictionaryHeader('chat.data-A-AAA_A.css', 5000), 'match="/lms/public/assets/chat.data-*.css"');
    assert.equal(dictionaryHeader('kit-AAAAAAA.js', 100), null);
    assert.equal(dictionaryHeader('logo-AAAAAAA.svg', 5000), null);
  });
});
