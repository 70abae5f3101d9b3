export { firstName, initials, listedNames, shortName, twoNames } from '@bilim/contract/names.ts';

/** One of six colour pairs, 1 to 6, always the same for a person. */
export function colourOf(id: number): number {
  return ((Math.imul(id, 2_654_435_761) >>> 8) % 6) + 1;
}
