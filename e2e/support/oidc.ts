import type { BrowserContext, Page } from '@playwright/test';
import { TestOidcProvider } from '../../server/test/oidc-peer.ts';
import { emptyStores, readBrowserStores } from './browser-storage.ts';
import { openResourceOncePerFile } from './once-per-file.ts';
import { freePort, type Portal, startPortal } from './portal.ts';
import { test as base, expect } from './test.ts';

/** A portal that lets people in by an identity server too. */
export interface OidcPortal {
  portal: Portal;
  peer: TestOidcProvider;
  stop(): Promise<void>;
}

async function open(): Promise<OidcPortal> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const client = { id: 'bilim', secret: 'a secret of both', portal: url };
  const peer = await TestOidcProvider.open(client);
  const uni = {
    id: 'uni',
    issuer: peer.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    name: { ru: 'Учётная запись университета', kg: 'Университеттин эсеби', en: 'University account' },
    claim: 'preferred_username',
    is: 'login',
    // oidc-provider gives its ID tokens no type.
    untypedTokens: true,
  };
  const portal = await startPortal({
    PORT: String(port),
    PUBLIC_URL: url,
    INSECURE_HTTP: '1',
    NETWORKS: '127.0.0.0/8=Главный корпус | Башкы корпус | Main building',
    OIDC_PROVIDERS: JSON.stringify([uni]),
  });
  return {
    portal,
    peer,
    async stop() {
      await portal.stop();
      await peer.close();
    },
  };
}

/** The tests' `test` with such a portal and its identity server. */
export const test = base.extend<{ joined: OidcPortal }>({
  joined: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use(await openResourceOncePerFile('identity', open)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ joined }, use) => use(joined.portal.url),
});

/** The button of the sign-in page that leads to the identity server. */
export const providerButton = (page: Page) => page.getByRole('button', { name: 'Войти: Учётная запись университета' });

/** Signs in at the identity server, which asks for a name and whether the portal may read it. */
export async function signInAtProvider(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Cookies by which the portal or the provider would know the person again. */
const ofPerson = async (context: BrowserContext) =>
  (await context.cookies())
    .filter(({ name, value }) => value !== '' && /^(__Host-)?(sid|hint|outside|second)$|^_session/.test(name))
    .map(({ name }) => name);

/**
 * Signs a student in by the provider and out at both; then neither the way back nor the button may let anybody in without
 * the password there, and the browser holds nothing of the person.
 */
export async function expectSignOutAtProvider(page: Page, context: BrowserContext, shared: boolean): Promise<void> {
  await page.goto('/lms/login');
  if (shared) await page.getByLabel('Чужой или общий компьютер').check();
  await providerButton(page).click();
  await signInAtProvider(page, 'student');
  await expect(page).toHaveURL(/\/lms\/?$/);
  await page.goto('/lms/profile');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Төлөгөнова Айгүл');
  expect(await ofPerson(context)).toContain('_session');

  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  // Others use a shared computer: there nobody is asked.
  if (!shared) await page.getByRole('button', { name: 'Выйти и там' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(providerButton(page)).toBeVisible();
  expect(await ofPerson(context)).toEqual([]);
  await expect.poll(() => readBrowserStores(page)).toEqual(emptyStores);

  // Past the provider's question to the page of the profile.
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/lms\//);
  await expect(providerButton(page)).toBeVisible();
  await expect(page.getByText('Төлөгөнова')).toHaveCount(0);
  await expect.poll(() => readBrowserStores(page)).toEqual(emptyStores);
  await providerButton(page).click();
  await expect(page.getByPlaceholder('and password')).toBeVisible();
  await page.goBack();
  await expect(providerButton(page)).toBeVisible();
  expect((await context.request.get('/api/discipline/current/ws.json')).status()).toBe(401);
}
