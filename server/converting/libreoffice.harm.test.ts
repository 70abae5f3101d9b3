import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { createDocx } from '../demo/book-files.ts';
import {
  createDocxParts,
  createOdfContent,
  createOpenDocument,
  libreOfficePath,
  OfficeDocumentFixture,
  skipWithoutLibreOffice,
} from '../test/office-documents.ts';
import { ConversionError, PdfConverter } from './converter.ts';

let documents: OfficeDocumentFixture;
before(async () => {
  documents = await OfficeDocumentFixture.open();
});
after(() => documents.remove());

describe('LibreOffice, given a document that does harm,', () => {
  test('[WEAK-08] runs no macro of a document', { skip: skipWithoutLibreOffice }, async () => {
    const mark = join(documents.folder, 'macro-ran');
    const basic = `<?xml version="1.0"?><!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main
Open "${mark}" For Output As #1
Print #1, "ran"
Close #1
End Sub</script:module>`;
    const library = (list: string) =>
      `<?xml version="1.0"?><!DOCTYPE library:${list} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${list}.dtd">`;
    const events = `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>`;
    const document = createOpenDocument(
      'text',
      createOdfContent('<office:text><text:p>macro inside</text:p></office:text>', events),
      {
        'Basic/script-lc.xml': `${library('libraries')}<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
        'Basic/Standard/script-lb.xml': `${library('library')}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
        'Basic/Standard/Module1.xml': basic,
      },
    );
    const { texts } = await documents.convert('macro.odt', document);
    assert.match(texts.join(' '), /macro inside/);
    await assert.rejects(readFile(mark), { code: 'ENOENT' });
  });

  test('[WEAK-08] takes no file of the machine into the pages', { skip: skipWithoutLibreOffice }, async () => {
    const secret = join(documents.folder, 'secret.txt');
    await writeFile(secret, 'our-secret');
    const linked = `<office:text><text:section text:name="a"><text:section-source xlink:href="${pathToFileURL(secret)}" xlink:type="simple" text:filter-name="Text"/><text:p>kept text</text:p></text:section></office:text>`;
    const { texts } = await documents.convert('linked.odt', createOpenDocument('text', createOdfContent(linked)));
    assert.doesNotMatch(texts.join(' '), /our-secret/);
    const { texts: words } = await documents.convert(
      'linked.rtf',
      Buffer.from(`{\\rtf1 before {\\field{\\*\\fldinst INCLUDETEXT "${secret}"}{\\fldrslt }} after}`),
    );
    assert.doesNotMatch(words.join(' '), /our-secret/);
  });

  test('[WEAK-08] dies of one that unpacks to gigabytes, and of one that is none', {
    skip: skipWithoutLibreOffice,
  }, async () => {
    const paragraph = `<w:p><w:r><w:t>${'a'.repeat(1000)}</w:t></w:r></w:p>`;
    const head =
      '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
    const body = `${head}${paragraph.repeat(300_000)}</w:body></w:document>`;
    const bomb = zipSync({ ...createDocxParts(), 'word/document.xml': strToU8(body) });
    const bounds = { cpuSeconds: 5, memory: 300 * 1024 };
    const small = new PdfConverter(libreOfficePath ?? '', join(documents.folder, 'data'), bounds);
    await assert.rejects(documents.convert('bomb.docx', bomb, small), ConversionError);
    const chapters = [{ title: 'Бөлүм', paragraphs: ['Сөз'] }];
    const whole = createDocx({ title: 'Китеп', author: 'Автор', chapters });
    await assert.rejects(documents.convert('none.docx', whole.subarray(0, 900)), ConversionError);
  });
});
