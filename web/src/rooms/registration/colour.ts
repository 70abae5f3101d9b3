import type { CSSProperties } from 'react';
import { pickColourPair } from '../../kit/person.ts';

/** The colours of a discipline as properties for a style sheet: `--ground` and `--ground-ink`. */
export function disciplineColours(discipline: number): CSSProperties {
  const pair = `--discipline-${pickColourPair(discipline)}`;
  return { '--ground': `var(${pair})`, '--ground-ink': `var(${pair}-ink)` } as CSSProperties;
}
