import { foldText } from '@bilim/contract/texts.ts';
import { kyrgyzStems } from './kyrgyz/stem.ts';
import { detectLanguage, isLanguageUnclear, isLikelyRussian, type WrittenLanguage } from './language.ts';

/**
 * What the database keeps of a text for the search. `own` is a tsvector: every word folded as it stands, and the stem of
 * every word that may be Kyrgyz, with a mark before it, all of weight A, so that a search may tell them from the others.
 * `russian` are the words that the database stems by its own rules, which it has for Russian and English everywhere.
 */
export interface Lexemes {
  readonly own: string;
  readonly russian: string;
}

/** Stands before a Kyrgyz stem, so that it never meets a whole word, or the stem of a Russian one. */
const mark = '~';
const cyrillic = /[а-я]/;
/** The database counts no further. */
const lastPosition = 16_383;
const sentenceEnds = /[.!?;:\n]+/;

/** Letters of a word: the database keeps no longer ones, and nobody types them. */
const longestWord = 200;

/** The words of a text, folded, in order, without what is too long to be one. */
export const splitFoldedWords = (text: string): string[] =>
  (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= longestWord);

/** What the Kyrgyz forms of a folded word share, each with the mark; nothing for other letters. */
export const kyrgyzStemLexemes = (word: string): string[] =>
  cyrillic.test(word) ? kyrgyzStems(word).map((stem) => mark + stem) : [];

/** What is kept of a text. Russian rules leave Kyrgyz words alone, so that бал and бала stay two words. */
export function textLexemes(text: string): Lexemes {
  const places = new Map<string, number[]>();
  const russian: string[] = [];
  let position = 0;
  const put = (lexeme: string) => {
    const at = places.get(lexeme);
    if (at) at.push(Math.min(position, lastPosition));
    else places.set(lexeme, [Math.min(position, lastPosition)]);
  };
  const whole = detectLanguage(rawWords(text));
  for (const sentence of text.split(sentenceEnds)) {
    const own = detectLanguage(rawWords(sentence));
    const written = own === 'either' ? whole : own;
    for (const word of splitFoldedWords(sentence)) {
      position++;
      put(word);
      const rules = rulesFor(word, written);
      if (rules.kyrgyz) for (const key of kyrgyzStemLexemes(word)) put(key);
      if (rules.russian && !(own === 'either' && isLanguageUnclear(word))) russian.push(word);
    }
  }
  return {
    own: [...places]
      .map(([lexeme, at]) => `'${lexeme}':${[...new Set(at)].map((place) => `${place}A`).join(',')}`)
      .join(' '),
    russian: russian.join(' '),
  };
}

const rawWords = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

/** By which rules a word of a text is stemmed: by the text's own, and by the other's where the word looks like it. */
function rulesFor(word: string, written: WrittenLanguage): { kyrgyz: boolean; russian: boolean } {
  return {
    kyrgyz: written !== 'russian' || !isLikelyRussian(word),
    russian: written !== 'kyrgyz' || isLikelyRussian(word) || !cyrillic.test(word),
  };
}
