import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { foldText } from '@bilim/contract/texts.ts';
import { strToU8, zipSync } from 'fflate';
import { detectMimeType, resolveContentType } from '../files/mime-types.ts';
import { createNestedPdf, createTinyPdf } from '../test/tiny-pdf.ts';
import { extractText } from './extract.ts';
import { textLexemes } from './lexemes.ts';

const inputs = fileURLToPath(new URL('../test/inputs/documents', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bilim-documents-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in a file that was handed in: its words, folded as a search folds them. */
async function wordsOf(path: string): Promise<string[]> {
  const { texts } = await extractText(path, await detectMimeType(path, path));
  return texts.flatMap((text) => textLexemes(text).own.match(/(?<=')[^'~]+(?=':)/g) ?? []);
}

/** A document of these parts, by the ending of its name. */
function made(name: string, parts: Record<string, string>): string {
  const path = join(folder, name);
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, strToU8(text)]))));
  return path;
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const sheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (list: [id: string, kind: string, target: string][]) =>
  `<Relationships>${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

describe('[FIND-05] texts of files as people hand them in', () => {
  const found: [file: string, ...words: string[]][] = [
    ['docx-digits.docx', 'задание410docx'],
    ['docx-document2.docx', 'метка102docx'],
    ['docx-hyphens.docx', 'научно104', 'метод104', 'пере104нос104', 'первая104', 'вторая104'],
    ['docx-tracked.docx', 'экзамен', 'январе', 'новое103'],
    ['epub-entities.epub', 'учитель205', 'ученик205', 'кавычки205', 'гора205', 'ключ205', 'замок205'],
    ['epub-ns0.epub', 'метка202epub'],
    ['epub-quotes.epub', 'метка209epub'],
    ['pdf-newline.pdf', 'marker503pdf'],
    ['txt-badbyte.txt', 'табурашка408', 'табурашка409'],
    ['txt-cp866.txt', 'табурашка403'],
    ['txt-emoji20000.txt', 'начало406txt', 'конец406txt'],
    ['txt-longword.txt', 'начало405txt'],
    ['txt-shy.txt', 'сельско407хозяйство', 'нулевой407пробел', 'табурашка407'],
    ['txt-utf16be.txt', 'табурашка402'],
    ['txt-utf16le.txt', 'табурашка401'],
    ['docx-control.docx', 'обычный', 'документ', 'метка101docx'],
    ['docx-streamed.docx', 'выгружен', 'потоком', 'метка106docx'],
    ['epub-control.epub', 'обычная', 'книга', 'метка201epub'],
    ['epub-deflated.epub', 'сжатый', 'mimetype', 'метка206epub'],
    ['epub-last.epub', 'mimetype', 'конце', 'метка207epub'],
    ['epub-streamed.epub', 'потоковая', 'книга', 'метка208epub'],
    ['pdf-control.pdf', 'marker501pdf'],
    ['pdf-bom.pdf', 'marker502pdf'],
    ['pdf-emptypw.pdf', 'marker505pdf'],
    ['pdf-brokenxref.pdf', 'marker507pdf'],
    ['pdf-hugepage.pdf', 'marker508pdf'],
    ['pdf-surrogate.pdf', 'marker509pdf'],
    ['xlsx-control.xlsx', 'метка301xlsx'],
    ['xlsx-streamed.xlsx', 'метка303xlsx'],
  ];
  for (const [file, ...words] of found)
    test(`${file} is found`, async () => {
      const all = await wordsOf(join(inputs, file));
      assert.ok(words.length > 0, 'a word is looked for');
      assert.deepEqual(
        words.filter((one) => !all.includes(foldText(one))),
        [],
      );
    });

  test('each document that is no book is looked into', async () => {
    // One is locked (below), one must not take more memory than it is given (reading-limits.release.test.ts).
    const elsewhere = ['pdf-userpw.pdf', 'pdf-nested.pdf'];
    const documents = (await readdir(inputs)).filter((file) => !file.startsWith('book-'));
    assert.deepEqual(documents.sort(), [...found.map(([file]) => file), ...elsewhere].sort());
  });

  test('pdf-userpw.pdf keeps its text, which needs a password', async () => {
    await assert.rejects(wordsOf(join(inputs, 'pdf-userpw.pdf')), /password/);
  });

  test('text that was taken out is not found, and no word is too long for the database', async () => {
    assert.ok((await wordsOf(join(inputs, 'docx-tracked.docx'))).every((one) => !/вычеркнуто|старое/.test(one)));
    for (const file of ['docx-digits.docx', 'txt-longword.txt', 'txt-emoji20000.txt'])
      for (const one of await wordsOf(join(inputs, file))) assert.ok(Buffer.byteLength(one) < 2046);
  });

  test('no text is cut within a character', async () => {
    for (const text of (await extractText(join(inputs, 'txt-emoji20000.txt'), 'text/plain')).texts)
      assert.ok(text.isWellFormed());
  });

  test('a text is sent with the encoding in which it is written', async () => {
    const sent = (file: string) =>
      resolveContentType(async (length) => (await readFile(join(inputs, file))).subarray(0, length), 'text/plain');
    assert.equal(await sent('txt-cp866.txt'), 'text/plain; charset=ibm866');
    assert.equal(await sent('txt-utf16be.txt'), 'text/plain; charset=utf-16be');
    assert.equal(await sent('txt-badbyte.txt'), 'text/plain; charset=utf-8');
    assert.equal(await sent('txt-emoji20000.txt'), 'text/plain; charset=utf-8');
  });
});

describe('[FIND-05] books as their readers see them', () => {
  test('marked sections are text, declarations of a page are none', async () => {
    const path = made('sections.epub', {
      mimetype: 'application/epub+zip',
      'a.opf':
        '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      'a.xhtml':
        '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY own "тайно]>"> <!-- объявлено -->]><html><body><p><![CDATA[внутри < знака]]></p></body></html>',
    });
    assert.deepEqual((await extractText(path, 'application/epub+zip')).texts, ['внутри < знака']);
  });
});

describe('[FIND-05] office files as their readers see them', () => {
  test('hidden and doubled text of a document is left out, notes and boxes are read', async () => {
    const run = (text: string, more = '') => `<w:r>${more}<w:t>${text}</w:t></w:r>`;
    const path = made('notes.docx', {
      '_rels/.rels': relations([['r1', 'officeDocument', '/word/Document.XML']]),
      'word/document.xml': `<w:document><w:body><w:p>${run('видно')}${run('тайно', '<w:rPr><w:vanish/></w:rPr>')}${run('снова')}</w:p><mc:AlternateContent><mc:Choice><w:p>${run('рамка')}</w:p></mc:Choice><mc:Fallback><w:p>${run('запасная')}</w:p></mc:Fallback></mc:AlternateContent></w:body></w:document>`,
      'word/_rels/document.xml.rels': relations([['r2', 'footnotes', 'footnotes.xml']]),
      'word/footnotes.xml': `<w:footnotes><w:footnote><w:p>${run('сноска')}</w:p></w:footnote></w:footnotes>`,
    });
    assert.deepEqual((await extractText(path, word)).texts, ['видноснова рамка сноска']);
  });

  test('a part in UTF-16 or Windows-1251 that says so is read', async () => {
    const xml = '<?xml version="1.0" encoding="UTF-16"?><w:document><w:p><w:t>широко</w:t></w:p></w:document>';
    const path = join(folder, 'wide.docx');
    writeFileSync(path, zipSync({ 'word/document.xml': Buffer.from(`\ufeff${xml}`, 'utf16le') }));
    assert.deepEqual((await extractText(path, word)).texts, ['широко']);
  });

  test('elements without end within each other are refused before they hold others up', async () => {
    const path = made('deep.docx', { 'word/document.xml': `<w:document>${'<w:p>'.repeat(300_000)}` });
    await assert.rejects(extractText(path, word), /too deep/);
  });

  test('a PDF is as long as the pages that are there, whatever it says', async () => {
    for (const pageCount of [9, 10_000_000_000_000]) {
      const path = join(folder, `${pageCount}.pdf`);
      writeFileSync(path, createTinyPdf('two words').replace('/Count 1/', `/Count ${pageCount}/`), 'latin1');
      assert.deepEqual(await extractText(path, 'application/pdf'), { texts: ['two words'], pages: 1 });
    }
  });

  test('a PDF of more pages than a book may have gives no number of them', async () => {
    const path = join(folder, 'nested.pdf');
    writeFileSync(path, createNestedPdf(10), 'latin1');
    assert.deepEqual(await extractText(path, 'application/pdf'), { texts: Array(3000).fill(''), pages: null });
  });

  test('slides come in the order in which they are shown', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const path = made('order.pptx', {
      '_rels/.rels': relations([['r1', 'officeDocument', 'ppt/presentation.xml']]),
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations([
        ['a', 'slide', 'slides/slide1.xml'],
        ['b', 'slide', 'slides/slide2.xml'],
      ]),
      'ppt/slides/slide1.xml': slide('второй'),
      'ppt/slides/slide2.xml': slide('первый'),
    });
    assert.deepEqual((await extractText(path, slides)).texts, ['первый', 'второй']);
  });

  test('hidden sheets are left out', async () => {
    const sheet = (text: string) =>
      `<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const path = made('hidden.xlsx', {
      '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="a" state="hidden" r:id="a"/><sheet name="b" r:id="b"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations([
        ['a', 'worksheet', 'worksheets/one.xml'],
        ['b', 'worksheet', 'worksheets/two.xml'],
      ]),
      'xl/worksheets/one.xml': sheet('черновик'),
      'xl/worksheets/two.xml': sheet('чистовик'),
    });
    assert.deepEqual((await extractText(path, sheets)).texts, ['чистовик']);
  });
});
