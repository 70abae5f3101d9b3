import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { news } from '@bilim/contract/news.ts';
import { openPortal, type Portal } from '../test/as.ts';

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const stored = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('[NEWS-08] what a crash left is swept away after its time; what belongs to an item stays', async () => {
  const editor = await portal.as('editor');
  const [item] = await editor.get(news.insert, {}, { files: [{ name: 'kept.txt', content: 'kept' }] });
  const folder = join(portal.settings.dataDir, 'files');
  const [kept] = await stored(folder);
  assert.ok(kept && item);
  const longAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  const lost = '0b6f0000-0000-4000-8000-000000000001';
  await writeFile(join(folder, 'tmp', 'old'), 'half');
  await writeFile(join(folder, 'tmp', 'fresh'), 'half');
  await writeFile(join(folder, kept.slice(0, 2), lost), 'without a row');
  for (const path of [join('tmp', 'old'), join(kept.slice(0, 2), lost), join(kept.slice(0, 2), kept)])
    await utimes(join(folder, path), longAgo, longAgo);

  await portal.app.context.files.sweep(portal.database.own);
  assert.deepEqual((await stored(folder)).sort(), [kept, 'fresh'].sort());
  const address = `${news.download.path}?filename=${item.id_eventMessage}_kept.txt&type=4`;
  assert.equal(await (await editor.fetch(address)).text(), 'kept');
});
