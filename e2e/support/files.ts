import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createDocx, createPdf, createPptx, createXlsx } from '../../server/demo/book-files.ts';

/** A file as Playwright's file fields take it. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const book = {
  title: 'Ала-Тоо',
  author: 'Автор',
  chapters: Array.from({ length: 3 }, (_, index) => ({
    title: `${index + 1}-бөлүм`,
    paragraphs: [`Тоо көлөкөсү ${index + 1}: күндүн нуру, өзөн жана үңкүр.`],
  })),
};

/** A tone of half a second, as a recorder writes it. */
function sound(): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate);
  for (let at = 0; at < rate / 2; at++)
    samples.writeInt16LE(Math.round(8000 * Math.sin((at / rate) * 440 * 2 * Math.PI)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A film that the browser itself records from a drawing. */
async function film(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 48;
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((done) => {
      recorder.onstop = done;
    });
    recorder.start();
    for (let frame = 0; frame < 20; frame++) {
      if (drawing) drawing.fillStyle = frame % 2 ? '#0b5f9e' : '#f2a33a';
      drawing?.fillRect(0, 0, 64, 48);
      await new Promise((next) => requestAnimationFrame(next));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(encoded, 'base64');
}

/** One small real file of each kind that a book may be; the page is only where the film is recorded. */
export async function createFilesOfEveryKind(page: Page): Promise<UploadFile[]> {
  const picture = { width: 40, height: 30, channels: 3 as const, background: '#c0392b' };
  const made = {
    'Барак.pdf': await createPdf(book),
    'Сүрөт.png': await sharp({ create: picture }).png().toBuffer(),
    'Сүрөт.jpg': await sharp({ create: picture }).jpeg().toBuffer(),
    'Үн.wav': sound(),
    'Тасма.webm': await film(page),
    'Жазуу.txt': Buffer.from('Кыргыз тамгалары: ө ү ң\nэкинчи сап'),
    'Документ.docx': createDocx(book),
    'Таблица.xlsx': await createXlsx(book),
    'Слайд.pptx': createPptx(book),
    'Бет.html': Buffer.from('<!doctype html><script>document.title = "чуркады"</script>'),
    'Вектор.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "чуркады"</script></svg>',
    ),
    'Архив.bin': Buffer.from([1, 2, 3, 4]),
  };
  return Object.entries(made).map(([name, buffer]) => ({ name, mimeType: '', buffer }));
}
