/** The letters on a person's avatar: of surname and name. `fullName` is "Surname Name Patronymic". */
export function initials(fullName: string): string {
  return fullName
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('');
}

/** «Фамилия И. О.», for narrow places. */
export function shortName(fullName: string): string {
  const [surname = '', ...names] = fullName.trim().split(/\s+/);
  return [surname, ...names.slice(0, 2).map((name) => `${[...name][0] ?? ''}.`)].join(' ');
}

/** Surname and name without the patronymic. */
export function twoNames(fullName: string): string {
  return fullName.trim().split(/\s+/).slice(0, 2).join(' ');
}

/** The name by which a person is greeted: the second word of the full name. */
export function firstName(fullName: string): string {
  const [surname = '', name] = fullName.trim().split(/\s+/);
  return name ?? surname;
}

/** One of six colour pairs, 1 to 6, always the same for a person. */
export function colourOf(id: number): number {
  return (((Math.imul(id, 2_654_435_761) >>> 0) >>> 8) % 6) + 1;
}
