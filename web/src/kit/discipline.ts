/** Words up to this length say nothing of a discipline: «и», «на», «по». */
const shortest = 3;

/** One or two letters for a discipline: of its first two words that say something. «Английский язык»: АЯ. */
export function disciplineInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const longWords = words.filter((word) => word.length >= shortest);
  return (longWords.length ? longWords : words)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('');
}
