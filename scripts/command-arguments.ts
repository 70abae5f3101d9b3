/**
 * The words behind a command. The first one that means nothing there ends the program with a sentence: a misspelt option
 * would begin work of minutes that nobody asked for.
 * @param hint what may be there
 */
export function parseCommandArguments(
  isKnown: (word: string, place: number) => boolean,
  hint: string,
): readonly string[] {
  const words = process.argv.slice(2);
  const unknown = words.find((word, place) => !isKnown(word, place));
  if (unknown === undefined) return words;
  console.error(`Unknown word "${unknown}": ${hint}.`);
  process.exit(1);
}

/** Whether a word is a number from 0 on. */
export const isNonNegativeNumber = (word: string): boolean => /^\d+(\.\d+)?$/.test(word);
