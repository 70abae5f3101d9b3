import { readFile } from 'node:fs/promises';
import { library } from '@bilim/contract/library.ts';
import type { Page } from '@playwright/test';
import { pdfOf } from '../server/demo/book-files.ts';
import { Person } from '../server/test/as.ts';
import { expectAccessible } from './support/axe.ts';
import { addMaterials, bookOf, rowOf, textFile } from './support/materials.ts';
import { inCourse, passwords, signIn, signInShared } from './support/people.ts';
import type { Portal } from './support/portal.ts';
import { nothing, storesOf } from './support/stores.ts';
import { expect, test } from './support/test.ts';

/** A book of four pages. */
const pdf = await pdfOf({
  title: 'Ала-Тоо',
  author: 'Автор',
  chapters: [1, 2, 3].map((n) => ({
    title: `${n}-бөлүм`,
    paragraphs: ['Тоо көлөкөсү, күндүн нуру, өзөн жана үңкүр.'],
  })),
});

interface Shelved {
  teacher: Person;
  id: number;
  /** The library at the book's shelf. */
  path: string;
}

/** Has the teacher put a book into the library. */
async function shelve(portal: Portal, nameBook: string, name: string, content: Buffer): Promise<Shelved> {
  const teacher = new Person(portal.url);
  await teacher.signIn('teacher', passwords.teacher);
  const cat = (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
  const book = { id_eBook: -1, isFromUmk: false, nameBook, author: 'Автор', id_bookCategory: cat };
  const [made] = await teacher.get(library.save, book, { files: [{ name, content }] });
  return { teacher, id: made?.id_eBook ?? 0, path: `/lms/library?cat=${cat}` };
}

/** Replaces the file of a book. */
async function replace({ teacher, id, path }: Shelved, nameBook: string, content: Buffer): Promise<void> {
  const category = Number(path.split('=')[1]);
  const book = { id_eBook: id, isFromUmk: false, nameBook, author: 'Автор', id_bookCategory: category };
  await teacher.get(library.save, book, { files: [{ name: 'Жаңы.txt', content }] });
}

const keepButton = (page: Page, name: string) =>
  bookOf(page, name).getByRole('button', { name: /^Сохранить для чтения без сети/ });
const keptButton = (page: Page, name: string) =>
  bookOf(page, name).getByRole('button', { name: /^Сохранён на этом устройстве/ });
const says = (page: Page, text: string | RegExp) => expect(page.getByRole('status').getByText(text)).toBeVisible();

/** Paths of what is kept in this browser, whoever keeps it. */
const keptPaths = async (page: Page) => (await storesOf(page)).cached.filter((path) => path.includes('download.file'));

async function keepIn(page: Page, name: string): Promise<void> {
  await keepButton(page, name).click();
  await says(page, 'Файл сохранён: он откроется и без сети');
  await expect(keptButton(page, name)).toBeVisible();
}

/** Waits until the worker, which fetches the whole portal first, could open it without a network. */
async function workerReady(page: Page): Promise<void> {
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none');
  await expect.poll(state, { timeout: 90_000 }).toMatch(/^activat/);
}

/** Opens the list of kept files: a page of its own on a phone, a part of the profile on wide screens. */
async function openKept(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  await page.goto(isPhone ? '/lms/profile/kept' : '/lms/profile');
  await expect(page.getByRole('heading', { name: 'Файлы для чтения без сети' })).toBeVisible();
}

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[WEAK-06] a kept book opens without a network, is saved from there, and its room is told and given back @both', async ({
    page,
    context,
    portal,
  }, { project }) => {
    test.slow();
    const name = `Тоо китеби ${project.name}`;
    const { path } = await shelve(portal, name, 'Тоо.pdf', pdf);
    await signIn(page, 'student', '/lms/profile');
    await workerReady(page);
    await page.goto(path);
    await keepIn(page, name);
    await expectAccessible(page);
    const holdsReader = () =>
      page.evaluate(async () => {
        const lists = await Promise.all((await caches.keys()).map(async (one) => (await caches.open(one)).keys()));
        return lists.flat().some(({ url }) => url.includes('/pdf.worker'));
      });
    await expect.poll(holdsReader).toBe(true);

    await context.setOffline(true);
    await openKept(page);
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
    await bookOf(page, name).getByRole('button').first().click();
    await expect(reader.getByText('1 из 4')).toBeVisible();
    await reader.getByRole('button', { name: 'Закрыть' }).click();
    const again = page.waitForEvent('download');
    await bookOf(page, name)
      .getByRole('link', { name: /^Скачать/ })
      .click();
    expect((await again).suggestedFilename()).toBe('Тоо.pdf');

    await openKept(page);
    await row.getByRole('button', { name: `Убрать с устройства: ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click();
    await says(page, 'Файл убран с устройства');
    await expect(row).toHaveCount(0);
    expect(await keptPaths(page)).toEqual([]);
  });

  test('[WEAK-06] kept files go with the session, and nobody else on the device sees them', async ({
    page,
    context,
    portal,
  }) => {
    test.slow();
    const { path } = await shelve(portal, 'Жеке китеп', 'a.txt', Buffer.from('жеке'));
    await signIn(page, 'student', path);
    await keepIn(page, 'Жеке китеп');
    expect(await keptPaths(page)).toHaveLength(1);
    await page.goto('/lms/profile');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/lms/login**');
    await expect.poll(() => keptPaths(page)).toEqual([]);
    await signIn(page, 'student2', path);
    await expect(keepButton(page, 'Жеке китеп')).toBeVisible();
    await openKept(page);
    await expect(page.getByText(/^Здесь будут файлы/)).toBeVisible();
    await workerReady(page);
    await context.setOffline(true);
    await page.goto('/lms/profile');
    await expect(page.locator('[data-kept]')).toHaveCount(0);
  });

  test('[WEAK-06] [SAFE-05] on a shared computer nothing is kept, and the profile says so @both', async ({
    page,
    portal,
  }) => {
    const { path } = await shelve(portal, 'Жалпы китеп', 'a.txt', Buffer.from('жалпы'));
    await signInShared(page, 'student', path);
    await expect(bookOf(page, 'Жалпы китеп').first()).toBeVisible();
    await expect(keepButton(page, 'Жалпы китеп')).toHaveCount(0);
    await openKept(page);
    await expect(page.getByText('На общем компьютере файлы не сохраняются.')).toBeVisible();
    expect(await storesOf(page)).toEqual(nothing);
  });
});

test('[WEAK-06] without room the portal says what is needed and free, and nothing half kept remains @both', async ({
  page,
  portal,
}, { project }) => {
  const name = `Чоң китеп ${project.name}`;
  const { path } = await shelve(portal, name, 'Чоң.bin', Buffer.alloc(3 * 1024 * 1024, 7));
  await signIn(page, 'student', path);
  await expect(keepButton(page, name)).toBeVisible();
  let fetched = 0;
  page.on('request', (request) => void (request.url().includes('download.file') && fetched++));
  // The room ends while the file comes: the browser had said that there was enough.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: portal.url, quotaSize: 1024 * 1024 });
  await keepButton(page, name).click();
  await says(page, 'Файл не сохранён: на устройстве не хватает места. Уберите лишнее в профиле.');
  expect(fetched).toBe(1);
  await expect(keepButton(page, name)).toBeEnabled();
  expect(await keptPaths(page)).toEqual([]);

  // The browser says beforehand that there is not enough: then nothing travels.
  await page.evaluate(() => {
    const known = navigator.storage.estimate;
    const restore = () => Object.assign(navigator.storage, { estimate: known });
    Object.assign(navigator.storage, { estimate: async () => ({ quota: 2 ** 21, usage: 2 ** 20 }), restore });
  });
  await keepButton(page, name).click();
  await says(page, /^Файл не сохранён: ему нужно 3\sМБ, а на устройстве свободно 1\sМБ\. Уберите лишнее/);
  expect(fetched).toBe(1);
  expect(await keptPaths(page)).toEqual([]);

  await page.evaluate(() => (navigator.storage as unknown as { restore: () => void }).restore());
  await browser.send('Storage.overrideQuotaForOrigin', { origin: portal.url });
  await keepIn(page, name);
});

test('[WEAK-06] a file that breaks off is not kept', async ({ page, portal }) => {
  const { path } = await shelve(portal, 'Үзүлгөн', 'Үзүлгөн.txt', Buffer.from('толук текст'));
  await signIn(page, 'student', path);
  await page.route('**/download.file*', (route) => route.fulfill({ status: 200, body: 'толук' }));
  await keepButton(page, 'Үзүлгөн').click();
  await says(page, 'Файл не сохранён: связь прервалась. Попробуйте ещё раз.');
  await page.reload();
  await expect(keepButton(page, 'Үзүлгөн')).toBeVisible();
  expect(await keptPaths(page)).toEqual([]);
});

test('[WEAK-06] a file that was replaced is shown so and renewed by a tap, one that was taken away goes', async ({
  page,
  portal,
}) => {
  const name = 'Өзгөргөн китеп';
  const book = await shelve(portal, name, 'Эски.txt', Buffer.from('эски текст'));
  await signIn(page, 'student', book.path);
  await keepIn(page, name);
  await replace(book, name, Buffer.from('жаңы узун текст'));
  const renew = bookOf(page, name).getByRole('button', { name: `Файл изменился. Обновить: ${name}` });
  await expect(renew).toBeVisible();
  await openKept(page);
  const row = page.locator('[data-kept]', { hasText: name });
  await expect(row).toContainText('на сервере новее');
  await row.getByRole('button', { name: 'Обновить' }).click();
  await says(page, 'Файл обновлён');
  await expect(row).not.toContainText('на сервере новее');
  expect(await keptPaths(page)).toHaveLength(1);
  await row.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('жаңы узун текст')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();

  // Taken away while the device had no network: it goes at the next contact.
  await page.context().setOffline(true);
  await book.teacher.get(library.deleteBook, { id_EBook: book.id, isFromUMK: false });
  await expect(row).toBeVisible();
  await page.context().setOffline(false);
  await says(page, '1 сохранённый файл вам больше недоступен и убран с устройства');
  await expect(row).toHaveCount(0);
  expect(await keptPaths(page)).toEqual([]);
});

test('[WEAK-06] a material is kept by its row and read from this device, and all are removed at once', async ({
  page,
}) => {
  await signIn(page, 'teacher', inCourse('/lms/umk'));
  await addMaterials(page, textFile('Сакталган заметка.txt', 'Кыргыз тамгалары: ө ү ң'), 'Глоссарий');
  const row = rowOf(page, 'Сакталган заметка');
  await row.getByRole('button', { name: /^Сохранить для чтения/ }).click();
  await expect(row.getByRole('button', { name: /^Сохранён на этом/ })).toBeVisible();
  let fetched = 0;
  page.on('request', (request) => void (request.url().includes('download.file') && fetched++));
  await row.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Кыргыз тамгалары: ө ү ң')).toBeVisible();
  expect(fetched).toBe(0);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Убрать все' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click();
  await expect(page.getByText(/^Здесь будут файлы/)).toBeVisible();
  expect(await keptPaths(page)).toEqual([]);
});
