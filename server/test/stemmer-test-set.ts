/**
 * Kyrgyz words that must find each other, and look-alikes that must not. Of a family, a lemma and forms of it, every two
 * words are one pair; `apart` names pairs of two different words.
 */
export interface StemmerTestSet {
  readonly families: readonly string[];
  readonly apart: readonly string[];
}

/** The pairs of a set, two words each. */
export function toWordPairs(words: StemmerTestSet): { together: [string, string][]; apart: [string, string][] } {
  const together = words.families.flatMap((family) => {
    const forms = family.split(' ');
    return forms.flatMap((one, at) => forms.slice(at + 1).map((other): [string, string] => [one, other]));
  });
  const apart = words.apart.map((pair): [string, string] => {
    const [one = '', other = ''] = pair.split(' ');
    return [one, other];
  });
  return { together, apart };
}
