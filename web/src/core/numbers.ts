import { type Language, language } from './i18n.ts';

const kept = new Map<Language, Intl.NumberFormat>();

/** Writes numbers as the language does; making such a formatter is slow, so they are kept. */
export function numberFormat(): Intl.NumberFormat {
  const spoken = language.get();
  const format = kept.get(spoken) ?? new Intl.NumberFormat(spoken);
  kept.set(spoken, format);
  return format;
}
