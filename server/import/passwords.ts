import { createHash, randomBytes } from 'node:crypto';
import { access, constants, open, rm, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { formatCsv } from '../core/csv.ts';
import { isDiskFull } from '../core/disk-full.ts';
import type { Language } from '../core/translations.ts';
import type { Settings } from '../settings.ts';
import { formatImportText } from './import-texts.ts';
import type { ImportReport } from './report.ts';

/** One line of the printable list. */
export interface FirstPasswordRow {
  personId: string;
  /** Group or department, for handing the list out. */
  place: string;
  fullName: string;
  login: string;
  password: string;
}

// No 0, o, 1, l: the password is printed on paper and typed once. 32 characters are five bits each.
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';
const characters = 20;

/** A first password of 100 random bits in groups of four, `k3vd-9xgt-...`; the hyphens belong to it. */
export function generateFirstPassword(): string {
  const letters = Array.from(randomBytes(characters), (byte) => alphabet[byte & 31]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/**
 * The form in which a first password is stored: `sha256$salt$hex`. A fast hash is enough only because nobody can guess
 * 100 random bits (docs/decisions/0003-first-passwords.md); a password that a person chose never gets this form.
 */
export function hashFirstPassword(password: string): string {
  const salt = randomBytes(16).toString('hex');
  return `sha256$${salt}$${createHash('sha256')
    .update(salt + password)
    .digest('hex')}`;
}

/** Says beforehand that a list cannot be written there: nothing is overwritten, nothing put into the registrar's folder. */
export async function checkPasswordListPath(path: string, folder: string, report: ImportReport): Promise<void> {
  if (!relative(folder, path).startsWith('..')) report.error('passwords.insideFolder', {}, { path });
  const isTaken = await stat(path).then(
    () => true,
    () => false,
  );
  const canWrite = await access(dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isTaken || !canWrite) report.error('passwords.cannotWrite', {}, { path });
}

/** The error that says why a list could not be written. */
export const toPasswordListErrorCode = (failure: unknown) =>
  isDiskFull(failure) ? ('passwords.noRoom' as const) : ('passwords.cannotWrite' as const);

/** Where people sign in, by the settings; null: they do not say under which address the portal is reached. */
export const toSignInAddress = ({ publicAddress }: Pick<Settings, 'publicAddress'>): string | null =>
  publicAddress && `${publicAddress}/lms/login`;

/**
 * Writes the list, readable by its owner alone: an .html file for printing, otherwise CSV. Never overwrites one. Each strip
 * carries the address at which one signs in: it is all that somebody has in the hand.
 */
export async function writePasswordList(
  path: string,
  list: readonly FirstPasswordRow[],
  { language, address }: { language: Language; address: string | null },
): Promise<void> {
  const codes = ['list.place', 'list.name', 'list.login', 'list.password'] as const;
  const head = codes.map((code) => formatImportText(code, language));
  const rows = list
    .toSorted((a, b) => a.place.localeCompare(b.place, 'ru') || a.fullName.localeCompare(b.fullName, 'ru'))
    .map((line) => [line.place, line.fullName, line.login, line.password]);
  const withAddress = [head, ...rows].map((row, place) =>
    address === null ? row : [...row, place ? address : formatImportText('list.address', language)],
  );
  const content = path.toLowerCase().endsWith('.html')
    ? page(head, rows, { language, address })
    : formatCsv(withAddress);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
  } catch (failure) {
    // Passwords that do not hold; and what lies there would stop the next import, too.
    await rm(path, { force: true });
    throw failure;
  } finally {
    await file.close();
  }
}

/** Where the address is in each strip; where nobody knew it the page that shows the list puts it in (data/ImportOutcome.tsx). */
const addressOf = (address: string) => `<small data-address>${address}</small>`;

function page(
  head: readonly string[],
  rows: readonly string[][],
  { language, address }: { language: Language; address: string | null },
): string {
  const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${safe(cell)}</${tag}>`).join('')}</tr>`;
  const strip = (row: readonly string[]) =>
    line(row, 'td').replace('</td></tr>', `${addressOf(safe(address ?? ''))}</td></tr>`);
  const title = safe(formatImportText('list.title', language));
  return `<!doctype html>
<html lang="${language === 'kg' ? 'ky' : language}"><meta charset="utf-8"><title>${title}</title>
<style>body{font:11pt sans-serif}table{border-collapse:collapse;width:100%}tr{break-inside:avoid}
th,td{border:1px dashed #999;padding:6px 8px;text-align:left}td:last-child{font:12pt monospace;white-space:nowrap}small{display:block;font:9pt sans-serif}</style>
<h1>${title}</h1><p>${safe(formatImportText('list.about', language))}</p>
<table><thead>${line(head, 'th')}</thead><tbody>
${rows.map(strip).join('\n')}
</tbody></table></html>
`;
}
