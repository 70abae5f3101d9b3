/** What a piece of text is written in, as far as that decides which rules its words follow. */
export type WrittenLanguage = 'kyrgyz' | 'russian' | 'either';

const kyrgyzLetters = /[өүң]/i;
const russianLetters = /[вфцщъьё]/i;
/** Native Kyrgyz words do not begin with two consonants. */
const russianBeginning = /^[бвгджзклмнпрстфхцчшщ]{2}/i;
/** Back and front vowels in one word. */
const withoutHarmony = /[аоуы].*[еиэ]|[еиэ].*[аоуы]/i;

const kyrgyzWords = new Set(
  'жана менен үчүн эмес бул болуп бар жок деп же да де эле гана боюнча тууралуу жөнүндө кандай ал анын эки бир'.split(
    ' ',
  ),
);
const russianWords = new Set(
  'и в на не что как для по с это от из к при или о у за до но его их а то все так также который быть'.split(' '),
);

/** Whether a word has what no native Kyrgyz word has. */
export const isLikelyRussian = (word: string): boolean =>
  russianLetters.test(word) || russianBeginning.test(word) || withoutHarmony.test(word);

const vowelAtEnd = /[аеёиоуыэюя]$/;

/** Russian words that are short and common, in their forms: nothing else distinguishes them from Kyrgyz ones. */
const commonRussian =
  /^(?:банк|газ|год|город|гор|дом|закон|курс|лес|лиц|мир|налог|народ|ног|окн|окон|роман|рук|рынк|рынок|сон|суд|сын|урок|язык)(?:[аеиоуы]|ой|ом|ам|ах|ов)?$/;

/**
 * Whether a word is short and has nothing of either language alone: by the rules of Russian кара would be a form of кар,
 * and кызыл of кыз.
 */
export const isLanguageUnclear = (word: string): boolean =>
  /^[а-яё]{1,5}$/.test(word) &&
  !isLikelyRussian(word) &&
  !commonRussian.test(word) &&
  (word.length < 5 || !vowelAtEnd.test(word));

/** The language of a sentence, or of a whole text, by its letters and its small words. */
export function detectLanguage(words: readonly string[]): WrittenLanguage {
  let kyrgyz = 0;
  let russian = 0;
  for (const word of words) {
    const small = word.toLowerCase();
    if (kyrgyzLetters.test(small) || kyrgyzWords.has(small)) kyrgyz++;
    else if (russianWords.has(small) || russianLetters.test(small) || russianBeginning.test(small)) russian++;
  }
  if (kyrgyz === russian) return 'either';
  return kyrgyz > russian ? 'kyrgyz' : 'russian';
}
