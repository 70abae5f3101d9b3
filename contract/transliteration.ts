/** How Cyrillic names are written in Latin letters, longest first; the value matches the letters of a folded text. */
const sounds: readonly (readonly [latin: string, cyrillic: string])[] = [
  ['shch', '(?:щ|шч)'],
  ['sch', '[щш]'],
  ['dzh', '(?:дж|ж)'],
  ['sh', '[шщ]'],
  ['ch', 'ч'],
  ['zh', 'ж'],
  ['dj', '(?:дж|ж)'],
  ['kh', 'х'],
  ['ts', '(?:тс|ц)'],
  ['ph', 'ф'],
  ['ng', 'нг?'],
  ['yu', '(?:ю|[йыи]у)'],
  ['iu', '(?:ю|[йыи]у)'],
  ['ju', '(?:ю|жу)'],
  ['ya', '(?:я|[йыи]а)'],
  ['ia', '(?:я|[йыи]а)'],
  ['ja', '(?:я|жа)'],
  ['ye', '(?:[йы]?е|э)'],
  ['yo', '(?:е|[йы]о)'],
  ['a', '[ая]'],
  ['b', 'б'],
  ['c', '[кцс]'],
  ['d', 'д'],
  ['e', '[еэ]'],
  ['f', 'ф'],
  ['g', 'г'],
  ['h', 'х'],
  ['i', '[ийы]'],
  ['j', '[жй]'],
  ['k', '[кх]'],
  ['l', 'л'],
  ['m', 'м'],
  ['n', 'н'],
  ['o', 'о'],
  ['p', 'п'],
  ['q', 'к'],
  ['r', 'р'],
  ['s', 'с'],
  ['t', 'т'],
  ['u', '[ую]'],
  ['v', 'в'],
  ['w', 'в'],
  ['x', '(?:кс|х)'],
  ['y', '[ыйиу]'],
  ['z', 'з'],
];
/** Letters without a sound, after any other. */
const silent = '[ьъ]?';

/** A letter with a mark as the plain one: ö, ü, ş, ç, ğ, ı of Turkish spelling. */
const plain = (word: string): string =>
  word.replaceAll('ş', 'sh').replaceAll('ç', 'ch').replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The pattern of the Cyrillic words that a folded word in Latin letters may stand for, for JavaScript and for the
 * database; null when it is not one. "abdy" is found in "абдыкадырова".
 */
export function buildCyrillicPattern(folded: string): string | null {
  const word = plain(folded);
  if (!/^[a-z]+$/.test(word)) return null;
  let pattern = '';
  for (let at = 0; at < word.length; ) {
    const found = sounds.find(([latin]) => word.startsWith(latin, at));
    if (!found) return null;
    pattern += found[1] + silent;
    at += found[0].length;
  }
  return pattern;
}
