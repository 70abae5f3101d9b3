import { type Language, language } from './i18n.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** Writes numbers as the language does; making such a formatter is slow, so they are kept. */
export function numberFormat(locale = language.get()): Intl.NumberFormat {
  // Chromium knows no Kyrgyz and would write numbers as in English: they are written as in Russian.
  const format = formats.get(locale) ?? new Intl.NumberFormat([locale, 'ru']);
  formats.set(locale, format);
  return format;
}
