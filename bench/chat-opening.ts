import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { findOrInstallBrowsers } from '../scripts/browser.ts';

const messages = 30;
const rounds = 7;
/** The slow phone of the requirements: 150 ms there and back, 1.6 Mbit/s down, a processor four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const slowerBy = 4;
const groupChat = 'Групповой чат';

/**
 * Opens a conversation from the list of contacts on a slow phone: milliseconds from the tap until the text of a
 * message is painted.
 */
export async function measureChatOpening(portal: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findOrInstallBrowsers().full,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const writer = await signIn(browser, portal, 'student', 'Student1');
    await writer.getByRole('link', { name: groupChat }).click();
    const field = writer.getByRole('textbox', { name: 'Сообщение' });
    const bubbles = writer.locator('[data-id]');
    for (let number = 1; number <= messages; number++) {
      await field.fill(`Сообщение ${number}: вопрос о занятии, аудитории и сроке сдачи работы`);
      await writer.getByRole('button', { name: 'Отправить' }).click();
      await bubbles.nth(number - 1).waitFor();
    }
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await openSlowly(browser, portal));
    const sorted = times.toSorted((a, b) => a - b).map((time) => time.toFixed(0));
    console.log(
      `\nopening a conversation on a slow phone: ${sorted[Math.floor(rounds / 2)]} ms (${sorted.join(', ')} ms)`,
    );
  } finally {
    await browser.close();
  }
}

/** A phone with the list of contacts on screen. */
async function signIn(browser: Browser, portal: string, login: string, password: string): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: portal, locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto(`/lms/login?to=${encodeURIComponent('/lms/chat')}`);
  await page.locator('input[autocomplete="username"]').fill(login);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: groupChat }).waitFor();
  return page;
}

async function openSlowly(browser: Browser, portal: string): Promise<number> {
  const page = await signIn(browser, portal, 'student2', 'Student2');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  const link = page.getByRole('link', { name: groupChat });
  const time = await link.evaluate(
    (contact) =>
      new Promise<number>((done) => {
        const from = performance.now();
        // A message to oneself arrives when the frame before it has been painted.
        const painted = new MessageChannel();
        painted.port1.onmessage = () => done(performance.now() - from);
        const look = () =>
          requestAnimationFrame(
            document.querySelector('[data-id] span[translate=no]') ? () => painted.port2.postMessage(null) : look,
          );
        (contact as HTMLElement).click();
        look();
      }),
  );
  await page.context().close();
  return time;
}
