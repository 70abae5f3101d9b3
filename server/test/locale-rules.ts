/** Texts of one language: flat keys such as `refusals.wrong`. */
export type LocaleTexts = Readonly<Record<string, string>>;

/** Makes the nested object of a locale file flat. */
export function flattenLocale(value: unknown, above = ''): LocaleTexts {
  if (typeof value === 'string') return { [above]: value };
  const entries = Object.entries(value as object).map(([key, inner]) =>
    flattenLocale(inner, above ? `${above}.${key}` : key),
  );
  return Object.assign({}, ...entries) as LocaleTexts;
}

/** The form of a counted text, as the last part of its key. */
export const pluralSuffix: RegExp = /\.(zero|one|two|few|many|other)$/;
const cyrillic = /\p{Script=Cyrillic}/u;
/** Capital letters within a word are a name in the code that got into a text, or a product's. */
const innerCapital = /\p{L}*\p{Ll}\p{Lu}\p{L}*/gu;
const productNames: ReadonlySet<string> = new Set(['LibreOffice', 'PowerPoint', 'WebP', 'iPhone']);

/** What a sentence has a place for, such as `count` in «{{count}} students». */
export const findPlaceholders = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\{\s*(\w+)[^{}]*\}\}/g)].map(([, name = '']) => name);

/** One sentence for each text that is missing in a language, untranslated, in the wrong alphabet, with another apostrophe or a name of the code. */
export function findLocaleFaults(
  file: string,
  texts: Readonly<Record<'kg' | 'ru' | 'en', LocaleTexts>>,
  sameInBoth: ReadonlySet<string>,
  cyrillicInEnglish: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  const languages = ['kg', 'ru', 'en'] as const;
  const keys = new Set(languages.flatMap((language) => Object.keys(texts[language])));
  const counted = new Set(
    [...keys].filter((key) => pluralSuffix.test(key)).map((key) => key.replace(pluralSuffix, '')),
  );
  for (const language of languages) {
    const forms = new Intl.PluralRules(language === 'kg' ? 'ky' : language).resolvedOptions().pluralCategories;
    const wanted = [
      ...[...keys].filter((key) => !pluralSuffix.test(key) && !counted.has(key)),
      ...[...counted].flatMap((key) => forms.map((form) => `${key}.${form}`)),
    ];
    const missing = wanted.filter((key) => !texts[language][key]?.trim());
    faults.push(...missing.map((key) => `${file}: ${language} lacks ${key}`));
  }
  for (const language of languages)
    for (const [key, text] of Object.entries(texts[language]))
      for (const [word] of withoutPlaces(text).matchAll(innerCapital))
        if (!productNames.has(word)) faults.push(`${file}: ${language} ${key} has “${word}”, which is no word`);
  for (const [key, text] of Object.entries(texts.kg)) {
    if (text === texts.ru[key] && cyrillic.test(text) && !sameInBoth.has(text))
      faults.push(`${file}: kg ${key} is the Russian text; words alike in both stand in sameInBoth`);
    if (cyrillic.test(texts.ru[key] ?? '') && /\p{L}/u.test(withoutPlaces(text)) && !cyrillic.test(text))
      faults.push(`${file}: kg ${key} has no Cyrillic letter`);
  }
  for (const [key, text] of Object.entries(texts.en)) {
    if (cyrillic.test(text) && !cyrillicInEnglish.has(`${file}:${key}`))
      faults.push(`${file}: en ${key} has Cyrillic letters`);
    if (/\p{L}'/u.test(text)) faults.push(`${file}: en ${key} has a straight apostrophe in place of ’`);
  }
  return [...faults, ...languages.flatMap((one) => faultsOfPlaces(file, one, texts[one], texts.ru))];
}

/** A sentence without the places for its values. */
const withoutPlaces = (sentence: string): string =>
  sentence.replaceAll(/\{\{\s*\w+(, ((da|abla)tive|number))?\s*\}\}/g, '');

/** A Kyrgyz month is a month of its year, which is another form of the word. */
const otherPlaces = new Set(['common.json: kg calendar.monthAndYear']);

/** One sentence for each text that takes other values than the Russian one of its key, or has a brace that stands for none. */
function faultsOfPlaces(
  file: string,
  language: 'kg' | 'ru' | 'en',
  texts: LocaleTexts,
  russian: LocaleTexts,
): string[] {
  const placesOf = (text: string) => [...new Set(findPlaceholders(text))].sort().join();
  return Object.entries(texts).flatMap(([key, text]) => {
    const name = `${file}: ${language} ${key}`;
    if (/[{}]/.test(withoutPlaces(text))) return [`${name} has a brace that stands for no value`];
    const same = russian[key] ?? russian[key.replace(pluralSuffix, '.other')];
    const isOther = same !== undefined && placesOf(text) !== placesOf(same) && !otherPlaces.has(name);
    return isOther ? [`${name} takes ${placesOf(text) || 'no value'}, in Russian ${placesOf(same) || 'none'}`] : [];
  });
}
