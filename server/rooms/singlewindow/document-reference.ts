/** What is printed on a paper of the portal: its number, and the code that proves it where the QR code was read. */
export interface DocumentReference {
  readonly year: number;
  readonly number: number;
  readonly code: string | null;
}

const latin: Readonly<Record<string, string>> = { ф: 'a', и: 'b', с: 'c', в: 'd', у: 'e', а: 'f' };

/**
 * Reads what a scanner typed, or a person: 2026-000012, or the address of the check page with its code. A scanner types
 * keys, so that on a Russian or Kyrgyz layout the address comes in other letters; digits and the dash stay.
 */
export function parseDocumentReference(typed: string): DocumentReference | null {
  const text = typed.trim().toLowerCase();
  const alone = /^(\d{4})-(\d{1,9})$/.exec(text);
  if (alone) return { year: Number(alone[1]), number: Number(alone[2]), code: null };
  const scanned = /(\d{4})-(\d{6,9}).([\da-fфисвуа]{20})$/.exec(text);
  if (!scanned) return null;
  const code = (scanned[3] ?? '').replace(/[а-я]/g, (letter) => latin[letter] ?? letter);
  return { year: Number(scanned[1]), number: Number(scanned[2]), code };
}
