import { createRequire } from 'node:module';
import type * as DirectoryForm from './directory-form.ts';
import type { DirectoryEntry, findSettingEntryFault, ProviderEntry } from './setting-entries.ts';

interface Entries {
  findSettingEntryFault: typeof findSettingEntryFault;
}

/**
 * What is wrong with an entry of a setting that is a JSON list; null: nothing. Settings are read by every command, while
 * the library of schemas is more than half of what most of them would load: so it is loaded for who has such a setting.
 */
function fault(kind: 'directory' | 'provider', entry: unknown): string | null {
  const entries = createRequire(import.meta.url)('./setting-entries.ts') as Entries;
  return entries.findSettingEntryFault(kind, entry);
}

/** What looks into the entries of directories, loaded with its client library where there are some. */
export const loadDirectoryValidation = (): typeof DirectoryForm =>
  createRequire(import.meta.url)('./directory-form.ts') as typeof DirectoryForm;

/** The entry, whose form is right; `wrong` is given what is not. */
export function parseDirectoryEntry(entry: unknown, wrong: (fault: string) => Error): DirectoryEntry {
  const found = fault('directory', entry);
  if (found !== null) throw wrong(found);
  return entry as DirectoryEntry;
}

/** The entry, whose form is right; `wrong` is given what is not. */
export function parseProviderEntry(entry: unknown, wrong: (fault: string) => Error): ProviderEntry {
  const found = fault('provider', entry);
  if (found !== null) throw wrong(found);
  return entry as ProviderEntry;
}

/** The list that a setting holds; null: it is no JSON. */
export function parseListSetting(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
