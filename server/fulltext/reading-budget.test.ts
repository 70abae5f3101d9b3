import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { extractEpub } from './extract-epub.ts';
import { extractDocument, extractSheets, extractSlides } from './extract-office.ts';
import { extractorProgram } from './extractor.ts';
import { walkMarkup } from './markup.ts';
import { BoundedText, ExtractionBudget } from './reading-budget.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-budget-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function archive(name: string, parts: Record<string, string>): string {
  const path = join(folder, name);
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, strToU8(text)]))));
  return path;
}

const relations = (kind: string, targets: readonly string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Type="x/${kind}" Target="${target}"/>`).join('')}</Relationships>`;
const many = '&'.repeat(5_000);

/** How often a reader is handed something of this markup. */
function handed(markup: string, budget: ExtractionBudget): number {
  const kept = new BoundedText(budget);
  let count = 0;
  walkMarkup(markup, 'xml', budget, {
    opened: () => count++,
    closed: () => count++,
    text: (text) => {
      count++;
      kept.push(text);
    },
  });
  return count;
}

test('[FIND-05] markup is left as soon as the letters that may be kept were read', () => {
  assert.equal(handed(`<t>${'a&amp;'.repeat(5_000)}</t>`, new ExtractionBudget(100)), 101);
});

test('[FIND-05] markup of which nothing is kept is left after as many elements and entities as may be looked at', () => {
  const budget = new ExtractionBudget(100, 60);
  for (const markup of ['<b/>'.repeat(5_000), `<b a="${many}"/>`, `<b>${'&#32;'.repeat(5_000)}</b>`]) {
    const looked = new ExtractionBudget(1_000_000, 60).lookAt(markup);
    assert.equal(looked.match(/[<&]/g)?.length, 60);
    walkMarkup(markup, 'xml', budget, {});
  }
  assert.equal(budget.lookAt('<b/>'), '', 'all parts of a file share what they may take');
  assert.equal(new ExtractionBudget(100, 3).lookAt('<b>a</b> text'), '<b>a</b> text');
});

test('[FIND-05] no kind of file keeps more letters than may be kept of all its parts', async () => {
  const most = 100;
  const within = async (read: (budget: ExtractionBudget) => Promise<string>) =>
    assert.equal((await read(new ExtractionBudget(most))).length, most);
  const page = `<w:document><w:p><w:t>${many}</w:t></w:p></w:document>`;
  const word = archive('a.docx', {
    'word/document.xml': page,
    'word/_rels/document.xml.rels': relations('footnotes', ['notes.xml']),
    'word/notes.xml': page,
  });
  await within((budget) => extractDocument(word, budget));
  const slides = archive('a.pptx', {
    'ppt/presentation.xml': '<p><sldId r:id="r0"/><sldId r:id="r1"/></p>',
    'ppt/_rels/presentation.xml.rels': relations('slide', ['one.xml', 'two.xml']),
    'ppt/one.xml': '<a:t>Алгебра</a:t>',
    'ppt/two.xml': `<a:t>${many}</a:t>`,
  });
  await within(async (budget) => (await extractSlides(slides, budget)).join(''));
  assert.equal((await extractSlides(slides, new ExtractionBudget(most))).length, 2, 'slides are counted all the same');
  const sheets = archive('a.xlsx', {
    'xl/workbook.xml': '<workbook><sheet r:id="r0"/></workbook>',
    'xl/_rels/workbook.xml.rels': relations('worksheet', ['sheet.xml']).replace(
      '</Relationships>',
      '<Relationship Id="s" Type="x/sharedStrings" Target="shared.xml"/></Relationships>',
    ),
    'xl/shared.xml': '<sst><si><t>одно и то же</t></si></sst>',
    'xl/sheet.xml': `<worksheet><row>${'<c t="s"><v>0</v></c>'.repeat(500)}</row></worksheet>`,
  });
  await within((budget) => extractSheets(sheets, budget));
  const book = archive('a.epub', {
    'META-INF/container.xml': '<container><rootfile full-path="b.opf"/></container>',
    'b.opf': '<package><item id="a" href="a.html"/><itemref idref="a"/><itemref idref="a"/></package>',
    'a.html': `<p>${many}</p>`,
  });
  await within((budget) => extractEpub(book, budget));
});

test('[FIND-05] one file takes at most twenty seconds and a gigabyte of the machine', () => {
  const { within, heap, resident, data } = extractorProgram;
  assert.ok(within <= 20_000, 'a lease of the file outlasts it by far');
  assert.ok(heap < resident && resident <= 1024, 'two files are read at once');
  assert.ok(resident <= data && data <= 1024);
});
