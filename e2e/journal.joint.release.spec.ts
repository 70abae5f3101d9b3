import { entered, openJoint } from './support/joint.ts';
import { saved } from './support/journal.ts';
import { expect, test } from './support/test.ts';

test('[NOW-03] [JRN-12] on the phone the pad goes through the students of all groups, also without a network @phone', async ({
  page,
  ownPortal,
}) => {
  const made = await openJoint(page, ownPortal);
  const [first, second] = made.groups;
  const pad = page.getByRole('region', { name: 'Отметить' });
  await expect(pad).toBeVisible();
  await expect(page.getByRole('list').locator('li', { hasText: first.name })).toBeVisible();
  await expect(page.getByRole('list').locator('li', { hasText: second.name })).toBeAttached();
  await pad.getByRole('button', { name: 'отсутствует' }).click();
  await expect(pad).toContainText(/2 из \d+/);
  await saved(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  await expect(page.getByText(/сохранено в телефоне/)).toBeVisible();
  const all = Number((await page.getByText(/^отмечены \d+ из \d+/).textContent())?.match(/из (\d+)/)?.[1]);
  await expect(page.getByText(`отмечены ${all} из ${all} · отсутствуют 1`)).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  await expect
    .poll(async () => (await entered(ownPortal, made)).map((of) => of.map(([times, , absent]) => [times, absent])))
    .toEqual([[[1, 1]], [[2, 0]]]);
  const sum = (await entered(ownPortal, made)).flat().reduce((count, [, present = 0]) => count + present, 0);
  expect(sum).toBe(all - 1);
  // The choice of another journal has the joint class beside the single groups.
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(made.discipline) })
    .click();
  const choice = page.getByRole('dialog').getByRole('button', { name: `Лекция · ${first.name}, ${second.name}` });
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
});
