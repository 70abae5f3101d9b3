import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writePdf } from './pdf.ts';

test('a PDF that cannot be made fails alone; no file of the machine and no address gets into one', async () => {
  const here = fileURLToPath(import.meta.url);
  const [file, address, good] = await Promise.allSettled([
    writePdf({ content: [{ image: here }] }),
    writePdf({ content: [{ image: 'https://example.org/a.png' }] }),
    writePdf({ content: ['Ңоо Өмүр Үсөн'] }),
  ]);
  assert.deepEqual([file?.status, address?.status, good?.status], ['rejected', 'rejected', 'fulfilled']);
  if (good?.status === 'fulfilled') assert.equal(good.value.subarray(0, 5).toString(), '%PDF-');
});

test('many at once are written one after the other', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, (_, place) => writePdf({ content: [`№ ${place}`] })));
  for (const pdf of made) assert.equal(pdf.subarray(-6).toString().trim(), '%%EOF');
});
