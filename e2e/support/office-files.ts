import type { Page } from '@playwright/test';
import { createRtfDocument as documentOf } from '../../server/test/converter.ts';

/** Pages are made with lowered priority, behind everything else that a busy machine does. */
export const conversionTimeout = { timeout: 30_000 };

/** A file of an office program, as the browser hands it in; its words tell the stand-in converter what to do. */
export const rtfFile = (name: string, words: string) => ({
  name,
  mimeType: 'application/rtf',
  buffer: documentOf(words),
});

/** Downloads the open file and gives the name under which it came. */
export async function downloadOpenFile(page: Page): Promise<string> {
  const coming = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Скачать/ })
    .last()
    .click();
  return (await coming).suggestedFilename();
}
