import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom, listCalls } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const calls = listCalls().filter(({ call }) => call.path.startsWith('/api/'));

/** The ways in which a path may be written (BASE-02). */
function spellings(path: string): string[] {
  // Behind a key stands whatever the key opens: only the prefix is the portal's.
  if (path.includes(':')) return [path, `/lms${path}`];
  const other = path.endsWith('.json') ? path.slice(0, -5) : `${path}.json`;
  const both = path.endsWith('.file') ? [path] : [path, other];
  return [...both, ...both.map((one) => `/lms${one}`)];
}

describe('paths', () => {
  for (const { room, name, call } of calls)
    test(`[BASE-02] ${room}.${name} answers at every spelling of ${call.path}`, async () => {
      for (const path of spellings(call.path)) {
        // Refused before it does anything, but found: a path that is not listed would be 404 call.notFound.
        const response = await fetch(portal.base + path, { method: call.method, redirect: 'manual' });
        const isKey = path.includes(':');
        const isAsked = (call.input.required as string[] | undefined)?.length;
        // A browser comes back from elsewhere, and is led to a page whatever it brings.
        const isBack = call.path.startsWith('/api/auth/outside/back/');
        const open = isBack ? 303 : isKey ? 404 : isAsked ? 400 : 200;
        const isForeign = call.method === 'POST' && !call.cookieless && !call.fromElsewhere && !call.byToken;
        const expected = isForeign ? 403 : call.access === 'all' && !call.byToken ? open : 401;
        assert.equal(response.status, expected, path);
        if (isKey) assert.doesNotMatch(await response.text(), /call\.notFound/, path);
        else await response.body?.cancel();
      }
    });

  test('[BASE-02] the answer is the same at each spelling, query included', async () => {
    const person = await portal.as('student');
    const call = callsByRoom.discipline.listForStudent;
    const input = { ws: 1, year: 26 };
    const [first, ...others] = await Promise.all(spellings(call.path).map((path) => person.ask(call, input, { path })));
    assert.equal(first?.status, 200);
    for (const other of others) assert.equal(other.text, first?.text);
    assert.equal((await person.fetch('/lms/api/config?x=1')).status, 200);
  });

  test('[BASE-02] the texts of a room stand at /locales and below /lms, with .json or without', async () => {
    const expected = await (await fetch(`${portal.base}/locales/ru/common.json`)).text();
    assert.ok(expected.startsWith('{'));
    for (const path of ['/locales/ru/common', '/lms/locales/ru/common.json', '/lms/locales/ru/common']) {
      const response = await fetch(portal.base + path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(await response.text(), expected);
    }
    for (const path of ['/locales/fr/common.json', '/locales/ru/nothing.json', '/locales/ru/..%2f..%2fpackage.json']) {
      const response = await fetch(portal.base + path);
      assert.equal(response.status, 404, path);
      assert.match(await response.text(), /"code":"call.notFound"/);
    }
  });

  test('[BASE-02] a file has one spelling only', async () => {
    const person = await portal.as('student');
    for (const path of ['/api/news/download.file.json', '/api/news/download.json', '/api/news/download'])
      assert.equal((await person.fetch(path)).status, 404, path);
  });

  test('[BASE-08] a path or method that is not listed is 404 call.notFound in the envelope', async () => {
    const person = await portal.as('student');
    const wrong = [
      ['GET', '/api/nothing.json'],
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/lms/api/nothing'],
      ['GET', '/api/misc/settings.json'],
      ['GET', '/api/misc/settings.json.json'],
      ['GET', '/API/config.json'],
      ['GET', '/api//config.json'],
      ['GET', '/api/config.json/'],
      ['POST', '/api/config.json'],
      ['PUT', '/api/misc/settings.json'],
      ['DELETE', '/api/news/delete.json'],
      ['PATCH', '/api/profile/data.json'],
    ] as const;
    for (const [method, path] of wrong) {
      const headers = { 'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '' };
      const response = await person.fetch(path, { method, headers });
      assert.equal(response.status, 404, `${method} ${path}`);
      const body = (await response.json()) as { result: number; error: { code: string }; data: null };
      assert.deepEqual([body.result, body.error.code, body.data], [1, 'call.notFound', null], `${method} ${path}`);
    }
  });

  test('[BASE-08] a broken URL is refused with the envelope', async () => {
    for (const path of ['/api/%E0%A4%A', '/api/news/download.file?filename=%E0%A4%A&type=4']) {
      const response = await fetch(portal.base + path);
      assert.equal(response.status, path.includes('?') ? 401 : 404);
      assert.ok(response.headers.get('x-request-id'));
      assert.match(await response.text(), /"result":1/);
    }
  });
});
