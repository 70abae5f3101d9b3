/** A kind of material, as the university names it. */
interface Kind {
  readonly id_typeUmk: number;
  readonly umkName: string;
}

/** Shorter words say nothing of a kind: «и», «на», «для». */
const shortest = 4;

/** How a kind is called in files besides its name; the words begin so, in any of the languages. */
const otherWords: readonly (readonly string[])[] = [
  ['силлабус', 'syllabus', 'sillabus'],
  ['программа', 'рабочая', 'programme', 'curricul'],
  ['лекц', 'lecture', 'lekc', 'lekts', 'конспект'],
  ['практик', 'практич', 'practi', 'praktik', 'семинар', 'seminar'],
  ['лаб', 'lab'],
  ['самостоят', 'срс', 'сөаи', 'independent', 'задани', 'тапшырма', 'homework'],
  ['тест', 'test'],
  ['вопрос', 'контрол', 'question', 'суроо'],
  ['экзамен', 'билет', 'exam', 'ekzamen', 'сынак'],
  ['презентац', 'слайд', 'presentation', 'slides'],
  ['глоссар', 'glossar'],
  ['литератур', 'адабият', 'reading', 'references'],
];

const wordsOf = (text: string) => text.toLocaleLowerCase().match(/\p{L}+/gu) ?? [];

/** How many letters two words begin with alike. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

/** Two forms of one word: «лекция» and «лекций», not «программа» and «программирование». */
const isForm = (a: string, b: string) => 10 * shared(a, b) >= 6 * Math.max(a.length, b.length);

/** The kind that the name of a file suggests; null when it suggests none. */
export function guessMaterialKind(fileName: string, kinds: readonly Kind[]): number | null {
  const words = wordsOf(fileName.replace(/\.[^.]*$/, ''));
  let best: { id: number; letters: number } | null = null;
  for (const { id_typeUmk: id, umkName } of kinds) {
    const names = wordsOf(umkName).filter((word) => word.length >= shortest);
    const others = otherWords.filter((some) => names.some((name) => some.some((one) => name.startsWith(one)))).flat();
    // A word of the kind's own name weighs more than one that is only said of such files.
    const letters = Math.max(
      0,
      ...words.flatMap((word) => [
        ...names.filter((name) => isForm(name, word)).map((name) => 2 * shared(name, word)),
        ...others.filter((one) => word.startsWith(one)).map((one) => one.length),
      ]),
    );
    if (letters > (best?.letters ?? 0)) best = { id, letters };
  }
  return best?.id ?? null;
}
