import { limits } from '@bilim/contract/limits.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Received, StoredFile } from '../../files/files.ts';
import { unlike } from '../../files/names.ts';

/**
 * Files that come beside those of an earlier announcement, each with a name of its own.
 * @throws Refusal file.tooMany when they are together more than one may have
 */
export function besideOld(old: readonly StoredFile[], files: readonly Received[]): Received[] {
  if (old.length + files.length > limits.fileCount)
    throw new Refusal('file.tooMany', 400, {
      values: { limit: limits.fileCount },
      fields: { file: 'file.tooMany' },
    });
  const names = unlike([...old, ...files].map(({ name }) => name)).slice(old.length);
  return files.map((file, place) => ({ ...file, name: names[place] ?? file.name }));
}
