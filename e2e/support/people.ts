import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { testDay } from '../../server/test/moment.ts';
import { runHostTask } from './host.ts';
import { findHostedPortal } from './portal.ts';

/** The named accounts of the invented university. */
export const passwords = {
  teacher: 'Teacher1',
  student: 'Student1',
  student2: 'Student2',
  student3: 'Student3',
  editor: 'Editor1',
  clerk: 'Clerk1',
  admin: 'Admin1',
} as const;

export type Login = keyof typeof passwords;

/** Who was the last to come into a browser, and whether as on a computer that others use too. */
const lastIn = new WeakMap<BrowserContext, Login | 'shared'>();

/**
 * Opens a page of the portal, or of one that is before it, as somebody who is signed in: the session is begun and the
 * browser given what it would hold. Where somebody else was before, the form signs in: its page lets go of the other.
 */
export async function signInAs(page: Page, login: Login, path = '/lms', origin = ''): Promise<void> {
  const context = page.context();
  const at = origin || (await originOf(page));
  const portal = findHostedPortal(at);
  if (portal === undefined || (lastIn.get(context) ?? login) !== login) return await signIn(page, login, path, origin);
  lastIn.set(context, login);
  const agent = await page.evaluate(() => navigator.userAgent);
  const { sid, token, user } = await runHostTask('session', { url: portal, login, agent });
  await context.addCookies([{ name: 'sid', value: sid, url: at, httpOnly: true, sameSite: 'Lax' }]);
  // The answer brings the value that belongs to the session (XSRF-TOKEN).
  await page.request.get(`${at}${anyCall}`);
  const kept = { token, uid: String(user.uid), role: String(user.role), user: JSON.stringify(user) };
  const planting = await page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, kept);
  await page.goto(at + path);
  await planting.dispose();
}

const anyCall = callsByRoom.login.config.path;

/** The origin that relative addresses of a page lead to. */
async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get(anyCall)).url()).origin;
}

/** Signs in through the form, as a person does, and opens a page of the portal, or of one that is before it. */
export async function signIn(page: Page, login: Login, path = '/lms', origin = ''): Promise<void> {
  await submitForm(page, login, `${origin}/lms/login?to=${encodeURIComponent(path)}`, false);
}

/** Signs in with "shared computer" ticked. */
export async function signInOnSharedComputer(page: Page, login: Login, path = '/lms', origin = ''): Promise<void> {
  await submitForm(page, login, `${origin}/lms/login?to=${encodeURIComponent(path)}`, true);
}

async function submitForm(page: Page, login: Login, address: string, shared: boolean): Promise<void> {
  const before = lastIn.get(page.context());
  lastIn.set(page.context(), shared ? 'shared' : login);
  // Who is in is not shown the form: the session of somebody else has ended by then.
  if (before !== undefined && before !== login) await page.context().clearCookies({ name: 'sid' });
  await page.goto(address);
  await page.locator('input[autocomplete="username"]').fill(login);
  await page.locator('input[autocomplete="current-password"]').fill(passwords[login]);
  if (shared) await page.locator('form input[type="checkbox"]').check();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/** The spring of the invented university: from 18 January on, in July too (server/demo/calendar.ts). */
export const isSpringTerm = testDay.slice(5) >= '01-18' && testDay.slice(5) < '08-01';
/** The discipline of five credits that the teacher shares with both students, in the term of the tests. */
export const sharedDisciplineId = isSpringTerm ? 41 : 29;

/**
 * A room at a course that the teacher shares with both students, and in which they talk. Without a choice a room opens by
 * the hour: with the class going on, or the next one.
 */
export const courseAddress = (path: '/lms/journal' | '/lms/chat' | '/lms/umk'): string =>
  `${path}?d=${sharedDisciplineId}.0.5`;
