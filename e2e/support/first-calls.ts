import { expect, type Page } from '@playwright/test';
import { type Login, signIn } from './people.ts';

interface FirstCalls {
  /** What the first answer brought. */
  asked: string[];
  /** Those whose answers the page's own code took. */
  taken: string[];
}

/** Notes what the first script is answered, and what the page takes of it. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // A timetable that this browser has read a moment ago would not be asked for.
    for (const key of Object.keys(localStorage)) if (key.startsWith('schedule/')) localStorage.removeItem(key);
    const calls: FirstCalls = { asked: [], taken: [] };
    Object.assign(globalThis, { calls });
    class Noted extends Map<string, Promise<Response>> {
      override set(name: string, answer: Promise<Response>): this {
        calls.asked.push(name);
        return super.set(name, answer);
      }
      override delete(name: string): boolean {
        if (this.has(name)) calls.taken.push(name);
        return super.delete(name);
      }
    }
    let noted: Noted | undefined;
    Object.defineProperty(globalThis, 'prefetched', {
      get: () => noted,
      set: (plain: Map<string, Promise<Response>>) => {
        noted = new Noted();
        // The script goes on with its own map: what it puts there is put here.
        plain.set = (name, answer) => {
          noted?.set(name, answer);
          return plain;
        };
      },
    });
  });
}

/** The session is asked for by every page; the settings also to see whether the portal answers, where a call takes long. */
const notOfThePage = /(authenticate|config)\.json$/;

const pages = ['apps', 'news', 'chat', 'journal', 'schedule', 'umk', 'd/29?d=29.0.5'];

/**
 * Opens pages at a width and expects of each that it takes all that the first answer brought, and asks for none of it
 * again. Two ways to follow the cascade that drift apart would ask twice: slow, and seen by nobody.
 */
export async function expectPrefetchedRepliesUsed(page: Page, width: number, login: Login): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await watch(page);
  await signIn(page, login, '/lms/profile');
  for (const name of pages) {
    const asked: string[] = [];
    page.on('request', (request) => {
      // What the page before asked in its last moment is not this one's.
      if (request.isNavigationRequest()) asked.length = 0;
      else asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`/lms/${name}`);
    const calls = () => page.evaluate(() => (globalThis as unknown as { calls: FirstCalls }).calls);
    await expect.poll(async () => (await calls()).asked.length, name).toBeGreaterThan(3);
    await expect
      .poll(async () => {
        const { asked, taken } = await calls();
        return asked.filter((call) => !taken.includes(call));
      }, `what ${name} left untaken`)
      .toEqual([]);
    const brought = (await calls()).asked.map((key) => `/lms${key.replace(/\[.*/, '')}`);
    const again = asked.filter((path) => brought.includes(path) && !notOfThePage.test(path));
    expect(again, `what ${name} asked again`).toEqual([]);
    page.removeAllListeners('request');
  }
}
