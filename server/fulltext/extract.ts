import { readFile } from 'node:fs/promises';
import { bookLimits } from '@bilim/contract/book-limits.ts';
import { unicodeFormatCharacters } from '@bilim/contract/texts.ts';
import { decodeText } from '../core/encodings.ts';
import { extractEpub } from './extract-epub.ts';
import { extractDocument, extractSheets, extractSlides } from './extract-office.ts';
import { maxExtractedCharacters } from './reading-budget.ts';

/** Bounds of one file's text. */
const maxPages = 3000;
const maxCharactersOfPage = 20_000;
/** Characters of a "page" where the format knows none. */
const pageLength = 2500;

/** The text of a file, page by page; `pages` counts them where the format does, up to what a book may have. */
export interface ExtractedText {
  readonly texts: readonly string[];
  readonly pages: number | null;
}

/** Takes the text out of a stored file; an empty list when its type has none. */
export async function extractText(path: string, type: string): Promise<ExtractedText> {
  const { texts, pages } = await allTextOf(path, type);
  let left = maxExtractedCharacters;
  const end = texts.findIndex((text) => {
    left -= text.length;
    return left < 0;
  });
  return { texts: end < 0 ? texts : texts.slice(0, end), pages };
}

async function allTextOf(path: string, type: string): Promise<ExtractedText> {
  if (type === 'application/pdf') return await ofPdf(path);
  if (type === 'text/plain') return { texts: paged((await decodeText(await readFile(path)))?.text ?? ''), pages: null };
  if (type.endsWith('wordprocessingml.document')) return { texts: paged(await extractDocument(path)), pages: null };
  if (type.endsWith('spreadsheetml.sheet')) return { texts: paged(await extractSheets(path)), pages: null };
  if (type === 'application/epub+zip') return { texts: paged(await extractEpub(path)), pages: null };
  if (type.endsWith('presentationml.presentation')) {
    const slides = await extractSlides(path);
    return { texts: slides.slice(0, maxPages).map(tidy), pages: slides.length };
  }
  return { texts: [], pages: null };
}

async function ofPdf(path: string): Promise<ExtractedText> {
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
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number++) {
    const page = await document.getPage(number).catch(() => null);
    if (!page) break;
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    texts.push(tidy(text));
    page.cleanup();
  }
  // What a file says of its number is believed where its last page is there.
  const isTrue =
    texts.length === document.numPages || (await document.getPage(document.numPages).catch(() => null)) !== null;
  const counted = isTrue ? document.numPages : texts.length;
  // A page tree may name its parts again and again: a small file then has more pages than any book.
  const pages = counted <= bookLimits.pages ? counted : null;
  await task.destroy();
  return { texts, pages };
}

const unseen = new RegExp(`[\\0${unicodeFormatCharacters}]+`, 'g');

/** Words broken at the end of a line are joined; spaces are brought to one, what is not seen goes. */
function tidy(text: string): string {
  const whole = text
    .replace(/(\p{L})[-\u00ad\u2010]\r?\n(\p{Ll})/gu, '$1$2')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
    .toWellFormed();
  return whole.slice(0, cutBefore(whole, maxCharactersOfPage));
}

/** The last place up to `most` at which a text may be cut: not within a character of two units. */
function cutBefore(text: string, most: number): number {
  const isWithin = most < text.length && /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return isWithin ? most - 1 : most;
}

/** A paragraph in pieces of a page at most, at blanks where it has some. */
function* piecesOf(paragraph: string): Generator<string> {
  let rest = paragraph;
  while (rest.length > maxCharactersOfPage) {
    const blank = rest.lastIndexOf(' ', maxCharactersOfPage);
    const cut = blank > maxCharactersOfPage / 2 ? blank : cutBefore(rest, maxCharactersOfPage);
    yield rest.slice(0, cut);
    rest = rest.slice(cut);
  }
  yield rest;
}

/** Text without pages is cut at the ends of paragraphs. */
function paged(text: string): string[] {
  const texts: string[] = [];
  let page = '';
  for (const paragraph of text.split(/\n+/)) {
    for (const part of piecesOf(paragraph)) {
      if (page && page.length + part.length > pageLength) {
        texts.push(tidy(page));
        page = '';
      }
      page += `${part}\n`;
    }
    if (texts.length >= maxPages) break;
  }
  if (page.trim()) texts.push(tidy(page));
  return texts.slice(0, maxPages);
}
