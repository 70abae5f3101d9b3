import type { ParsedFiles } from './read-file.ts';
import { analyzeLargeTable, type ImportConnection } from './stage.ts';
import { importTables } from './tables.ts';

/** What an image of a row leaves out: secrets, what people alone set, and what follows from other rows. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  account: ['password_hash', 'blocked'],
  lesson: ['changed_at'],
  pair_slot: ['changed_at'],
  person: ['photo'],
  stream: ['taken'],
  university: ['demo', 'demo_lived'],
};

/** Every table that an import writes, parents before children. */
export const writtenTables: readonly string[] = [
  'imported_value',
  ...importTables.flatMap(({ file, into }) => (file === 'teachers' ? ['person', 'account', into] : [into])),
];

/** What a file makes an import write, or compare with what it was, besides its own table. */
const alsoWritten: Readonly<Record<string, readonly string[]>> = {
  teachers: ['person', 'account', 'employment', 'group_membership'],
  students: ['person', 'account', 'employment', 'group_membership'],
  plan: ['plan_item_class'],
  // A class is also moved by the times of its bell.
  lessons: ['lesson_group', 'pair_slot'],
  lesson_groups: ['lesson', 'pair_slot'],
  pair_slots: ['lesson', 'lesson_group'],
};

/** How images of a table's rows are made. */
export interface SnapshotTableDescription {
  table: string;
  /** Columns of the primary key. */
  key: string[];
  /** Columns in the image. */
  columns: string[];
}

/** Reads from the database's own catalogue how a table's rows are imaged. */
export async function readSnapshotTableDescription(
  db: ImportConnection,
  table: string,
): Promise<SnapshotTableDescription> {
  const columns = await db<{ name: string; isKey: boolean }[]>`
    select a.attname as name, coalesce(a.attnum = any(i.indkey), false) as "isKey"
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`;
  const names = columns.map(({ name }) => name).filter((name) => !leftOut[table]?.includes(name));
  return { table, key: columns.filter(({ isKey }) => isKey).map(({ name }) => name), columns: names };
}

/** SQL: the image of row `alias`. */
const imageOf = ({ columns }: SnapshotTableDescription, alias: string): string =>
  `jsonb_build_object(${columns.map((name) => `'${name}', ${alias}."${name}"`).join(', ')})`;

/** SQL: the imaged columns of row `alias` as one record. */
const recordOf = ({ columns }: SnapshotTableDescription, alias: string): string =>
  `row(${columns.map((name) => `${alias}."${name}"`).join(', ')})`;

/** SQL: a number by which it is seen that row `alias` is still as it was left. */
export const rowHashSql = (imaged: SnapshotTableDescription, alias: string): string =>
  `hash_record_extended(${recordOf(imaged, alias)}, 0)`;

/** SQL: the primary key of row `alias` as it is stored with a change. */
export const primaryKeySql = ({ key }: SnapshotTableDescription, alias: string): string =>
  `array[${key.map((name) => `${alias}."${name}"::text`).join(', ')}]`;

/** Copies what is in the tables that the files will change; `storeRowSnapshots` compares with it. */
export async function copyTablesBeforeImport(
  db: ImportConnection,
  files: ParsedFiles,
): Promise<SnapshotTableDescription[]> {
  const written = new Set(['imported_value', 'stream']);
  for (const { table } of files.values())
    for (const name of [table.into, ...(alsoWritten[table.file] ?? [])]) written.add(name);
  return await copyTablesForSnapshot(db, written);
}

/** Copies tables as they are into temporary ones, `before_<table>`. */
export async function copyTablesForSnapshot(
  db: ImportConnection,
  names: ReadonlySet<string>,
): Promise<SnapshotTableDescription[]> {
  const copied: SnapshotTableDescription[] = [];
  for (const table of writtenTables.filter((name) => names.has(name))) {
    const imaged = await readSnapshotTableDescription(db, table);
    copied.push(imaged);
    const columns = imaged.columns.map((name) => `"${name}"`).join(', ');
    const { count } = await db.unsafe(
      `create temp table before_${table} on commit drop as select ${columns} from ${table}`,
    );
    await analyzeLargeTable(db, `before_${table}`, count);
  }
  return copied;
}

/**
 * Stores what this transaction did to the copied tables: which rows it added, changed and removed, with their images from
 * before. Rows that others write meanwhile are not among them.
 */
export async function storeRowSnapshots(
  db: ImportConnection,
  run: string,
  copied: readonly SnapshotTableDescription[],
): Promise<void> {
  for (const imaged of copied) {
    const { table, key } = imaged;
    const same = key.map((name) => `b."${name}" = t."${name}"`).join(' and ');
    const [first = ''] = key;
    await db.unsafe(
      `insert into import_change (run_id, table_name, key, before, after_hash)
       select $1::bigint, '${table}', ${primaryKeySql(imaged, 't')}, case when b."${first}" is not null then ${imageOf(imaged, 'b')} end,
         ${rowHashSql(imaged, 't')}
       from ${table} t left join before_${table} b on ${same}
       where t.xmin = pg_current_xact_id()::xid
         and (b."${first}" is null or ${recordOf(imaged, 'b')} is distinct from ${recordOf(imaged, 't')})
       union all
       select $1::bigint, '${table}', ${primaryKeySql(imaged, 'b')}, ${imageOf(imaged, 'b')}, null
       from before_${table} b left join ${table} t on ${same} where t."${first}" is null`,
      [run],
    );
  }
}
