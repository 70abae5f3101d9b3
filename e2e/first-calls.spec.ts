import type { Page } from '@playwright/test';
import { firstCalls } from '../web/build/first-calls.ts';
import { type Login, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

interface FirstCalls {
  /** Addresses with their bodies that the first script asked. */
  asked: string[];
  /** Those whose answers the page's own code took. */
  taken: string[];
}

/** Notes what the first script asks, and what the page takes of it. */
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
    let made: Noted | undefined;
    Object.defineProperty(globalThis, 'made', {
      get: () => made,
      set: (plain: Map<string, Promise<Response>>) => {
        made = new Noted();
        // The script goes on with its own map: what it puts there is put here.
        plain.set = (name, answer) => {
          made?.set(name, answer);
          return plain;
        };
      },
    });
  });
}

const pages = Object.keys(firstCalls.known).filter((name) => !['login', 'in', 'beside'].includes(name));

// Words that drift apart would be asked twice, by the script in vain and by the page: slow, and seen by nobody.
for (const width of [390, 1440])
  for (const login of ['student', 'teacher'] satisfies Login[])
    test(`at ${width} px each page takes what the first script asked for a ${login}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await watch(page);
      await signIn(page, login, '/lms/profile');
      for (const name of pages) {
        await page.goto(`/lms/${name}`);
        const calls = () => page.evaluate(() => (globalThis as unknown as { calls: FirstCalls }).calls);
        await expect.poll(async () => (await calls()).asked.length, name).toBeGreaterThan(3);
        await expect
          .poll(async () => {
            const { asked, taken } = await calls();
            return asked.filter((call) => !taken.includes(call));
          }, `what ${name} left untaken`)
          .toEqual([]);
      }
    });
