import { limits } from '@bilim/contract/limits.ts';
import { pictureTypes } from '@bilim/contract/picture-types.ts';

/** The kinds of file that have a colour of their own; everything else is `any`. */
export type FileKind = 'pdf' | 'xls' | 'doc' | 'txt' | 'ppt' | 'exe' | 'any';

const kinds: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  xls: 'xls',
  xlsx: 'xls',
  doc: 'doc',
  docx: 'doc',
  txt: 'txt',
  ppt: 'ppt',
  pptx: 'ppt',
  exe: 'exe',
};

/** The extension without its dot, in lower case; '' when there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The kind of a file by its extension, upper case or not (BASE-15). */
export function fileKind(name: string): FileKind {
  return kinds[fileExtension(name)] ?? 'any';
}

/** Whether pages show a file as a picture. */
export const isPicture = ({ type }: { readonly type: string }): boolean => pictureTypes.includes(type);

/** The first 20 characters (code points) of a longer name and an ellipsis (BASE-14). */
export function shortFileName(name: string): string {
  const characters = [...name];
  return characters.length > limits.fileNameShown ? `${characters.slice(0, limits.fileNameShown).join('')}…` : name;
}

const gibibyte = 1024 ** 3;

/** A size in bytes as a number and a unit key: B, KB, MB, GB. */
export function fileSizeWithUnit(bytes: number): { amount: number; unit: 'B' | 'KB' | 'MB' | 'GB' } {
  if (bytes < 1024) return { amount: bytes, unit: 'B' };
  if (bytes < 1024 * 1024) return { amount: Math.round(bytes / 1024), unit: 'KB' };
  if (bytes < gibibyte) return { amount: Math.round((bytes / 1024 / 1024) * 10) / 10, unit: 'MB' };
  return { amount: Math.round((bytes / gibibyte) * 10) / 10, unit: 'GB' };
}
