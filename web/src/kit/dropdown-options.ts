/** An entry of a dropdown list. */
export interface DropdownOption {
  id: number;
  name: string;
}

/** The first entry of every dropdown list (BASE-13); its id means: nothing chosen. */
export const placeholder: DropdownOption = { id: -1, name: ' --- ' };

/** A dropdown's entries behind the placeholder. */
export function withPlaceholder(choices: readonly DropdownOption[]): readonly DropdownOption[] {
  return [placeholder, ...choices];
}
