import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { extractText } from '../fulltext/extract.ts';
import { createFakeConverter, createRtfDocument, type FakeConverter } from '../test/converter.ts';
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

describe('the program that makes pages', () => {
  test('[WEAK-08] knows nothing of the portal: neither its settings nor its data', async () => {
    process.env.DATABASE_URL = 'postgres://secret@host/db';
    const environment = await wordsOf('Environment').finally(() => delete process.env.DATABASE_URL);
    assert.doesNotMatch(environment, /secret@host/);
    const seen = await wordsOf(`Look:${join(data, 'secret.txt')}`);
    assert.equal(seen, isolation.hidesFolders ? 'hidden' : 'our-secret');
    assert.equal(await readFile(join(data, 'secret.txt'), 'utf8'), 'our-secret', 'only the program does not see it');
  });
});

describe('a document that does harm', () => {
  test('[WEAK-08] eats memory: the program dies of it, and nobody else', async () => {
    const little = { memory: 800 * 1024 };
    assert.equal(await wordsOf('Say:enough', little), 'enough');
    assert.equal(await faultOf('Eat', little), 'unreadable');
  });

  test('[WEAK-08] writes too much: one file, or many', async () => {
    assert.equal(await faultOf('Flood', { folder: 100 * 1024 * 1024 }), 'large');
    assert.equal(await faultOf('Flood', { file: 1024 * 1024 }), 'unreadable');
  });

  test('[WEAK-08] has too many pages, or none', async () => {
    assert.equal(await faultOf('Pages:4', { pages: 4 }), 'none');
    assert.equal(await faultOf('Pages:5', { pages: 4 }), 'pages');
    assert.equal(await faultOf('Refuse'), 'unreadable');
  });
});
