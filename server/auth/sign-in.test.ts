import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { Secret, TOTP } from 'otpauth';
import { now } from '../core/clock.ts';
import { Authenticator } from '../test/authenticator.ts';
import { directoryBaseDn, directoryServiceAccount, TestDirectoryServer } from '../test/directory-peer.ts';
import { waitUntil } from '../test/http.ts';
import { MaliciousProvider, providerClient } from '../test/malicious-provider.ts';
import {
  type CallAnswer,
  openPortal,
  passwords,
  refusalOf,
  type TestClient,
  type TestPortal,
} from '../test/test-client.ts';

const { login, oidc, passkeys, profile, secondstep } = callsByRoom;

const origin = 'http://portal.test';
const directoryPassword = 'Directory-password-1';

type Answer = CallAnswer<readonly { readonly uid: number }[]>;

/** One way of signing in. */
interface Method {
  readonly name: string;
  /** The product file that completes it. */
  readonly file: string;
  /** Whose account it opens; each method has a person of its own. */
  readonly login: keyof typeof passwords;
  /** `two`: its proof stands for both steps. */
  readonly factors: 'one' | 'two';
  /** How an account is refused that was blocked after the proof. */
  readonly closed: readonly [status: number, code: string];
  /** Goes as far as the call that completes the sign-in, and gives that call. */
  readonly begin: (browser: TestClient) => Promise<() => Promise<Answer>>;
}

let portal: TestPortal;
let provider: MaliciousProvider;
let directory: TestDirectoryServer;
let folder: string;
const device = new Authenticator(origin);
const recoveryCodes: string[] = [];
const uids = new Map<string, number>();

before(async () => {
  provider = await MaliciousProvider.open();
  directory = await TestDirectoryServer.open();
  folder = await mkdtemp(join(tmpdir(), 'bilim-sign-in-'));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, directory.papers.certificate);
  portal = await openPortal({
    PUBLIC_URL: origin,
    OIDC_PROVIDERS: JSON.stringify([
      {
        ...{ id: 'uni', issuer: provider.issuer, claim: 'preferred_username', is: 'login', secondStep: true },
        ...{ clientId: providerClient.id, clientSecret: providerClient.secret },
        name: { ru: 'Университет', kg: 'Окуу жайы', en: 'University' },
      },
    ]),
    LDAP_DIRECTORIES: JSON.stringify([
      {
        ...{ id: 'staff', servers: [directory.url], ca, base: directoryBaseDn, ...directoryServiceAccount },
        ...{ filter: '(&(objectClass=person)(uid={login}))', claim: 'portalLogin', is: 'login' },
      },
    ]),
  });
  directory.entries = [
    {
      dn: `uid=azamat,ou=people,${directoryBaseDn}`,
      attributes: { objectClass: 'person', uid: 'azamat', portalLogin: 'student', entryUUID: 'id-1' },
      password: directoryPassword,
    },
  ];
  // Nobody is notified of the first sign-in of their life: each has been in before.
  for (const { login: name } of methods) uids.set(name, (await portal.as(name)).uid);
  const clerk = await portal.as('clerk');
  const { options } = await clerk.get(passkeys.begin, { password: passwords.clerk });
  await clerk.get(passkeys.add, { answer: device.make(options) });
  const editor = await portal.as('editor');
  const { key } = await editor.get(secondstep.begin, { password: passwords.editor });
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  const { codes } = await editor.get(secondstep.confirm, { code: app.generate({ timestamp: now().getTime() }) });
  recoveryCodes.push(...codes);
});

after(async () => {
  await portal.close();
  await provider.close();
  await directory.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await portal.ownerSql`truncate signin_wait, signin_failure, signin_success, signin_queue`;
});

/** A browser that comes back from the provider, where somebody signed in, with one step or with two. */
const byProvider = (name: string, amr: readonly string[]) => async (browser: TestClient) => {
  const [to = assert.fail()] = await browser.get(oidc.begin, { provider: 'uni' });
  const { pathname, search } = provider.signIn(to.address, { sub: name, preferred_username: name, amr });
  assert.equal((await browser.fetch(pathname + search)).status, 303);
  return () => browser.ask(oidc.finish);
};

const methods: readonly Method[] = [
  {
    name: 'a password',
    file: 'rooms/login/login.ts',
    login: 'teacher',
    factors: 'one',
    closed: [401, 'login.wrong'],
    begin: async (browser) => () => browser.ask(login.authorize, { login: 'teacher', password: passwords.teacher }),
  },
  {
    name: 'a password of a directory',
    file: 'rooms/login/login.ts',
    login: 'student',
    factors: 'one',
    closed: [403, 'outside.closed'],
    begin: async (browser) => () => browser.ask(login.authorize, { login: 'azamat', password: directoryPassword }),
  },
  {
    name: 'an account of a provider',
    file: 'rooms/oidc/oidc.ts',
    login: 'student2',
    factors: 'one',
    closed: [403, 'outside.closed'],
    begin: byProvider('student2', ['pwd']),
  },
  {
    name: 'an account of a provider that asked for a second step',
    file: 'rooms/oidc/oidc.ts',
    login: 'student3',
    factors: 'two',
    closed: [403, 'outside.closed'],
    begin: byProvider('student3', ['pwd', 'mfa']),
  },
  {
    name: 'a passkey',
    file: 'rooms/passkeys/passkeys.ts',
    login: 'clerk',
    factors: 'two',
    closed: [401, 'passkeys.refused'],
    async begin(browser) {
      const { options } = await browser.get(passkeys.ask);
      return () => browser.ask(passkeys.signIn, { answer: device.unlock(options) });
    },
  },
  {
    name: 'a code after the password',
    file: 'rooms/secondstep/secondstep.signin.ts',
    login: 'editor',
    factors: 'two',
    closed: [401, 'login.wrong'],
    async begin(browser) {
      const asked = await browser.ask(login.authorize, { login: 'editor', password: passwords.editor });
      assert.deepEqual(refusalOf(asked), [401, 'login.secondStep']);
      return () => browser.ask(secondstep.signIn, { code: recoveryCodes.pop() });
    },
  },
];

const uidOf = (method: Method): number => uids.get(method.login) ?? assert.fail(method.login);
const isIn = async (browser: TestClient) => (await browser.ask(profile.data)).status === 200;

/** What signing in leaves of a person. */
async function traces(method: Method) {
  const uid = uidOf(method);
  const [row = assert.fail()] = await portal.ownerSql<{ sessions: number; signIns: number; notices: number }[]>`
    select (select count(*)::int from session where person_id = ${uid}) as sessions,
      (select count(*)::int from audit where person_id = ${uid} and action = 'login.in') as "signIns",
      (select count(*)::int from notice where person_id = ${uid} and kind = 'signInMethods' and step = 'device') as notices`;
  return row;
}

/** Waits for a line of the audit trail about somebody, written since another one. */
const noted = (action: string, method: Method, since: number) =>
  waitUntil(`${action} is noted`, async () => {
    const rows = await portal.ownerSql`
      select from audit where action = ${action} and person_id = ${uidOf(method)} and id > ${since}`;
    return rows.length > 0;
  });
const lastNoted = async () =>
  (await portal.ownerSql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit`)[0]?.id ?? 0;

/** Changes an account for the time of some work. */
async function withAccount(
  method: Method,
  column: 'role' | 'second_step_since',
  value: unknown,
  work: () => Promise<void>,
) {
  const { ownerSql } = portal;
  const [before = assert.fail()] = await ownerSql`
    select ${ownerSql(column)} as value from account where person_id = ${uidOf(method)}`;
  const set = (to: unknown) =>
    ownerSql`update account set ${ownerSql({ [column]: to }, column)} where person_id = ${uidOf(method)}`;
  await set(value);
  await work().finally(() => set(before.value));
}

/** Completes a sign-in while somebody else holds the account, who then blocks it. */
async function blockedMeanwhile(method: Method, complete: () => Promise<Answer>): Promise<Answer> {
  const uid = uidOf(method);
  const { coming } = await portal.database.transaction(async (db) => {
    await db`select from account where person_id = ${uid} for update`;
    const coming = complete();
    await waitUntil('the sign-in waits for the account', async () => {
      const rows = await portal.ownerSql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length > 0;
    });
    await db`update account set blocked = true where person_id = ${uid}`;
    return { coming };
  });
  const answer = await coming;
  await portal.ownerSql`update account set blocked = false where person_id = ${uid}`;
  return answer;
}

for (const method of methods) {
  describe(`signing in by ${method.name}`, () => {
    test('[AUTH-15] begins a session, sets its cookies, is audited, and a new device is notified of', async () => {
      const browser = portal.nobody();
      const complete = await method.begin(browser);
      const { cookieName } = portal.app.context.sessions;
      const [earlier, csrf] = [await traces(method), browser.cookies.get('XSRF-TOKEN')];
      const answer = await complete();
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.data[0]?.uid, uidOf(method));
      const sid = browser.cookies.get(cookieName);
      assert.ok(sid);
      assert.notEqual(browser.cookies.get('XSRF-TOKEN'), csrf, 'the anti-forgery value belongs to the session');
      assert.ok(await isIn(browser));
      const { sessions, signIns, notices } = await traces(method);
      assert.deepEqual([sessions - earlier.sessions, signIns - earlier.signIns, notices - earlier.notices], [1, 1, 1]);
      const [{ twice } = assert.fail()] = await portal.ownerSql<{ twice: boolean }[]>`
        select twice from session where person_id = ${uidOf(method)} order by id desc limit 1`;
      assert.equal(twice, method.factors === 'two', 'the session knows how many steps were shown');

      const again = await (await method.begin(browser))();
      assert.equal(again.status, 200, again.text);
      assert.notEqual(browser.cookies.get(cookieName), sid);
      const later = await traces(method);
      assert.equal(later.sessions, sessions, 'it takes the place of the one that the browser had');
      assert.equal(later.signIns, signIns + 1);
      assert.equal(later.notices, notices, 'the browser is known by now');
    });

    test('[AUTH-16] attack: an account that is blocked after the proof of identity is refused', async () => {
      const browser = portal.nobody();
      const complete = await method.begin(browser);
      const { signIns } = await traces(method);
      assert.deepEqual(refusalOf(await blockedMeanwhile(method, complete)), method.closed);
      assert.equal(await isIn(browser), false);
      assert.equal((await traces(method)).signIns, signIns);
    });

    test('attack: an account whose role has no pages here is refused, which is audited', async () => {
      const browser = portal.nobody();
      const complete = await method.begin(browser);
      const [last, earlier] = [await lastNoted(), await traces(method)];
      await withAccount(method, 'role', 3, async () => {
        assert.deepEqual(refusalOf(await complete()), [403, 'login.roleNotServed']);
        assert.equal((await traces(method)).signIns, earlier.signIns);
      });
      assert.equal(await isIn(browser), false);
      await noted('login.roleNotServed', method, last);
    });

    if (method.factors === 'one')
      test('[AUTH-14] attack: without the second step that the account has no session begins', async () => {
        const browser = portal.nobody();
        const complete = await method.begin(browser);
        const [last, earlier] = [await lastNoted(), await traces(method)];
        await withAccount(method, 'second_step_since', new Date(), async () => {
          assert.deepEqual(refusalOf(await complete()), [401, 'login.secondStep']);
          assert.ok(browser.cookies.has('second'), 'the browser may show it now');
          assert.equal(await isIn(browser), false);
        });
        assert.deepEqual(await traces(method), earlier);
        await noted('login.secondStep', method, last);
      });
    else
      test('[AUTH-14] an account with a second step is not asked for it once more', async () => {
        const complete = await method.begin(portal.nobody());
        await withAccount(method, 'second_step_since', new Date(), async () => {
          assert.equal((await complete()).status, 200);
        });
      });
  });
}

const home = fileURLToPath(new URL('..', import.meta.url));
/** Product code that calls something, by the part of the portal. */
const callers = (call: RegExp) =>
  globSync('**/*.ts', { cwd: home })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|^(test|demo)\//.test(path) && call.test(readFileSync(home + path, 'utf8')))
    .sort();

describe('the methods of signing in', () => {
  it('are all tested here', () => {
    assert.deepEqual(callers(/\bcompleteSignIn\(ctx\b/), [...new Set(methods.map(({ file }) => file))].sort());
  });

  it('begin no session, and leave none waiting, past the one way that is tested here', () => {
    assert.deepEqual(callers(/\bsessions\.begin\(/), ['auth/sign-in.ts']);
    assert.deepEqual(callers(/\bbeginSecondStep\(db, /), ['auth/sign-in.ts']);
    assert.deepEqual(callers(/insert into session\b/), ['auth/session.ts']);
    assert.deepEqual(callers(/insert into pending_second_step\b/), ['auth/second-step.ts']);
  });
});
