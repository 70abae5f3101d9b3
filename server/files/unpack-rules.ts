/** What a web book may hold, and as what it is sent; anything else refuses the archive. */
export const bookTypes: Readonly<Record<string, string>> = {
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
export const bounds = {
  entries: 5000,
  directoryBytes: 2 * 1024 * 1024,
  bytes: 500 * 1024 * 1024,
  /** Inflated to packed, for entries above `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
  nameBytes: 240,
};

/** One entry of an archive, as its directory declares it. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly packed: number;
  /** Unix mode from the external attributes; 0 when it has none. */
  readonly mode: number;
}

const symlink = 0o120000;
const kindOfMode = 0o170000;

/** What archivers add on their own; it is left out. */
export function isClutter(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name);
}

/** Why an entry of a web book may not be unpacked; null when it may. `seen` holds the lower-case names before it. */
export function faultOf(entry: Entry, seen: ReadonlySet<string>): string | null {
  const fault = faultOfPlace(entry, seen);
  if (fault || entry.name.endsWith('/')) return fault;
  const last = entry.name.slice(entry.name.lastIndexOf('/') + 1);
  const extension = last.includes('.') ? last.slice(last.lastIndexOf('.') + 1).toLowerCase() : '';
  return Object.hasOwn(bookTypes, extension) && !last.startsWith('.') ? null : 'extension';
}

/** Why an entry of any archive may not be unpacked: its name, its place, its size. */
export function faultOfPlace(entry: Entry, seen: ReadonlySet<string>): string | null {
  const { name } = entry;
  const kind = entry.mode & kindOfMode;
  if (kind === symlink || (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)) return 'not a plain file';
  if (Buffer.byteLength(name) > bounds.nameBytes) return 'long name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\\\u0000-\u001f:]/.test(name) || name.startsWith('/')) return 'name';
  if (name.split('/').some((part, index, all) => part === '..' || part === '.' || (!part && index < all.length - 1)))
    return 'path';
  if (seen.has(name.toLowerCase().normalize('NFC'))) return 'twice';
  if (name.endsWith('/')) return null;
  return entry.size > bounds.ratioFrom && entry.size > entry.packed * bounds.ratio ? 'ratio' : null;
}
