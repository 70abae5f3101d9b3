import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { type App, createApp } from '../app.ts';
import { openDatabase } from '../database/database.ts';
import { sendRawRequest } from '../test/http.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { buildWeb } from '../web-build.ts';

let portal: TestPortal;
let app: App;
let base: string;
let close = async () => {};

before(async () => {
  await buildWeb(() => undefined);
  portal = await openPortal();
  await mkdir(join(portal.settings.dataDir, 'public/folder'), { recursive: true });
  for (const name of ['логотип.svg', '.hidden', 'folder/.hidden', 'folder/logo.svg'])
    await writeFile(join(portal.settings.dataDir, 'public', name), '<svg/>');
  const database = openDatabase(portal.database.url, portal.settings);
  app = await createApp({ settings: portal.settings, database, log: pino({ level: 'silent' }) });
  base = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    await app.close();
    await database.close();
  };
});

after(async () => {
  await close();
  await portal.close();
});

const shell = ['/lms', '/lms/', '/lms/?x=1', '/lms?x=1', '/lms/apps', '/lms/no/such/page', '/lms/apps/', '/lms/%D0%B9'];

describe('the address of the portal', () => {
  test('[SAFE-01] opens its page at every spelling that a person may type', async () => {
    for (const path of shell) {
      const answer = await sendRawRequest(base, { method: 'GET', path });
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/html; charset=utf-8'], path);
      assert.match(answer.text, /<!doctype html>/i, path);
      const head = await sendRawRequest(base, { method: 'HEAD', path });
      assert.deepEqual([head.status, head.text], [200, ''], path);
    }
  });

  test('[SAFE-01] gives the files of the build and the pictures, packed where a browser takes them so', async () => {
    const get = (path: string) => sendRawRequest(base, { method: 'GET', path, headers: { 'accept-encoding': 'br' } });
    const page = await sendRawRequest(base, { method: 'GET', path: '/lms/' });
    const code = / src="(\/lms\/public\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    for (const path of [code, '/lms/public/worker.js']) {
      const file = await get(path);
      assert.deepEqual([file.status, file.headers['content-encoding']], [200, 'br'], path);
    }
    for (const path of [
      '/lms/public/university/folder/logo.svg',
      '/lms/public/university/%D0%BB%D0%BE%D0%B3%D0%BE%D1%82%D0%B8%D0%BF.svg',
    ])
      assert.deepEqual([(await get(path)).status, (await get(path)).text], [200, '<svg/>'], path);
  });

  test('[SAFE-01] gives no hidden file and no folder', async () => {
    const hidden = ['.sources', 'public/.vite', 'public/university/.hidden', 'public/university/folder/.hidden'];
    for (const name of [...hidden, 'public/', 'public/assets/', 'public/university/folder']) {
      const { status, text } = await sendRawRequest(base, { method: 'GET', path: `/lms/${name}` });
      assert.ok(status === 404 || /<!doctype html>/i.test(text), `${name}: ${status}`);
    }
  });
});
