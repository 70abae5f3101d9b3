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

/** What somebody does on a page, each an interaction. */
class Visitor {
  readonly page: Page;
  readonly content: Locator;
  readonly dialog: Locator;
  readonly interact: Interact;

  constructor(page: Page, interact: Interact) {
    this.page = page;
    this.content = page.getByRole('main');
    this.dialog = page.getByRole('dialog');
    this.interact = interact;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Presses something and waits for what it shows. */
  async press(name: string, what: Locator, shows: Locator): Promise<void> {
    await this.interact(name, async () => {
      await what.first().tap();
      await shows.first().waitFor();
      await this.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    });
  }

  async tab(name: string | RegExp, shows: Locator): Promise<void> {
    await this.press(`tab ${name}`, this.page.getByRole('navigation').getByRole('link', { name }), shows);
  }

  async today(): Promise<void> {
    await this.tab('Сегодня', this.page.getByRole('link', { name: 'Код оплаты' }));
  }

  /** Opens a room from the start page. */
  async room(tile: RegExp, title: RegExp): Promise<void> {
    await this.today();
    const heading = this.page.getByRole('heading', { level: 1 }).filter({ hasText: title });
    await this.press(`room ${title.source}`, this.content.getByRole('link', { name: tile }), heading);
  }

  /** Goes back to what shows `there`, or until a dialog is gone. */
  async back(there?: Locator): Promise<void> {
    await this.interact('back', async () => {
      await this.page.goBack();
      await (there ? there.waitFor() : this.dialog.waitFor({ state: 'hidden' }));
    });
  }
}

/** Signs in and goes through the rooms; ends in the profile. */
async function spendDay(page: Page, messages: number, interact: Interact): Promise<void> {
  const visitor = new Visitor(page, interact);
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await visitor.press('sign in', visitor.button('Войти'), page.getByRole('link', { name: 'Код оплаты' }));
  await readAndWrite(visitor, messages);
  await study(visitor);
  await arrange(visitor, messages > 1 ? 2 : 1);
  await lookUp(visitor);
}

/** News, and messages in a conversation. */
async function readAndWrite(visitor: Visitor, messages: number): Promise<void> {
  const { page, content } = visitor;
  const button = (name: string | RegExp) => visitor.button(name);
  await visitor.tab('Новости', page.getByRole('article'));
  await visitor.press('earlier news', button('Показать предыдущие'), page.getByRole('article').nth(4));
  const chats = page.getByRole('heading', { name: 'Чат' });
  await visitor.tab(/^Чат/, chats);
  for (const part of [/^Непрочитанные/, 'Группы', 'Все']) await visitor.press(`chats ${part}`, button(part), content);
  const field = page.getByRole('textbox', { name: 'Сообщение' });
  await visitor.press('conversation', content.getByRole('link', { name: /группа/ }), field);
  for (let number = 1; number <= messages; number++)
    await visitor.interact('message', async () => {
      const text = `Сообщение дня ${number}`;
      await field.pressSequentially(text);
      await button('Отправить').tap();
      await page.getByRole('log').getByText(text, { exact: true }).last().waitFor();
    });
  await visitor.back(chats);
}

/** Journal, timetable, materials, library. */
async function study(visitor: Visitor): Promise<void> {
  const { content, dialog } = visitor;
  await visitor.room(/^Журнал/, /Журнал/);
  for (const name of [/Экология/, /Проектирование/]) {
    await visitor.press('journal, disciplines', content.getByRole('button', { name: /кр\./ }), dialog);
    const chosen = content.getByRole('button', { name });
    await visitor.press('journal, a discipline', dialog.getByRole('button', { name }), chosen);
  }
  await visitor.room(/^Рас\W?пи/, /Расписание/);
  for (const part of ['Следующая неделя', 'Предыдущая неделя', /^Ср /, /^Пт /])
    await visitor.press(`timetable ${part}`, visitor.button(part), content);
  await visitor.room(/^Материалы/, /Материалы/);
  await visitor.room(/^Биб/, /Библиотека/);
  for (const shelf of [/^Математика/, /^Физика/, /^Поэзия/])
    await visitor.press('shelf', visitor.button(shelf), content);
}

/** Registration, a paper, a payment code. The same paper is not ordered twice: `paper` is its place in the list. */
async function arrange(visitor: Visitor, paper: number): Promise<void> {
  const { page, content, dialog } = visitor;
  await visitor.room(/^Ре\W?гис/, /Регистрация/);
  for (const part of [/^По плану/, /^По выбору/])
    await visitor.press(`registration ${part}`, visitor.button(part), content);
  const code = page.getByRole('link', { name: 'Код оплаты' });
  await visitor.press('registration, back', page.getByRole('link', { name: 'Назад' }), code);
  await visitor.room(/^Документы/, /./);
  await visitor.press('new order', visitor.button('Новый заказ'), dialog);
  await visitor.interact('order', async () => {
    await dialog.getByLabel('Документ').selectOption({ index: paper });
    await dialog.getByLabel('Область').selectOption({ index: 2 });
    await dialog.getByLabel('Район').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Заказать' }).tap();
    await page.getByRole('status').filter({ hasText: 'Документ заказан' }).waitFor();
  });
  await visitor.room(/^Код оплаты/, /Код/);
  await visitor.interact('payment code', async () => {
    await page.getByRole('combobox', { name: 'Услуга' }).selectOption({ index: 1 });
    await visitor.button('Получить код').tap();
    await page.getByText(/^\d{11}$/).waitFor();
  });
}

/** Notifications, the search, the profile. */
async function lookUp(visitor: Visitor): Promise<void> {
  const { page, dialog } = visitor;
  await visitor.today();
  const title = page.getByRole('heading', { level: 1, name: 'Уведомления' });
  await visitor.press('notifications', page.getByRole('link', { name: /^Уведомления/ }), title);
  await visitor.today();
  await visitor.press('search', visitor.button('Поиск'), page.getByRole('combobox'));
  await visitor.interact('search words', async () => {
    await page.getByRole('combobox').pressSequentially('вероятность');
    await page.getByRole('option').first().waitFor();
  });
  await visitor.back();
  await visitor.tab('Профиль', visitor.button('Выйти'));
  for (const part of ['О себе', 'Где вы вошли']) {
    await visitor.press(`profile, ${part}`, visitor.button(part), dialog);
    await visitor.back();
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
