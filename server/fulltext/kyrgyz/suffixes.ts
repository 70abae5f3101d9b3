/** Layers of suffixes from the end of a word inwards; see `sounds.ts` for the capitals of a pattern. */
export type SuffixLayer = 'case' | 'possessive' | 'plural' | 'degree' | 'participle' | 'finite' | 'negation';

export interface Suffix {
  readonly pattern: string;
  readonly layer: SuffixLayer;
  /** What the stem ends in; left out: either. */
  readonly after: 'vowel' | 'low vowel' | 'consonant' | 'any';
  /** Letters that the stem has at least: weak suffixes, which many whole words end in, want longer ones. */
  readonly least: number;
  /** Whether what is left without the suffix is the stem of a verb. */
  readonly verb: boolean;
}

/**
 * Suffixes that may as well be another one: заманы is заман and -ы, not зама and -ны; окуу is оку and -у; жанынын is жан and
 * -ынын, жаңынын is жаңы and -нын. A word with one of them has two stems.
 */
const doubtful = new Set(['NI', 'NIн', 'уу', 'Iп', 'IнIн', 'Aм', 'AлI', 'AбIз', 'IнDI', 'IнDIн', 'м']);

/** Whether the suffix may as well be another one. */
export const isAmbiguousSuffix = ({ pattern }: Suffix): boolean => doubtful.has(pattern);

function layer(name: SuffixLayer, patterns: string, after: Suffix['after'], least: number, verb = false): Suffix[] {
  return patterns.split(' ').map((pattern) => ({ pattern, layer: name, after, least, verb }));
}

/**
 * Cases: genitive, dative, accusative, locative, ablative, "being in", "that of". Past tense and accusative look alike
 * after consonants and are one row.
 */
const cases = [
  ...layer('case', 'NIн GA NI DA DAн DAGI NIкI', 'any', 2),
  // Like a thing: китептей.
  ...layer('case', 'DAй', 'consonant', 4),
];

/** Possessives, with the cases that melt into them: китеби, китебин, китебине, китебинде; баласы, баласына. */
const possessives = [
  ...layer('possessive', 'I', 'consonant', 3),
  ...layer('possessive', 'IнA IнAн IндA IнIн IндAгI', 'consonant', 2),
  ...layer('possessive', 'Iн', 'consonant', 3),
  ...layer('possessive', 'сI сIн сIнA сIндA сIнAн сIнIн сIндAгI', 'vowel', 2),
  ...layer('possessive', 'Iм IмA', 'consonant', 2),
  ...layer('possessive', 'м', 'low vowel', 3),
  ...layer('possessive', 'IбIз IнIз IбIзгA', 'consonant', 2),
  // Thy: досуңду, досуңдун.
  ...layer('possessive', 'IнDI IнDIн', 'consonant', 3),
  ...layer('possessive', 'бIз нIз', 'vowel', 3),
];

const plurals = layer('plural', 'LAр', 'any', 2);

/** More so: чоңураак, жакшыраак. */
const degrees = [
  ...layer('degree', 'ыраак ураак ирээк уроок ирек', 'consonant', 2),
  ...layer('degree', 'раак рээк роок', 'vowel', 3),
];

/** What makes a noun or an adverb of a verb: жазуу, баштоо, жазган, жазып, жазгыча, барбас. */
const participles = [
  ...layer('participle', 'уу', 'consonant', 2, true),
  ...layer('participle', 'у', 'vowel', 2, true),
  ...layer('participle', 'GAн GAнчA GIчA', 'any', 2, true),
  ...layer('participle', 'Iп', 'consonant', 2, true),
  ...layer('participle', 'п', 'vowel', 3, true),
  ...layer('participle', 'BAй BAс', 'any', 2, true),
  ...layer('participle', 'Aр Iш', 'consonant', 4, true),
];

/** Tense and mood with their persons. */
const finite = [
  ...layer('finite', 'DIм DIнIз', 'any', 2, true),
  ...layer('finite', 'DI DIк DIн', 'vowel', 2, true),
  ...layer('finite', 'Aт Aм AмIн AсIн AсIз AбIз', 'consonant', 2, true),
  ...layer('finite', 'йт йм ймIн йсIн йсIз йбIз', 'vowel', 2, true),
  ...layer('finite', 'GAнмIн GAнсIн GAнбIз GAнсIз', 'any', 2, true),
  ...layer('finite', 'сA сAм сAн сAк сAнIз', 'any', 3, true),
  ...layer('finite', 'сIн', 'consonant', 3, true),
  ...layer('finite', 'GIлA', 'any', 3, true),
  ...layer('finite', 'AлI', 'consonant', 3, true),
  ...layer('finite', 'йлI', 'vowel', 3, true),
];

/** Only inside a verb: жаз-ба-ган. */
const negations = layer('negation', 'BA', 'any', 2, true);

/** All suffixes, the longest first: a long one is not taken for its own end. */
const all: readonly Suffix[] = [
  ...cases,
  ...possessives,
  ...plurals,
  ...degrees,
  ...participles,
  ...finite,
  ...negations,
].sort((one, other) => other.pattern.length - one.pattern.length);

const vowels: Record<string, string> = { A: 'аео', I: 'ыиу' };
const byLastLetter = new Map<string, Suffix[]>();
for (const suffix of all) {
  const last = suffix.pattern.at(-1) ?? '';
  for (const letter of vowels[last] ?? last) byLastLetter.set(letter, [...(byLastLetter.get(letter) ?? []), suffix]);
}

/** The suffixes that a word may end in, judged by its last letter, the longest first. */
export const findPossibleSuffixes = (word: string): readonly Suffix[] => byLastLetter.get(word.at(-1) ?? '') ?? [];
