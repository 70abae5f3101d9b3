import { library } from '@bilim/contract/library.ts';
import { emptyStores, readBrowserStores } from './support/browser-storage.ts';
import { addMaterials, bookCard, materialRow, textFile } from './support/materials.ts';
import {
  addBookToLibrary,
  expectToast,
  keepOfflineButton,
  type LibraryBook,
  openOfflineFiles,
  readOfflineFilePaths,
  saveBookOffline,
} from './support/offline-files.ts';
import { courseAddress, signInAs, signInOnSharedComputer } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Replaces the file of a book. */
async function replace({ teacher, id, path }: LibraryBook, nameBook: string, content: Buffer): Promise<void> {
  const category = Number(path.split('=')[1]);
  const book = { id_eBook: id, isFromUmk: false, nameBook, author: 'Автор', id_bookCategory: category };
  await teacher.get(library.save, book, { files: [{ name: 'Жаңы.txt', content }] });
}

test('[WEAK-06] without room the portal says what is needed and free, and nothing half kept remains @both', async ({
  page,
  portal,
}, { project }) => {
  const name = `Чоң китеп ${project.name}`;
  const { path } = await addBookToLibrary(portal, name, 'Чоң.bin', Buffer.alloc(3 * 1024 * 1024, 7));
  await signInAs(page, 'student', path);
  await expect(keepOfflineButton(page, name)).toBeVisible();
  let fetched = 0;
  page.on('request', (request) => void (request.url().includes('download.file') && fetched++));
  // The room ends while the file comes: the browser had said that there was enough.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: portal.url, quotaSize: 1024 * 1024 });
  await keepOfflineButton(page, name).click();
  await expectToast(page, 'Файл не сохранён: на устройстве не хватает места. Уберите лишнее в профиле.');
  expect(fetched).toBe(1);
  await expect(keepOfflineButton(page, name)).toBeEnabled();
  expect(await readOfflineFilePaths(page)).toEqual([]);

  // The browser says beforehand that there is not enough: then nothing travels.
  await page.evaluate(() => {
    const known = navigator.storage.estimate;
    const restore = () => Object.assign(navigator.storage, { estimate: known });
    Object.assign(navigator.storage, { estimate: async () => ({ quota: 2 ** 21, usage: 2 ** 20 }), restore });
  });
  await keepOfflineButton(page, name).click();
  await expectToast(page, /^Файл не сохранён: ему нужно 3\sМБ, а на устройстве свободно 1\sМБ\. Уберите лишнее/);
  expect(fetched).toBe(1);
  expect(await readOfflineFilePaths(page)).toEqual([]);

  await page.evaluate(() => (navigator.storage as unknown as { restore: () => void }).restore());
  await browser.send('Storage.overrideQuotaForOrigin', { origin: portal.url });
  await saveBookOffline(page, name);
});

test('[WEAK-06] a file that breaks off is not kept', async ({ page, portal }) => {
  const { path } = await addBookToLibrary(portal, 'Үзүлгөн', 'Үзүлгөн.txt', Buffer.from('толук текст'));
  await signInAs(page, 'student', path);
  await page.route('**/download.file*', (route) => route.fulfill({ status: 200, body: 'толук' }));
  await keepOfflineButton(page, 'Үзүлгөн').click();
  await expectToast(page, 'Файл не сохранён: связь прервалась. Попробуйте ещё раз.');
  await page.reload();
  await expect(keepOfflineButton(page, 'Үзүлгөн')).toBeVisible();
  expect(await readOfflineFilePaths(page)).toEqual([]);
});

test('[WEAK-06] a file that was replaced is shown so and renewed by a tap, one that was taken away goes', async ({
  page,
  portal,
}) => {
  const name = 'Өзгөргөн китеп';
  const book = await addBookToLibrary(portal, name, 'Эски.txt', Buffer.from('эски текст'));
  await signInAs(page, 'student', book.path);
  await saveBookOffline(page, name);
  await replace(book, name, Buffer.from('жаңы узун текст'));
  const renew = bookCard(page, name).getByRole('button', { name: `Файл изменился. Обновить: ${name}` });
  await expect(renew).toBeVisible();
  await openOfflineFiles(page);
  const row = page.locator('[data-kept]', { hasText: name });
  await expect(row).toContainText('на сервере новее');
  await row.getByRole('button', { name: 'Обновить' }).click();
  await expectToast(page, 'Файл обновлён');
  await expect(row).not.toContainText('на сервере новее');
  expect(await readOfflineFilePaths(page)).toHaveLength(1);
  await row.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('жаңы узун текст')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();

  // Taken away while the device had no network: it goes at the next contact.
  await page.context().setOffline(true);
  await book.teacher.get(library.deleteBook, { id_EBook: book.id, isFromUMK: false });
  await expect(row).toBeVisible();
  await page.context().setOffline(false);
  await expectToast(page, '1 сохранённый файл вам больше недоступен и убран с устройства');
  await expect(row).toHaveCount(0);
  expect(await readOfflineFilePaths(page)).toEqual([]);
});

test('[WEAK-06] a material is kept by its row and read from this device, and all are removed at once', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  await addMaterials(page, textFile('Сакталган заметка.txt', 'Кыргыз тамгалары: ө ү ң'), 'Глоссарий');
  const row = materialRow(page, 'Сакталган заметка');
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
  expect(await readOfflineFilePaths(page)).toEqual([]);
});

test('[WEAK-06] [SAFE-05] on a shared computer nothing is kept, and the profile says so @both', async ({
  page,
  portal,
}) => {
  const { path } = await addBookToLibrary(portal, 'Жалпы китеп', 'a.txt', Buffer.from('жалпы'));
  await signInOnSharedComputer(page, 'student', path);
  await expect(bookCard(page, 'Жалпы китеп').first()).toBeVisible();
  await expect(keepOfflineButton(page, 'Жалпы китеп')).toHaveCount(0);
  await openOfflineFiles(page);
  await expect(page.getByText('На общем компьютере файлы не сохраняются.')).toBeVisible();
  expect(await readBrowserStores(page)).toEqual(emptyStores);
});
