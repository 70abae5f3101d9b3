/** Escapes a text so that a spreadsheet does not run it as a formula. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
