import { expectPrefetchedRepliesUsed } from './support/first-calls.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const [width, login] of [
  [1440, 'student'],
  [390, 'teacher'],
] as const)
  test(`[WEAK-01] at ${width} px each page takes what the first answer brought a ${login}, and asks for none of it again`, async ({
    page,
  }) => {
    await expectPrefetchedRepliesUsed(page, width, login);
  });

for (const [width, login] of [
  [390, 'student'],
  [1440, 'teacher'],
] as const)
  test(`[WEAK-01] at ${width} px each page takes what the first answer brought a ${login}, and asks for none of it again`, async ({
    page,
  }) => {
    await expectPrefetchedRepliesUsed(page, width, login);
  });

test('[WEAK-01] a page whose files come late shows what the first answer brought, and reads it again when it stands', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/profile');
  // A time of the page's own that can go ahead, and what stood when the news were asked for.
  await page.addInitScript(() => {
    const told = performance.now.bind(performance);
    performance.now = () => told() + Number(document.documentElement?.dataset.ahead ?? 0);
    const ask = globalThis.fetch.bind(globalThis);
    const stood: boolean[] = [];
    Object.assign(globalThis, { stood });
    globalThis.fetch = (to, more) => {
      if (String(to).includes('/api/news/data.json')) stood.push(document.querySelector('article') !== null);
      return ask(to, more);
    };
  });
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/assets\/portal-/, async (route) => {
    await held;
    await route.continue();
  });
  const brought = page.waitForResponse(/\/api\/start\.json/);
  await page.goto('/lms/news', { waitUntil: 'commit' });
  await (await brought).finished();
  await page.evaluate(() => {
    document.documentElement.dataset.ahead = '15000';
  });
  release();
  const stood = () => page.evaluate(() => (globalThis as unknown as { stood: boolean[] }).stood);
  await expect.poll(stood, 'asked once, when it stood').toEqual([true]);
});
