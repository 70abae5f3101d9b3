/** What people say in place of an adjective. */
const nouns: Readonly<Record<string, string>> = {
  Практическое: 'Практика',
  Семинарское: 'Семинар',
  Практикалык: 'Практика',
  Practical: 'Practice',
  Laboratory: 'Lab',
};

/** «Class», as the university's types of a class end in the three languages. */
const classNoun = /^(занятие|сабак|class)$/i;

/**
 * A class type as people say it, which also fits narrow places: «Практическое занятие» is «Практика», «Лабораторное
 * занятие» «Лабораторная»; «Курсовой проект» stays.
 */
export function shortenClassType(name: string): string {
  const [first = name, last, ...more] = name.split(' ');
  if (last === undefined || more.length > 0 || !classNoun.test(last)) return name;
  return nouns[first] ?? first.replace(/ное$/, 'ная');
}

/** The same within a line: «лабораторная». */
export const shortenClassTypeInLowercase = (name: string): string => shortenClassType(name).toLocaleLowerCase();
