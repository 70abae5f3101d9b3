const vowel = '[аеёиоуыэюяөү]';
const consonant = '[бвгджзклмнпрстфхцчшщң]';
const sign = '[йьъ]';
const letter = '[а-яёңөү]';
const hyphen = '\u00ad';

/** Of two like consonants one goes to the next line: «документ-тер». */
const alike = new RegExp(`(${consonant})(?=\\1${vowel})`, 'giu');

/** Where a Russian or Kyrgyz word may be divided, in the order in which the rules apply. */
const rules = [
  [sign, `${letter}${letter}`],
  [vowel, `${vowel}${letter}`],
  [`${vowel}${consonant}`, `${consonant}${vowel}`],
  [`${consonant}${vowel}`, `${consonant}${vowel}`],
  [`${vowel}${consonant}`, `${consonant}${consonant}${vowel}`],
  [`${vowel}${consonant}${consonant}`, `${consonant}${consonant}${vowel}`],
].map(([before, after]) => new RegExp(`(${before})(?=${after})`, 'giu'));

/** Words of at least so many letters are given places to divide. */
const long = /[а-яёңөү]{10,}/giu;

const longLatin = /[a-z]{10,}/i;

/** Whether a word is so long that it may be wider than a narrow column and is divided by the browser's own dictionary. */
export const isLongLatinWord = (word: string): boolean => longLatin.test(word);

/** Puts soft hyphens into long Cyrillic words, for narrow places: few browsers have a dictionary for them. */
export function insertSoftHyphens(text: string): string {
  return text.replace(long, (word) =>
    [alike, ...rules].reduce((parts, rule) => parts.replace(rule, `$1${hyphen}`), word),
  );
}
