import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[PEOPLE-06] a person takes along the own data as one archive with an index @also-phone', async ({
  page,
  isMobile,
}) => {
  await as(page, 'student2', '/lms/profile');
  if (isMobile) await page.getByRole('button', { name: 'Архив моих данных' }).click();
  const take = page.getByRole('button', { name: 'Скачать архив' });
  await expect(take).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await take.click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('bilim-archive.zip');
  await expect(page.getByText('Загрузка началась.')).toBeVisible();
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('Оценки и посещения');
  expect(Object.keys(files)).toContain('tables/person.csv');
});
