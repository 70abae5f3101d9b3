import type { Db } from '../database/database.ts';
import type { ColumnDescription, TableDescription } from './describe.ts';
import { requireColumn, requireTable } from './tables.ts';

/** A row of a table as its file would hold it. */
export type RowCells = Record<string, string>;

/** Rows of tables by the name of the table. */
export type CellsByTable = ReadonlyMap<string, readonly RowCells[]>;

const people = new Set(['teachers', 'students', 'people']);

/** What the portal holds of some tables, in the form of their files: what a foreign sheet names is looked for there. */
export async function readPortalCellsByTable(sql: Db, files: readonly string[]): Promise<CellsByTable> {
  const found = new Map<string, RowCells[]>();
  for (const file of files) found.set(file, await rowsOf(sql, requireTable(file)));
  return found;
}

async function rowsOf(sql: Db, table: TableDescription): Promise<RowCells[]> {
  if (table.file === 'teachers') return await teachersOf(sql);
  if (table.file === 'students') return await studentsOf(sql);
  const joins: string[] = [];
  const columns = table.columns.map((column) => `coalesce(${textOf(table, column, joins)}, '') as "${column.name}"`);
  // What was moved or added on a screen is no row of a file.
  const where = table.into === 'lesson' ? 'not exists (select from class_change c where c.made_id = t.id)' : 'true';
  return await sql.unsafe<RowCells[]>(
    `select ${columns.join(', ')} from ${table.into} t ${[...new Set(joins)].join(' ')} where ${where}`,
  );
}

/** SQL of a cell of the row `t`; adds the joins that it needs. */
function textOf(table: TableDescription, column: ColumnDescription, joins: string[]): string {
  const link = table.links.find(({ columns }) => columns.includes(column.name));
  if (column.into === null && link) {
    const target = requireTable(link.to);
    const alias = `w_${link.to}`;
    joins.push(`left join ${target.into} ${alias} on ${alias}.id = t."${link.into}"`);
    const key = requireColumn(target, target.key[link.columns.indexOf(column.name)] ?? '');
    return key.to
      ? keyText(key, `${alias}."${key.into}"`, `${alias}_${key.name}`, joins)
      : `${alias}."${key.into}"::text`;
  }
  if (column.into === null) return `''`;
  const own = `t."${column.into}"`;
  return column.to ? keyText(column, own, `j_${column.name}`, joins) : plain(column, own);
}

/** SQL of the key that names the row whose id is `own`. */
function keyText(column: ColumnDescription, own: string, alias: string, joins: string[]): string {
  const to = column.to ?? '';
  if (people.has(to)) {
    joins.push(`left join person ${alias} on ${alias}.id = ${own}`);
    return `${alias}.code`;
  }
  const target = requireTable(to);
  const key = requireColumn(target, target.key[0] ?? '');
  if (key.into === 'id') return plain(key, own);
  joins.push(`left join ${target.into} ${alias} on ${alias}.id = ${own}`);
  return `${alias}."${key.into}"::text`;
}

const plain = ({ is }: ColumnDescription, own: string): string =>
  is.a === 'year' ? `(2000 + ${own})::text` : `${own}::text`;

async function teachersOf(sql: Db): Promise<RowCells[]> {
  return await sql<RowCells[]>`
    select p.code, p.surname, p.name, coalesce(p.patronymic, '') as patronymic, coalesce(p.email, '') as email,
      coalesce(a.login, '') as login
    from teacher t join person p on p.id = t.id left join account a on a.person_id = p.id`;
}

async function studentsOf(sql: Db): Promise<RowCells[]> {
  return await sql<RowCells[]>`
    select p.code, s.number, p.surname, p.name, coalesce(p.patronymic, '') as patronymic, coalesce(p.email, '') as email,
      coalesce(a.login, '') as login, case when p.closed_on is null then '' else '1' end as closed
    from student s join person p on p.id = s.id left join account a on a.person_id = p.id`;
}
