import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import pdf from 'pdfmake';
import type { PdfAnswer, PdfJob } from './pdf.ts';

/** A thread that lays out one PDF after another, in the letters of the pages. */
const onest = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/onest/package.json'));
const file = (weight: string) => join(onest, weight, `Onest_${weight}.ttf`);
const normal = file('400Regular');
const bold = file('600SemiBold');
pdf.setFonts({ Onest: { normal, bold, italics: normal, bolditalics: bold } });
pdf.setUrlAccessPolicy(() => false);
pdf.setLocalAccessPolicy((path: string) => path === normal || path === bold);

// One at a time: the memory of one is enough.
let line = Promise.resolve();

parentPort?.on('message', ({ id, definition }: PdfJob) => {
  line = line.then(async () => {
    const answer: PdfAnswer = await make(definition).then(
      (bytes) => ({ id, bytes }),
      (error) => ({ id, fault: String(error) }),
    );
    parentPort?.postMessage(answer);
  });
});

/** Pages are counted only where there are several. */
const footer = (page: number, pages: number) => ({
  text: pages > 1 ? `${page} / ${pages}` : '',
  alignment: 'center' as const,
  fontSize: 8,
  margin: [0, 16, 0, 0] as [number, number, number, number],
});

async function make(definition: PdfJob['definition']): Promise<Uint8Array> {
  const defaultStyle = { font: 'Onest', ...definition.defaultStyle };
  return await pdf.createPdf({ footer, ...definition, defaultStyle }).getBuffer();
}
