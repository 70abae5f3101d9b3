import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { SignInPage, type UniversityBrandingByLanguage } from './sign-in-page.ts';

const html =
  '<html><div id="root" data-university=""><p class="start-university" translate="no"></p></div><script></script></html>';
const card = (name: string) => ({ logo: '/lms/public/logo.svg', width: 40, name, fontsize: 18 });
const cards: UniversityBrandingByLanguage = {
  ru: card('Горный «Манас» & <Ко>'),
  kg: card('Тоо "Манас"'),
  en: card("$& Manas's"),
};

/** The page behind a real server, with what is read of the university. */
function openServer(read: () => Promise<UniversityBrandingByLanguage>): FastifyInstance {
  const server = fastify();
  const page = new SignInPage(html, read);
  server.get('/', (request, reply) => page.send(request, reply));
  return server;
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe('[BASE-01] the sign-in page shows the university before any script', () => {
  test('its name in each language and its logo are text and data of the page, whatever signs they have', async () => {
    const server = openServer(async () => cards);
    const { payload, headers } = await server.inject('/');
    assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/);
    for (const [language, name] of [
      ['ru', cards.ru.name] as const,
      ['ky', cards.kg.name] as const,
      ['en', cards.en.name] as const,
    ]) {
      const [, shownName] = new RegExp(`<span lang="${language}">(.*?)</span>`).exec(payload) ?? [];
      assert.equal(unescaped(shownName ?? ''), name);
    }
    const [, data] = /data-university="(.*?)"/.exec(payload) ?? [];
    assert.deepEqual(JSON.parse(unescaped(data ?? '')), cards);
    assert.match(payload, /<img src="\/lms\/public\/logo\.svg" width="40" alt="">/);
    assert.ok(!payload.includes('<Ко>'));
    await server.close();
  });

  test('it goes packed as the browser takes it, once, and again when the name changes', async () => {
    let name = 'Первый';
    const server = openServer(async () => ({ ...cards, ru: card(name) }));
    const get = (headers: Record<string, string>) => server.inject({ url: '/', headers });
    const plain = (await get({})).payload;
    const br = await get({ 'accept-encoding': 'gzip, br' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain);
    const gz = await get({ 'accept-encoding': 'gzip' });
    assert.equal(gunzipSync(gz.rawPayload).toString(), plain);
    const etag = String(br.headers.etag);
    assert.equal((await get({ 'if-none-match': etag })).statusCode, 304);
    name = 'Второй';
    const next = await get({ 'if-none-match': etag });
    assert.equal(next.statusCode, 200);
    assert.ok(next.payload.includes('Второй'));
    await server.close();
  });

  test('a database that fails or hangs keeps nobody from signing in: the page comes as it was last, or without the name', async () => {
    let answer: Promise<UniversityBrandingByLanguage> = Promise.reject(new Error('away'));
    answer.catch(() => undefined);
    const server = openServer(() => answer);
    assert.equal((await server.inject('/')).payload, html);
    answer = new Promise(() => undefined);
    assert.equal((await server.inject('/')).payload, html);
    answer = Promise.resolve(cards);
    assert.ok((await server.inject('/')).payload.includes('Манас'));
    answer = new Promise(() => undefined);
    assert.ok((await server.inject('/')).payload.includes('Манас'));
    await server.close();
  });
});
