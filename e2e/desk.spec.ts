import { expectAccessible } from './support/axe.ts';
import {
  nextActionButton,
  openDesktopPageAs,
  openOrderSheet,
  orderStateTab,
  placeAndLocateOrder,
} from './support/desk.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[ORD-04] [SHELL-10] [FIND-02] from the order to the paper: the desk, the badges, the certificate and its check @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  // Three people, and a paper from its order to its issue.
  test.slow();
  const desk = await openDesktopPageAs(browser, baseURL, 'clerk', '/lms/apps');
  const tile = desk.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Заказы/ });
  await expect(tile).toContainText(/\d/);
  const waiting = Number(/\d+/.exec(await tile.innerText())?.[0]);
  await signInAs(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await placeAndLocateOrder(page, 2, 6);
  await desk.reload();
  await expect(tile).toContainText(String(waiting + 1));
  await tile.click();
  const mine = rowAt(desk);
  await expect(mine).toHaveCount(1);
  // A Kyrgyz name is found from a Russian keyboard.
  const search = desk.getByLabel('Фамилия, логин, группа или номер');
  await search.fill('тологонава');
  await expect(desk.getByText('В этой очереди пусто')).toBeVisible();
  await search.fill('тологонова  АЙГУЛ');
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('Төлөгөнова Айгүл Азаматовна');
  await search.fill('');
  await expectAccessible(desk);
  await nextActionButton(mine, 'Взять').click();
  await expect(mine).toHaveCount(0);
  await expect(card.locator('[aria-current="step"]')).toHaveText('Готовится');
  await expect(card.getByRole('button', { name: 'Отменить' })).toHaveCount(0);
  await orderStateTab(desk, 'Готовится').click();
  await nextActionButton(mine, 'Готов').click();
  await expect(card.locator('[aria-current="step"]')).toHaveText('Готов');

  const link = card.getByRole('link', { name: 'Скачать PDF' });
  const href = (await link.getAttribute('href')) ?? '';
  const pdf = await page.request.get(href);
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  const outsider = await openDesktopPageAs(browser, baseURL, 'student3', '/lms/apps');
  expect((await outsider.request.get(href)).status()).toBe(404);

  // The owner saw it become ready on this very page: nowhere is it new.
  await page.goto('/lms/apps');
  const documents = page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Документы/ });
  await expect(documents).toBeVisible();
  await expect(documents).not.toContainText('1');
  await expect(
    page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Регистрация/ }),
  ).toContainText('открыта');
  await orderStateTab(desk, 'Готов').click();
  await nextActionButton(mine, 'Выдать').click();
  await expect(mine).toHaveCount(0);
  await desk.getByRole('button', { name: 'Выданные' }).click();
  await expect(mine.getByText(/выдан сегодня, \d\d:\d\d/)).toBeVisible();
  await openOrderSheet(mine);
  const sheet = desk.getByRole('dialog');
  await expect(sheet.getByRole('list', { name: 'История' }).getByRole('listitem')).toHaveCount(4);
  await expect(sheet.locator('[aria-current="step"]')).toContainText('Выдан');
  await page.goto('/lms/singlewindow');
  await expect(card.locator('[aria-current="step"]')).toHaveText('Выдан');
  await expectAccessible(desk);
  await desk.context().close();
  await outsider.context().close();
});
