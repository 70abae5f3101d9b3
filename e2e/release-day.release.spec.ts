import { startProgramPortal } from './support/program-portal.ts';
import { expect, test } from './support/test.ts';

test('[WEAK-04] whoever has a file of a release gets of the next one what is different, and reads the whole', async ({
  page,
}) => {
  const portal = await startProgramPortal();
  const script = page.waitForResponse((one) => /\/base-[^/]+\.js$/.test(one.url()));
  await page.goto(`${portal.url}/lms/login`);
  const first = await script;
  expect(first.headers()['use-as-dictionary']).toBe('match="/lms/public/assets/base-*.js"');
  const whole = await first.text();

  // The file itself, asked for again past what the browser keeps, is its own successor: nothing is different.
  const again = () =>
    page.evaluate(async (url) => {
      const answer = await fetch(url, { cache: 'reload' });
      const text = await answer.text();
      const timing = performance.getEntriesByName(url).at(-1) as PerformanceResourceTiming;
      return { text, bytes: timing.encodedBodySize };
    }, first.url());
  // The portal keeps its files behind the start, and the browser its dictionaries behind the page.
  await expect.poll(async () => (await again()).bytes).toBeLessThan(300);
  expect((await again()).text).toBe(whole);
  await portal.stop();
});
