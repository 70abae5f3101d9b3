import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { type App, createApp } from '../app.ts';
import { openDatabase } from '../database/database.ts';
import { exchangeRawBytes } from '../test/http.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { buildWeb } from '../web-build.ts';

let portal: TestPortal;
let app: App;
let base: string;
let log = '';
let close = async () => {};

before(async () => {
  await buildWeb(() => undefined);
  portal = await openPortal();
  await mkdir(join(portal.settings.dataDir, 'public/folder'), { recursive: true });
  for (const name of ['логотип.svg', '.hidden', 'folder/.hidden', 'folder/logo.svg'])
    await writeFile(join(portal.settings.dataDir, 'public', name), '<svg/>');
  // The same portal once more, whose log is read.
  const database = openDatabase(portal.database.url, portal.settings);
  const hear = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  app = await createApp({ settings: portal.settings, database, log: pino({ level: 'trace' }, hear) });
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
const folders = [
  '/lms/',
  '/lms/public/',
  '/lms/public/assets/',
  '/lms/public/university/',
  '/lms/public/university/folder/',
];
const tails = [
  ...['%00', '%2500', '/x', '//', '///x', './', '../', '../../package.json', '%2e%2e/x', '%2e%2e%2fx', '..%2f..%2fx'],
  ...[
    '%5c..%5cx',
    '\\..\\x',
    '\\',
    '%5c',
    '.',
    '..',
    '...',
    'x.',
    'x..',
    'x%20',
    '%20',
    '%2f',
    '%2F%2F',
    '%',
    '%zz',
    '%c0%ae',
  ],
  ...[
    '%E0%A4%A',
    '%ff',
    '*',
    ';x=1',
    '?',
    '??',
    '#',
    '%23',
    '%3f',
    '%0d%0aX: 1',
    '~',
    ':',
    '@',
    'con',
    'index.html/',
    "'",
    '"',
  ],
  ...['index.html%00.br', 'index.html.br', 'INDEX.HTML', 'worker.js/..', '.sources', '.vite/manifest.json', '.hidden'],
  ...[
    'x'.repeat(255),
    'x'.repeat(300),
    `${'x'.repeat(300)}/`,
    'x'.repeat(9_000),
    '../'.repeat(2_000),
    '/'.repeat(8_000),
  ],
];
const elsewhere = [
  '/',
  '//',
  '/\\',
  '/%',
  '/.',
  '/..',
  '/./',
  '/lms.',
  '/lms..',
  '/lms//',
  '//lms/',
  '/lms%2f',
  '/LMS/',
  '/%6cms/',
];
const roots = [
  '/api',
  '/api/',
  '/api//',
  '/api/%00',
  '/api/%2e%2e/x',
  '/lms/api',
  '/lms/api/',
  '/lms//api/config.json',
];
const texts = [
  '/locales',
  '/locales/',
  '/locales/ru/%00',
  '/locales/%2e%2e/x',
  '/lms/locales/',
  '/locales//',
  '/books/',
  '/books/%00/x',
];
const targets = [
  '*',
  'http://127.0.0.1/lms/',
  'http://',
  'lms/',
  '?',
  'http:///lms',
  '/lms/\u00ff',
  '/lms/\u0001',
  '/lms/ x',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH'];

describe('no spelling of a path', () => {
  test('[SAFE-01] is answered with 5xx or writes a stack trace, by whatever method', async () => {
    const paths = [...shell, ...folders.flatMap((folder) => tails.map((tail) => folder + tail)), ...folders];
    const all = [...paths, ...elsewhere, ...roots, ...texts, ...targets];
    for (const method of methods)
      for (const path of all) {
        const answer = await exchangeRawBytes(
          base,
          Buffer.from(
            `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: br\r\n\r\n`,
            'latin1',
          ),
        );
        assert.match(answer, /^HTTP\/1\.1 [234]/, `${method} ${path.slice(0, 80)}`);
        assert.match(answer, /\r\nx-request-id: /i, `${method} ${path.slice(0, 80)}`);
      }
    assert.doesNotMatch(log, /"stack"|"level":[56]0/);
  });
});
