import { dateInWords } from '@bilim/contract/calendar-formatters.ts';
import type texts from '../../web/public/locales/ru/import.json';
import { type Language, Translations } from '../core/translations.ts';

type Texts = typeof texts;
type Values = Readonly<Record<string, string | number>>;

/** Names of the importer's sentences: part and key in the locale files' import.json. */
export type ImportTextCode = { [Part in keyof Texts]: `${Part}.${keyof Texts[Part] & string}` }[keyof Texts];

const translations = new Translations();

/** A day of its own, no part of a code. */
const day = /(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g;
/** Values that are days of the portal; what stands in somebody's cell is said as it stands there. */
const days: ReadonlySet<string> = new Set(['starts', 'ends', 'since', 'day']);

const listFormat = (language: Language) => new Intl.ListFormat([language === 'kg' ? 'ky' : language, 'ru']);

/** A text with its days in the words of a language: «1 сентября 2026». */
export function localizeDays(texts: Translations, language: Language, text: string): string {
  const words = (key: string, filled: Values) => texts.translate(language, `common:calendar.${key}`, filled);
  return text.replace(day, (one) => dateInWords(words, one, ''));
}

/** The values of a sentence in the words of a language. */
function localizeValues(texts: Translations, language: Language, code: string, values: Values): Values {
  const isUndo = code.startsWith('undo.');
  const own = values[`value_${language}`];
  const all: Values = {
    ...values,
    ...(own !== undefined && { value: own }),
    ...(isUndo && values.right !== undefined && { right: texts.translate(language, `people:right.${values.right}`) }),
    ...(typeof values.none === 'string' && { none: listFormat(language).format(values.none.split('\n')) }),
    ...(values.use !== undefined && { use: texts.translate(language, `import:uses.${values.use}`, values) }),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === 'string' && (isUndo || days.has(name)) ? localizeDays(texts, language, value) : value,
    ]),
  );
}

/** The sentence of a code that was kept, with its values in the words of a language. */
export function formatKeptText(texts: Translations, language: Language, code: string, values: Values): string {
  return texts.translate(language, `import:${code}`, localizeValues(texts, language, code, values));
}

/** A sentence in a language with its values filled in. */
export function formatImportText(code: ImportTextCode, language: Language, values: Values = {}): string {
  return formatKeptText(translations, language, code, values);
}
