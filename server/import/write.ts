import { type Files, keyOf, shown } from './check.ts';
import type { Table } from './describe.ts';
import type { Report } from './report.ts';
import { type Db, keyInDatabase, keysInDatabase, storedColumns } from './stage.ts';
import { columnOf } from './tables.ts';

/** What an import did (or, in a dry run, would do) to one file's rows. */
export interface Change {
  file: string;
  /** Rows that the file holds. */
  rows: number;
  added: number;
  changed: number;
  /** Rows deleted, ended, or people closed. */
  closed: number;
  /** Rows that vanished from the file but stay because something refers to them. */
  kept: number;
}

/** An empty line of the summary. */
export function noChange(file: string, rows: number): Change {
  return { file, rows, added: 0, changed: 0, closed: 0, kept: 0 };
}

/** Adds and changes the rows of one file, after `resolve`. People have a way of their own: see people.ts. */
export async function writeTable(db: Db, table: Table, change: Change, today: string): Promise<void> {
  await makeRoom(db, table, change, today);
  const columns = [...storedColumns(table).keys()];
  const key = new Set(keyInDatabase(table).map((column) => column.name));
  const values = columns.filter((name) => !key.has(name));
  const match = matching(table);
  if (values.length > 0) {
    const list = (alias: string) => `(${values.map((name) => `${alias}."${name}"`).join(', ')})`;
    const updated =
      await db.unsafe(`update ${table.into} t set ${values.map((name) => `"${name}" = r."${name}"`).join(', ')}
      from r_${table.file} r where ${match} and ${list('t')} is distinct from ${list('r')}`);
    change.changed += updated.count;
  }
  const names = columns.map((name) => `"${name}"`).join(', ');
  const inserted = await db.unsafe(`insert into ${table.into} (${names}) select ${names} from r_${table.file} r
    where not exists (select from ${table.into} t where ${match}) order by r."row"`);
  change.added += inserted.count;
  // Later files are joined to these rows; without figures the planner takes them for empty.
  if (inserted.count > 500) await db.unsafe(`analyze ${table.into}`);
}

/** The condition that the rows `t` of the database and `r` of the file have the same key. */
export function matching(table: Table): string {
  const parts = keyInDatabase(table).map(({ name, optional }) =>
    optional ? `t."${name}" is not distinct from r."${name}"` : `t."${name}" = r."${name}"`,
  );
  return parts.join(' and ') || 'true';
}

/**
 * Columns that are unique beside the key. Rows that change them let go first, or a swap of two values would be refused
 * half-way.
 */
const letGo: Record<string, { columns: readonly string[]; to: string }> = {
  pair_slots: {
    columns: ['starts_at', 'ends_at'],
    to: `starts_at = time '00:00' + t.id * interval '1 second', ends_at = time '23:59:59'`,
  },
  streams: {
    columns: ['year_id', 'term_id', 'teacher_id', 'discipline_id', 'credits', 'class_type_id', 'number'],
    to: `number = -1 - (r."row" % 30000)`,
  },
};

/** What must give way first: only one year is the default, only one membership of a student is open. */
async function makeRoom(db: Db, table: Table, change: Change, today: string): Promise<void> {
  if (table.file === 'academic_years') {
    await db`update academic_year set is_default = false
      where is_default and id not in (select id from r_academic_years where is_default)`;
  }
  const unique = letGo[table.file];
  if (unique) {
    const list = (alias: string) => `(${unique.columns.map((name) => `${alias}."${name}"`).join(', ')})`;
    await db.unsafe(`update ${table.into} t set ${unique.to} from r_${table.file} r
      where ${matching(table)} and ${list('t')} is distinct from ${list('r')}`);
  }
  if (table.vanished === 'end') {
    const ended = await db.unsafe(
      `update ${table.into} t set ends_on = greatest(t.starts_on, $1::date)
       where (t.ends_on is null or t.ends_on > $1::date)
         and t.ends_on is distinct from greatest(t.starts_on, $1::date)
         and not exists (select from r_${table.file} r where ${matching(table)})`,
      [today],
    );
    change.closed += ended.count;
  }
  if (table.file === 'memberships') {
    const ended = await db`update group_membership t set ends_on = r.ends_on from r_memberships r
      where t.student_id = r.student_id and t.group_id = r.group_id and t.starts_on = r.starts_on
        and t.ends_on is null and r.ends_on is not null`;
    change.changed += ended.count;
  }
}

/** Deletes what vanished from the files, last file first, as far as nothing refers to it; names what stays. */
export async function removeVanished(
  db: Db,
  files: Files,
  changes: Map<string, Change>,
  report: Report,
): Promise<void> {
  const removing = [...files.values()].filter((file) => file.table.vanished === 'remove').reverse();
  for (const { table, name, rows } of removing) {
    const change = changes.get(table.file);
    if (!change) continue;
    const gone = `not exists (select from r_${table.file} r where ${matching(table)})`;
    const deleted = await db.unsafe(
      `delete from ${table.into} t where ${gone} and ${await unreferenced(db, table.into)}`,
    );
    change.closed += deleted.count;
    const [left] = await db.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${table.into} t where ${gone}`,
    );
    change.kept = left?.count ?? 0;
    if (change.kept === 0) continue;
    const handedIn = new Set(rows.map((row) => keyOf(row, table.key)));
    for (const key of (await keysInDatabase(db, table.file)).difference(handedIn)) {
      const cells = key.split('\u001f').map((cell, place) => shown(columnOf(table, table.key[place] ?? ''), cell));
      report.warning('row.kept', { file: name }, { value: cells.join(', ') });
    }
  }
}

/** The condition that no row of any table refers to `t`, read from the database's own foreign keys. */
async function unreferenced(db: Db, table: string): Promise<string> {
  const references = await db<{ child: string; pairs: string[] }[]>`
    select c.conrelid::regclass::text as child,
      array(select quote_ident(a.attname) || ' = t.' || quote_ident(f.attname)
        from unnest(c.conkey, c.confkey) as k(own, other)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
        join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.other) as pairs
    from pg_constraint c
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r')`;
  return [
    'true',
    ...references.map(
      ({ child, pairs }) =>
        `not exists (select from ${child} x where ${pairs.map((pair) => `x.${pair}`).join(' and ')})`,
    ),
  ].join(' and ');
}
