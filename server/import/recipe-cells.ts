import type { ColumnMapping } from '@bilim/contract/recipe.ts';
import type { ImportTextCode } from './import-texts.ts';
import { foldName } from './recipe-lookup.ts';
import type { RowCells } from './recipe-portal-rows.ts';

/** What a cell of a foreign sheet gives: cells of the table by their columns, or what is wrong with it. */
export type ConvertedCellResult = { readonly cells: RowCells } | { readonly wrong: ImportTextCode };

/** Turns the text of a cell as a mapping says; `column` is the column of the table. */
export function convertCell(mapping: ColumnMapping, column: string, text: string): ConvertedCellResult {
  const { how, value = '', words = {} } = mapping;
  const folded = foldName(text);
  const replaced = Object.entries(words).find(([word]) => foldName(word) === folded)?.[1] ?? text;
  const line = replaced.replace(/\s+/gu, ' ').trim();
  const one = (cell: string): ConvertedCellResult => ({ cells: { [column]: cell } });
  if (how === 'constant') return one(value);
  if (line === '' || how === 'login') return one(line);
  switch (how) {
    case 'date': {
      const day = parseDate(line);
      return day ? one(day) : { wrong: 'recipe.notDate' };
    }
    case 'year': {
      const [year] = /\b(?:19|20)\d\d\b/.exec(line) ?? [];
      return year ? one(year) : { wrong: 'cell.notYear' };
    }
    case 'fullName': {
      const parts = splitFullName(line);
      return parts ? { cells: parts } : { wrong: 'recipe.nameParts' };
    }
    case 'surname':
    case 'name':
    case 'patronymic': {
      const parts = splitFullName(line);
      return parts ? one(parts[how] ?? '') : { wrong: 'recipe.nameParts' };
    }
    case 'group':
      return one(line.replace(/\s*([\p{Pd}/_])\s*/gu, '$1'));
    default:
      return one(line);
  }
}

/** A day as registrars write it, as YYYY-MM-DD; null: it is none. */
export function parseDate(text: string): string | null {
  const cut = text.replace(/\s*(?:г\.?|год[а]?|ж\.?)$/u, '').replace(/[ T]\d\d?:\d\d(?::\d\d)?$/, '');
  // A spreadsheet counts days from the end of 1899 where nothing says that a number is a date.
  if (/^\d{5}(?:\.0+)?$/.test(cut)) return new Date(Date.UTC(1899, 11, 30 + Number(cut))).toISOString().slice(0, 10);
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(cut);
  const local = /^(\d\d?)[./,-](\d\d?)[./,-](\d{4}|\d\d)$/.exec(cut);
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : local ? local.slice(1).reverse() : [];
  const whole = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  const moment = new Date(Date.UTC(whole, Number(month) - 1, Number(day)));
  const isDay = year !== '' && moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day);
  return isDay ? moment.toISOString().slice(0, 10) : null;
}

/** What follows a father's name in a Kyrgyz name and belongs to it. */
const sonOrDaughter = /^(?:уулу|кызы|тегин|uulu|kyzy)$/iu;

/** «Фамилия Имя Отчество» as its parts, also «Асан уулу Бакыт»; null: a single word. */
export function splitFullName(text: string): RowCells | null {
  const words = (text === text.toUpperCase() ? inSmall(text) : text).split(' ').filter(Boolean);
  const isFathers = sonOrDaughter.test(words[1] ?? '');
  const surname = words.slice(0, isFathers ? 2 : 1).join(' ');
  const [name, ...rest] = words.slice(isFathers ? 2 : 1);
  return surname && name ? { surname, name, patronymic: rest.join(' ') } : null;
}

/** A name in capitals as names are written. */
const inSmall = (text: string): string =>
  text
    .toLowerCase()
    .split(' ')
    .map((word) => (sonOrDaughter.test(word) ? word : word.replace(/(^|-)\p{L}/gu, (begin) => begin.toUpperCase())))
    .join(' ');

const latin: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', ң: 'n', о: 'o', ө: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f', х: 'kh' },
  ...{ ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia' },
};

/** A text in small Latin letters, digits and hyphens, for keys and logins. */
export const toLatinKey = (text: string): string =>
  [...text.normalize('NFC').toLowerCase()]
    .map((letter) => latin[letter] ?? letter)
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50);
