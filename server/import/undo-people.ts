import { unreferenced } from './foreign-keys.ts';
import { hashOf, keyOfRow } from './images.ts';
import type { Db } from './stage.ts';
import type { Undoing } from './undo.ts';

/** The tables that together are one person. */
export const personTables: ReadonlySet<string> = new Set(['person', 'account', 'teacher', 'student']);

/**
 * Notes in the temporary table `undo_people` which added people may go: those whose every part is as the import left it
 * and is used by nothing. Half a person is never taken away.
 */
export async function notePeople(db: Db, tables: readonly Undoing[]): Promise<void> {
  const parts = tables.filter(({ table }) => personTables.has(table));
  await db`create temp table if not exists undo_people (id bigint) on commit drop`;
  await db`delete from undo_people`;
  if (!parts.some(({ table }) => table === 'person')) return;
  const conditions: string[] = [];
  for (const part of parts) {
    const { table, key } = part;
    const isFree = await unreferenced(db, table, { kinds: ['a', 'r', 'c'], except: personTables });
    conditions.push(`not exists (
      select from ${table} t join undo_${table} u on u.key = ${keyOfRow(part, 't')}
      where t."${key[0]}" = one.id and not (u.before is null and u.after_hash = ${hashOf(part, 't')} and ${isFree}))`);
  }
  await db.unsafe(
    `insert into undo_people (id) select one.id from (
       select key[1]::bigint as id from undo_person where before is null and not done) one
     where ${conditions.join(' and ')}`,
  );
}
