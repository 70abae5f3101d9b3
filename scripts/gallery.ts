import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type AxeViolation, findAxeViolations } from '../e2e/support/axe.ts';
import { trackCalls } from '../e2e/support/calls.ts';
import { signIn } from '../e2e/support/people.ts';
import { startProgramPortal } from '../e2e/support/program-portal.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { buildWeb } from '../server/web-build.ts';
import { findOrInstallBrowsers } from './browser.ts';
import { parseCommandArguments } from './command-arguments.ts';
import { type GalleryScreen, galleryScreens } from './gallery.screens.ts';
import { projectFolder } from './results.ts';

/**
 * npm run gallery [-- WORD ...]: a picture of every screen on desktop and phone, light and dark, in three languages,
 * on one sheet, and what axe finds on each. Words narrow it: `phone dark kg news` (a word that is no width, theme or
 * language is a part of a screen's name).
 */
const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;
const languages = ['kg', 'ru', 'en'] as const;

interface Picture {
  screen: string;
  file: string;
  about: string;
  findings: AxeViolation[];
  /** Pixels by which the page is wider than its window. */
  over: number;
  /** Why there is no picture. */
  failure?: string;
}

const known: readonly string[] = [...Object.keys(widths), ...themes, ...languages];
const words = parseCommandArguments(
  (word) => known.includes(word) || galleryScreens.some(({ name }) => name.includes(word)),
  `give some of ${known.join(', ')}, or a part of a screen's name`,
);
const chosen = <T extends string>(all: readonly T[]): readonly T[] => {
  const named = all.filter((one) => words.includes(one));
  return named.length > 0 ? named : all;
};
const parts = words.filter((word) => !known.includes(word));
const wanted = galleryScreens.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
const folder = join(projectFolder, 'test-results/gallery');

const browserPath = findOrInstallBrowsers().full;
await buildWeb(console.log, new AbortController().signal);
const portal = await startProgramPortal();
mkdirSync(folder, { recursive: true });
const pictures: Picture[] = [];
try {
  await lengthenNames(portal.databaseUrl);
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
  });
  for (const width of chosen(Object.keys(widths) as (keyof typeof widths)[]))
    for (const theme of chosen(themes))
      for (const lang of chosen(languages)) await round(browser, { width, theme, lang });
  await browser.close();
} finally {
  await portal.stop();
}
const sheet = join(folder, 'index.html');
writeFileSync(sheet, page(pictures));
const bad = pictures.filter(({ findings, over, failure }) => findings.length > 0 || over > 0 || failure);
for (const { file, findings, over, failure } of bad)
  console.log(
    `${file}: ${[failure, over > 0 && `${over} px too wide`, ...findings.map(findingText)].filter(Boolean).join('; ')}`,
  );
console.log(`${pictures.length} pictures, ${bad.length} with findings: ${sheet}`);
process.exit(bad.length === 0 ? 0 : 1);

interface Look {
  width: keyof typeof widths;
  theme: (typeof themes)[number];
  lang: (typeof languages)[number];
}

/** All screens in one look; each person signs in once. */
async function round(browser: Browser, look: Look): Promise<void> {
  for (const login of new Set(wanted.map((screen) => screen.login))) {
    const phone = look.width === 'phone';
    const context = await browser.newContext({
      baseURL: portal.url,
      viewport: widths[look.width],
      timezoneId: 'Asia/Bishkek',
      reducedMotion: 'reduce',
      ...(phone ? { hasTouch: true, isMobile: true } : {}),
    });
    const cookie = (name: string, value: string) => ({ name, value, url: portal.url });
    await context.addCookies([cookie('lang', look.lang), cookie('theme', look.theme)]);
    const first = await context.newPage();
    if (login) await signIn(first, login, '/lms/apps');
    for (const screen of wanted.filter((one) => one.login === login)) {
      const tab = await context.newPage();
      pictures.push(await shoot(tab, screen, look));
      await context.setOffline(false);
      await tab.close();
    }
    await context.close();
  }
}

async function shoot(tab: Page, screen: GalleryScreen, { width, theme, lang }: Look): Promise<Picture> {
  const file = `${screen.name}-${width}-${theme}-${lang}.png`;
  const picture = { screen: screen.name, file, about: `${width} ${theme} ${lang}`, findings: [], over: 0 };
  try {
    await screen.before?.(tab);
    const quiet = trackCalls(tab);
    await tab.goto(screen.path);
    await settled(tab, quiet);
    await screen.after?.(tab);
    await settled(tab, quiet);
    await tab.screenshot({ path: join(folder, file), animations: 'disabled' });
    const over = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    return { ...picture, over, findings: await findAxeViolations(tab) };
  } catch (failure) {
    return { ...picture, failure: (failure as Error).message.split('\n')[0] ?? 'no picture' };
  }
}

/** The page has replaced what stood in the HTML, nothing loads any more, and the fonts are there. */
async function settled(tab: Page, quiet: () => Promise<void>): Promise<void> {
  await tab.waitForFunction(() => !document.querySelector('.start') && document.querySelector('h1, h2'));
  await quiet();
  await tab.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await tab.locator('html[data-fonts="own"]').waitFor({ state: 'attached' });
  await tab.evaluate(() => document.fonts.ready.then(() => undefined));
  await tab.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
}

/** Gives student3 and the disciplines of that student the longest names that a university may write. */
async function lengthenNames(databaseUrl: string): Promise<void> {
  const sql = createPostgresClient(databaseUrl, { max: 1 });
  await sql`update person set surname = 'Абдрахмановакызы-Жумабековоглу', name = 'Нурмухаммедкадыржан',
    patronymic = 'Абдыманасбекович-Калмурзаевич'
    where id = (select person_id from account where login = 'student3')`;
  await sql.end();
}

function findingText({ id, nodes }: AxeViolation): string {
  return `${id} (${nodes[0] ?? ''})`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The sheet: a row a screen, a picture a look, findings below. */
function page(all: readonly Picture[]): string {
  const rows = Map.groupBy(all, ({ screen }) => screen);
  const cells = (own: readonly Picture[]) =>
    own
      .map(
        ({ file, about, findings, over, failure }) =>
          `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${about}${[
            failure,
            over > 0 ? `${over} px too wide` : '',
            ...findings.map(findingText),
          ]
            .filter(Boolean)
            .map((text) => `<br><b>${escaped(text ?? '')}</b>`)
            .join('')}</figcaption></figure>`,
      )
      .join('');
  const body = [...rows].map(([name, own]) => `<h2>${name}</h2><div>${cells(own)}</div>`).join('\n');
  return `<!doctype html><meta charset="utf-8"><title>Bilim: gallery</title><style>
body{font:14px sans-serif;margin:24px;background:#eee}div{display:flex;gap:12px;overflow-x:auto;align-items:flex-start}
figure{margin:0;flex:none}img{height:420px;border:1px solid #bbb}b{color:#b00;max-width:40em;display:inline-block}
</style>\n<h1>${all.length} pictures</h1>\n${body}\n`;
}
