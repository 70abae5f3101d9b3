import type { BrowserContext, Page } from '@playwright/test';
import postgres from 'postgres';
import { OidcPeer } from '../server/test/oidc-peer.ts';
import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
import { freePort, type Portal, startPortal } from './support/portal.ts';
import { nothing, storesOf } from './support/stores.ts';
import { test as base, expect } from './support/test.ts';

/** A portal that lets people in by an identity server too. */
interface Joined {
  portal: Portal;
  peer: OidcPeer;
}

async function open(): Promise<Joined> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const client = { id: 'bilim', secret: 'a secret of both', portal: url };
  const peer = await OidcPeer.open(client);
  const uni = {
    id: 'uni',
    issuer: peer.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    name: { ru: 'Учётная запись университета', kg: 'Университеттин эсеби', en: 'University account' },
    claim: 'preferred_username',
    is: 'login',
  };
  const portal = await startPortal({
    PORT: String(port),
    PUBLIC_URL: url,
    INSECURE_HTTP: '1',
    NETWORKS: '127.0.0.0/8=Главный корпус | Башкы корпус | Main building',
    OIDC_PROVIDERS: JSON.stringify([uni]),
  });
  return { portal, peer };
}

let opened: Promise<Joined> | undefined;
const test = base.extend<{ joined: Joined }>({
  joined: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      opened ??= open();
      await use(await opened);
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ joined }, use) => use(joined.portal.url),
});
test.afterAll(async () => {
  const joined = await opened;
  opened = undefined;
  await joined?.portal.stop();
  await joined?.peer.close();
});

const way = (page: Page) => page.getByRole('button', { name: 'Войти: Учётная запись университета' });

/** Signs in at the identity server, which asks for a name and whether the portal may read it. */
async function signInThere(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('[AUTH-12] the account of the university leads in, to the page that was asked for @both', async ({
  page,
  context,
}) => {
  await page.goto('/lms/news');
  await expect(way(page)).toBeVisible();
  await expectAccessible(page);
  await way(page).click();
  await signInThere(page, 'student');
  await expect(page).toHaveURL(/\/lms\/news$/);
  await expect(page.getByRole('heading', { name: 'Новости', level: 1 })).toBeVisible();
  // Known there, one tap is enough.
  await page.goto('about:blank');
  await context.clearCookies({ name: 'sid' });
  await page.goto('/lms/login');
  await way(page).click();
  await expect(page).toHaveURL(/\/lms\/?$/);
});

test('[AUTH-12] whoever is unknown here or turns back there is told so, in the page’s language @both', async ({
  page,
}) => {
  await page.goto('/lms/login');
  await way(page).click();
  await signInThere(page, 'somebody-else');
  await expect(page.getByText('в портале такой учётной записи нет')).toBeVisible();
  await expect(page).toHaveURL(/\/lms\/login$/);
  await expectAccessible(page);
  await page.reload();
  await expect(way(page)).toBeVisible();
  await expect(page.getByText('в портале такой учётной записи нет')).toBeHidden();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Eng' }).click();
  await page.getByRole('button', { name: 'Sign in with University account' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('You cancelled signing in')).toBeVisible();
});

test('[AUTH-12] an account is linked in the profile with the password, lets in, and is unlinked @both', async ({
  page,
}) => {
  const { width } = page.viewportSize() ?? { width: 0 };
  const atProfile = async () => {
    if (width < 900) await page.getByRole('button', { name: 'Учётные записи других служб' }).click();
  };
  await signIn(page, 'student2', '/lms/profile');
  await atProfile();
  await page.getByRole('button', { name: 'Привязать: Учётная запись университета' }).click();
  await expectAccessible(page);
  await page.getByLabel('Ваш пароль', { exact: true }).fill('Student2');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await signInThere(page, `of-there-${width}`);
  await expect(page).toHaveURL(/\/lms\/profile$/);
  await expect(page.getByText('Учётная запись привязана')).toBeVisible();
  const unlink = page.getByRole('button', { name: 'Отвязать: Учётная запись университета' });
  await expect(unlink).toBeVisible();
  await expectAccessible(page);
  await unlink.click();
  await page.getByLabel('Ваш пароль', { exact: true }).fill('Student2');
  await page.getByRole('button', { name: 'Отвязать', exact: true }).last().click();
  await expect(page.getByText('Учётная запись отвязана')).toBeVisible();
  await expect(page.getByText('Не привязана')).toBeVisible();
});

test('[AUTH-12] whoever came by a provider is offered to sign out there, and is asked for the password then', async ({
  page,
}) => {
  await page.goto('/lms/login');
  await way(page).click();
  await signInThere(page, 'student');
  await expect(page).toHaveURL(/\/lms\/?$/);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page.getByText('Вы вышли из портала, но не из службы')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Выйти и там' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(/\/lms\/login/);
  await way(page).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
});

/** Cookies by which the portal or the provider would know the person again. */
const ofPerson = async (context: BrowserContext) =>
  (await context.cookies())
    .filter(({ name, value }) => value !== '' && /^(__Host-)?(sid|hint|outside|second)$|^_session/.test(name))
    .map(({ name }) => name);

for (const shared of [false, true])
  test(`[AUTH-12] [SAFE-05] signed out at the provider on ${shared ? 'a shared' : 'the own'} computer, neither "back" nor its button lets in without the password there, and nothing is kept`, async ({
    page,
    context,
  }) => {
    await page.goto('/lms/login');
    if (shared) await page.getByLabel('Чужой или общий компьютер').check();
    await way(page).click();
    await signInThere(page, 'student');
    await expect(page).toHaveURL(/\/lms\/?$/);
    await page.goto('/lms/profile');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText('Төлөгөнова Айгүл');
    expect(await ofPerson(context)).toContain('_session');

    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    // Others use a shared computer: there nobody is asked.
    if (!shared) await page.getByRole('button', { name: 'Выйти и там' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(way(page)).toBeVisible();
    expect(await ofPerson(context)).toEqual([]);
    await expect.poll(() => storesOf(page)).toEqual(nothing);

    // Past the provider's question to the page of the profile.
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/lms\//);
    await expect(way(page)).toBeVisible();
    await expect(page.getByText('Төлөгөнова')).toHaveCount(0);
    await expect.poll(() => storesOf(page)).toEqual(nothing);
    await way(page).click();
    await expect(page.getByPlaceholder('and password')).toBeVisible();
    await page.goBack();
    await expect(way(page)).toBeVisible();
    expect((await context.request.get('/api/discipline/current/ws.json')).status()).toBe(401);
  });

test('[AUTH-15] a device stands with the name of the university’s network and its address, for its person and in the room of people @both', async ({
  page,
  browser,
  baseURL,
  joined,
}) => {
  const { width } = page.viewportSize() ?? { width: 0 };
  const place = 'Главный корпус · 127.0.0.1';
  await signIn(page, 'student3', '/lms/profile');
  if (width < 900) await page.getByRole('button', { name: 'Где вы вошли' }).click();
  await expect(page.getByRole('list', { name: 'Где вы вошли' }).getByRole('listitem').first()).toContainText(place);
  await expectAccessible(page);
  const sql = postgres(joined.portal.databaseUrl, { max: 1 });
  const [row] = await sql<{ id: string }[]>`select person_id as id from account where login = 'student3'`;
  await sql.end();
  const office = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await office.newPage();
  await signIn(theirs, 'admin', `/lms/people/${row?.id}`);
  await expect(theirs.getByText(place).first()).toBeVisible();
  await office.close();
});
