import { fileSentences } from './sentences-files.ts';
import { ruleSentences } from './sentences-rules.ts';

/** Languages in which the importer speaks; the registrar chooses with --lang. */
export type Language = 'ru' | 'kg' | 'en';

/** A sentence in Russian, Kyrgyz and English; {{name}} is filled in. */
export type Sentence = readonly [ru: string, kg: string, en: string];

const sentences = { ...fileSentences, ...ruleSentences };

/** Names of the sentences. */
export type SentenceCode = keyof typeof sentences;

/** Every sentence; tests walk over it. */
export const everySentence: Readonly<Record<SentenceCode, Sentence>> = sentences;

const places: Record<Language, 0 | 1 | 2> = { ru: 0, kg: 1, en: 2 };

/** A sentence in a language with its values filled in. */
export function sentence(code: SentenceCode, language: Language, values: Record<string, string | number>): string {
  return sentences[code][places[language]].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
