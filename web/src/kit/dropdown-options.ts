/** An entry of a dropdown list. */
export interface DropdownOption {
  id: number;
  name: string;
}

/** The first entry of every dropdown list (BASE-13); its id means: nothing chosen. */
export const placeholderOption: DropdownOption = { id: -1, name: ' --- ' };

/** A dropdown's entries behind the placeholder. */
export function prependPlaceholder(choices: readonly DropdownOption[]): readonly DropdownOption[] {
  return [placeholderOption, ...choices];
}
