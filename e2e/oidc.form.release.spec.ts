import { MaliciousProvider, providerClient } from '../server/test/malicious-provider.ts';
import { openResourceOncePerFile } from './support/once-per-file.ts';
import { freePort, startPortal } from './support/portal.ts';
import { test as base, expect } from './support/test.ts';
import { openTlsProxy } from './support/tls.ts';

/** A portal behind TLS, and a provider of another site whose page sends a form. */
async function open() {
  const provider = await MaliciousProvider.open();
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const state = {
    id: 'state',
    issuer: provider.issuer,
    clientId: providerClient.id,
    clientSecret: providerClient.secret,
    name: { ru: 'Служба', kg: 'Кызмат', en: 'Service' },
    claim: 'preferred_username',
    is: 'login',
    responseMode: 'form_post',
  };
  const portal = await startPortal({ PUBLIC_URL: url, OIDC_PROVIDERS: JSON.stringify([state]) });
  const endTls = await openTlsProxy(port, portal.url);
  return {
    url,
    provider,
    async stop() {
      await portal.stop();
      await endTls();
      await provider.close();
    },
  };
}

const test = base.extend<{ joined: Awaited<ReturnType<typeof open>> }>({
  joined: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use(await openResourceOncePerFile('form', open)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ joined }, use) => use(joined.url),
});
test.use({ ignoreHTTPSErrors: true });

test('[AUTH-12] the form that a provider’s page of another site sends over https signs in @also-phone', async ({
  page,
  joined: { url, provider },
}) => {
  await page.route(`${provider.issuer}/**`, async (route) => {
    const back = provider.signIn(route.request().url(), { sub: 'f-1', preferred_username: 'student' });
    const fields = [...back.searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`).join('');
    const form = `<form method="post" action="${back.origin}${back.pathname}">${fields}<button>Дальше</button></form>`;
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: form });
  });
  await page.goto('/lms/news');
  await page.getByRole('button', { name: 'Войти: Служба' }).click();
  await page.getByRole('button', { name: 'Дальше' }).click();
  await expect(page).toHaveURL(`${url}/lms/news`);
  await expect(page.getByRole('heading', { name: 'Новости', level: 1 })).toBeVisible();
});
