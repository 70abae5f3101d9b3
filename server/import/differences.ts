import { formatCell } from './check.ts';
import type { ColumnDescription, TableDescription } from './describe.ts';
import type { ParsedFiles } from './read-file.ts';
import { readSnapshotTableDescription } from './snapshots.ts';
import { cellTextColumns, type ImportConnection, keyMatchCondition, keyTextColumns, personFileNames } from './stage.ts';
import { requireTable } from './tables.ts';
import type { FileChangeCounts } from './write.ts';

/** What an import would do to one row of a table. */
export interface RowDifference {
  file: string;
  kind: 'added' | 'changed' | 'ended';
  /** The cells that name the row, in the order of its table's key, with U+001F between. */
  key: string;
  /** Whom or what it is about, where the key alone does not say it. */
  title: string | null;
  /** Heading, what is there, what would; only what differs. */
  cells: [string, string | null, string | null][];
}

/** How many rows of a table each kind has; all of them are counted. */
export interface DifferenceCounts {
  file: string;
  rows: number;
  added: number;
  changed: number;
  ended: number;
  /** Rows that vanished from the file but stay because something refers to them. */
  kept: number;
}

/** Rows of one kind and table that are listed by name. */
const maxNamedRows = 5_000;

interface DifferenceRow {
  kind: RowDifference['kind'];
  key: string | null;
  title: string | null;
  before: (string | null)[] | null;
  after: (string | null)[] | null;
  total: number;
}

/** How the rows of a table are compared: SQL over `b`, its copy from before, and `t`, as it is now. */
interface Compared {
  columns: readonly ColumnDescription[];
  from: string;
  before: string;
  after: string;
  key: string;
  title: string;
  wasThere: string;
  isThere: string;
  ended: string;
}

/**
 * What this transaction did to the tables of the folder, row by row; runs when everything is written, and `copyTablesBeforeImport` ran
 * before it.
 */
export async function findDifferences(
  db: ImportConnection,
  files: ParsedFiles,
  changes: ReadonlyMap<string, FileChangeCounts>,
): Promise<{ figures: DifferenceCounts[]; differences: RowDifference[] }> {
  const figures: DifferenceCounts[] = [];
  const differences: RowDifference[] = [];
  for (const { file, rows, kept } of changes.values()) {
    const table = requireTable(file);
    const compared = isPeople(file) ? ofPeople(file) : await ofTable(db, table, files.has(file));
    const sums = { added: 0, changed: 0, ended: 0 };
    for (const found of await compare(db, compared)) {
      sums[found.kind] = found.total;
      differences.push(rowDifference(file, found, compared.columns));
    }
    figures.push({ file, rows, ...sums, kept });
  }
  return { figures, differences };
}

const isPeople = (file: string): boolean => personFileNames.has(file);

async function compare(db: ImportConnection, compared: Compared): Promise<DifferenceRow[]> {
  const { from, before, after, key, title, wasThere, isThere, ended } = compared;
  return await db.unsafe<DifferenceRow[]>(
    `with one as (
       select ${key} as key, ${title} as title, case when ${wasThere} then ${before} end as before,
         case when ${isThere} then ${after} end as after,
         case when not (${wasThere}) then 'added' when not (${isThere}) or (${ended}) then 'ended' else 'changed' end as kind
       from ${from}),
     ranked as (
       select *, count(*) over (partition by kind)::int as total, row_number() over (partition by kind order by key) as place
       from one where before is distinct from after or kind = 'ended')
     select kind, key, title, to_jsonb(before) as before, to_jsonb(after) as after, total from ranked where place <= ${maxNamedRows} order by kind, place`,
  );
}

/** SQL: the row `t` is of this transaction, or gone; all others are as they were. */
const touched = (first: string) => `(t.xmin = pg_current_xact_id()::xid or t."${first}" is null)`;

async function ofTable(db: ImportConnection, table: TableDescription, isStaged: boolean): Promise<Compared> {
  const { key } = await readSnapshotTableDescription(db, table.into);
  const isLinked = (name: string) => table.links.some((link) => link.columns.includes(name));
  const columns = table.columns.filter(({ name, into }) => into !== null || isLinked(name));
  const names = columns.map(({ name }) => name);
  const joins: string[] = [];
  const cells = (alias: string) => {
    const texts = cellTextColumns(table, names, alias, joins);
    return `array[${texts.join(', ')}]::text[]`;
  };
  const [before, after] = [cells('b'), cells('t')];
  const keys = (alias: string) => {
    const own: string[] = [];
    const texts = keyTextColumns(table, alias, own);
    joins.push(...own.filter((join) => !joins.includes(join)));
    return texts.length > 0 ? `array_to_string(array[${texts.join(', ')}]::text[], '\u001f', '')` : "''";
  };
  const first = key[0] ?? '';
  const person = columns.find(({ name, to }) => to !== undefined && personFileNames.has(to) && !isLinked(name));
  const nameOf = (alias: string) => (person ? `${alias}_${person.name}.full_name` : 'null');
  return {
    columns,
    before,
    after,
    key: `case when t."${first}" is not null then ${keys('t')} else ${keys('b')} end`,
    title: `coalesce(${nameOf('t')}, ${nameOf('b')})`,
    wasThere: `b."${first}" is not null`,
    isThere: `t."${first}" is not null`,
    // What is ended keeps its row.
    ended:
      table.vanished === 'end' && isStaged
        ? `not exists (select from r_${table.file} r where ${keyMatchCondition(table)})`
        : 'false',
    from: `${table.into} t full join before_${table.into} b on ${key.map((name) => `b."${name}" = t."${name}"`).join(' and ')}
      ${joins.join(' ')} where ${touched(first)}`,
  };
}

/** What is reported of people besides the columns of their files: that their account is closed. */
export const closedOnColumn: ColumnDescription = { name: 'closed_on', is: { a: 'date' }, about: '', into: 'closed_on' };

/** People lie in three tables. */
function ofPeople(file: string): Compared {
  const { into, columns: all } = requireTable(file);
  const columns = all.filter(({ into: column }) => column !== null);
  const places: Readonly<Record<string, string>> = { number: 'k', login: 'a' };
  const cells = (side: string) =>
    `array[${columns.map(({ name }) => `${places[name] ? `${side}${places[name]}` : side}."${name}"`).join(', ')},
      case when ${side}.closed_on is not null then ${side}.closed_on::text end]::text[]`;
  return {
    columns: [...columns, closedOnColumn],
    before: cells('b'),
    after: cells('t'),
    key: 't.code',
    title: 't.full_name',
    wasThere: 'b.id is not null',
    isThere: 'true',
    ended: 't.closed_on is not null and b.closed_on is null',
    from: `person t join ${into} tk on tk.id = t.id left join account ta on ta.person_id = t.id
      left join before_person b on b.id = t.id left join before_${into} bk on bk.id = t.id
      left join before_account ba on ba.person_id = t.id`,
  };
}

function rowDifference(
  file: string,
  { kind, key, title, before, after }: DifferenceRow,
  columns: readonly ColumnDescription[],
): RowDifference {
  const cell = (column: ColumnDescription, cells: (string | null)[] | null, place: number) => {
    const value = cells?.[place] ?? null;
    if (value === null) return null;
    return column.is.a === 'yesno' ? (value === 'true' ? '1' : '0') : formatCell(column, value);
  };
  const cells = columns.flatMap((column, place): RowDifference['cells'] => {
    const [was, now] = [cell(column, before, place), cell(column, after, place)];
    return was === now ? [] : [[column.name, was, now]];
  });
  const named = cells.find(([name]) => name === 'name_ru' || name === 'name');
  return { file, kind, key: key ?? '', title: title ?? named?.[2] ?? named?.[1] ?? null, cells };
}
