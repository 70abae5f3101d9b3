import { connect, createServer } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { signIn } from '../../e2e/support/people.ts';

/**
 * A student's day on the phone: sign in, news, 20 messages, schedule, journal, one order. Every page has been opened
 * once before, in another session, as "after the first visit" means.
 * @returns bytes on the wire in both directions, headers and handshakes of HTTP included
 */
export async function measureStudentDayTraffic(
  portal: string,
  executablePath: string,
): Promise<{ received: number; sent: number }> {
  const counter = await countingProxy(Number(new URL(portal).port));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
  });
  try {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${counter.port}`,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'ru-RU',
      timezoneId: 'Asia/Bishkek',
    });
    const page = await context.newPage();
    await signIn(page, 'student', '/lms/news');
    await visit(page, 0);
    await page.goto('/lms/profile');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/lms/login**');
    await page.close();

    counter.begin();
    const day = await context.newPage();
    await signIn(day, 'student', '/lms/news');
    await visit(day, 20);
    return counter.bytes();
  } finally {
    await browser.close();
    counter.stop();
  }
}

/** News, chat with so many messages, schedule, journal, single window; with messages an order is made as well. */
async function visit(page: Page, messages: number): Promise<void> {
  const settled = () => page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.locator('article').first().waitFor();
  await page.goto('/lms/chat?d=29.0.5&c=-1');
  const field = page.getByRole('textbox', { name: 'Сообщение' });
  await field.waitFor();
  for (let number = 1; number <= messages; number++) {
    await field.fill(`Сообщение дня ${number}`);
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page
      .locator('[data-id]', { hasText: `Сообщение дня ${number}` })
      .last()
      .waitFor();
  }
  for (const room of ['schedule', 'journal', 'singlewindow']) {
    await page.goto(`/lms/${room}`);
    await page.locator('#content h1').waitFor();
    await settled();
  }
  if (messages === 0) return;
  await page.getByRole('button', { name: 'Новый заказ' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Документ').selectOption({ index: 1 });
  await form.getByLabel('Область').selectOption({ index: 2 });
  await form.getByLabel('Район').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Заказать' }).click();
  await page.getByRole('status').filter({ hasText: 'Документ заказан' }).waitFor();
}

/** Stands between browser and portal and counts what passes. */
async function countingProxy(portal: number) {
  let received = 0;
  let sent = 0;
  const server = createServer((browser) => {
    const upstream = connect(portal, '127.0.0.1');
    browser.on('data', (bytes) => {
      sent += bytes.length;
    });
    upstream.on('data', (bytes) => {
      received += bytes.length;
    });
    browser.pipe(upstream).pipe(browser);
    for (const side of [browser, upstream])
      side.on('error', () => {
        browser.destroy();
        upstream.destroy();
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    begin() {
      received = 0;
      sent = 0;
    },
    bytes: () => ({ received, sent }),
    stop: () => server.close(),
  };
}
