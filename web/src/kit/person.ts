import * as names from '@bilim/contract/names.ts';

export { disambiguateNames, firstName, initials, surnameAndName } from '@bilim/contract/names.ts';

/** «Фамилия И. О.» in one piece: initials do not go to the next line by themselves. */
export const shortName = (fullName: string): string => names.shortName(fullName).replace(/ (?=\S{1,2}\.)/g, '\u00a0');

/** «Асанов Бакыт, 1021»: a name with what distinguishes its namesakes; empty where there is neither. */
export const formatNameWithHint = (name: string | null | undefined, apart: string | null | undefined): string =>
  [name, apart].filter(Boolean).join(', ');

/** One of six colour pairs, 1 to 6, always the same for an id of a person or discipline. */
export function pickColourPair(id: number): number {
  return ((Math.imul(id, 2_654_435_761) >>> 8) % 6) + 1;
}
