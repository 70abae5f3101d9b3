import { limits } from '@bilim/contract/limits.ts';
import { Refusal } from '../../core/refusal.ts';
import { deduplicateFileNames } from '../../files/file-names.ts';
import type { ReceivedFile, StoredFile } from '../../files/files.ts';

/**
 * Files that come beside those of an earlier announcement, each with a name of its own.
 * @throws Refusal file.tooMany when they are together more than one may have
 */
export function ensureUniqueFileNames(old: readonly StoredFile[], files: readonly ReceivedFile[]): ReceivedFile[] {
  if (old.length + files.length > limits.fileCount)
    throw new Refusal('file.tooMany', 400, {
      values: { limit: limits.fileCount },
      fields: { file: 'file.tooMany' },
    });
  const names = deduplicateFileNames([...old, ...files].map(({ name }) => name)).slice(old.length);
  return files.map((file, place) => ({ ...file, name: names[place] ?? file.name }));
}
