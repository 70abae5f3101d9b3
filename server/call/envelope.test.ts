import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createPostHeaders, waitUntil } from '../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../test/test-client.ts';

const { apps, login, news, profile, discipline } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Sends a body of any kind to a JSON call. */
async function send(
  person: TestClient,
  path: string,
  body: string | FormData | null,
  type: string | null = 'application/json',
) {
  const headers: Record<string, string> = { 'x-xsrf-token': createPostHeaders(person)['x-xsrf-token'] ?? '' };
  if (type !== null) headers['content-type'] = type;
  const response = await person.fetch(path, { method: 'POST', headers, body });
  const text = await response.text();
  const { result, error, data } = JSON.parse(text) as {
    result: number;
    error: { code: string; message: string; fields?: Record<string, string> } | null;
    data: unknown;
  };
  return { status: response.status, result, error, data, text, headers: response.headers };
}

const settingsPath = apps.settings.path;

describe('answers that succeed', () => {
  test('[BASE-08] result 0, no error, data', async () => {
    const person = await portal.as('student');
    const { status, result, error, data, headers } = await send(person, settingsPath, '{"role":2}');
    assert.deepEqual([status, result, error], [200, 0, null]);
    assert.ok(Array.isArray(data));
    assert.match(headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
  });

  test('[BASE-08] an empty body is an empty object', async () => {
    const person = await portal.as('student');
    for (const body of ['', '{}', ' {} ', '{"unknown":{"deep":[1]},"__proto__":{"role":1}}'])
      assert.equal((await send(person, settingsPath, body)).status, 200, body);
    assert.equal((await send(person, settingsPath, null, null)).status, 200, 'no body and no type');
  });

  test('[BASE-09] the type may name its charset; no-cache and other headers of the client do no harm', async () => {
    const person = await portal.as('student');
    assert.equal((await send(person, settingsPath, '{}', 'application/json; charset=UTF-8')).status, 200);
    const along = { headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } };
    assert.equal((await person.ask(apps.settings, {}, along)).status, 200);
  });
});

describe('answers that refuse', () => {
  /** The parts that every refusal has. */
  function isRefusal(answer: Awaited<ReturnType<typeof send>>, status: number, code: string) {
    assert.deepEqual([answer.status, answer.error?.code], [status, code]);
    assert.deepEqual([answer.result, answer.data], [1, null]);
    assert.ok(answer.error?.message && answer.error.message !== code, 'a sentence, not a key');
    assert.doesNotMatch(answer.text, /node_modules|select |\.ts:|stack|postgres/i);
  }

  test('[BASE-08] 400: JSON that is none', async () => {
    const person = await portal.as('student');
    for (const body of ['{', '{"role":', 'role=1', '{"a":1}}', '\ufeff\0', "{'role':1}", '{"a":\u0001}'])
      isRefusal(await send(person, settingsPath, body), 400, 'call.invalid');
    for (const body of ['[]', '"x"', '7', 'true', '[{"role":2}]'])
      isRefusal(await send(person, settingsPath, body), 400, 'call.invalid');
  });

  test('[BASE-08] 400: every field to blame is named with a sentence', async () => {
    const teacher = await portal.as('teacher');
    const body = { ws: 4, year: 'x', id_discipline: '1e3', isSelect: 'maybe', id_semester: null };
    const answer = await send(teacher, discipline.groups.path, JSON.stringify(body));
    isRefusal(answer, 400, 'call.invalid');
    const fields = answer.error?.fields ?? {};
    assert.deepEqual(Object.keys(fields).sort(), ['id_discipline', 'id_semester', 'isSelect', 'kredit', 'ws', 'year']);
    for (const sentence of Object.values(fields)) assert.match(sentence, /^[А-ЯЁ].*\.$/);
  });

  test('[BASE-08] 401, 403, 404', async () => {
    const student = await portal.as('student');
    const anonymous = portal.nobody();
    await anonymous.fetch('/api/config.json');
    isRefusal(await send(anonymous, settingsPath, '{}'), 401, 'call.notSignedIn');
    isRefusal(await send(student, discipline.list.path, '{}'), 403, 'call.notAllowed');
    isRefusal(await send(student, settingsPath, '{"role":1}'), 403, 'call.notYou');
    isRefusal(await send(student, '/api/no/such.json', '{}'), 404, 'call.notFound');
    const editor = await portal.as('editor');
    isRefusal(await send(editor, news.delete.path, '{"id_eventMessage":999999999}'), 404, 'news.notFound');
  });

  test('[BASE-08] 413: JSON above one MiB', async () => {
    const person = await portal.as('student');
    const fits = JSON.stringify({ x: 'a'.repeat(1024 * 1024 - 8) });
    assert.equal(fits.length, 1024 * 1024);
    assert.equal((await send(person, settingsPath, fits)).status, 200);
    isRefusal(await send(person, settingsPath, `${fits} `), 413, 'call.tooLarge');
  });

  test('[BASE-08] 415: a type that is not JSON, or JSON where a form is due', async () => {
    const person = await portal.as('student');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'x', 'text/json'])
      isRefusal(await send(person, settingsPath, '{}', type), 415, 'call.notJson');
    isRefusal(await send(person, settingsPath, new FormData(), null), 415, 'call.notJson');
    const editor = await portal.as('editor');
    isRefusal(await send(editor, news.insert.path, '{"message":"x"}'), 415, 'call.notJson');
  });

  test('[BASE-08] 422 and 429', async () => {
    const person = await portal.as('student3');
    const body = JSON.stringify({ password: 'Wrong1', newPassword: 'Another-1' });
    for (let i = 0; i < 5; i++) {
      const answer = await send(person, profile.changePassword.path, body);
      isRefusal(answer, 422, 'profile.wrongPassword');
      assert.ok(answer.error?.fields?.password);
    }
    await portal.database.autocommit`update signin_wait set last_at = last_at + interval '90 seconds'`;
    const answer = await send(person, profile.changePassword.path, body);
    isRefusal(answer, 429, 'login.tooOften');
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.match(answer.error?.message ?? '', /2 мин\.$/);
  });

  test('[BASE-08] 500: nothing of the cause goes out but a number for the support', async () => {
    const person = await portal.as('student');
    await portal.ownerSql`alter table news rename to news_away`;
    const answer = await send(person, news.data.path, '{}');
    await portal.ownerSql`alter table news_away rename to news`;
    isRefusal(answer, 500, 'call.failed');
    assert.ok(answer.error?.message.includes(answer.headers.get('x-request-id') ?? 'none'));
    assert.doesNotMatch(answer.text, /news|relation/);
  });

  test('[BASE-08] 503: no connection is free', async () => {
    const person = await portal.as('student');
    let free = () => {};
    const held = new Promise<void>((release) => {
      free = release;
    });
    let holders = 0;
    const all = Array.from({ length: portal.settings.databaseConnections }, () =>
      portal.database.transaction(async () => {
        holders++;
        await held;
      }),
    );
    await waitUntil('all connections are taken', () => holders === all.length);
    const answer = await send(person, login.logout.path, '{}');
    free();
    await Promise.all(all);
    isRefusal(answer, 503, 'call.unavailable');
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await send(person, login.logout.path, '{}')).status, 200, 'and afterwards all is well');
  });

  test('[BASE-08] the sentence is in the language of the cookie, Russian without one', async () => {
    const messages = new Set<string>();
    for (const lang of ['kg', 'ru', 'en', 'fr', '']) {
      const person = portal.nobody();
      if (lang) person.cookies.set('lang', lang);
      else person.cookies.delete('lang');
      const answer = await person.ask(login.authorize, { login: 'student', password: `${passwords.student}x` });
      messages.add(answer.error?.message ?? '');
      if (lang === 'fr' || lang === '') assert.equal(answer.error?.message, 'Неверное имя пользователя или пароль');
      await portal.ownerSql`truncate signin_wait, signin_failure`;
    }
    assert.equal(messages.size, 3);
  });

  test('[BASE-08] the checks come in their order: path, anti-forgery, session, right, body, caller', async () => {
    const student = await portal.as('student');
    const nobody = portal.nobody();
    const code = async (person: TestClient, path: string, body: string, headers: Record<string, string> = {}) => {
      const parsed = { ...createPostHeaders(person), 'content-type': 'application/json', ...headers };
      const response = await fetch(portal.base + path, { method: 'POST', headers: parsed, body });
      return ((await response.json()) as { error: { code: string } }).error.code;
    };
    await nobody.fetch('/api/config.json');
    const none = { 'x-xsrf-token': '' };
    assert.equal(await code(nobody, '/api/none.json', '{', none), 'call.notFound');
    assert.equal(await code(nobody, discipline.list.path, '{', none), 'call.csrf');
    assert.equal(await code(nobody, discipline.list.path, '{'), 'call.notSignedIn');
    assert.equal(await code(student, discipline.list.path, '{'), 'call.notAllowed');
    assert.equal(await code(student, discipline.listForStudent.path, '{"uid":1}'), 'call.invalid');
    assert.equal(await code(student, discipline.listForStudent.path, '{"uid":1,"ws":1,"year":26}'), 'call.notYou');
  });

  test('[BASE-08] who may not change the timetable is refused whatever type the body has', async () => {
    const calls = Object.values(callsByRoom['timetable-changes']);
    assert.ok(calls.length > 10);
    for (const login of ['student', 'teacher', 'clerk', 'admin'] as const) {
      const person = await portal.as(login);
      const [status, refused] = login === 'admin' ? [415, 'call.notJson'] : [403, 'call.notAllowed'];
      for (const { path } of calls)
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])
          isRefusal(await send(person, path, '{}', type), status, refused);
    }
  });
});

describe('what every reply carries', () => {
  test('[BASE-08] a request id of its own, and no-store below /api', async () => {
    const person = await portal.as('student');
    const ids = new Set<string>();
    for (const path of ['/api/config.json', '/lms/api/config', '/api/none', '/api/news/data.json', '/api/logo.json']) {
      const response = await person.fetch(path, { headers: { 'x-request-id': 'mine' } });
      ids.add(response.headers.get('x-request-id') ?? '');
      assert.equal(response.headers.get('cache-control'), 'no-store', path);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    }
    assert.equal(ids.size, 5);
    assert.ok(!ids.has('mine') && !ids.has(''));
  });

  test('[BASE-08] the headers that keep a page to itself, and none that name the server', async () => {
    for (const path of ['/api/config.json', '/lms', '/api/none', '/locales/ru/common.json']) {
      const { headers } = await fetch(portal.base + path);
      const csp = headers.get('content-security-policy') ?? '';
      for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"])
        assert.ok(csp.includes(rule), `${path} ${rule}`);
      assert.doesNotMatch(csp, /unsafe|\*|https?:/);
      assert.equal(headers.get('referrer-policy'), 'same-origin');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(self\), microphone=\(\)/);
      for (const name of ['server', 'x-powered-by', 'strict-transport-security']) assert.equal(headers.get(name), null);
    }
  });

  test('a long answer comes packed to who takes it so, a short one and to others as it is', async () => {
    const person = await portal.as('student');
    const ask = async (path: string, takes: string) => {
      const { headers, text } = await person
        .fetch(path, { headers: { 'accept-encoding': takes } })
        .then(async (one) => ({
          headers: one.headers,
          text: await one.text(),
        }));
      return { how: headers.get('content-encoding'), length: Number(headers.get('content-length')), text };
    };
    const long = '/api/openapi.json';
    const [plain, small] = [await ask(long, 'gzip'), await ask(long, 'gzip, deflate, br')];
    assert.deepEqual([plain.how, small.how], [null, 'br']);
    assert.equal(small.text, plain.text);
    assert.ok(small.length * 4 < plain.length);
    assert.equal((await ask('/api/config.json', 'br')).how, null);
    // Texts of the interface, which are packed once for all.
    const words = await ask('/locales/ru/common.json', '');
    for (const takes of ['gzip', 'gzip, deflate, br']) {
      const packed = await ask('/locales/ru/common.json', takes);
      assert.deepEqual([packed.how, packed.text], [takes.split(', ').at(-1), words.text]);
    }
    assert.equal((JSON.parse(words.text) as { essential: object }).essential !== undefined, true);
  });

  test('[BASE-08] of scripts and styles within a page two and one are let through, by what they say', async () => {
    const page = await fetch(`${portal.base}/lms`);
    const html = await page.text();
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const [element, many] of [
      ['script', 2],
      ['style', 1],
    ] as const) {
      const within = [...html.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>(.*?)</${element}>`, 'gs'))];
      assert.equal(within.length, many, element);
      const hashes = within.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
      assert.ok(policy.includes(`; ${element}-src 'self' ${hashes.join(' ')};`), `${element}: ${policy}`);
    }
  });

  test('code, styles and fonts carry what concerns them, and nothing about pages', async () => {
    const html = (await (await fetch(`${portal.base}/lms`)).text()).replaceAll(/"[^"]*"(?=:"\/lms)/g, '');
    const named = html.matchAll(/["=](\/lms\/public\/assets\/[^"&\s]+\.(?:js|css|woff2))/g);
    // The map also has the two pages of HTML themselves, which only import, and for which Vite keeps no file.
    const files = [...named].map(([, path]) => path).filter((path) => !/\/(index|login)-[^/]+$/.test(path ?? ''));
    for (const kind of ['.js', '.css', '.woff2'])
      assert.ok(
        files.some((path) => path?.endsWith(kind)),
        kind,
      );
    for (const path of files) {
      const { headers, status } = await fetch(`${portal.base}${path}`);
      assert.equal(status, 200, path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path);
      assert.match(headers.get('cache-control') ?? '', /immutable/, path);
      assert.equal(headers.has('content-security-policy'), false, path);
    }
  });
});
