import { connect, createServer } from 'node:net';
import { chromium, type Locator, type Page } from '@playwright/test';
import { passwords } from '../../e2e/support/people.ts';
import { waitForServiceWorker } from '../../e2e/support/worker.ts';

/** How many times slower the phone's processor is than this machine's. */
const slowdown = 4;
const messages = 20;
/** Milliseconds of the shortest interaction that a browser reports; one that is not reported took no longer. */
const shortest = 16;

/** One interaction of the day, and the longest time from an event in it to the next frame. */
export interface Interaction {
  readonly name: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** What a day costs: bytes on the wire in both directions, headers and handshakes of HTTP included. */
export interface StudentDay {
  readonly received: number;
  readonly sent: number;
  readonly interactions: readonly Interaction[];
}

/**
 * A student's day on the phone, through all rooms: some 60 presses and messages on a processor four times slower. The same day was
 * gone through once before, in another session, as "after the first visit" means.
 */
export async function measureStudentDay(portal: string, executablePath: string): Promise<StudentDay> {
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
    const before = await context.newPage();
    await spendDay(before, 1, async (_, act) => await act());
    await waitForServiceWorker(before);
    await before.getByRole('button', { name: 'Выйти', exact: true }).tap();
    await before.waitForURL('**/lms/login**');
    await before.close();

    counter.begin();
    const day = await context.newPage();
    const interactions = await watchInteractions(day);
    const devtools = await context.newCDPSession(day);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await spendDay(day, messages, interactions.during);
    return { ...counter.bytes(), interactions: interactions.seen };
  } finally {
    await browser.close();
    counter.stop();
  }
}

/** Does one interaction, which has this name. */
type Interact = (name: string, act: () => Promise<void>) => Promise<void>;

/** Notes the longest event of each interaction (Event Timing). */
async function watchInteractions(page: Page): Promise<{ during: Interact; seen: Interaction[] }> {
  const seen: Interaction[] = [];
  let longest = shortest;
  await page.exposeFunction('noteEvent', (duration: number) => {
    longest = Math.max(longest, duration);
  });
  await page.addInitScript((durationThreshold) => {
    const { noteEvent } = globalThis as unknown as { noteEvent: (duration: number) => void };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) noteEvent(entry.duration);
    }).observe({ type: 'event', buffered: true, durationThreshold } as PerformanceObserverInit);
  }, shortest);
  const during: Interact = async (name, act) => {
    longest = shortest;
    await act();
    // Events are reported with the frame after the next one.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
    seen.push({ name, duration: longest });
  };
  return { during, seen };
}

/** Signs in and goes through the rooms; ends in the profile. */
async function spendDay(page: Page, messages: number, interact: Interact): Promise<void> {
  const content = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1 });
  const dialog = page.getByRole('dialog');
  const named = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' });
  const settled = () => page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  /** Presses something and waits for what it shows. */
  const press = (name: string, what: Locator, shows: Locator) =>
    interact(name, async () => {
      await what.first().tap();
      await shows.first().waitFor();
      await settled();
    });
  const tab = (name: string | RegExp, shows: Locator) =>
    press(`tab ${name}`, page.getByRole('navigation').getByRole('link', { name }), shows);
  const today = () => tab('Сегодня', page.getByRole('link', { name: 'Код оплаты' }));
  const room = async (tile: RegExp, title: RegExp) => {
    await today();
    await press(`room ${title.source}`, content.getByRole('link', { name: tile }), heading.filter({ hasText: title }));
  };
  const back = (shows: Locator) =>
    interact('back', async () => {
      await page.goBack();
      await shows.waitFor();
    });

  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await press('sign in', named('Войти'), page.getByRole('link', { name: 'Код оплаты' }));

  await tab('Новости', page.getByRole('article'));
  await press('earlier news', named('Показать предыдущие'), page.getByRole('article').nth(4));
  await tab(/^Чат/, page.getByRole('heading', { name: 'Чат' }));
  for (const part of [/^Непрочитанные/, 'Группы', 'Все']) await press(`chats ${part}`, named(part), content);
  const field = page.getByRole('textbox', { name: 'Сообщение' });
  await press('conversation', content.getByRole('link', { name: /группа/ }), field);
  for (let number = 1; number <= messages; number++)
    await interact('message', async () => {
      const text = `Сообщение дня ${number}`;
      await field.pressSequentially(text);
      await named('Отправить').tap();
      await page.getByRole('log').getByText(text, { exact: true }).last().waitFor();
    });
  await back(page.getByRole('heading', { name: 'Чат' }));

  await room(/^Журнал/, /Журнал/);
  for (const discipline of [/Экология/, /Проектирование/]) {
    await press('journal, disciplines', content.getByRole('button', { name: /кр\./ }), dialog);
    const chosen = content.getByRole('button', { name: discipline });
    await press('journal, a discipline', dialog.getByRole('button', { name: discipline }), chosen);
  }
  await room(/^Рас\W?пи/, /Расписание/);
  for (const part of ['Следующая неделя', 'Предыдущая неделя', /^Ср /, /^Пт /])
    await press(`timetable ${part}`, named(part), content);
  await room(/^Материалы/, /Материалы/);
  await room(/^Биб/, /Библиотека/);
  for (const shelf of [/^Математика/, /^Физика/, /^Поэзия/]) await press('shelf', named(shelf), content);
  await room(/^Ре\W?гис/, /Регистрация/);
  await press('registration, chosen', named(/^По плану/), content);
  await press('registration, electives', named(/^По выбору/), content);
  await press(
    'registration, back',
    page.getByRole('link', { name: 'Назад' }),
    page.getByRole('link', { name: 'Код оплаты' }),
  );
  await room(/^Документы/, /./);
  await press('new order', named('Новый заказ'), dialog);
  await interact('order', async () => {
    // The same paper is not ordered twice.
    await dialog.getByLabel('Документ').selectOption({ index: messages > 1 ? 2 : 1 });
    await dialog.getByLabel('Область').selectOption({ index: 2 });
    await dialog.getByLabel('Район').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Заказать' }).tap();
    await page.getByRole('status').filter({ hasText: 'Документ заказан' }).waitFor();
  });
  await room(/^Код оплаты/, /Код/);
  await interact('payment code', async () => {
    await page.getByRole('combobox', { name: 'Услуга' }).selectOption({ index: 1 });
    await named('Получить код').tap();
    await page.getByText(/^\d{11}$/).waitFor();
  });
  await today();
  await press(
    'notifications',
    page.getByRole('link', { name: /^Уведомления/ }),
    heading.filter({ hasText: 'Уведомления' }),
  );
  await today();
  await press('search', named('Поиск'), page.getByRole('combobox'));
  await interact('search words', async () => {
    await page.getByRole('combobox').pressSequentially('вероятность');
    await page.getByRole('option').first().waitFor();
  });
  await interact('close search', async () => {
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
  });
  await tab('Профиль', named('Выйти'));
  for (const part of ['О себе', 'Где вы вошли']) {
    await press(`profile, ${part}`, named(part), dialog);
    await interact('close', async () => {
      await page.goBack();
      await dialog.waitFor({ state: 'hidden' });
    });
  }
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
