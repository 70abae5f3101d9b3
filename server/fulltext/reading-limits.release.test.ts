import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { zipSync } from 'fflate';
import { pino } from 'pino';
import { BoundedProcess, ProcessLimitError } from '../core/bounded-process.ts';
import { resolveFileStoreLocation } from '../files/store-location.ts';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestClient } from '../test/test-client.ts';
import type { ExtractedText } from './extract.ts';
import { extractorProgram } from './extractor.ts';
import { TextExtractionSupervisor } from './reading-supervisor.ts';

const inputs = fileURLToPath(new URL('../test/inputs/documents', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'bilim-growing-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A PDF of these objects. */
function pdf(name: string, objects: readonly string[]): string {
  let text = '%PDF-1.5\n';
  const places = objects.map((object, place) => {
    const at = text.length;
    text += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>`;
  const path = join(folder, name);
  writeFileSync(path, `${text}${table}\nstartxref\n${text.length}\n%%EOF`);
  return path;
}
const stream = (text: string, more = '') => `<< ${more} /Length ${text.length} >>\nstream\n${text}\nendstream`;
const page = (resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> >>`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const word = 'BT /F 12 Tf (word) Tj ET';

/** Thirty forms, each of which draws the next one three times. */
function forms(): string {
  const deep = 30;
  const nested = Array.from({ length: deep }, (_, level) => {
    const isLast = level === deep - 1;
    const next = isLast ? '' : `/XObject << /N ${7 + level} 0 R >>`;
    return stream(
      isLast ? word : `${word} /N Do /N Do /N Do`,
      `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /Font << /F 5 0 R >> ${next} >>`,
    );
  });
  const start = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
  return pdf('forms.pdf', [...start, page('/XObject << /X0 6 0 R >>'), stream('/X0 Do'), font, ...nested]);
}

/** One page, half a million times. */
function kids(): string {
  const count = 500_000;
  return pdf('kids.pdf', [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>`,
    ...[page(''), stream(word), font],
  ]);
}

test('[FIND-05] a PDF that keeps its reader busy without end is given up within the time of one file', async () => {
  const extracting = new BoundedProcess<{ path: string; type: string }, ExtractedText>({
    ...extractorProgram,
    within: 5_000,
  });
  for (const path of [forms(), kids()])
    await assert.rejects(extracting.ask({ path, type: 'application/pdf' }), ProcessLimitError);
  const plain = { path: join(inputs, 'pdf-control.pdf'), type: 'application/pdf' };
  assert.equal((await extracting.ask(plain)).pages, 1);
  extracting.stop();
});

test('[FIND-05] a file that grows without end takes the process that reads it and nothing else', async () => {
  const extracting = new BoundedProcess<{ path: string; type: string }, ExtractedText>({
    ...extractorProgram,
    within: 120_000,
    resident: 400,
  });
  const bomb = { path: join(inputs, 'pdf-nested.pdf'), type: 'application/pdf' };
  await assert.rejects(extracting.ask(bomb), ProcessLimitError);
  const plain = { path: join(inputs, 'pdf-control.pdf'), type: 'application/pdf' };
  assert.equal((await extracting.ask(plain)).pages, 1);
  extracting.stop();
});

test('[FIND-05] a document of signs that begin an element and of nothing else ends within the limits, and others are read meanwhile', async () => {
  const path = join(folder, 'less.docx');
  writeFileSync(path, zipSync({ 'word/document.xml': Buffer.alloc(60 * 1024 * 1024, '<') }));
  const start = () => new BoundedProcess<{ path: string; type: string }, ExtractedText>(extractorProgram);
  const [extracting, beside] = [start(), start()];
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const read = extracting.ask({ path, type });
  const plain = { path: join(inputs, 'pdf-control.pdf'), type: 'application/pdf' };
  assert.equal((await beside.ask(plain)).pages, 1);
  assert.deepEqual((await read).texts, []);
  assert.equal((await extracting.ask(plain)).pages, 1);
  for (const one of [extracting, beside]) one.stop();
});

test('[FIND-05] while such a document is read, the files of others are', async () => {
  const { library } = callsByRoom;
  const portal = await openPortal();
  const reading = new TextExtractionSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    pino({ level: 'silent' }),
  );
  try {
    const [teacher, admin] = [await portal.as('teacher'), await portal.as('admin')];
    const id_bookCategory = (await teacher.get(library.categories))[0]?.id_bookCategory;
    const hand = (person: TestClient, name: string, content: string | Buffer) =>
      person.get(
        library.save,
        { id_eBook: -1, author: 'Автор', nameBook: name, id_bookCategory },
        { files: [{ name, content }] },
      );
    const hung = readFileSync(forms());
    for (const name of ['first.pdf', 'second.pdf']) await hand(teacher, name, hung);
    await hand(admin, 'plain.txt', 'Бир сөз');
    reading.start();
    const states = async () =>
      Object.fromEntries(
        (
          await portal.ownerSql<{ name: string; state: string }[]>`
            select f.name, t.state || ' ' || t.tries as state from file_text t join file f on f.id = t.file_id
            where f.name in ('first.pdf', 'second.pdf', 'plain.txt')`
        ).map(({ name, state }) => [name, state]),
      );
    await waitUntil('the file of somebody else is read', async () => (await states())['plain.txt'] === 'read 1');
    assert.deepEqual(await states(), { 'first.pdf': 'waiting 1', 'second.pdf': 'waiting 0', 'plain.txt': 'read 1' });
  } finally {
    await reading.stop();
    await portal.close();
  }
});
