import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PictureProcess } from '../files/pictures.ts';

test('the picture process keeps what Node compiled of it for the next one, though it ends by being killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bilim-helper-'));
  const { NODE_COMPILE_CACHE: before } = process.env;
  const pictures = new PictureProcess();
  try {
    const [from, to, cache] = ['from.png', 'to.webp', 'cache'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } }).toFile(from);
    process.env.NODE_COMPILE_CACHE = cache;
    await pictures.make({ from, to, what: 'small', type: 'image/png', side: 4 });
    pictures.stop();
    const kept = await readdir(cache, { recursive: true });
    assert.ok(kept.length > 10, `${kept}`);
  } finally {
    pictures.stop();
    delete process.env.NODE_COMPILE_CACHE;
    if (before !== undefined) process.env.NODE_COMPILE_CACHE = before;
    await rm(folder, { recursive: true, force: true });
  }
});

test('one module starts programs of ours, and one those with bounds', () => {
  const home = fileURLToPath(new URL('..', import.meta.url));
  const starting = globSync('**/*.ts', { cwd: home })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|^test\//.test(path))
    .filter((path) => /\bfork\(|\bprocess\.execPath\b/.test(readFileSync(home + path, 'utf8')));
  // The third runs the bundler of the pages.
  assert.deepEqual(starting.sort(), ['core/bounded-process.ts', 'core/helper-process.ts', 'web-build.ts']);
});
