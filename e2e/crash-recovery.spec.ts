import { signInAs } from './support/people.ts';
import { startProgramPortal } from './support/program-portal.ts';
import { expect, test } from './support/test.ts';

test('the server is killed and comes back: open pages go on by themselves', async ({ browser }) => {
  // The program is started twice.
  test.slow();
  const portal = await startProgramPortal();
  const open = async () => (await browser.newContext({ baseURL: portal.url })).newPage();
  const [reader, writer] = [await open(), await open()];
  await signInAs(reader, 'student', '/lms/news');
  await expect(reader.locator('article')).toHaveCount(10);
  await signInAs(writer, 'editor', '/lms/news');
  await expect(writer.locator('article')).toHaveCount(10);

  await portal.kill();
  await portal.restart();
  const form = writer.getByRole('form', { name: 'Новое объявление' });
  await form.getByRole('textbox').fill('После перезапуска');
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  // Nobody reloads anything: the line opens again and brings it. Up to seven seconds pass until the page has looked.
  await expect(reader.locator('article').first()).toContainText('После перезапуска', { timeout: 30_000 });
  await portal.stop();
});
