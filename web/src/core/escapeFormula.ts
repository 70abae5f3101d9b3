/** A text that a spreadsheet does not take for a formula, whoever wrote it. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
