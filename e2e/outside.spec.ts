import { type Page, test as plain } from '@playwright/test';
import { OidcPeer } from '../server/test/oidc-peer.ts';
import { expectAccessible } from './support/axe.ts';
import { freePort, type Portal, startPortal } from './support/portal.ts';
import { expect } from './support/test.ts';

/** A portal that lets people in by an identity server too. */
interface Joined {
  portal: Portal;
  peer: OidcPeer;
}

const test = plain.extend<object, { joined: Joined }>({
  joined: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
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
        DEMO: 'tiny',
        OIDC_PROVIDERS: JSON.stringify([uni]),
      });
      await use({ portal, peer });
      await portal.stop();
      await peer.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ joined }, use) => use(joined.portal.url),
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
