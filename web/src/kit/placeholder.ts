/** An entry of a dropdown list. */
export interface Choice {
  id: number;
  name: string;
}

/** The first entry of every dropdown list (BASE-13); its id means: nothing chosen. */
export const placeholder: Choice = { id: -1, name: ' --- ' };

/** A dropdown's entries behind the placeholder. */
export function withPlaceholder(choices: readonly Choice[]): readonly Choice[] {
  return [placeholder, ...choices];
}
