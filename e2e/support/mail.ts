import type { Page } from '@playwright/test';
import { TestMailServer } from '../../server/test/mail-server.ts';
import { openResourceOncePerFile } from './once-per-file.ts';
import { type Portal, startPortal } from './portal.ts';
import { test as base } from './test.ts';

/** A portal that sends mails, and the server that gets them. */
export interface MailPortal {
  portal: Portal;
  mails: TestMailServer;
  stop(): Promise<void>;
}

async function open(): Promise<MailPortal> {
  const mails = await TestMailServer.open();
  const settings = {
    PUBLIC_URL: 'http://127.0.0.1:{port}',
    INSECURE_HTTP: '1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'University <lms@university.test>',
  };
  const portal = await startPortal(settings, ['delivery']);
  return {
    portal,
    mails,
    async stop() {
      await portal.stop();
      await mails.goAway();
    },
  };
}

/** The tests' `test` with such a portal and its mail server. */
export const test = base.extend<{ posting: MailPortal }>({
  posting: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use(await openResourceOncePerFile('mails', open)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ posting }, use) => use(posting.portal.url),
});

/** The page on which an address is given. */
export const mailSettingsPath = '/lms/profile/notices';

/** What that page says of mails. */
export const mailSection = (page: Page) => page.getByRole('region', { name: 'Почта', exact: true });

/** Gives an address and the password. */
export async function submitMailAddress(page: Page, address: string, password: string) {
  const form = page.getByRole('dialog');
  await form.getByLabel('Адрес', { exact: true }).fill(address);
  await form.getByLabel('Ваш пароль', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Отправить ссылку' }).click();
}
