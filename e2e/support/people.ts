import type { Page } from '@playwright/test';

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

/** Signs in through the form, as a person does, and opens a page of the portal, or of one that stands before it. */
export async function signIn(page: Page, login: Login, path = '/lms', origin = ''): Promise<void> {
  await enter(page, login, `${origin}/lms/login?to=${encodeURIComponent(path)}`, false);
}

/** Signs in with "shared computer" ticked. */
export async function signInShared(page: Page, login: Login, path = '/lms', origin = ''): Promise<void> {
  await enter(page, login, `${origin}/lms/login?to=${encodeURIComponent(path)}`, true);
}

async function enter(page: Page, login: Login, address: string, shared: boolean): Promise<void> {
  await page.goto(address);
  await page.locator('input[autocomplete="username"]').fill(login);
  await page.locator('input[autocomplete="current-password"]').fill(passwords[login]);
  if (shared) await page.locator('form input[type="checkbox"]').check();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/**
 * A room at a course that the teacher shares with both students, and in which they talk. Without a choice a room opens by
 * the hour: with the class going on, or the next one.
 */
export const inCourse = (path: '/lms/journal' | '/lms/chat' | '/lms/umk'): string => `${path}?d=29.0.5`;
