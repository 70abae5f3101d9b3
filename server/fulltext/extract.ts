import { readFile } from 'node:fs/promises';
import { ofEpub } from './extract-epub.ts';
import { ofSheets, ofSlides, ofWord } from './extract-office.ts';

/** Bounds of one file's text. */
const mostPages = 3000;
const mostOnPage = 20_000;
/** Characters of a "page" where the format knows none. */
const pageLength = 2500;

/** The text of a file, page by page; `pages` counts them where the format does. */
export interface TextOf {
  readonly texts: readonly string[];
  readonly pages: number | null;
}

/** Takes the text out of a stored file; an empty list when its type has none. */
export async function textOf(path: string, type: string): Promise<TextOf> {
  if (type === 'application/pdf') return await ofPdf(path);
  if (type === 'text/plain') return { texts: paged(decode(await readFile(path))), pages: null };
  if (type.endsWith('wordprocessingml.document')) return { texts: paged(await ofWord(path)), pages: null };
  if (type.endsWith('spreadsheetml.sheet')) return { texts: paged(await ofSheets(path)), pages: null };
  if (type === 'application/epub+zip') return { texts: paged(await ofEpub(path)), pages: null };
  if (type.endsWith('presentationml.presentation')) {
    const slides = await ofSlides(path);
    return { texts: slides.slice(0, mostPages).map(tidy), pages: slides.length };
  }
  return { texts: [], pages: null };
}

async function ofPdf(path: string): Promise<TextOf> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    verbosity: 0,
  });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= Math.min(document.numPages, mostPages); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    texts.push(tidy(text));
    page.cleanup();
  }
  const pages = document.numPages;
  await task.destroy();
  return { texts, pages };
}

/** Translations broken at the end of a line are joined; spaces are brought to one. */
function tidy(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/(\p{L})[-\u00ad]\n(\p{Ll})/gu, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, mostOnPage);
}

/** Text without pages is cut at the ends of paragraphs. */
function paged(text: string): string[] {
  const texts: string[] = [];
  let page = '';
  for (const paragraph of text.split(/\n+/)) {
    for (let from = 0; from < Math.max(1, paragraph.length); from += mostOnPage) {
      const part = paragraph.slice(from, from + mostOnPage);
      if (page && page.length + part.length > pageLength) {
        texts.push(tidy(page));
        page = '';
      }
      page += `${part}\n`;
    }
    if (texts.length >= mostPages) break;
  }
  if (page.trim()) texts.push(tidy(page));
  return texts.slice(0, mostPages);
}

/** UTF-8, else the encoding of old Windows files in Cyrillic. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const little = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(little ? 'utf-16le' : 'windows-1251').decode(bytes);
  }
}
