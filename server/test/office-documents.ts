import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { PdfConverter } from '../converting/converter.ts';
import { detectMimeType } from '../files/mime-types.ts';
import { extractText } from '../fulltext/extract.ts';
import { findLibreOffice } from './converter.ts';

/** LibreOffice's program on this machine; null: there is none. */
export const libreOfficePath = findLibreOffice();
/** Why tests of the real LibreOffice do not run on this machine; false where they do. */
export const skipWithoutLibreOffice = libreOfficePath === null && 'LibreOffice is not installed on this machine';

/** A folder for the documents of a test file, and LibreOffice, which does not see the folder's own `data`. */
export class OfficeDocumentFixture {
  readonly folder: string;
  readonly converter: PdfConverter | null;

  private constructor(folder: string) {
    this.folder = folder;
    this.converter = libreOfficePath === null ? null : new PdfConverter(libreOfficePath, join(folder, 'data'));
  }

  static async open(): Promise<OfficeDocumentFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'bilim-data-'));
    await mkdir(join(folder, 'data'));
    return new OfficeDocumentFixture(folder);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Converts a document; gives its type, its words page by page, and the seconds that it took. */
  async convert(name: string, content: Buffer | Uint8Array, converter = this.converter) {
    const source = join(this.folder, name);
    await writeFile(source, content);
    const type = await detectMimeType(source, name);
    const begun = Date.now();
    const read = async ({ path }: { path: string }) => (await extractText(path, 'application/pdf')).texts;
    const texts = (await converter?.convert(source, type, read)) ?? [];
    return { type, texts, seconds: (Date.now() - begun) / 1000 };
  }
}

/** A document of OpenDocument of a kind, with what it holds besides its content. */
export const createOpenDocument = (kind: string, content: string, more: Record<string, string> = {}) =>
  zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'META-INF/manifest.xml': strToU8(
      `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
${Object.keys(more)
  .map((path) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="text/xml"/>`)
  .join('\n')}</manifest:manifest>`,
    ),
    'content.xml': strToU8(content),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [path, strToU8(text)])),
  });

const spaces = ['office', 'text', 'table', 'draw', 'script', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"')
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink"', 'xmlns:ooo="http://openoffice.org/2004/office"')
  .join(' ');

/** The content of such a document: its body, and what is before it. */
export const createOdfContent = (body: string, before = '') =>
  `<?xml version="1.0"?><office:document-content ${spaces} office:version="1.2">${before}<office:body>${body}</office:body></office:document-content>`;

/** What a DOCX has besides its text. */
export function createDocxParts(): Record<string, Uint8Array> {
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  return {
    '[Content_Types].xml': strToU8(
      `<?xml version="1.0"?><Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<?xml version="1.0"?><Relationships xmlns="${packages}/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
  };
}
