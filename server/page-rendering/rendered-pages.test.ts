import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';

const phone = 'Mozilla/5.0 (Linux; Android 11) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

describe('[WEAK-01] the document of a page has its content', () => {
  let portal: TestPortal;
  let student: TestClient;
  before(async () => {
    portal = await openPortal();
    student = await portal.as('student');
    await waitUntil('the server renders pages', () => isRendered(student));
  });
  after(() => portal.close());

  async function isRendered(person: TestClient, headers: Record<string, string> = {}): Promise<boolean> {
    const answer = await person.fetch('/lms/profile', { headers: { 'user-agent': phone, ...headers } });
    assert.equal(answer.status, 200);
    const html = await answer.text();
    const hasContent = html.includes('Төлөгөнова');
    assert.equal(/<html [^>]*data-server-rendered/.test(html), hasContent);
    assert.equal(answer.headers.get('cache-control'), hasContent ? 'no-store' : 'no-cache');
    return hasContent;
  }

  it('for a phone that shows it', async () => {
    assert.ok(await isRendered(student, { 'sec-fetch-dest': 'document' }));
  });

  for (const [who, headers] of [
    ['a wide screen', { 'user-agent': desktop }],
    ['a phone that fetches it ahead', { 'sec-purpose': 'prefetch' }],
    ['a program of a page', { 'sec-fetch-dest': 'empty' }],
  ] as const)
    it(`not for ${who}`, async () => assert.equal(await isRendered(student, headers), false));

  it('not without a session, nor on a computer that others use too', async () => {
    assert.equal(await isRendered(portal.nobody()), false);
    const shared = await portal.as('student');
    shared.cookies.set('shared', '1');
    assert.equal(await isRendered(shared), false);
  });
});
