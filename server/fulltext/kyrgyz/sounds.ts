/**
 * Vowel harmony and consonant assimilation, on folded words (`foldText`: ө stands as о, ү as у, ң as н). A suffix is
 * written with capitals for the sounds that follow the stem: A low vowel, I high vowel; D, G, B, L, N consonants.
 */

const vowel = /[аеёиоуыэюя]/;
const voiceless = 'пткфсшщцчх';
/** Written voiced; at the end of words from Russian they sound voiceless, and suffixes follow either. */
const either = 'бвгд';

/** Whether a letter is a vowel. */
export const isVowel = (letter: string): boolean => vowel.test(letter);

const lowAfter: Record<string, string> = { а: 'а', ы: 'а', я: 'а', е: 'е', э: 'е', и: 'е', о: 'о', у: 'ао', ю: 'ао' };
const highAfter: Record<string, string> = { а: 'ы', ы: 'ы', я: 'ы', е: 'и', э: 'и', и: 'и', о: 'у', у: 'у', ю: 'у' };

function lastVowel(text: string): string {
  for (let at = text.length - 1; at >= 0; at--) if (isVowel(text.charAt(at))) return text.charAt(at);
  return '';
}

/** The letters that may stand for a pattern's letter after `before`. */
function allowed(pattern: string, before: string): string {
  const last = before.at(-1) ?? '';
  const soft = isVowel(last) || last === 'й' || last === 'р' || last === 'ь';
  const unvoiced = voiceless.includes(last);
  const both = either.includes(last);
  switch (pattern) {
    case 'A':
      return lowAfter[lastVowel(before)] ?? '';
    case 'I':
      return highAfter[lastVowel(before)] ?? '';
    case 'D':
      return unvoiced ? 'т' : both ? 'дт' : 'д';
    case 'G':
      return unvoiced ? 'к' : both ? 'гк' : 'г';
    case 'B':
      return unvoiced ? 'п' : both ? 'бп' : 'б';
    case 'L':
      return unvoiced ? 'т' : both ? 'дт' : soft || last === 'л' ? 'лд' : 'д';
    case 'N':
      return isVowel(last) ? 'н' : unvoiced ? 'т' : both ? 'дт' : 'д';
    default:
      return pattern;
  }
}

/** Whether a word is `stem` with a suffix of this pattern, by harmony and assimilation. */
export function hasSuffix(word: string, stem: string, pattern: string): boolean {
  for (let at = 0; at < pattern.length; at++) {
    const place = stem.length + at;
    if (!allowed(pattern.charAt(at), word.slice(0, place)).includes(word.charAt(place))) return false;
  }
  return true;
}

const ending = /[^аеёиоуыэюя]{2}$/;
const verbEnding = /(?:[йлнр][тк]|[рл][ксп]|йр|йл)$/;

/** Whether a Kyrgyz verb's stem may end so: in a vowel, in one consonant, or in the few pairs that there are. */
export const hasVerbStemEnding = (stem: string): boolean => !ending.test(stem) || verbEnding.test(stem);

/** Before a vowel п and к at the end of a stem are voiced: китеп, китеби; тарак, тарагы. */
export const devoiceStem = (stem: string): string =>
  stem.endsWith('б') ? `${stem.slice(0, -1)}п` : stem.endsWith('г') ? `${stem.slice(0, -1)}к` : stem;
