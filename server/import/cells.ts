import type { CellType } from './describe.ts';
import type { ImportTextCode } from './import-texts.ts';

/** A cell in the form in which it is stored, or what is wrong with it. */
export type ParsedCellResult = { value: string } | { wrong: ImportTextCode; values?: Record<string, string | number> };

const odd = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]/u;
/** Characters that nobody sees, and that no search or comparison could be given: format characters, letters drawn empty. */
const invisible = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A cell without outer spaces, combining forms, invisible characters and kinds of spaces other than the plain one. */
export function normalizeCell(raw: string): { cell: string; hadInvisible: boolean } {
  const visible = raw.replace(invisible, '');
  const cell = visible
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  return { cell, hadInvisible: visible !== raw };
}

const months = 'янв|фев|мар|апр|мая|май|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const dated = new RegExp(
  `^(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\d{1,2}[-. /](?:${months})\\p{L}*\\.?|(?:${months})\\p{L}*\\.?[-. /]\\d{2,4})$`,
  'iu',
);
const asText: ReadonlySet<CellType['a']> = new Set(['text', 'code', 'login', 'pin']);

/** What a spreadsheet program may have done to a value that is no figure and no date. */
export function detectSpreadsheetDamage(is: CellType, cell: string): ImportTextCode | null {
  if (!asText.has(is.a)) return null;
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell)) return 'cell.scientific';
  if (/^['=]/.test(cell)) return 'cell.formulaMark';
  return dated.test(cell) ? 'cell.dateInText' : null;
}

/**
 * What a spreadsheet program leaves in a table of text where a cell shows no value: its errors in the language of the program
 * (`#N/A`, `#Н/Д`, `#ДЕЛ/0!`, `#ИМЯ?`, `Err:502`), and the signs of a column that was too narrow for a date or a number.
 */
const spreadsheetError = /^(?:#[\p{Lu}/_\d]{2,}[!?]|#N\/A|#Н\/Д|#{3,}|(?:Err|Ошибка):\d{3})$/u;

/** Reads one cell that is not empty; `cell` has neither outer spaces nor combining forms. */
export function parseCell(is: CellType, cell: string): ParsedCellResult {
  if (odd.test(cell)) return { wrong: 'cell.oddCharacters' };
  if (spreadsheetError.test(cell)) return { wrong: 'cell.error', values: { value: cell } };
  switch (is.a) {
    case 'text':
      return limited(cell, is.most);
    case 'code':
      if (!/^[\p{L}\p{N}][\p{L}\p{N}._/()-]*$/u.test(cell)) return { wrong: 'cell.code' };
      return limited(cell, 60);
    case 'login':
      return /^[\p{L}\p{N}._@-]{2,60}$/u.test(cell) ? { value: cell } : { wrong: 'cell.login' };
    case 'password':
      return cell.length < 4 || cell.length > 200 ? { wrong: 'cell.password' } : { value: cell };
    case 'email':
      if (!/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}$/u.test(cell)) return { wrong: 'cell.email' };
      return limited(cell, 200);
    case 'pin':
      return /^\d{14}$/.test(cell) ? { value: cell } : { wrong: 'cell.pin' };
    case 'url':
      if (!/^https?:\/\/\S+$/.test(cell) || !URL.canParse(cell)) return { wrong: 'cell.url' };
      return limited(cell, 500);
    case 'whole':
      return readWhole(cell, is.least, is.most);
    case 'number':
      return readNumber(cell, is.least, is.most);
    case 'year':
      return readYear(cell);
    case 'date':
      return readDate(cell);
    case 'time':
      return readTime(cell);
    case 'yesno':
      return readYesNo(cell);
    case 'choice':
      return is.of.includes(cell) ? { value: cell } : { wrong: 'cell.choice', values: { of: is.of.join(', ') } };
  }
}

function limited(cell: string, most: number): ParsedCellResult {
  return [...cell].length > most ? { wrong: 'cell.tooLong', values: { most } } : { value: cell };
}

function readWhole(cell: string, least: number, most: number): ParsedCellResult {
  if (!/^-?\d+$/.test(cell)) return { wrong: 'cell.notWhole' };
  const number = Number(cell);
  return number < least || number > most ? { wrong: 'cell.range', values: { least, most } } : { value: String(number) };
}

function readNumber(cell: string, least: number, most: number): ParsedCellResult {
  const point = cell.replace(',', '.');
  if (!/^-?\d+(\.\d+)?$/.test(point)) return { wrong: 'cell.notNumber' };
  if (/\.\d\d\d*[1-9]/.test(point)) return { wrong: 'cell.decimals' };
  const number = Number(point);
  return number < least || number > most
    ? { wrong: 'cell.range', values: { least, most } }
    : { value: number.toFixed(2) };
}

/** Years are stored as the last two digits of the first calendar year. */
function readYear(cell: string): ParsedCellResult {
  const [, first, second] = /^(20\d\d)(?:[-–/](20\d\d))?$/.exec(cell) ?? [];
  if (first === undefined || (second !== undefined && Number(second) !== Number(first) + 1)) {
    return { wrong: 'cell.notYear' };
  }
  return { value: String(Number(first) % 100) };
}

function readDate(cell: string): ParsedCellResult {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell);
  const local = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell);
  const parts = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : null;
  if (parts === null) return { wrong: 'cell.notDate' };
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const moment = new Date(Date.UTC(year, month - 1, day));
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return { wrong: 'cell.noSuchDay' };
  if (year < 1950 || year > 2099) return { wrong: 'cell.dateRange' };
  return { value: moment.toISOString().slice(0, 10) };
}

function readTime(cell: string): ParsedCellResult {
  // A spreadsheet hands a time over as a fraction of the day.
  const fraction = /^0\.\d+$/.test(cell) ? Math.round(Number(cell) * 1440) : null;
  if (fraction !== null) return { value: clock(Math.floor(fraction / 60), fraction % 60) };
  const [, hours, minutes] = /^(\d{1,2})[:.](\d\d)(?::00)?$/.exec(cell) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return { wrong: 'cell.notTime' };
  return { value: clock(Number(hours), Number(minutes)) };
}

function clock(hours: number, minutes: number): string {
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const yes = new Set(['1', 'yes', 'y', 'true', 't', 'да', 'ооба', '+']);
const no = new Set(['0', 'no', 'n', 'false', 'f', 'нет', 'жок', '-']);

function readYesNo(cell: string): ParsedCellResult {
  const word = cell.toLowerCase();
  if (yes.has(word)) return { value: 't' };
  return no.has(word) ? { value: 'f' } : { wrong: 'cell.notYesNo' };
}
