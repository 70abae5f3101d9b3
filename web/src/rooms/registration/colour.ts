import type { CSSProperties } from 'react';
import { personColour } from '../../kit/person.ts';

/** The colours of a discipline as properties for a style sheet: `--ground` and `--letters`. */
export function disciplineColours(discipline: number): CSSProperties {
  const pair = `--discipline-${personColour(discipline)}`;
  return { '--ground': `var(${pair})`, '--letters': `var(${pair}-ink)` } as CSSProperties;
}
