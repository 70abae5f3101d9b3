import { expectAccessible } from './support/axe.ts';
import { expectConversationShown } from './support/chat.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[UMK-01] the facts of a material take two lines at most, each one of its own @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms/umk');
  const facts = page.locator('[data-material] small');
  await expect(facts.filter({ hasText: 'методические указания' }).first()).toBeVisible();
  const lines = await facts.evaluateAll((all) =>
    all.map((one) => {
      const heights = [...one.querySelectorAll('span > span')].map((fact) =>
        Math.round(fact.getBoundingClientRect().top),
      );
      return { text: one.textContent, lines: new Set(heights).size, height: one.getBoundingClientRect().height };
    }),
  );
  expect(lines.filter(({ lines, height }) => lines > 2 || height > 40)).toEqual([]);
});

test('[TALK-03] the name of an unread group has room in its head, and its picture leads to what is known of it @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/chat');
  await page.getByRole('list', { name: 'Список переписок' }).getByText('Машинное обучение I').click();
  await expectConversationShown(page);
  await expect(page.getByRole('button', { name: 'Отметить прочитанным' })).toBeVisible();
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toHaveText('Машинное обучение I');
  expect(await name.evaluate((h1) => h1.scrollWidth <= h1.clientWidth)).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'О переписке' }).click();
  await expect(page.getByRole('dialog', { name: 'О переписке' })).toBeVisible();
});

test('[TALK-03] a name longer than the head of its conversation leaves the search its place @phone', async ({
  page,
  portal,
}) => {
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: portal.url }]);
  await signInAs(page, 'student', '/lms/chat');
  await page.getByRole('main').getByText('Программаларды долбоорлоо 1').click();
  await expect(page.getByRole('log').locator('ol')).toBeVisible();
  const name = page.getByRole('heading', { level: 1 }).getByRole('link');
  await expect(name).toHaveText('Программаларды долбоорлоо 1');
  expect(await name.evaluate((link) => link.scrollWidth > link.clientWidth)).toBe(true);
  await expectAccessible(page);
});

test('[REG-09] the state of a step of the new year stands beside its words, and what leads on below them @phone', async ({
  page,
}) => {
  await signInAs(page, 'admin', '/lms/office?part=year');
  const steps = page.getByRole('list', { name: 'Шаги нового учебного года' }).getByRole('listitem');
  const step = steps.filter({ has: page.getByRole('link') }).first();
  const [words, state, link] = await Promise.all(
    [step.locator('b'), step.locator(':scope > span').last(), step.getByRole('link')].map((one) => one.boundingBox()),
  );
  if (!words || !state || !link) throw new Error('a step is not whole');
  expect(state.x, 'right of the words').toBeGreaterThan(words.x + words.width);
  expect(state.y, 'above the link').toBeLessThan(link.y);
  expect(link.y, 'below the words').toBeGreaterThanOrEqual(words.y + words.height);
});

test('[IMPORT-01] the four steps of an import take one line in Kyrgyz too @phone', async ({ page, portal }) => {
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: portal.url }]);
  await signInAs(page, 'admin', '/lms/data');
  const file = {
    name: 'disciplines.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('code,name_ru\n"not a code","Новая"'),
  };
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(file);
  const steps = page.getByRole('list', { name: 'Кадамдар' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  const tops = await steps.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

test('[IMPORT-01] the ways to choose files take a line each @phone', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/data');
  for (const name of ['Выбрать файлы', 'Выбрать папку', 'Образцы файлов', 'Свой лист: рецепты']) {
    const words = page.getByRole('main').getByText(name, { exact: true });
    await expect(words).toBeVisible();
    const lines = await words.evaluate((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size;
    });
    expect(lines, name).toBe(1);
  }
});

test('[NEWS-05] what is asked before an announcement is deleted is answered by buttons of one line @phone', async ({
  page,
}) => {
  await signInAs(page, 'editor', '/lms/news');
  await page
    .getByRole('button', { name: /^Удалить/ })
    .first()
    .click();
  const buttons = page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button');
  await expect(buttons.filter({ hasText: 'Удалить и исправить' })).toBeVisible();
  const heights = await buttons.evaluateAll((all) => all.map((one) => one.scrollHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(48);
});

for (const login of ['student', 'teacher', 'clerk'] as const)
  test(`no name on the start page of ${login} is cut on a narrow phone @phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAs(page, login, '/lms');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const names = page.getByRole('main').locator('li b');
    await expect(names.first()).toBeVisible();
    const cut = await names.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });
