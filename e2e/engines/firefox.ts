import { type Browser, expect, firefox, type Page } from '@playwright/test';
import { type BrowserWindow, type ElementQuery, type Engine, waitLimitMs } from './screen.ts';

/** Starts an installed Firefox through Playwright's channel for it, which speaks WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath });
  forgive(browser);
  return {
    name: `Firefox ${browser.version()}`,
    async newScreen() {
      const context = await browser.newContext({
        locale: 'ru-RU',
        timezoneId: 'Asia/Bishkek',
        viewport: { width: 1440, height: 900 },
      });
      return screenOf(await context.newPage());
    },
    stop: () => browser.close(),
  };
}

interface Session {
  send(method: string, params?: unknown): Promise<unknown>;
}

/**
 * Playwright sets the media features of every new context; Firefox ESR 153 does not know that command, and no context
 * could be made. Nothing here depends on them: what Firefox cannot emulate is passed over.
 */
function forgive(browser: Browser): void {
  const within = browser as unknown as {
    _connection: { toImpl(one: Browser): { _browserSession: Session } };
  };
  const kind = Object.getPrototypeOf(within._connection.toImpl(browser)._browserSession) as Session;
  const { send } = kind;
  kind.send = async function (method, params) {
    try {
      return await send.call(this, method, params);
    } catch (failure) {
      if (method.startsWith('emulation.') && String(failure).includes('unknown command')) return {};
      throw failure;
    }
  };
}

function screenOf(page: Page): BrowserWindow {
  page.setDefaultTimeout(waitLimitMs);
  const at = (place: ElementQuery) => {
    const [css, text] = typeof place === 'string' ? [place] : place;
    const all = page.locator(css).filter({ visible: true });
    return (text === undefined ? all : all.filter({ hasText: text })).first();
  };
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    press: (place) => at(place).click(),
    // As the browser's own editing does it: what Playwright puts into a field of Firefox goes past React.
    async fill(place, text) {
      await at(place).press('ControlOrMeta+a');
      await page.evaluate((written) => document.execCommand('insertText', false, written), text);
    },
    choose: async (place, value) => void (await at(place).selectOption(value)),
    async keys(...names) {
      for (const name of names) await page.keyboard.press(name);
    },
    sees: (place) => expect(at(place)).toBeVisible({ timeout: waitLimitMs }),
    misses: (place) => expect(at(place)).toHaveCount(0, { timeout: waitLimitMs }),
    ask: <T>(expression: string) => page.evaluate<T>(expression),
    picture: () => page.screenshot(),
    close: () => page.context().close(),
  };
}
