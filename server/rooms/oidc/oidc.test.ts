import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { JWTPayload } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { now } from '../../core/clock.ts';
import { waitUntil } from '../../test/http.ts';
import { MaliciousProvider, nowInSeconds, providerClient, type TokenForgery } from '../../test/malicious-provider.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, oidc, people, profile, secondstep } = callsByRoom;

let university: MaliciousProvider;
let state: MaliciousProvider;
let portal: TestPortal;
before(async () => {
  [university, state] = [await MaliciousProvider.open(), await MaliciousProvider.open()];
  await university.rotate('RS256');
  const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
  const both = { clientId: providerClient.id, clientSecret: providerClient.secret, name };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([
      { ...both, id: 'uni', issuer: university.issuer, claim: 'preferred_username', is: 'login' },
      {
        ...both,
        id: 'state',
        issuer: state.issuer,
        claim: 'number',
        is: 'code',
        responseMode: 'form_post',
        secondStep: true,
      },
    ]),
  });
});
after(async () => {
  await portal.close();
  await university.close();
  await state.close();
});
afterEach(async () => {
  for (const provider of [university, state]) provider.forgery = {};
  await portal.ownerSql`delete from linked_account`;
});

const isIn = async (person: TestClient) => (await person.ask(profile.data)).status === 200;

/** Where a browser is sent. */
async function sent(person: TestClient, provider = 'uni', more: object = {}): Promise<string> {
  const [to] = await person.get(oidc.begin, { provider, ...more });
  return to?.address ?? assert.fail();
}

/** Opens the address that a provider sends a browser back to: where that leads. */
async function back(person: TestClient, { pathname, search }: URL): Promise<string> {
  const answer = await person.fetch(pathname + search);
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get('location') ?? '';
}

/** Sends the form of a provider's page. */
const send = async (person: TestClient, address: URL, headers: Record<string, string> = {}) =>
  await person.fetch(address.pathname, { method: 'POST', body: address.searchParams, headers });

/** A whole sign-in by the university's account. */
async function come(
  claims: JWTPayload,
  { person = portal.nobody(), forgery = {} }: { person?: TestClient; forgery?: TokenForgery } = {},
) {
  university.forgery = forgery;
  await back(person, university.signIn(await sent(person), claims));
  const answer = await person.ask(oidc.finish);
  return { person, answer, code: answer.error?.code };
}

const student: JWTPayload = { sub: 'u-1', preferred_username: 'student' };

/** The newest audit rows of these actions. */
async function audited(...actions: string[]) {
  const rows = await portal.ownerSql<{ action: string }[]>`
    select action from audit where action in ${portal.ownerSql(actions)} order by id desc limit 1`;
  return rows[0]?.action;
}

describe('an account that a provider keeps', () => {
  test('[AUTH-12] lets its person in by the imported login, at the page that was asked for', async () => {
    const person = portal.nobody();
    const address = await sent(person, 'uni', { to: '/lms/news?page=2' });
    const asked = new URL(address).searchParams;
    assert.equal(asked.get('code_challenge_method'), 'S256');
    assert.equal(asked.get('redirect_uri'), 'http://portal.test/lms/api/auth/outside/back/uni');
    const to = await back(person, university.signIn(address, student));
    assert.equal(to, '/lms/login?way=uni&to=%2Flms%2Fnews%3Fpage%3D2');
    assert.equal(await isIn(person), false, 'the address alone lets nobody in');
    const [user] = await person.get(oidc.finish);
    assert.ok(user && user.token.length > 20);
    assert.equal(user.uid, (await portal.as('student')).uid);
    assert.ok(await isIn(person));
    assert.equal(await audited('outside.linked'), 'outside.linked');
    const admin = await portal.as('admin');
    const [seen] = await admin.get(people.person, { id_person: user.uid });
    assert.deepEqual(
      seen?.outside.map(({ name }) => name),
      ['Университет'],
      'who looks after accounts reads the name of the way, not its address',
    );
  });

  test('[AUTH-06] lets its person in though another site of the domain has put a cookie of that name before ours', async () => {
    const person = portal.nobody();
    // Two of one name: the map's own order is that of the header.
    person.cookies.set('theme=dark; outside', 'planted');
    assert.equal((await come(student, { person })).answer.status, 200);
  });

  test('[AUTH-12] counts by issuer and subject from the first sign-in on, whatever it is called then', async () => {
    const { answer } = await come(student);
    const renamed = await come({ sub: 'u-1', preferred_username: 'teacher' });
    assert.equal(renamed.answer.data[0]?.uid, answer.data[0]?.uid);
    const other = await come({ sub: 'u-2', preferred_username: 'student' });
    assert.equal(other.code, 'outside.otherAccount');
    assert.equal(other.answer.status, 403);
    assert.equal(await isIn(other.person), false);
  });

  test('[AUTH-12] that nobody imported reads that, and makes no account; attack: an e-mail or a name opens nothing', async () => {
    const [{ email } = assert.fail()] = await portal.ownerSql<{ email: string | null }[]>`
      update person set email = 'student@example.test' where id = ${(await portal.as('student')).uid} returning email`;
    const many = async () => (await portal.ownerSql`select from account`).length;
    const accounts = await many();
    for (const claims of [
      { sub: 'x', preferred_username: 'nobody-here' },
      { sub: 'x', email, email_verified: true, name: 'student' },
      { sub: 'student' },
      { sub: 'x', preferred_username: '' },
      { sub: 'x', preferred_username: ['student'] },
      { sub: 'x', preferred_username: "student' or true --" },
    ]) {
      const { answer, person } = await come(claims as JWTPayload);
      assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.unknown']);
      assert.match(answer.error?.message ?? '', /деканат/);
      assert.equal(await isIn(person), false);
    }
    assert.equal(await many(), accounts);
    assert.equal(await audited('outside.unknown'), 'outside.unknown');
  });

  test('[AUTH-12] attack: an account named like an administrator of the portal is not linked by its name', async () => {
    const { person, answer } = await come({ sub: 'thief', preferred_username: 'admin' });
    assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.guarded']);
    assert.equal(await isIn(person), false);
    const [row] = await portal.ownerSql`select detail->>'person' as whose from audit where action = 'outside.guarded'`;
    assert.equal(row?.whose, String((await portal.as('admin')).uid));
    assert.equal((await portal.ownerSql`select from linked_account`).length, 0);
  });

  test('[AUTH-12] two first sign-ins at once link it once', async () => {
    const both = await Promise.all([come(student), come(student)]);
    assert.deepEqual(
      both.map(({ answer }) => answer.status),
      [200, 200],
    );
    assert.equal((await portal.ownerSql`select from linked_account`).length, 1);
  });

  test('[AUTH-12] a claim that only the user-info call returns is looked for there, of the same subject', async () => {
    const withLies = await come(
      { sub: 'u-1' },
      { forgery: { userinfo: { sub: 'u-1', preferred_username: 'student' } } },
    );
    assert.equal(withLies.answer.status, 200);
    await portal.ownerSql`delete from linked_account`;
    const other = await come({ sub: 'u-1' }, { forgery: { userinfo: { sub: 'u-9', preferred_username: 'student' } } });
    assert.equal(other.code, 'outside.refused');
  });

  test('[AUTH-12] of somebody who is blocked opens nothing, and a first password need not be changed first', async () => {
    await portal.ownerSql`update account set blocked = true where login = 'student'`;
    assert.equal((await come(student)).code, 'outside.closed');
    await portal.ownerSql`update account set blocked = false, must_change = true where login = 'student'`;
    await come(student);
    const late = portal.nobody();
    await back(late, university.signIn(await sent(late), student));
    await portal.ownerSql`update account set blocked = true where login = 'student'`;
    assert.equal((await late.ask(oidc.finish)).error?.code, 'outside.closed', 'nor when it happened meanwhile');
    await waitUntil('it is noted', async () => {
      const rows = await portal.ownerSql`select from audit where action = 'outside.closed' and person_id is not null`;
      return rows.length > 0;
    });
    await portal.ownerSql`update account set blocked = false where login = 'student'`;
    const { person, answer } = await come(student);
    const passwordFlags = ([user]: typeof answer.data) => [user?.mustChangePassword, user?.hasNoPassword];
    assert.deepEqual(passwordFlags(answer.data), [false, true]);
    assert.deepEqual(passwordFlags(await person.get(login.authenticate, { token: answer.data[0]?.token })), [
      false,
      true,
    ]);
    assert.equal((await person.ask(profile.sessions)).status, 200);
    await portal.ownerSql`update account set must_change = false where login = 'student'`;
    assert.deepEqual(passwordFlags((await come(student)).answer.data), [false, undefined], 'they chose one');
  });
});

describe('a form that the provider sends', () => {
  test('[AUTH-12] signs in like an address, from another site, and by the registrar’s key', async () => {
    const person = portal.nobody();
    const [{ code } = assert.fail()] = await portal.ownerSql<{ code: string }[]>`
      select code from person p join account a on a.person_id = p.id where a.login = 'teacher'`;
    const address = await sent(person, 'state');
    assert.equal(new URL(address).searchParams.get('response_mode'), 'form_post');
    const coming = state.signIn(address, { sub: 's-1', number: code });
    const elsewhere = { origin: state.issuer, 'sec-fetch-site': 'cross-site' };
    const answer = await send(person, coming, elsewhere);
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/lms/login?way=state']);
    const [user] = await person.get(oidc.finish);
    assert.equal(user?.uid, (await portal.as('teacher')).uid);
  });

  test('[AUTH-12] attack: the answer by an address, where a form was asked for, is taken by nobody and ends nothing', async () => {
    const person = portal.nobody();
    const [{ code } = assert.fail()] = await portal.ownerSql<{ code: string }[]>`
      select code from person p join account a on a.person_id = p.id where a.login = 'teacher'`;
    const coming = state.signIn(await sent(person, 'state'), { sub: 's-1', number: code });
    assert.equal(await back(person, coming), '/lms/login?way=state');
    const rows = () => portal.ownerSql`
      select from audit where action = 'outside.replayed' and detail->>'why' = 'mode' and detail->>'provider' = 'state'`;
    await waitUntil('it is noted', async () => (await rows()).length === 1);
    assert.equal((await portal.ownerSql`select from linked_account`).length, 0);
    assert.equal((await person.ask(oidc.finish)).error?.code, 'outside.over', 'as the page asks that it leads to');
    await send(person, coming);
    assert.equal((await person.ask(oidc.finish)).status, 200, 'the form comes after all');
    assert.equal((await rows()).length, 1, 'which is noted once');
  });

  test('[AUTH-12] without the cookie, or of another kind, opens nothing', async () => {
    const [person, thief] = [portal.nobody(), portal.nobody()];
    const coming = state.signIn(await sent(person, 'state'), { sub: 's-1', number: 'x' });
    assert.equal((await send(thief, coming)).headers.get('location'), '/lms/login?way=state');
    assert.equal((await thief.ask(oidc.finish)).error?.code, 'outside.over');
    const json = await person.fetch(coming.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"state":{"$ne":1},"code":[1]}',
    });
    assert.equal(json.status, 303);
    assert.equal((await person.ask(oidc.finish)).error?.code, 'outside.over');
  });
});

describe('the second step', () => {
  test('[AUTH-12] [AUTH-14] is asked for after the provider too, and not where the provider asks for one', async () => {
    await portal.ownerSql`update account set second_step_since = now() where login in ('student', 'teacher')`;
    const { person, answer } = await come(student);
    assert.deepEqual([answer.status, answer.error?.code], [401, 'login.secondStep']);
    assert.ok(person.cookies.has('second'));
    assert.equal(await isIn(person), false);
    assert.equal((await person.ask(oidc.finish)).error?.code, 'outside.over', 'nor by asking again');
    const [{ code } = assert.fail()] = await portal.ownerSql<{ code: string }[]>`
      select code from person p join account a on a.person_id = p.id where a.login = 'teacher'`;
    const teacher = portal.nobody();
    await send(teacher, state.signIn(await sent(teacher, 'state'), { sub: 's-2', number: code, amr: ['pwd', 'mfa'] }));
    assert.equal((await teacher.ask(oidc.finish)).status, 200);
    const claimed = portal.nobody();
    await send(claimed, state.signIn(await sent(claimed, 'state'), { sub: 's-2', number: code, amr: ['pwd'] }));
    const refused = await claimed.ask(oidc.finish);
    assert.equal(refused.error?.code, 'login.secondStep', 'nor where it does not say that it has');
    await portal.ownerSql`update account set second_step_since = null`;
  });

  test('[AUTH-12] [AUTH-14] attack: the first sign-in links nothing before it is shown, and does with it', async () => {
    const owner = await portal.as('student');
    const { key } = await owner.get(secondstep.begin, { password: passwords.student });
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    const { codes } = await owner.get(secondstep.confirm, { code: app.generate({ timestamp: now().getTime() }) });
    const linked = async () =>
      await portal.ownerSql<{ made: number; notices: number; noted: number }[]>`
        select (select count(*)::int from linked_account where person_id = ${owner.uid}) as made,
          (select count(*)::int from notice where person_id = ${owner.uid} and step = 'linked') as notices,
          (select count(*)::int from audit where person_id = ${owner.uid} and action = 'outside.linked') as noted`;
    const [before] = await linked();
    const { person, code } = await come(student);
    assert.equal(code, 'login.secondStep');
    assert.equal((await person.ask(secondstep.signIn, { code: '000000' })).error?.code, 'login.codeWrong');
    assert.deepEqual((await linked())[0], before);
    const [user] = await person.get(secondstep.signIn, { code: codes[0] });
    assert.equal(user?.uid, owner.uid);
    const { made = 0, notices = 0, noted = 0 } = before ?? {};
    assert.deepEqual((await linked())[0], { made: made + 1, notices: notices + 1, noted: noted + 1 });
    const { answer } = await come({ sub: 'u-2', preferred_username: 'student' });
    assert.equal(answer.error?.code, 'outside.otherAccount', 'it is the one account of the person there');
    await portal.ownerSql`delete from one_time_key where person_id = ${owner.uid}`;
    await portal.ownerSql`update account set second_step_since = null`;
  });

  test('[AUTH-12] [AUTH-14] attack: of two first sign-ins by two accounts of one name the one links that ends first', async () => {
    // Lines of two calls may be written in either order.
    const rows = () => portal.ownerSql`select from audit where action = 'outside.otherAccount'`;
    const earlier = (await rows()).length;
    const [one, other] = [portal.nobody(), portal.nobody()];
    await back(one, university.signIn(await sent(one), student));
    await back(other, university.signIn(await sent(other), { ...student, sub: 'u-2' }));
    assert.equal((await other.ask(oidc.finish)).status, 200);
    const late = await one.ask(oidc.finish);
    assert.deepEqual([late.status, late.error?.code], [403, 'outside.otherAccount']);
    await waitUntil('it is noted', async () => (await rows()).length === earlier + 1);
  });
});

describe('a sign-out at the provider', () => {
  const ended = async (message: string, provider = 'uni') => {
    const answer = await portal.nobody().fetch(oidc.backchannelLogout.path.replace(':provider', provider), {
      method: 'POST',
      body: new URLSearchParams({ logout_token: message }),
    });
    return answer.status;
  };

  test('[AUTH-12] [AUTH-16] ends the sessions of that account here, and says so, or the one of its session there', async () => {
    const first = await come({ ...student, sid: 'there-1' });
    const second = await come({ ...student, sid: 'there-2' });
    const byPassword = await portal.as('student');
    assert.equal(await ended(await university.endMessage({ sub: 'u-1', sid: 'there-1' })), 200);
    assert.deepEqual([await isIn(first.person), await isIn(second.person)], [false, true]);
    assert.match((await first.person.ask(profile.data)).error?.message ?? '', /вышли из службы входа/);
    const onTheWay = portal.nobody();
    await back(onTheWay, university.signIn(await sent(onTheWay), student));
    assert.equal(await ended(await university.endMessage({ sub: 'u-1' })), 200);
    assert.deepEqual([await isIn(second.person), await isIn(byPassword)], [false, true]);
    assert.equal((await onTheWay.ask(oidc.finish)).error?.code, 'outside.over', 'who was on the way does not arrive');
    await waitUntil('it is noted', async () => (await audited('outside.ended')) !== undefined);
  });

  test('[AUTH-12] attack: counts while the code of a browser that came back is being exchanged', async () => {
    const claims = { ...student, sid: 'there-3' };
    const during = async (message: JWTPayload) => {
      const logoutToken = await university.endMessage(message);
      university.whileExchanging = () => ended(logoutToken);
      return (await come(claims)).code;
    };
    await come(claims);
    for (const message of [{ sub: 'u-2' }, { sub: 'u-1', sid: 'there-4' }, { sid: 'there-4' }])
      assert.equal(await during(message), undefined, 'somebody else, or another session there');
    for (const message of [{ sub: 'u-1' }, { sub: 'u-1', sid: 'there-3' }])
      assert.equal(await during(message), 'outside.over');
    assert.equal(await audited('outside.ended', 'login.in'), 'outside.ended');
    assert.equal((await come(claims)).code, 'outside.over', 'that session there is over for good');
    assert.equal((await come(student)).code, undefined, 'another one is not');
    const kept = await portal.ownerSql`select 1 from logout_token t where t::text ~ 'there-|u-1'`;
    assert.equal(kept.length, 0, 'nobody is named by what is kept');
  });

  test('[AUTH-12] a message that is wrong, of somebody else, too old or taken before ends nothing', async () => {
    const { person } = await come(student);
    const forged: TokenForgery[] = [
      { strangeKey: true },
      { unsigned: true },
      { hmac: true },
      { typ: null },
      { typ: 'at+jwt' },
    ];
    const wrong: [JWTPayload, TokenForgery?][] = [
      [{ sub: 'u-1', aud: 'other' }],
      [{ sub: 'u-1', iss: 'https://evil.test' }],
      ...[-3600, 3600].map((off): [JWTPayload] => [{ sub: 'u-1', iat: nowInSeconds() + off }]),
      [{ sub: 'u-1', nonce: 'n' }],
      [{ sub: 'u-1', events: {} }],
      [{ sub: 'u-1', jti: undefined }],
      [{}],
      ...forged.map((forgery): [JWTPayload, TokenForgery] => [{ sub: 'u-1' }, forgery]),
    ];
    for (const [claims, forgery] of wrong)
      assert.equal(await ended(await university.endMessage(claims, forgery)), 400, JSON.stringify(claims));
    assert.equal(await ended(await university.endMessage({ sub: 'u-1' }), 'state'), 400);
    assert.equal(await ended('x'), 400);
    await waitUntil('each is noted', async () => {
      const rows = await portal.ownerSql`select from audit where action = 'outside.refused' and detail ? 'ended'`;
      return rows.length === wrong.length + 2;
    });
    assert.ok(await isIn(person));
    const message = await university.endMessage({ sub: 'u-1' });
    assert.equal(await ended(message), 200);
    const again = await come(student);
    assert.equal(await ended(message), 200);
    assert.ok(await isIn(again.person));
  });
});

test('[AUTH-12] the sign-in page receives which methods there are, and no secret', async () => {
  const config = await portal.nobody().ask(login.config);
  const ids = config.data.ways.map(({ id }) => id);
  assert.deepEqual(ids, ['uni', 'state']);
  assert.doesNotMatch(config.text, /secret|issuer|client/i);
});
