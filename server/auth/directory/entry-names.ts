/** A type and its value in a part of a name (RFC 4514), still as it is written. */
interface TypeAndValue {
  readonly type: string;
  readonly value: string;
}

/** Signs that a value holds only behind a backslash (RFC 4514, 2.4), and those that may be there besides. */
const escapable = /["+,;<>\\ #=]/;

/**
 * A name of an entry without what makes no difference: case, how its signs are escaped, spaces around its parts, and the order of
 * the values of one part. No other signs fold: a group with a Kelvin sign for a K, or a no-break space at its end, is another one.
 * What is no name by RFC 4514 is the same as nothing but itself.
 */
export function normalizeEntryName(dn: string): string {
  const parts = split(dn, ',').map((part) => split(part, '+').map(parseTypeAndValue));
  if (parts.some((values) => values.includes(null))) return `? ${dn}`;
  return parts
    .map((values) =>
      values
        .map((one) => `${one?.type}=${one?.value}`)
        .sort()
        .join('+'),
    )
    .join(',');
}

/** Parts a name at a sign, but where it is escaped. */
function split(text: string, at: string): string[] {
  const parts: string[] = [''];
  for (const [sign] of text.matchAll(/\\.|./gsu)) {
    if (sign === at) parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts;
}

/** The type and value of `cn=staff`, the value with all its signs escaped in one way; null: it is none. */
function parseTypeAndValue(text: string): TypeAndValue | null {
  const [, type, written] = /^ *([a-z][a-z0-9-]*|\d+(?:\.\d+)*) *= *(.*)$/isu.exec(text) ?? [];
  const value = written === undefined ? null : meaningOf(written);
  return type === undefined || value === null ? null : { type: type.toLowerCase(), value };
}

/** What a value means; null: it is escaped wrongly. Spaces around it are none of it, unless they are escaped. */
function meaningOf(written: string): string | null {
  const bytes: Buffer[] = [];
  const trimmed = withoutSpaces(written);
  // Its value is then in BER, and no text.
  if (trimmed.startsWith('#')) return null;
  for (const [sign] of trimmed.matchAll(/\\[0-9a-f]{2}|\\.|./gisu)) {
    if (!sign.startsWith('\\')) bytes.push(Buffer.from(sign));
    else if (sign.length === 3) bytes.push(Buffer.from(sign.slice(1), 'hex'));
    else if (escapable.test(sign.slice(1)) && sign.length === 2) bytes.push(Buffer.from(sign.slice(1)));
    else return null;
  }
  const read = Buffer.concat(bytes);
  const text = read.toString();
  // Bytes that are no text have become other ones.
  if (!Buffer.from(text).equals(read)) return null;
  return Array.from(text, lowerCase)
    .join('')
    .replaceAll(/[\\,+=]|^ | $/g, (sign) => `\\${sign}`);
}

/** Without the spaces at both ends, but one that is escaped. In one go: trying each space as the end takes minutes. */
function withoutSpaces(text: string): string {
  const begun = text.replace(/^ +/, '');
  let end = 0;
  for (const { 0: sign, index } of begun.matchAll(/\\.|./gsu)) if (sign !== ' ') end = index + sign.length;
  return begun.slice(0, end);
}

/** The small letter of a capital one, where that is its only capital. */
function lowerCase(letter: string): string {
  const small = letter.toLowerCase();
  return small.toUpperCase() === letter ? small : letter;
}
