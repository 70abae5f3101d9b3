import { readFile } from 'node:fs/promises';
import { createPdf } from '../server/demo/book-files.ts';
import { expectAccessible } from './support/axe.ts';
import { bookCard } from './support/materials.ts';
import {
  addBookToLibrary,
  expectToast,
  keepOfflineButton,
  openOfflineFiles,
  readOfflineFilePaths,
  saveBookOffline,
} from './support/offline-files.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { waitForServiceWorker } from './support/worker.ts';

/** A book of four pages. */
const pdf = await createPdf({
  title: 'Ала-Тоо',
  author: 'Автор',
  chapters: [1, 2, 3].map((n) => ({
    title: `${n}-бөлүм`,
    paragraphs: ['Тоо көлөкөсү, күндүн нуру, өзөн жана үңкүр.'],
  })),
});

test.use({ serviceWorkers: 'allow' });

test('[WEAK-06] a kept book opens without a network, is saved from there, and its size is shown and freed @also-phone', async ({
  page,
  context,
  portal,
}, { project }) => {
  const name = `Тоо китеби ${project.name}`;
  const { path } = await addBookToLibrary(portal, name, 'Тоо.pdf', pdf);
  await signInAs(page, 'student', '/lms/profile');
  await waitForServiceWorker(page);
  await page.goto(path);
  await saveBookOffline(page, name);
  await expectAccessible(page);
  const holdsReader = () =>
    page.evaluate(async () => {
      const lists = await Promise.all((await caches.keys()).map(async (one) => (await caches.open(one)).keys()));
      return lists.flat().some(({ url }) => url.includes('/pdf.worker'));
    });
  await expect.poll(holdsReader).toBe(true);

  await context.setOffline(true);
  await openOfflineFiles(page);
  const row = page.locator('[data-kept]', { hasText: name });
  await expect(row).toContainText(/\d\sКБ/);
  await expect(page.getByText(/1 файл · Занято \d+\sКБ, свободно [\d,]+\s[МГ]Б/)).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button').first().click();
  const reader = page.getByRole('dialog');
  await expect(reader.getByText('1 из 4')).toBeVisible();
  await expect(reader.locator('[data-page="1"]')).toContainText('Ала-Тоо');
  const saving = page.waitForEvent('download');
  await reader.getByRole('link', { name: /^Скачать/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Тоо.pdf');
  expect((await readFile(await saved.path())).equals(pdf)).toBe(true);
  await reader.getByRole('button', { name: 'Закрыть' }).click();

  await page.goto(path);
  await bookCard(page, name).getByRole('button').first().click();
  await expect(reader.getByText('1 из 4')).toBeVisible();
  await reader.getByRole('button', { name: 'Закрыть' }).click();
  const again = page.waitForEvent('download');
  await bookCard(page, name)
    .getByRole('link', { name: /^Скачать/ })
    .click();
  expect((await again).suggestedFilename()).toBe('Тоо.pdf');

  await openOfflineFiles(page);
  await row.getByRole('button', { name: `Убрать с устройства: ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click();
  await expectToast(page, 'Файл убран с устройства');
  await expect(row).toHaveCount(0);
  expect(await readOfflineFilePaths(page)).toEqual([]);
});

test('[WEAK-06] kept files go with the session, and nobody else on the device sees them', async ({
  page,
  context,
  portal,
}) => {
  const { path } = await addBookToLibrary(portal, 'Жеке китеп', 'a.txt', Buffer.from('жеке'));
  await signInAs(page, 'student', path);
  await saveBookOffline(page, 'Жеке китеп');
  expect(await readOfflineFilePaths(page)).toHaveLength(1);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  await expect.poll(() => readOfflineFilePaths(page)).toEqual([]);
  await signInAs(page, 'student2', path);
  await expect(keepOfflineButton(page, 'Жеке китеп')).toBeVisible();
  await openOfflineFiles(page);
  await expect(page.getByText(/^Здесь будут файлы/)).toBeVisible();
  await waitForServiceWorker(page);
  await context.setOffline(true);
  await page.goto('/lms/profile');
  await expect(page.locator('[data-kept]')).toHaveCount(0);
});
