import { open } from 'node:fs/promises';
import { processedPictureTypes } from '@bilim/contract/picture-types.ts';
import { decodeText, mayBeText } from '../core/encodings.ts';
import { fileExtension } from './file-names.ts';

/** What is only ever handed out as it is. */
export const unknownMimeType = 'application/octet-stream';

/** Extensions that may be before a content of a type; anything else is a mismatch. */
const extensionsOf: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/tiff': ['tif', 'tiff'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/x-matroska': ['mkv'],
  'application/gzip': ['gz', 'tgz'],
  'application/x-gzip': ['gz', 'tgz'],
};

/** Old office files are one container; the extension says which. */
const containers: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};

/** Formats that are plain text and so carry no mark of their own. */
const texts: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  json: 'application/json',
  xml: 'application/xml',
};

/** The MIME type of a stored file: from its content, and only where the name's extension agrees. */
export async function detectMimeType(path: string, name: string): Promise<string> {
  const extension = fileExtension(name);
  // Readers of PDF look for its mark in the first kilobyte, whatever is before it.
  if (extension === 'pdf' && (await beginningOf(path, 1024)).includes('%PDF-')) return 'application/pdf';
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found?.mime === 'application/x-cfb') return containers[extension] ?? unknownMimeType;
  if (found && !(found.mime === 'application/xml' && extension in texts)) {
    const fitting = extensionsOf[found.mime] ?? [found.ext];
    return fitting.includes(extension) ? found.mime : unknownMimeType;
  }
  const text = texts[extension];
  return text && (await isText(path)) ? text : unknownMimeType;
}

const isText = async (path: string): Promise<boolean> => mayBeText(await beginningOf(path, 4096));

async function beginningOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Bytes that show how a text is encoded; an even number, as UTF-16 has them. */
const sampleLength = 64 * 1024;

/** The Content-Type with which a stored file is sent: of a text with the encoding in which it is written. */
export async function resolveContentType(
  beginning: (length: number) => Promise<Buffer>,
  type: string,
): Promise<string> {
  if (!type.startsWith('text/')) return type;
  const bytes = await beginning(sampleLength);
  // The cut may fall within a letter: the last line is not looked at.
  const whole = bytes.length < sampleLength ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1 || sampleLength);
  const decoded = await decodeText(whole);
  return `${type}; charset=${decoded?.encoding ?? 'utf-8'}`;
}

/**
 * Whether a type may be shown inside the portal; SVG and HTML never, they could run script with its rights. Pictures of
 * other kinds than ours may say where they were taken: they are files to download.
 */
export function mayShowInline(type: string): boolean {
  return (
    type === 'application/pdf' ||
    type === 'image/gif' ||
    processedPictureTypes.includes(type) ||
    type.startsWith('audio/') ||
    type.startsWith('video/')
  );
}
