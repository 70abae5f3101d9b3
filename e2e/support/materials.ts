import type { Locator, Page } from '@playwright/test';
import { runHostTask } from './host.ts';
import { signInAs } from './people.ts';
import type { Portal } from './portal.ts';
import { expect } from './test.ts';

type Files = Parameters<Locator['setInputFiles']>[0];

/** A text file as the browser hands it in. */
export const textFile = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** The row of a teaching material by what is on it. */
export const materialRow = (page: Page, name: string) => page.locator('[data-material]', { hasText: name });

/** The card of a book by the name on it; its file may be called otherwise. */
export const bookCard = (page: Page, name: string) =>
  page.locator('[data-book]').filter({ has: page.locator('b', { hasText: name }) });

/** Opens the drawer for new teaching materials, with files where there are some. */
export async function openMaterialDrawer(page: Page, files?: Files): Promise<Locator> {
  await page.getByRole('button', { name: 'Добавить материал' }).click();
  const drawer = page.getByRole('dialog', { name: 'Новый материал' });
  if (files) await drawer.locator('input[type=file]').setInputFiles(files);
  return drawer;
}

/** Says what a new material is, or each of several; the speciality is chosen where there are several. */
export async function fillMaterialForm(drawer: Locator, kind: string): Promise<void> {
  const kinds = drawer.getByLabel('Вид');
  await expect(kinds.first()).toBeVisible();
  for (const one of await kinds.all()) await one.selectOption({ label: kind });
  await chooseSpeciality(drawer);
}

/** Chooses a speciality where there are several. */
export async function chooseSpeciality(drawer: Locator): Promise<void> {
  const speciality = drawer.getByLabel('Специальность');
  await expect(speciality.locator('option').nth(1)).toBeAttached();
  if ((await speciality.inputValue()) === '-1') await speciality.selectOption({ index: 1 });
}

/** Saves what is in the drawer of a material or a book. */
export async function saveDrawer(drawer: Locator, timeout?: number): Promise<void> {
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer).toBeHidden(timeout === undefined ? {} : { timeout });
}

/** Adds teaching materials of a kind to the set on the page. */
export async function addMaterials(page: Page, files: Files, kind: string): Promise<void> {
  const drawer = await openMaterialDrawer(page, files);
  await fillMaterialForm(drawer, kind);
  await saveDrawer(drawer);
}

/** Signs a teacher in at the library and opens the drawer for new books, with files where there are some. */
export async function signInAndOpenBookDrawer(page: Page, files?: Files): Promise<Locator> {
  await signInAs(page, 'teacher', '/lms/library');
  await page.getByRole('button', { name: 'Добавить книгу' }).click();
  const drawer = page.getByRole('dialog', { name: 'Новая книга' });
  if (files) await drawer.locator('input[type=file]').setInputFiles(files);
  return drawer;
}

/** Chooses the shelf of new books and saves them. */
export async function saveBooksOnShelf(drawer: Locator, category: string, timeout?: number): Promise<void> {
  await drawer.getByLabel('Категория').selectOption({ label: category });
  await saveDrawer(drawer, timeout);
}

/** Opens a shelf of the library. */
export async function openShelf(page: Page, category: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Разделы библиотеки' }).getByRole('button', { name: category }).click();
}

/** Lets the words of every file be read; no page is notified of that. */
export async function extractTexts({ url }: Portal): Promise<void> {
  await runHostTask('read', { url });
}
