import { open } from 'node:fs/promises';
import { extensionOf } from './names.ts';

/** What is only ever handed out as it is. */
export const unknownType = 'application/octet-stream';

/** Extensions that may stand before a content of a type; anything else is a mismatch. */
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
export async function typeOf(path: string, name: string): Promise<string> {
  const extension = extensionOf(name);
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found?.mime === 'application/x-cfb') return containers[extension] ?? unknownType;
  if (found && !(found.mime === 'application/xml' && extension in texts)) {
    const fitting = extensionsOf[found.mime] ?? [found.ext];
    return fitting.includes(extension) ? found.mime : unknownType;
  }
  const text = texts[extension];
  return text && (await isText(path)) ? text : unknownType;
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}

/**
 * Whether a type may be shown inside the portal; SVG and HTML never, they could run script with its rights. Pictures of
 * other kinds than ours may say where they were taken: they are files to download.
 */
export function mayShowInline(type: string): boolean {
  return (
    type === 'application/pdf' ||
    type === 'image/gif' ||
    isPicture(type) ||
    type.startsWith('audio/') ||
    type.startsWith('video/')
  );
}

/** Whether it is a picture for the portal: metadata are taken out of it, and a small one can be made. */
export function isPicture(type: string): boolean {
  return ['image/jpeg', 'image/png', 'image/webp'].includes(type);
}
