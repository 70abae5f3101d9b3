import { openPhone, waitForRendering } from './support/server-rendered.ts';
import { expect, test } from './support/test.ts';

test('[WEAK-01] the page takes the place of its picture in one piece, and is what can be pressed', async ({
  page,
  browser,
}) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  const errors: string[] = [];
  opened.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const asked: string[] = [];
  opened.on('request', (request) => asked.push(new URL(request.url()).pathname));
  /** In the page: how often the content was empty from the first paint on. */
  await opened.addInitScript(() => {
    const counted = Object.assign(globalThis, { emptyTimes: 0 });
    addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root');
      if (root)
        new MutationObserver(() => root.textContent?.trim() || counted.emptyTimes++).observe(root, {
          childList: true,
          subtree: true,
        });
    });
  });
  await opened.goto('/lms/news');
  await expect(opened.locator('html')).not.toHaveAttribute('data-server-rendered');
  await expect(opened.getByText('Уважаемые студенты').first()).toBeVisible();
  expect(await opened.evaluate(() => (globalThis as unknown as { emptyTimes: number }).emptyTimes)).toBe(0);
  // What it begins with came in the HTML, and its style sheets too.
  expect(asked.filter((path) => path === '/lms/api/start.json')).toEqual([]);
  expect(asked.filter((path) => /NewsPage.*\.css$/.test(path))).toEqual([]);
  await opened.locator('a[href="/lms/chat"]').click();
  await expect(opened.getByRole('heading', { name: 'Чат' })).toBeVisible();
  expect(errors).toEqual([]);
  await phone.close();
});
