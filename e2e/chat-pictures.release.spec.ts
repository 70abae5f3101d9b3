import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/axe.ts';
import { groupName, messageField, openChat } from './support/chat.ts';
import { expect, test } from './support/test.ts';

/** Drags pictures of one colour each over the messages. */
async function dragged(page: Page, names: readonly string[]) {
  const picture = { width: 800, height: 500, channels: 3 as const, background: '#2b7ac0' };
  const bytes = (await sharp({ create: picture }).png().toBuffer()).toString('base64');
  return await page.evaluateHandle(
    ({ all, encoded }) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
      for (const name of all) data.items.add(new File([content], name, { type: 'image/png' }));
      return data;
    },
    { all: names, encoded: bytes },
  );
}

test('[TALK-03] files are dropped anywhere on a conversation, and pictures open in place, one after the other', async ({
  page,
}) => {
  await openChat(page, 'student', groupName);
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expectAccessible(page);
  const dataTransfer = await dragged(page, ['Схема.png', 'Чертёж.png']);
  const messages = page.getByRole('log');
  const veil = page.getByText('Отпустите, и файл приложится');
  await messages.dispatchEvent('dragover', { dataTransfer });
  await expect(veil).toBeVisible();
  await messages.dispatchEvent('drop', { dataTransfer });
  await expect(veil).toHaveCount(0);
  await page.getByRole('button', { name: 'Отправить' }).click();

  let saved = 0;
  page.on('download', () => saved++);
  await page.getByRole('button', { name: 'Картинка: Схема.png' }).click();
  const viewer = (name: string) => page.getByRole('dialog', { name });
  await expect(viewer('Схема.png')).toBeVisible();
  // Keys go where the focus is.
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const shown = viewer('Чертёж.png').getByRole('img', { name: 'Чертёж.png' });
  await expect(shown).toBeVisible();
  // The whole picture, not the small one.
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  const before = await shown.boundingBox();
  await page.keyboard.press('+');
  await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0);
  await viewer('Чертёж.png').getByRole('button', { name: 'Предыдущая картинка' }).click();
  await expect(viewer('Схема.png')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(saved).toBe(0);
  await page.getByRole('button', { name: 'Картинка: Схема.png' }).click();
  await viewer('Схема.png').getByRole('button', { name: 'Чертёж.png' }).click();
  await viewer('Чертёж.png').getByRole('button', { name: 'Ответить' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(messageField(page)).toBeFocused();
});
