import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[PEOPLE-06] a person takes along the own data as one archive with an index @also-phone', async ({
  page,
  isMobile,
}) => {
  await signInAs(page, 'student2', '/lms/profile');
  await page.getByRole('link', { name: isMobile ? 'Мои данные' : 'Посмотреть' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Мои данные' })).toBeVisible();
  await expect(page.getByText('Оценки, посещения, регистрации на дисциплины')).toBeVisible();
  await page.getByRole('button', { name: 'Собрать архив' }).click();
  const take = page.getByRole('button', { name: 'Скачать' });
  await expect(take).toBeVisible();
  await expect(page.getByText(/^Архив готов \(.+\)\. Собран: сегодня/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Собрать заново' })).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await take.click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('bilim-archive.zip');
  await expect(page.getByText('Загрузка началась.')).toBeVisible();
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('Оценки и посещения');
  expect(Object.keys(files)).toContain('tables/person.csv');
  await page.goto('/lms/notices');
  await page.getByRole('link', { name: /^Архив ваших данных готов/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Мои данные' })).toBeVisible();
  await expect(take).toBeVisible();
});

test('[PEOPLE-06] what the university says of personal data is agreed to and withdrawn, version by version', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'admin', '/lms/people', ownPortal.url);
  await page.getByRole('button', { name: 'Текст о личных данных' }).click();
  const dialog = page.getByRole('dialog', { name: 'Текст о личных данных' });
  await dialog.getByLabel('По-русски').fill('Мы храним оценки.');
  await dialog.getByRole('button', { name: 'Сделать новую версию' }).click();
  await expect(page.getByText(/^Версия \d+ видна всем$/)).toBeVisible();
  await signInAs(page, 'student', '/lms/profile/mydata', ownPortal.url);
  await expect(page.getByText('Мы храним оценки.')).toBeVisible();
  await page.getByRole('button', { name: 'Согласиться' }).click();
  await expect(page.getByText(/^Вы согласились /)).toBeVisible();
  await page.getByRole('button', { name: 'Отозвать согласие' }).click();
  await expect(page.getByText(/^Вы отозвали согласие /)).toBeVisible();
  await expectAccessible(page);
});
