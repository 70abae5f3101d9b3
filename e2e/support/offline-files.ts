import { library } from '@bilim/contract/library.ts';
import type { Page } from '@playwright/test';
import { TestClient } from '../../server/test/test-client.ts';
import { readBrowserStores } from './browser-storage.ts';
import { bookCard } from './materials.ts';
import { passwords } from './people.ts';
import type { Portal } from './portal.ts';
import { expect } from './test.ts';

/** A book in the library, and who put it there. */
export interface LibraryBook {
  teacher: TestClient;
  id: number;
  /** The library at the book's shelf. */
  path: string;
}

/** Has the teacher put a book into the library. */
export async function addBookToLibrary(
  portal: Portal,
  nameBook: string,
  name: string,
  content: Buffer,
): Promise<LibraryBook> {
  const teacher = new TestClient(portal.url);
  await teacher.signIn('teacher', passwords.teacher);
  const cat = (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
  const book = { id_eBook: -1, isFromUmk: false, nameBook, author: 'Автор', id_bookCategory: cat };
  const [made] = await teacher.get(library.save, book, { files: [{ name, content }] });
  return { teacher, id: made?.id_eBook ?? 0, path: `/lms/library?cat=${cat}` };
}

/** What keeps a book on this device. */
export const keepOfflineButton = (page: Page, name: string) =>
  bookCard(page, name).getByRole('button', { name: /^Сохранить для чтения без сети/ });

/** What shows that a book is kept. */
export const savedOfflineButton = (page: Page, name: string) =>
  bookCard(page, name).getByRole('button', { name: /^Сохранён на этом устройстве/ });

/** Waits for what the portal says at the edge of the page. */
export const expectToast = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').getByText(text)).toBeVisible();

/** Paths of what is kept in this browser, whoever keeps it. */
export const readOfflineFilePaths = async (page: Page) =>
  (await readBrowserStores(page)).cached.filter((path) => path.includes('download.file'));

/** Keeps a book on this device. */
export async function saveBookOffline(page: Page, name: string): Promise<void> {
  await keepOfflineButton(page, name).click();
  await expectToast(page, 'Файл сохранён: он откроется и без сети');
  await expect(savedOfflineButton(page, name)).toBeVisible();
}

/** Opens the list of kept files: a page of its own on a phone, a part of the profile on wide screens. */
export async function openOfflineFiles(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  await page.goto(isPhone ? '/lms/profile/kept' : '/lms/profile');
  await expect(page.getByRole('heading', { name: 'Файлы для чтения без сети' })).toBeVisible();
}
