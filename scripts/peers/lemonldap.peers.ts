import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from '../../server/test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../../server/test/test-client.ts';
import { type FetchedPage, FormBrowser } from './form-browser.ts';
import { Lemonldap } from './lemonldap.ts';

const { login, oidc, profile } = callsByRoom;
/** Letters alone: it does not undo the encoding that OAuth 2.0 (RFC 6749, 2.3.1) asks of other characters. */
const client = { id: 'bilim', secret: 'secretOfBoth', portal: 'http://portal.test' };
const [known, unknown] = ['dwho', 'rtyler'];

let lemonldap: Lemonldap;
let portal: TestPortal;
before(async () => {
  lemonldap = await Lemonldap.open(client, { [known]: 'student' });
  const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
  const uni = { id: 'uni', issuer: lemonldap.issuer, name, clientId: client.id, clientSecret: client.secret };
  portal = await openPortal({
    PUBLIC_URL: client.portal,
    OIDC_PROVIDERS: JSON.stringify([{ ...uni, claim: 'account', is: 'login' }]),
  });
});
after(async () => {
  await portal.close();
  await lemonldap.close();
});

/** The page that LemonLDAP::NG shows to a browser which our sign-in page sends there. */
async function sent(person: TestClient, browser: FormBrowser): Promise<FetchedPage> {
  const [to] = await person.get(oidc.begin, { provider: 'uni' });
  return await browser.open(to?.address ?? assert.fail());
}

const asksPassword = ({ html }: FetchedPage): boolean => html.includes('name="password"');
/** Signs in on its page, which leads back. */
const signInThere = (browser: FormBrowser, page: FetchedPage, name: string): Promise<FetchedPage> =>
  browser.send(page, { user: name, password: name });

/** Goes back to the portal with what was answered there. */
async function back(person: TestClient, { url }: FetchedPage) {
  assert.equal(url.origin + url.pathname, `${client.portal}/lms/api/auth/outside/back/uni`);
  await person.fetch(url.pathname + url.search);
  return await person.ask(oidc.finish);
}

const noted = async (action: string) =>
  (await portal.ownerSql`select from audit where action = ${action} order by id desc limit 1`).length > 0;

test('[AUTH-12] LemonLDAP::NG signs in who is imported, by its real code with PKCE; signing out there asks for the password again', async () => {
  const [person, browser] = [portal.nobody(), new FormBrowser(lemonldap.issuer)];
  const page = await sent(person, browser);
  assert.ok(asksPassword(page));
  const refused = await browser.send(page, { user: known, password: 'wrong' });
  assert.equal(refused.url.origin, lemonldap.issuer);
  assert.ok(asksPassword(refused), 'a wrong password leads nowhere');
  assert.equal((await person.ask(profile.data)).status, 401);

  const answer = await back(person, await signInThere(browser, refused, known));
  assert.deepEqual([answer.status, answer.data[0]?.uid], [200, (await portal.as('student')).uid]);
  assert.equal((await person.ask(profile.data)).status, 200);
  await waitUntil('it is noted', async () => await noted('outside.linked'));

  // Known there, the password is not asked for again, until one signs out there.
  const again = portal.nobody();
  assert.equal((await back(again, await sent(again, browser))).status, 200);
  const [left] = await person.get(login.logout, { logout: true });
  const question = await browser.open(left?.there?.address ?? assert.fail());
  assert.equal(question.url.origin, lemonldap.issuer);
  const out = await browser.send(question, {});
  assert.equal(out.url.href, `${client.portal}/lms/login`);
  assert.equal((await person.ask(profile.data)).status, 401);
  assert.ok(asksPassword(await sent(portal.nobody(), browser)), 'nobody is signed in there any more');
});

test('[AUTH-12] who is known to LemonLDAP::NG but to no import reads that; attack: its answer in another browser, or twice, is nothing', async () => {
  const [person, thief, browser] = [portal.nobody(), portal.nobody(), new FormBrowser(lemonldap.issuer)];
  const answer = await back(person, await signInThere(browser, await sent(person, browser), unknown));
  assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.unknown']);
  await waitUntil('it is noted', async () => await noted('outside.unknown'));

  const owner = new FormBrowser(lemonldap.issuer);
  const page = await signInThere(owner, await sent(person, owner), known);
  await sent(thief, new FormBrowser(lemonldap.issuer));
  assert.equal((await back(thief, page)).error?.code, 'outside.over');
  assert.equal((await back(person, page)).status, 200);
  assert.equal((await back(person, page)).error?.code, 'outside.over');
  await waitUntil('it is noted', async () => await noted('outside.replayed'));
});
