import type { Db } from '../database/database.ts';
import { textLexemes } from './lexemes.ts';

/** A table that is searched by words: what names a row, and its text. */
interface Searched {
  readonly table: string;
  readonly key: readonly string[];
  readonly text: string;
}

const cover = `concat_ws(E'\\n', name, author, description)`;
const ebook: Searched = { table: 'ebook', key: ['id'], text: cover };
const material: Searched = { table: 'material', key: ['id'], text: cover };
const page: Searched = { table: 'file_page', key: ['file_id', 'page'], text: 'content' };

/** SQL: a record `r` of `textLexemes` as the column `words` keeps it. */
export const wordsVectorSql = `r.own::tsvector || to_tsvector('pg_catalog.russian', r.russian)`;

/** Rows at a time: each holds at most a page. */
const together = 200;

/** Keeps the words of what is on the covers of these books or materials. */
export async function indexMetadataWords(db: Db, table: 'ebook' | 'material', ids: readonly number[]): Promise<void> {
  const searched = table === 'ebook' ? ebook : material;
  await stem(db, searched, `id = any (array(select jsonb_array_elements_text($1::text::jsonb)::bigint))`, [
    JSON.stringify(ids),
  ]);
}

/** SQL: the column `words` of a cover, for a row that is being made. */
export function metadataWordsColumn(
  db: Db,
  { name, author, description }: { name: string; author: string; description: string },
) {
  const { own, russian } = textLexemes([name, author, description].join('\n'));
  return db`${own}::tsvector || to_tsvector('pg_catalog.russian', ${russian})`;
}

/** Keeps the words of all rows that have none by today's rules. */
export async function indexRemainingRows(db: Db): Promise<void> {
  for (const searched of [ebook, material, page])
    while ((await stem(db, searched, `not stemmed limit ${together}`, [])) === together);
}

async function stem(db: Db, { table, key, text }: Searched, where: string, values: string[]): Promise<number> {
  const names = key.join(', ');
  const rows = await db.unsafe<(Record<string, unknown> & { given: string })[]>(
    `select ${names}, ${text} as given from ${table} where ${where}`,
    values,
  );
  if (!rows.length) return 0;
  const records = rows.map(({ given, ...row }) => ({ ...row, ...textLexemes(given) }));
  await db.unsafe(
    `update ${table} t set words = ${wordsVectorSql}, stemmed = true
     from jsonb_to_recordset($1::text::jsonb) r (${key.map((name) => `${name} bigint`).join(', ')}, own text, russian text)
     where ${key.map((name) => `t.${name} = r.${name}`).join(' and ')}`,
    [JSON.stringify(records)],
  );
  return rows.length;
}
