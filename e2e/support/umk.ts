import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { fillMaterialForm, materialRow, openMaterialDrawer, saveDrawer } from './materials.ts';
import { expect } from './test.ts';

/** Hands a web book in and opens it in the reader; gives the address that its frame shows. */
export async function uploadAndOpenWebBook(page: Page, name: string): Promise<string> {
  const drawer = await openMaterialDrawer(page);
  const zip = Buffer.from(
    zipSync({ 'index.html': strToU8('<!doctype html><title>x</title><p id="said">Глава 1</p>') }),
  );
  const file = { name: `${name}.zip`, mimeType: 'application/zip', buffer: zip };
  await drawer.locator('input[type=file]').setInputFiles(file);
  await drawer.getByRole('switch', { name: /Веб-книга/ }).check();
  await fillMaterialForm(drawer, 'Глоссарий');
  await saveDrawer(drawer);
  await materialRow(page, name).getByRole('button').first().click();
  await expect(page.frameLocator('iframe').locator('#said')).toHaveText('Глава 1');
  return (await page.locator('iframe').getAttribute('src')) ?? '';
}
