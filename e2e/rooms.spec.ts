import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe.ts';
import { findCyrillicTexts, findUntranslatedTexts } from './support/language.ts';
import { type Login, signInAs } from './support/people.ts';
import { roomsByLogin } from './support/rooms.ts';
import { expect, test } from './support/test.ts';

/**
 * The student's walk has the whole library; its three thousand elements take axe longer than four other rooms together,
 * so that the teacher's has one shelf of it. Where every width is asked for, it is whole for both.
 */
function onOneShelf(room: string): string {
  return room === 'library' && !process.env.EVERY_WIDTH ? 'library?cat=1' : room;
}

/** Pages of the registration office that are no rooms of their own, one by its former address, and the administrator's journals. */
const places = {
  ...roomsByLogin,
  // Rooms that are for students say so to a teacher, and do not go on shimmering.
  teacher: [...roomsByLogin.teacher.map(onOneShelf), 'registration', 'paymentcode'],
  admin: [...roomsByLogin.admin, 'registrationoffice?part=windows', 'office?part=grants', 'journal'],
};

/** Milliseconds that every answer comes later than it would: long enough for a frame between skeleton and content. */
const slowBy = 60;

/** How a page is looked at; the language by the name that the portal keeps it under. */
interface Look {
  lang: 'ru' | 'kg' | 'en';
  theme: 'light' | 'dark';
}

/**
 * How a room is looked at on one width: in Kyrgyz, every other one in the dark. Where every width is asked for, English and
 * Russian come too, in both themes; otherwise English has a test of its own (e2e/base.spec.ts), and all others speak Russian.
 */
function looksOf(index: number, isPhone: boolean): Look[] {
  const theme = (index % 2 === 0) === isPhone ? 'light' : 'dark';
  const look: Look = { lang: 'kg', theme };
  if (!process.env.EVERY_WIDTH) return [look];
  const other = theme === 'light' ? 'dark' : 'light';
  return [look, { lang: 'en', theme: other }, { lang: 'ru', theme }];
}

/** The title of an address at which nothing is. */
function nowhere(lang: Look['lang']): string {
  const path = fileURLToPath(new URL(`../web/public/locales/${lang}/common.json`, import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8')).notFound.title;
}

/** From now on each page begins so. */
async function lookAt(page: Page, { lang, theme }: Look, url: string): Promise<void> {
  await page.context().addCookies([
    { name: 'lang', value: lang, url },
    { name: 'theme', value: theme, url },
  ]);
  await page.evaluate((language) => localStorage.setItem('lang', language), lang);
}

/** Every call waits so many milliseconds; within the page, as a route would keep the browser from using what it has kept. */
function answerLater(milliseconds: number): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (what, options) => {
    const { pathname } = new URL(what instanceof Request ? what.url : what, location.href);
    if (pathname.startsWith('/lms/api/')) await new Promise((later) => setTimeout(later, milliseconds));
    return fetch(what, options);
  };
}

/** Counts every frame in which the page, once it stood, says or shows nothing. */
function countFrames(): void {
  const seen = { frames: 0, blank: 0, untitled: 0 };
  Object.assign(globalThis, { seen });
  // A frame in which nothing changed says what the one before it said.
  let changed = true;
  new MutationObserver(() => {
    changed = true;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const look = () => {
    requestAnimationFrame(look);
    if (!changed) return;
    changed = false;
    const content = document.getElementById('content');
    const isFirstPaint = document.documentElement.hasAttribute('data-start');
    if (content && !isFirstPaint) {
      seen.frames++;
      if (content.querySelector('h1') === null) seen.untitled++;
      // The text is asked for last: it makes the browser lay out the page.
      if (!content.querySelector('[aria-busy]') && !content.innerText.trim()) seen.blank++;
    } else if (seen.frames > 0) seen.blank++;
  };
  requestAnimationFrame(look);
}

/** In the page: what it says of itself, and what is wrong with it besides what axe looks for. All in one question. */
function lookAround() {
  const root = document.documentElement;
  const content = document.getElementById('content');
  const isShown = (alert: Element) => alert.checkVisibility({ visibilityProperty: true });
  /** Whether the browser would draw or word this field itself. */
  const isForeign = (input: HTMLInputElement) => {
    const { appearance, opacity } = getComputedStyle(input);
    if (input.type === 'checkbox') return appearance !== 'none' && opacity !== '0';
    if (input.type === 'search') return input.closest('search') === null || appearance !== 'none';
    return ['date', 'time', 'datetime-local', 'month', 'week'].includes(input.type);
  };
  return {
    ...(globalThis as unknown as { seen: Record<'frames' | 'blank' | 'untitled', number> }).seen,
    wide: Math.max(0, root.scrollWidth - root.clientWidth),
    lang: root.lang,
    theme: root.dataset.theme,
    title: content?.querySelector('h1')?.textContent?.trim(),
    alerts: [...(content?.querySelectorAll<HTMLElement>('[role=alert]') ?? [])]
      .filter(isShown)
      .map((alert) => alert.innerText),
    foreign: [...document.querySelectorAll('input')].filter(isForeign).map((input) => input.outerHTML),
  };
}

/** All that is wrong with a page as it stands; empty when nothing is. */
async function faultsOf(page: Page, look: Look): Promise<unknown> {
  const { frames, blank, untitled, wide, lang, theme, title, ...found } = await page.evaluate(lookAround);
  return {
    ...(frames === 0 && { frames }),
    ...(blank > 0 && { blank }),
    ...(untitled > 0 && { untitled }),
    ...(wide > 0 && { wide }),
    ...(lang !== (look.lang === 'kg' ? 'ky' : look.lang) && { lang }),
    ...(theme !== look.theme && { theme }),
    ...(title === nowhere(look.lang) && { title }),
    ...found,
    cyrillic: look.lang === 'en' ? await findCyrillicTexts(page) : [],
    raw: await findUntranslatedTexts(page),
    barriers: await findAxeViolations(page),
  };
}

/** A page without a fault. */
const nothing = { alerts: [], foreign: [], cyrillic: [], raw: [], barriers: [] };

/** A student is at home on the phone, whoever works at the university at a desk. */
const widthOf = (login: string) => (process.env.EVERY_WIDTH ? '@both' : login === 'student' ? '@phone' : '@desktop');

for (const [login, rooms] of Object.entries(places))
  test(`[BASE-04] [WEAK-02] every room of a ${login} stands without a blank frame, in its language, theme and width, without barriers ${widthOf(login)}`, async ({
    page,
    baseURL,
    isMobile,
  }) => {
    test.slow();
    await signInAs(page, login as Login, '/lms/profile');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.addInitScript(answerLater, slowBy);
    await page.addInitScript(countFrames);
    for (const [index, room] of rooms.entries())
      for (const look of looksOf(index, isMobile)) {
        await lookAt(page, look, baseURL ?? '');
        await page.goto(`/lms/${room}`);
        const main = page.locator('#content');
        const what = `${room} in ${look.lang}, ${look.theme}`;
        await expect(main.locator('h1').first(), what).toBeVisible();
        await expect(main.locator('[aria-busy=true]'), what).toHaveCount(0);
        expect.soft(await faultsOf(page, look), what).toEqual(nothing);
      }
  });
