import assert from 'node:assert/strict';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findOfficeConverter } from '../core/office-converter.ts';
import { extractText } from '../fulltext/extract.ts';
import { createFakeConverter, createRtfDocument, type FakeConverter } from '../test/converter.ts';
import { waitUntil } from '../test/http.ts';
import { ConversionError, type ConversionLimits, PdfConverter } from './converter.ts';
import { findIsolation } from './isolation.ts';

let program: FakeConverter;
let data: string;

/** Conversions of other tests have their folders elsewhere. */
let temporary: string;
const usual = process.env.TMPDIR;
const isolation = findIsolation();

before(async () => {
  program = await createFakeConverter();
  data = await mkdtemp(join(tmpdir(), 'bilim-data-'));
  temporary = await mkdtemp(join(tmpdir(), 'bilim-conversions-'));
  process.env.TMPDIR = temporary;
  await writeFile(join(data, 'secret.txt'), 'our-secret');
});

after(async () => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  await program?.remove();
  for (const folder of [data, temporary]) if (folder) await rm(folder, { recursive: true, force: true });
});

/** Has a document of these words made into pages; gives the words on them. */
async function wordsOf(
  words: string,
  bounds: Partial<ConversionLimits> = {},
  converter?: PdfConverter,
): Promise<string> {
  const source = join(data, 'source');
  await writeFile(source, createRtfDocument(words));
  const by = converter ?? new PdfConverter(program.path, data, bounds);
  return await by.convert(source, 'application/rtf', async ({ path }) =>
    (await extractText(path, 'application/pdf')).texts.join(' '),
  );
}

const faultOf = (words: string, bounds?: Partial<ConversionLimits>) =>
  wordsOf(words, bounds).then(
    () => 'none',
    (error) => (error instanceof ConversionError ? error.fault : String(error)),
  );

/** Folders of conversions that are there now. */
const folders = async () => (await readdir(temporary)).filter((name) => name.startsWith('bilim-office-'));

describe('the program that makes pages', () => {
  test('[WEAK-08] is LibreOffice on the path, a named one, or none', () => {
    const folder = program.path.replace(/\/soffice$/, '');
    assert.deepEqual(findOfficeConverter(null, `relative:${data}:${folder}`), { program: program.path, isOff: false });
    assert.deepEqual(findOfficeConverter('auto', data), { program: null, isOff: false });
    assert.deepEqual(findOfficeConverter(program.path, ''), { program: program.path, isOff: false });
    assert.deepEqual(findOfficeConverter('off', folder), { program: null, isOff: true });
    for (const wrong of ['soffice', '/nowhere/soffice', data, join(data, 'secret.txt')])
      assert.throws(() => findOfficeConverter(wrong, folder), /OFFICE_CONVERTER is/);
  });

  test('[WEAK-08] is given one file and a profile that runs no macro, and leaves nothing', async () => {
    const before = await folders();
    assert.equal(await wordsOf('Say:words'), 'words');
    assert.deepEqual(await folders(), before);
  });

  test('[WEAK-08] reaches no network where the system can take it away', async () => {
    const server = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const answer = await wordsOf(`Call:http://127.0.0.1:${port}/`);
    server.close();
    assert.equal(answer, isolation.takesNetwork ? 'unreachable' : '200');
  });
});

describe('a document that does harm', () => {
  test('[WEAK-08] hangs: it is ended, with all that it started', async () => {
    const before = await folders();
    assert.equal(await faultOf('Hang', { time: 1_000 }), 'slow');
    assert.deepEqual(await folders(), before);
  });

  test('[WEAK-08] is let go at once when the portal stops', async () => {
    const converter = new PdfConverter(program.path, data);
    const before = await folders();
    const working = assert.rejects(wordsOf('Hang', {}, converter), { fault: 'stopped' });
    await waitUntil('it works', async () => (await folders()).length > before.length);
    converter.stop();
    await working;
    await assert.rejects(wordsOf('Say:x', {}, converter), { fault: 'stopped' });
    await access(data);
  });
});
