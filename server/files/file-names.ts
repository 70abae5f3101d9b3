import { limits } from '@bilim/contract/limits.ts';

/** Control characters, and the marks that turn the direction of text so that exe can look like pdf. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The extension of a file name in lower case, without the dot; '' when there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/**
 * A name as people gave it, made safe: last part of a path, NFC, no control or bidi characters, at most 255 code
 * points with the extension kept; `file` when nothing is left.
 */
export function sanitizeFileName(rawName: string): string {
  const last = rawName.toWellFormed().replaceAll('\\', '/').split('/').at(-1) ?? '';
  const name = last.replace(unsafe, '').normalize('NFC').trim();
  if (!name || /^\.+$/.test(name)) return 'file';
  const points = [...name];
  if (points.length <= limits.fileName) return name;
  const extension = fileExtension(name);
  const kept = extension.length > 0 && extension.length <= 20 ? [...`.${name.slice(-extension.length)}`] : [];
  return [...points.slice(0, limits.fileName - kept.length), ...kept].join('');
}

/** Makes the names of one item unlike each other: the second `a.pdf` becomes `a (2).pdf`. */
export function deduplicateFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free); n++) {
      const extension = fileExtension(name);
      const stem = extension ? name.slice(0, -extension.length - 1) : name;
      const tail = ` (${n})${extension ? `.${name.slice(-extension.length)}` : ''}`;
      free = [...stem].slice(0, limits.fileName - [...tail].length).join('') + tail;
    }
    taken.add(free);
    return free;
  });
}

/** How the small picture of a file is called: it is a WebP, whatever the file is. */
export function smallPictureName(name: string): string {
  const extension = fileExtension(name);
  if (extension === 'webp') return name;
  return sanitizeFileName(`${extension ? name.slice(0, -extension.length - 1) : name}.webp`);
}

/** The Content-Disposition header for any Unicode name (RFC 6266). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
