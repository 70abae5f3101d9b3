import type texts from '../../web/public/locales/ru/import.json';
import { type Language, Translations } from '../core/translations.ts';

type Texts = typeof texts;

/** Names of the importer's sentences: part and key in the locale files' import.json. */
export type ImportTextCode = { [Part in keyof Texts]: `${Part}.${keyof Texts[Part] & string}` }[keyof Texts];

const translations = new Translations();

/** A sentence in a language with its values filled in. */
export function formatImportText(
  code: ImportTextCode,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return translations.translate(language, `import:${code}`, values);
}
