import type { ReadFile } from './check.ts';
import type { Report } from './report.ts';
import { type Db, keyInDatabase, matching } from './stage.ts';

/** What is unique in a table besides its key. */
export interface BesideKey {
  /** Columns that are unique together. */
  columns: readonly string[];
  /** SQL: row `row` is one of those among which they are unique; all when left out. */
  when?: (row: string) => string;
  /** SQL `set` of row `t` to values that nobody has, so that two rows can swap theirs. */
  letGo: string;
}

/** By the table of the database. */
export const besideKey: Readonly<Record<string, BesideKey>> = {
  pair_slot: {
    columns: ['starts_at'],
    letGo: `starts_at = time '00:00' + t.id * interval '1 second', ends_at = time '23:59:59'`,
  },
  stream: {
    columns: ['year_id', 'term_id', 'teacher_id', 'discipline_id', 'credits', 'class_type_id', 'number'],
    letGo: 'number = -1 - (t.id % 30000)',
  },
  study_group: { columns: ['name'], letGo: `name = '~' || t.id` },
  student: { columns: ['number'], letGo: `number = '~' || t.id` },
  account: { columns: ['login'], letGo: `login = '~' || t.person_id` },
  group_membership: {
    columns: ['student_id'],
    when: (row) => `${row}.ends_on is null`,
    letGo: 'ends_on = coalesce(t.ends_on, t.starts_on)',
  },
  academic_year: {
    columns: ['is_default'],
    when: (row) => `${row}.is_default`,
    letGo: 'is_default = false',
  },
};

/** Numbers and names that stand once in a file, with the column of the database that they must not share. */
const once: readonly (readonly [file: string, column: string])[] = [
  ['groups', 'name'],
  ['class_types', 'id'],
  ['control_forms', 'id'],
];

/** Reports values that belong to a row of the portal which this file does not hold; after `resolve`. */
export async function reportTaken(db: Db, { table, name }: ReadFile, report: Report): Promise<void> {
  for (const [file, column] of once) {
    if (file !== table.file) continue;
    const isIn = keyInDatabase(table).map((key) => `r."${key.name}" = t."${key.name}"`);
    const taken = await db.unsafe<{ row: number; value: string; key: string }[]>(
      `select r."row", r."${column}"::text as value, t.code as key from r_${file} r
       join ${table.into} t on t."${column}" = r."${column}" and not (${matching(table)})
       where not exists (select from r_${file} r where ${isIn.join(' and ')}) order by 1`,
    );
    for (const { row, value, key } of taken)
      report.mistake('value.inPortal', { file: name, row, column }, { value, other: key });
  }
}
