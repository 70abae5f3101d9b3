import { irregularForms, kyrgyzRoots } from './roots.ts';
import { devoiceStem, hasSuffix, hasVerbStemEnding, isVowel } from './sounds.ts';
import { findPossibleSuffixes, isAmbiguousSuffix, type Suffix, type SuffixLayer } from './suffixes.ts';

/** A word on its way inwards: the layer that went last, and whether what is left is the stem of a verb. */
interface RemainingWord {
  readonly word: string;
  readonly gone: SuffixLayer | null;
  readonly verb: boolean;
}

/** What may still go after a layer: inside a verb only its negation; under a case after a consonant no possessive -ын. */
function mayGo(left: RemainingWord, suffix: Suffix): boolean {
  if (left.verb) return suffix.layer === 'negation';
  if (suffix.layer === 'negation') return false;
  return !(left.gone === 'case' && suffix.pattern === 'Iн');
}

/** What a word may be without its last suffix: mostly one thing, two where the suffix is doubtful, none where there is none. */
function withoutOne(left: RemainingWord): RemainingWord[] {
  const shortened: RemainingWord[] = [];
  for (const suffix of findPossibleSuffixes(left.word)) {
    const shorter = without(left, suffix);
    if (!shorter) continue;
    shortened.push(shorter);
    // After a consonant the first letter of a case shows that it is one.
    if (shortened.length > 1 || shorter.gone === 'case' || !isAmbiguousSuffix(suffix)) return shortened;
  }
  return shortened.length ? shortened : contracted(left);
}

function without(left: RemainingWord, suffix: Suffix): RemainingWord | null {
  const { word } = left;
  const length = word.length - suffix.pattern.length;
  if (length < suffix.least || !mayGo(left, suffix)) return null;
  const stem = word.slice(0, length);
  const last = stem.at(-1) ?? '';
  const afterVowel = isVowel(last);
  if (suffix.after === 'low vowel' && !/[аео]/.test(last)) return null;
  if (suffix.after === 'vowel' && !afterVowel) return null;
  if (suffix.after === 'consonant' && afterVowel) return null;
  if (!isStem(stem) || (suffix.verb && !hasVerbStemEnding(stem)) || !hasSuffix(word, stem, suffix.pattern)) return null;
  return {
    word: beginsWithVowel(suffix) ? devoiceStem(stem) : stem,
    gone: suffix.layer === 'case' && afterVowel ? null : suffix.layer,
    verb: suffix.verb,
  };
}

const beginsWithVowel = ({ pattern }: Suffix): boolean => /^[AIаиуыэо]/.test(pattern);

/** A stem has a vowel, and is not one open syllable such as the first of "карта". */
const isStem = (stem: string): boolean => /[аеёиоуыэюя]/.test(stem) && (stem.length > 2 || isVowel(stem.charAt(0)));

/** A low vowel and -уу have become -оо: башта and баштоо, иште and иштөө. */
function contracted({ word, verb }: RemainingWord): RemainingWord[] {
  const stem = word.slice(0, -2);
  const fits = word.endsWith('оо') && stem.length > 1 && isStem(stem) && !isVowel(stem.at(-1) ?? '');
  return fits && !verb ? [{ word: `${stem}а`, gone: 'participle', verb: true }] : [];
}

/** A word has at most so many stems. */
const maxStems = 4;

/**
 * The parts of a Kyrgyz word that its forms share, as keys for search: words of their own, or not; mostly one. Suffixes go
 * one by one from the end as long as harmony and assimilation allow them, so that a form comes to where its lemma comes to.
 * @param folded a word as `foldText` gives it
 */
export function kyrgyzStems(folded: string): string[] {
  const stems = new Set<string>();
  const open: RemainingWord[] = [{ word: spelledOut(folded), gone: null, verb: false }];
  for (let left = open.pop(); left && stems.size < maxStems; left = open.pop()) {
    const odd = irregularForms.get(left.word);
    const next =
      odd !== undefined ? [{ word: odd, gone: null, verb: false }] : kyrgyzRoots.has(left.word) ? [] : withoutOne(left);
    if (next.length) open.push(...next);
    else stems.add(keyOf(left));
  }
  return [...stems];
}

/** ю and я after a vowel are й and the vowel of a suffix: токой, токою. */
const spelledOut = (word: string): string =>
  word.replace(/(?<=[аеиоуы])[юя]/g, (letter) => (letter === 'ю' ? 'йу' : 'йа'));

/** The low vowels at the end of a verb are one: -оо does not show which it was. */
function keyOf({ word, verb }: RemainingWord): string {
  const key = devoiceStem(word.replace(/ь$/, ''));
  return verb ? key.replace(/[ео]$/, 'а') : key;
}
