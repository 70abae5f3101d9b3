import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { officeFileTypes } from '@bilim/contract/office-files.ts';
import { createDocx, createPptx, createXlsx } from '../demo/book-files.ts';
import {
  createOdfContent,
  createOpenDocument,
  libreOfficePath,
  OfficeDocumentFixture,
  skipWithoutLibreOffice,
} from '../test/office-documents.ts';

let documents: OfficeDocumentFixture;
before(async () => {
  documents = await OfficeDocumentFixture.open();
});
after(() => documents.remove());

const book = (chapters: number) => ({
  title: 'Ала-Тоо',
  author: 'Автор',
  chapters: Array.from({ length: chapters }, (_, n) => ({
    title: `${n + 1}-бөлүм`,
    paragraphs: ['Күндүн нуру, өзөн.'],
  })),
});

describe('LibreOffice', () => {
  test('[WEAK-08] makes pages of the new kinds, in Kyrgyz letters', {
    skip: skipWithoutLibreOffice,
  }, async (context) => {
    const made = {
      'a.docx': createDocx(book(3)),
      'a.xlsx': await createXlsx(book(3)),
      'a.pptx': createPptx(book(29)),
      'a.ods': createOpenDocument(
        'spreadsheet',
        createOdfContent(
          '<office:spreadsheet><table:table><table:table-row><table:table-cell office:value-type="string"><text:p>нуру</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
        ),
      ),
      'a.odt': createOpenDocument(
        'text',
        createOdfContent('<office:text><text:p>Күндүн нуру, өзөн.</text:p></office:text>'),
      ),
      'a.rtf': Buffer.from('{\\rtf1\\ansi\\uc0 \\u1199 nuru \\page second}'),
    };
    for (const [name, bytes] of Object.entries(made)) {
      const { type, texts, seconds } = await documents.convert(name, bytes);
      context.diagnostic(`${name}: ${texts.length} pages in ${seconds.toFixed(1)} s`);
      assert.ok(type in officeFileTypes, type);
      assert.match(texts.join(' '), name === 'a.rtf' ? /ү ?nuru/ : /нуру/, name);
      if (name === 'a.pptx') assert.equal(texts.length, 30);
      if (name === 'a.rtf') assert.equal(texts.length, 2);
    }
  });

  test('[WEAK-08] makes pages of the old kinds, and of another program’s slides', {
    skip: skipWithoutLibreOffice,
  }, async () => {
    for (const [from, to, bytes] of [
      ['a.docx', 'doc', createDocx(book(1))],
      ['a.xlsx', 'xls', await createXlsx(book(1))],
      ['a.pptx', 'ppt', createPptx(book(1))],
      ['a.pptx', 'odp', createPptx(book(1))],
    ] as const) {
      await writeFile(join(documents.folder, from), bytes);
      const profile = `-env:UserInstallation=${pathToFileURL(join(documents.folder, 'profile'))}`;
      const args = [
        profile,
        '--headless',
        '--convert-to',
        to,
        '--outdir',
        documents.folder,
        join(documents.folder, from),
      ];
      spawnSync(libreOfficePath ?? '', args, { stdio: 'ignore', timeout: 120_000 });
      const { type, texts } = await documents.convert(`a.${to}`, await readFile(join(documents.folder, `a.${to}`)));
      assert.equal(officeFileTypes[type]?.extension, to);
      assert.match(texts.join(' '), /нур/, to);
    }
  });
});
