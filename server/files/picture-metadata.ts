/**
 * Takes out of a picture what says where, when and with what it was taken: EXIF, XMP, comments, what hangs behind its end.
 * The picture itself stays as it is, byte for byte; so do its colour profile and which side is up.
 */

/** Thrown for bytes that are not what their first ones promise. */
export class InvalidPictureError extends Error {}

/** The types that are pictures for the portal; see mime-types.ts. */
const stripped: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
};

/** The picture without metadata. Throws InvalidPictureError. */
export function stripMetadata(bytes: Buffer, type: string): Buffer {
  const strip = stripped[type];
  if (!strip) throw new InvalidPictureError(`${type} is no picture`);
  try {
    return strip(bytes);
  } catch (error) {
    // A length that points behind the end.
    if (error instanceof RangeError) throw new InvalidPictureError('the picture ends too early');
    throw error;
  }
}

const exifMark = Buffer.from('Exif\0\0', 'latin1');
const starts = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));

/** Segments that the picture needs: its colours (ICC, Adobe) and its kind (JFIF); all others of an application go. */
function isNeeded(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return starts(body, 'JFIF\0');
  if (marker === 0xe2) return starts(body, 'ICC_PROFILE\0');
  if (marker === 0xee) return starts(body, 'Adobe');
  return !(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe;
}

/** Scans of a JPEG; encoders write about ten, and each costs the time of the whole picture, however few bytes it has. */
const maxScans = 100;

function stripJpeg(bytes: Buffer): Buffer {
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new InvalidPictureError('no JPEG');
  const kept: Buffer[] = [];
  let orientation = 1;
  let scans = 0;
  let at = 2;
  while (at < bytes.length - 1) {
    if (bytes[at] !== 0xff) throw new InvalidPictureError('no marker where one must be');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const body = bytes.subarray(at + 4, end);
    if (marker === 0xe1 && starts(body, 'Exif\0\0')) orientation = orientationOf(body.subarray(exifMark.length));
    const last = marker === 0xda ? endOfScan(bytes, end) : end;
    if (marker === 0xda && ++scans > maxScans) throw new InvalidPictureError('a JPEG of too many scans');
    if (isNeeded(marker, body)) kept.push(bytes.subarray(at, last));
    at = last;
  }
  if (!scans) throw new InvalidPictureError('a JPEG without a picture');
  const turned = orientation > 1 ? [exifSegment(orientation)] : [];
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...turned, ...kept, Buffer.from([0xff, 0xd9])]);
}

/** Where the next marker stands: inside a scan FF is followed by 0, by a restart mark, or by another FF. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < bytes.length - 1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Which side is up (1 to 8), as EXIF says it; 1 when it does not. */
function orientationOf(tiff: Buffer): number {
  try {
    const little = starts(tiff, 'II');
    const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let index = 0; index < short(directory); index++) {
      const entry = directory + 2 + index * 12;
      if (short(entry) !== 0x0112) continue;
      const value = short(entry + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // Malformed metadata counts as none.
  }
  return 1;
}

/** An EXIF block that says nothing but which side is up. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

function exifSegment(orientation: number): Buffer {
  const body = Buffer.concat([exifMark, exifOf(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that the picture is made of, with its colours, its animation and its resolution. */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP hIST sPLT acTL fcTL fdAT mDCV cLLI'.split(' '),
);

function stripPng(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, 8).equals(pngMark)) throw new InvalidPictureError('no PNG');
  const kept: Buffer[] = [pngMark];
  let at = 8;
  for (let kind = ''; kind !== 'IEND'; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new InvalidPictureError('a chunk ends behind the end');
    kind = bytes.toString('latin1', at + 4, at + 8);
    if (pngChunks.has(kind)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);
/** Bits of a VP8X chunk that promise EXIF and XMP. */
const promisesExif = 0x08;
const promisesXmp = 0x04;

function stripWebp(bytes: Buffer): Buffer {
  if (!starts(bytes, 'RIFF') || !starts(bytes.subarray(8), 'WEBP')) throw new InvalidPictureError('no WebP');
  const kept: Buffer[] = [];
  const last = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at + 8 <= last; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) throw new InvalidPictureError('a chunk ends behind the end');
    const kind = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, Math.min(end, bytes.length)));
    if (kind === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~(promisesExif | promisesXmp), 8);
    if (webpChunks.has(kind)) kept.push(chunk);
    at = end;
  }
  if (!kept.length) throw new InvalidPictureError('a WebP without a picture');
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
