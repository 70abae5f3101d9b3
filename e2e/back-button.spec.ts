import { signInAs } from './support/people.ts';
import { pagePath, readDialogDepth, sheetDialog, swipeDown } from './support/sheets.ts';
import { expect, test } from './support/test.ts';

test('[WEAK-07] a sheet closes by a step back, a swipe and its button, keeps what was chosen in it, and leaves nothing behind @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/apps');
  await page.goto('/lms/singlewindow');
  const open = async () => {
    await page.getByRole('button', { name: 'Новый заказ' }).click();
    await expect(sheetDialog(page)).toBeVisible();
    await expect.poll(() => readDialogDepth(page)).toBe(1);
  };
  const chosen = (label: string) =>
    sheetDialog(page)
      .getByLabel(label)
      .evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text);
  await open();
  await sheetDialog(page).getByLabel('Документ', { exact: true }).selectOption('Обходной лист');
  await sheetDialog(page).getByLabel('Область').selectOption('Чуйская область');
  await page.goBack();
  await expect(sheetDialog(page)).toHaveCount(0);
  expect(pagePath(page)).toBe('/lms/singlewindow');

  await open();
  await expect.poll(() => chosen('Документ')).toBe('Обходной лист');
  expect(await chosen('Область')).toBe('Чуйская область');
  await swipeDown(page);
  await expect(sheetDialog(page)).toHaveCount(0);
  await expect.poll(() => readDialogDepth(page)).toBe(0);

  await open();
  expect(await chosen('Документ')).toBe('Обходной лист');
  await sheetDialog(page).getByRole('button', { name: 'Закрыть' }).click();
  await expect(sheetDialog(page)).toHaveCount(0);
  await expect.poll(() => readDialogDepth(page)).toBe(0);

  // Reloading and going forward find no window that is not open.
  await open();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => readDialogDepth(page)).toBe(0);
  await page.goForward();
  await expect.poll(() => readDialogDepth(page)).toBe(0);
  await expect(sheetDialog(page)).toHaveCount(0);
  // Nothing of a window is left behind: the next step back leaves the page.
  await page.goBack();
  await expect.poll(() => pagePath(page)).toBe('/lms/apps');
});
