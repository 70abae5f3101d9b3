import { getFileNameLowLevel, type Entry as ZipEntry } from 'yauzl';
import { decodeByFirstMatch } from '../core/encodings.ts';
import { fileExtension } from './file-names.ts';

/** What a web book may hold, and as what it is sent; anything else refuses the archive. */
export const bookMimeTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  map: 'application/json',
};

/** Bounds of one archive. */
export const archiveLimits = {
  entries: 5000,
  directoryBytes: 2 * 1024 * 1024,
  bytes: 500 * 1024 * 1024,
  /** Inflated to packed, for entries above `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
  nameBytes: 240,
};

/** One entry of an archive, as its directory declares it. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly packed: number;
  /** Unix mode from the external attributes; 0 when it has none. */
  readonly mode: number;
}

const symlink = 0o120000;
const kindOfMode = 0o170000;

/** Why an archive is refused. */
export interface WebBookFault {
  readonly why: 'archive' | 'extension' | 'place' | 'twice' | 'size' | 'encrypted' | 'noIndex';
  /** The entry of the archive that breaks the rule; empty when it is the archive itself. */
  readonly file: string;
}

/** Bit of an entry that says that its name is UTF-8. */
const isUtf8 = 0x800;
const infoZipPath = 0x7075;

/**
 * The name of an entry as it was given: archivers of Windows write names in the encoding of DOS and do not say so, some with
 * their own slashes.
 */
export function decodeEntryName(entry: ZipEntry): string {
  const bytes = entry.fileNameRaw;
  const isKnown =
    (entry.generalPurposeBitFlag & isUtf8) !== 0 || entry.extraFields.some(({ id }) => id === infoZipPath);
  const name = isKnown ? null : decodeByFirstMatch(bytes, ['utf-8', 'ibm866', 'windows-1251']);
  const rawName = name ?? getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, true) ?? '';
  return rawName.replaceAll('\\', '/').normalize('NFC');
}

/** What archivers add on their own; it is left out. */
export function isArchiverMetadata(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** Whether a file of a book is text, which is sent as UTF-8. */
export const isTextFile = (name: string): boolean => /charset|json|svg/.test(bookMimeTypes[fileExtension(name)] ?? '');

/** The folder of a book in its archive, and its first page: at the top, or below folders that hold all the rest. */
export function findBookRoot(names: readonly string[]): { folder: string; index: string } | null {
  for (let folder = ''; ; ) {
    const here = new Map(names.map((name) => [name.slice(folder.length).toLowerCase(), name]));
    const index = ['index.html', 'index.htm'].find((name) => here.has(name));
    if (index) return { folder, index };
    const [first = ''] = names;
    const next = first.slice(0, first.indexOf('/', folder.length) + 1);
    if (next.length <= folder.length || !names.every((name) => name.startsWith(next))) return null;
    folder = next;
  }
}

/** Why an entry of a web book may not be unpacked; null when it may. `seen` holds the lower-case names before it. */
export function findWebBookEntryFault(entry: ArchiveEntry, seen: ReadonlySet<string>): WebBookFault['why'] | null {
  const fault = findArchiveEntryFault(entry, seen);
  if (fault || entry.name.endsWith('/')) return fault;
  const last = entry.name.slice(entry.name.lastIndexOf('/') + 1);
  return Object.hasOwn(bookMimeTypes, fileExtension(last)) && !last.startsWith('.') ? null : 'extension';
}

/** Why an entry of any archive may not be unpacked: its name, its place, its size. */
export function findArchiveEntryFault(entry: ArchiveEntry, seen: ReadonlySet<string>): WebBookFault['why'] | null {
  const { name } = entry;
  const kind = entry.mode & kindOfMode;
  if (kind === symlink || (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)) return 'place';
  if (Buffer.byteLength(name) > archiveLimits.nameBytes) return 'place';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\\\u0000-\u001f:]/.test(name) || name.startsWith('/')) return 'place';
  if (name.split('/').some((part, index, all) => part === '..' || part === '.' || (!part && index < all.length - 1)))
    return 'place';
  if (seen.has(name.toLowerCase().normalize('NFC'))) return 'twice';
  if (name.endsWith('/')) return null;
  return entry.size > archiveLimits.ratioFrom && entry.size > entry.packed * archiveLimits.ratio ? 'size' : null;
}
