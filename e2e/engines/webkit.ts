import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../support/portal.ts';
import { type BrowserWindow, type ElementQuery, type Engine, waitLimitMs } from './screen.ts';

/** How long it waits between two looks at a page. */
const lookMs = 100;

/** Starts WebKitGTK's own small browser through its driver, on a screen that nobody sees. */
export async function startWebkit(program: string): Promise<Engine> {
  const display = await startDisplay();
  const env = { ...process.env, DISPLAY: display.name, LANG: 'C.UTF-8', TZ: 'Asia/Bishkek' };
  const screens = new Set<BrowserWindow>();
  const newScreen = async () => {
    const screen = await startScreen(program, env);
    screens.add(screen);
    return screen;
  };
  const first = await startDriver(program, env);
  const version = (await first.driver.getCapabilities()).getBrowserVersion() ?? '';
  await first.end();
  return {
    name: `WebKitGTK ${version}`,
    newScreen,
    async stop() {
      for (const screen of screens) await screen.close();
      await end(display.process);
    },
  };
}

/** An X server without a screen, with the number that it chose for itself. */
async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = (await once(child.stdout, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, process: child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

interface Driven {
  driver: WebDriver;
  end(): Promise<void>;
}

/** A driver of its own for each window: one holds one session, and that nothing of another. */
async function startDriver(program: string, env: NodeJS.ProcessEnv): Promise<Driven> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`The driver of WebKit ended with ${child.exitCode}.`);
    await sleep(lookMs);
  }
  const options = { binary: program, args: ['--automation'] };
  const wanted = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options });
  const driver = await new Builder().disableEnvironmentOverrides().usingServer(url).withCapabilities(wanted).build();
  return {
    driver,
    async end() {
      await driver.quit().catch(() => undefined);
      await end(child);
    },
  };
}

/** In the page: the first shown element of a selector that holds a text. */
const find = `
  const [css, text] = arguments;
  const plain = (words) => words.replaceAll(/\\s+/g, ' ').replaceAll('\u00ad', '').toLowerCase();
  // An element that is laid out by its children alone is as visible as they are.
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) ||
    (getComputedStyle(one).display === 'contents' && [...one.children].some(isShown));
  const shown = [...document.querySelectorAll(css)].find((one) =>
    isShown(one) && (text === null || plain(one.textContent).includes(plain(text)))) ?? null;
`;
/** In the page: whether that element is there. */
const isThere = `${find} return shown !== null;`;

/**
 * In the page: presses that element as a mouse does, once it stands where it stood a moment ago and nothing lies over it;
 * gives where it stands, and null when it is not to be pressed. No element goes through the driver, which may hang on one that the
 * page takes away or draws again meanwhile.
 */
const press = `
  ${find}
  if (shown === null) return null;
  const before = arguments[2];
  shown.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = shown.getBoundingClientRect();
  const place = [x, y, width, height].join(' ');
  const [clientX, clientY] = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(clientX, clientY);
  if (!shown.contains(hit)) return null;
  if (place !== before) return place;
  const mouse = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1, clientX, clientY };
  const pointer = { ...mouse, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  hit.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  if (hit.dispatchEvent(new MouseEvent('mousedown', { ...mouse, buttons: 1 })))
    hit.closest('a[href], button, input, select, textarea, [tabindex]')?.focus({ preventScroll: true });
  hit.dispatchEvent(new PointerEvent('pointerup', pointer));
  hit.dispatchEvent(new MouseEvent('mouseup', mouse));
  hit.dispatchEvent(new PointerEvent('click', pointer));
  return place;
`;

/** In the page: writes into a field as the browser's own editing does; the driver's keys know only Latin letters for sure. */
const fill = `
  ${find}
  if (shown === null) return false;
  shown.focus();
  shown.select();
  document.execCommand('insertText', false, arguments[2]);
  return true;
`;

/** In the page: has a list take an entry, as soon as it has that; false when not. The driver cannot press a closed list's. */
const choose = `
  ${find}
  const value = arguments[2];
  if (![...(shown?.options ?? [])].some((option) => option.value === value)) return false;
  shown.value = value;
  shown.dispatchEvent(new Event('change', { bubbles: true }));
  return shown.value === value;
`;

const keyCodes: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowDown: Key.ARROW_DOWN,
};

async function startScreen(program: string, env: NodeJS.ProcessEnv): Promise<BrowserWindow> {
  const { driver, end } = await startDriver(program, env);
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });

  const run = <T>(script: string, place: ElementQuery, ...more: readonly unknown[]) => {
    const [css, text = null] = typeof place === 'string' ? [place] : place;
    return driver.executeScript<T>(script, css, text, ...more);
  };
  const sees = (place: ElementQuery) => run<boolean>(isThere, place);
  /** Tries again until it works: the page may be on its way, or draw the element again. */
  const until = async (what: string, attempt: () => Promise<boolean>) => {
    const last = Date.now() + waitLimitMs;
    let why: unknown = 'it did not come about';
    while (Date.now() < last) {
      const done = await attempt().catch((failure: unknown) => {
        why = failure;
        return false;
      });
      if (done) return;
      await sleep(lookMs);
    }
    throw new Error(`${what}: ${String(why)}`);
  };
  return {
    open: (address) => driver.get(address),
    reload: () => driver.navigate().refresh(),
    async press(place) {
      let before: string | null = null;
      await until(`press ${String(place)}`, async () => {
        const now = await run<string | null>(press, place, before);
        const isPressed = now !== null && now === before;
        before = now;
        return isPressed;
      });
    },
    fill: (place, text) => until(`fill ${String(place)}`, () => run<boolean>(fill, place, text)),
    choose: (place, value) => until(`choose ${value} in ${String(place)}`, () => run<boolean>(choose, place, value)),
    async keys(...names) {
      for (const name of names)
        await driver
          .actions()
          .sendKeys(keyCodes[name] ?? name)
          .perform();
    },
    sees: (place) => until(`see ${String(place)}`, () => sees(place)),
    misses: (place) => until(`see no more ${String(place)}`, async () => !(await sees(place))),
    ask: <T>(expression: string) => driver.executeScript<T>(`return ${expression}`),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: end,
  };
}
