import { readReferringKeys } from './foreign-keys.ts';
import { generateFirstPassword, hashFirstPassword } from './passwords.ts';
import type { ImportReport } from './report.ts';
import { primaryKeySql, rowHashSql } from './snapshots.ts';
import type { ImportConnection } from './stage.ts';
import type { UndoableTable } from './undoable-table.ts';

/** The tables that together are one person. */
export const personTables: ReadonlySet<string> = new Set(['person', 'account', 'teacher', 'student']);

/** Values of an added person that nobody else may have, by the table of the part. */
const unique: Readonly<Record<string, readonly string[]>> = {
  person: ['code', 'pin'],
  account: ['login'],
  student: ['number'],
};

/** A hash of what nobody knows, for an account that comes back: no image holds a password. */
export const generateUnusablePasswordHash = (): string => hashFirstPassword(generateFirstPassword());

const partsOf = (tables: readonly UndoableTable[]) => tables.filter(({ table }) => personTables.has(table));

/**
 * Notes in the temporary table `undo_going` which added people may go: those whose every part is as the import left it
 * and is used by nothing. Half a person is never taken away.
 */
export async function storeRemovablePeople(db: ImportConnection, tables: readonly UndoableTable[]): Promise<void> {
  const parts = partsOf(tables);
  await db`create temp table if not exists undo_going (id bigint) on commit drop`;
  await db`delete from undo_going`;
  if (!parts.some(({ table }) => table === 'person')) return;
  await db`insert into undo_going (id) select key[1]::bigint from undo_person where before is null and not done`;
  await db`analyze undo_going`;
  // Each table is asked once for all of them: a condition of many tables would be asked of each person by itself.
  const staying: string[] = [];
  for (const part of parts) {
    const { table, key } = part;
    staying.push(`select t."${key[0]}" from undo_${table} u join ${table} t on u.key = ${primaryKeySql(part, 't')}
      where u.before is not null or u.after_hash is distinct from ${rowHashSql(part, 't')}`);
    for (const { child, pairs } of await readReferringKeys(db, table, { kinds: ['a', 'r', 'c'], except: personTables }))
      staying.push(`select x.${pairs[0]?.own} from ${child} x where x.${pairs[0]?.own} in (select id from undo_going)`);
  }
  await db.unsafe(`delete from undo_going where id in (${staying.join(' union all ')})`);
}

/**
 * Notes in the temporary table `undo_returning` which people may come back whom another undo took away: those whose code,
 * number and login nobody has by now. Half a person never comes back.
 */
export async function collectRestorablePeople(db: ImportConnection, tables: readonly UndoableTable[]): Promise<void> {
  const parts = partsOf(tables);
  await db`create temp table if not exists undo_returning (id bigint) on commit drop`;
  await db`delete from undo_returning`;
  if (!parts.some(({ table }) => table === 'person')) return;
  const conditions = parts.flatMap(({ table }) =>
    (unique[table] ?? []).map(
      (column) => `not exists (
        select from undo_${table} v join ${table} t on lower(t."${column}") = lower(v.before->>'${column}')
        where v.key = u.key)`,
    ),
  );
  await db.unsafe(
    `insert into undo_returning (id) select u.key[1]::bigint from undo_person u
     where u.before is not null and u.after_hash is null and not u.done and ${conditions.join(' and ')}`,
  );
}

/** Names the people who are back and need a password, and those who could not come back. */
export async function reportRestoredPeople(
  db: ImportConnection,
  tables: readonly UndoableTable[],
  report: ImportReport,
): Promise<void> {
  const has = (name: string) => tables.some(({ table }) => table === name);
  if (!has('person')) return;
  const teaches = has('teacher') ? db`exists (select from undo_teacher t where t.key = u.key)` : db`false`;
  const people = await db<{ key: string; value: string; teaches: boolean; isBack: boolean }[]>`
    select u.before->>'code' as key,
      concat_ws(' ', u.before->>'surname', u.before->>'name', u.before->>'patronymic') as value,
      ${teaches} as teaches, u.done as "isBack"
    from undo_person u
    where u.before is not null and u.after_hash is null order by 2, 1`;
  for (const { key, value, teaches: does, isBack } of people)
    report.warning(isBack ? 'undo.password' : 'undo.away', { file: does ? 'teachers' : 'students' }, { key, value });
}
