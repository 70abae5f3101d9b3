/** Parts of a person's full name, "Surname Name Patronymic". */

/** Second words that belong to the surname: «Нурлан уулу Бакыт». */
const surnameEndings = new Set(['уулу', 'кызы', 'uulu', 'kyzy']);

/** Surname (one word or two) and the names behind it. */
function parts(fullName: string): [surname: string, names: string[]] {
  const words = fullName.trim().split(/\s+/);
  const surnameWords = surnameEndings.has(words[1]?.toLowerCase() ?? '') && words.length > 2 ? 2 : 1;
  return [words.slice(0, surnameWords).join(' '), words.slice(surnameWords)];
}

const firstLetter = (word: string | undefined) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '';

/** The letters on a person's avatar: of surname and name. `fullName` is "Surname Name Patronymic". */
export function initials(fullName: string): string {
  const [surname, [name]] = parts(fullName);
  return firstLetter(surname) + firstLetter(name);
}

/** «Фамилия И. О.», for narrow places. */
export function shortName(fullName: string): string {
  const [surname, names] = parts(fullName);
  return [surname, ...names.slice(0, 2).map((name) => `${firstLetter(name)}.`)].join(' ');
}

/** Surname and name without the patronymic. */
export function surnameAndName(fullName: string): string {
  const [surname, names] = parts(fullName);
  return [surname, ...names.slice(0, 1)].join(' ');
}

/** The name by which a person is greeted. */
export function firstName(fullName: string): string {
  const [surname, [name]] = parts(fullName);
  return name ?? surname;
}

/** Somebody in a list; `apart`: what the server says about namesakes. */
export interface ListedName {
  readonly name: string;
  readonly apart?: string | undefined;
}

/**
 * How people of one list are called so that each is distinguished from the others: by the short form of the name, by the whole name
 * where two of these are the same, and with what distinguishes namesakes.
 */
export function disambiguateNames(people: readonly ListedName[], short: (name: string) => string): string[] {
  const names = new Map<string, Set<string>>();
  for (const { name } of people) names.set(short(name), (names.get(short(name)) ?? new Set()).add(name));
  return people.map(({ name, apart }) => {
    const isAlone = (names.get(short(name))?.size ?? 0) < 2;
    return [isAlone ? short(name) : name, apart].filter(Boolean).join(', ');
  });
}
