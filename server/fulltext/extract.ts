import { readFile } from 'node:fs/promises';
import yauzl from 'yauzl';

/** Bounds of one file's text. */
const mostPages = 3000;
const mostOnPage = 20_000;
const mostInflated = 64 * 1024 * 1024;
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
  if (type.endsWith('wordprocessingml.document'))
    return { texts: ofWord(await entryOf(path, 'word/document.xml')), pages: null };
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

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The running text of a word processor's document: paragraphs as lines. */
function ofWord(xml: string): string[] {
  const text = xml
    .replace(/<w:tab\b[^>]*>/g, ' ')
    .replace(/<w:br\b[^>]*>|<\/w:p>/g, '\n')
    .replace(/<w:instrText\b[^>]*>[^<]*<\/w:instrText>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,6}));/gi, (_, ten?: string, hex?: string, name?: string) => {
      if (name) return entities[name] ?? '';
      const code = ten ? Number(ten) : Number.parseInt(hex ?? '20', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });
  return paged(text);
}

/** One entry of an archive as text, at most 64 MiB of it; '' when it is not there. */
async function entryOf(path: string, name: string): Promise<string> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length;
      if (size > mostInflated) throw new Error('the document is too large');
      chunks.push(chunk as Buffer);
    }
    zip.close();
    return Buffer.concat(chunks).toString('utf8');
  }
  return '';
}
