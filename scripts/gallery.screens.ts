import { mayCall } from '@bilim/contract/access.ts';
import { rooms } from '@bilim/contract/rooms.ts';
import type { Page } from '@playwright/test';
import type { Login } from '../e2e/support/people.ts';

/** A picture of the gallery: a page of one person in one state. */
export interface GalleryScreen {
  name: string;
  /** Who is signed in; null for nobody. */
  login: Login | null;
  path: string;
  /** What is done before the page opens, for instance making a call fail. */
  before?: (page: Page) => Promise<void>;
  /** What is done on the page before the picture is taken. */
  after?: (page: Page) => Promise<void>;
}

const failing = (calls: string) => async (page: Page) => {
  await page.route(`**/api/${calls}`, (route) => route.fulfill({ status: 500, body: '' }));
};

const offline = async (page: Page) => {
  await page.context().setOffline(true);
  await page.getByRole('alert').first().waitFor();
};

const openPerson = async (page: Page) => {
  await page.locator('[data-part="contacts"] a, ul[aria-label] a[href*="c="]').nth(1).click();
  await page.getByRole('log').locator('ol').waitFor();
};

/** The profile menu of the desktop; the phone has none. */
const openMenu = async (page: Page) => {
  const menu = page.locator('header > button:visible');
  if ((await menu.count()) > 0) await menu.first().click();
};

/** Pages in their usual state, then the rarer ones; student3 has the longest names that the database takes. */
const chosen: readonly GalleryScreen[] = [
  { name: 'login', login: null, path: '/lms/login' },
  {
    name: 'login-refused',
    login: null,
    path: '/lms/login',
    after: async (page) => {
      await page.locator('form button[type="submit"]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'offline-page', login: null, path: '/lms/offline' },
  { name: 'check-unknown', login: null, path: '/lms/check/0000000000' },
  { name: 'not-found', login: 'student', path: '/lms/no-such-room' },

  { name: 'apps-student', login: 'student', path: '/lms/apps' },
  { name: 'apps-teacher', login: 'teacher', path: '/lms/apps' },
  { name: 'apps-admin', login: 'admin', path: '/lms/apps' },
  { name: 'profile-student', login: 'student', path: '/lms/profile' },
  { name: 'profile-teacher', login: 'teacher', path: '/lms/profile' },
  { name: 'news-student', login: 'student', path: '/lms/news' },
  {
    name: 'news-editor-composer',
    login: 'editor',
    path: '/lms/news',
    after: async (page) => page.locator('form textarea').first().focus(),
  },
  { name: 'chat-list', login: 'student', path: '/lms/chat' },
  { name: 'chat-group', login: 'student', path: '/lms/chat?c=-1' },
  { name: 'chat-person', login: 'student', path: '/lms/chat', after: openPerson },
  { name: 'chat-group-teacher', login: 'teacher', path: '/lms/chat?c=-1' },
  { name: 'journal-teacher', login: 'teacher', path: '/lms/journal' },
  { name: 'journal-student', login: 'student', path: '/lms/journal' },
  { name: 'schedule-student', login: 'student', path: '/lms/schedule' },
  { name: 'schedule-teacher-day', login: 'teacher', path: '/lms/schedule?view=day' },
  { name: 'umk-student', login: 'student', path: '/lms/umk' },
  { name: 'umk-teacher', login: 'teacher', path: '/lms/umk' },
  { name: 'library', login: 'student', path: '/lms/library' },
  { name: 'library-teacher', login: 'teacher', path: '/lms/library' },
  { name: 'desk', login: 'clerk', path: '/lms/desk' },

  { name: 'menu', login: 'editor', path: '/lms/apps', after: openMenu },
  { name: 'long-names-chat', login: 'student3', path: '/lms/chat?c=-1' },
  { name: 'empty-journal', login: 'admin', path: '/lms/journal' },
  { name: 'empty-chat', login: 'admin', path: '/lms/chat' },
  { name: 'error-news', login: 'student', path: '/lms/news', before: failing('news/*') },
  { name: 'error-journal', login: 'student', path: '/lms/journal', before: failing('visitlog/*') },
  { name: 'error-library', login: 'student', path: '/lms/library', before: failing('library/*') },
  { name: 'error-registration', login: 'student', path: '/lms/registration', before: failing('regfordisciplines/*') },
  { name: 'lost-network', login: 'student', path: '/lms/apps', after: offline },
  { name: 'long-names-apps', login: 'student3', path: '/lms/apps' },
  { name: 'long-names-profile', login: 'student3', path: '/lms/profile' },
  { name: 'long-names-schedule', login: 'student3', path: '/lms/schedule' },
  { name: 'long-names-registration', login: 'student3', path: '/lms/registration' },
];

/** Rooms of which nothing is chosen above, as whoever may enter them sees them. */
const others = rooms
  .filter((room) => !chosen.some(({ path }) => path.split('?')[0] === `/lms${room.path}`))
  .map(({ name, path, access }): GalleryScreen => {
    const student = mayCall({ role: 2, permissions: [] }, access);
    return { name, login: student ? 'student' : access === 'staff' ? 'teacher' : 'admin', path: `/lms${path}` };
  });

/** Every page of the portal. */
export const galleryScreens: readonly GalleryScreen[] = [...chosen, ...others];
