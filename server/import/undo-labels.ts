import { type Language, wireLanguages } from '../core/translations.ts';
import type { ColumnDescription, TableDescription } from './describe.ts';
import { cellTextColumns, keyTextColumns, personFileNames } from './stage.ts';
import { requireColumn, requireTable } from './tables.ts';

/** The columns that name a row to people, where those of its key do not. */
const titles: Readonly<Record<string, readonly string[]>> = {
  groups: ['name'],
  streams: ['name'],
  lessons: ['discipline', 'class_type'],
};

/** What says nothing without its heading, or in a code alone. */
const withoutWords: ReadonlySet<string> = new Set(['whole', 'number', 'yesno', 'choice']);

const hasColumn = ({ columns }: TableDescription, name: string) =>
  columns.some((column) => column.name === name && column.into === name);

/** SQL of the name of the row `alias` in a language; null where only its key names it. */
function nameSql(table: TableDescription, alias: string, language: Language): string | null {
  if (hasColumn(table, 'name_ru')) return `${alias}."name_${language}"`;
  return hasColumn(table, 'name') ? `${alias}."name"` : null;
}

/** SQL of a cell of the row `alias` as people read it; `text` is the cell itself, with the joins that it needs. */
function labelSql(column: ColumnDescription, text: string, alias: string, language: Language): string | null {
  if (column.is.a === 'year') return `'20' || lpad(${text}, 2, '0')`;
  if (withoutWords.has(column.is.a)) return null;
  if (column.to === undefined) return text;
  const joined = `${alias}_${column.name}`;
  return personFileNames.has(column.to)
    ? `${joined}.full_name`
    : (nameSql(requireTable(column.to), joined, language) ?? text);
}

/** SQL of the cells by which people know the row `alias` of a table. */
function labelColumns(
  table: TableDescription,
  alias: string,
  language: Language,
  names = titles[table.file] ?? table.key,
): (string | null)[] {
  const texts = cellTextColumns(table, names, alias, []);
  return names.flatMap((name, place) => {
    const link = table.links.find(({ columns }) => columns.includes(name));
    if (!link) return labelSql(requireColumn(table, name), texts[place] ?? '', alias, language);
    const target = requireTable(link.to);
    return labelColumns(target, `${alias}_${link.to}`, language, [target.key[link.columns.indexOf(name)] ?? '']);
  });
}

/** SQL over rows `t` of a table: `key`, the cells of the key, and for each language those by which people know the row. */
export function rowLabelSql(table: TableDescription): { columns: string; joins: string } {
  const joins: string[] = [];
  const keys = keyTextColumns(table, 't', joins);
  cellTextColumns(table, titles[table.file] ?? [], 't', joins);
  const isNamed = table.key.length === 1 && !titles[table.file];
  const namesIn = (language: Language) => {
    const own = isNamed ? nameSql(table, 't', language) : null;
    return own ? [own] : labelColumns(table, 't', language).filter((sql) => sql !== null);
  };
  const labels = wireLanguages.map(
    (language) => `concat_ws(', ', ${namesIn(language).join(', ') || 'null'}) as ${language}`,
  );
  return {
    columns: [`array[${keys.join(', ')}]::text[] as key`, ...labels].join(', '),
    joins: [...new Set(joins)].join(' '),
  };
}
