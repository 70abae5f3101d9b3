import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { StartupError } from '../core/startup-error.ts';
import type { DemoSize } from '../settings.ts';

/** What a database holds. */
export type InitialData = 'invented' | 'real' | 'nothing';

/** Any number that nothing else takes a lock on. */
const fillLock = 7_203_312;

/** The same seed gives the same people everywhere, so that two demo portals can be compared. */
const seed = 2026;

/** The accounts that every invented university has, as they are shown to whoever starts it. */
export const demoAccounts = [
  { login: 'teacher', password: 'Teacher1', what: 'a teacher' },
  { login: 'student', password: 'Student1', what: 'a student' },
  { login: 'student2', password: 'Student2', what: 'a student of the same group' },
  { login: 'student3', password: 'Student3', what: 'a student of another faculty' },
  { login: 'editor', password: 'Editor1', what: 'may write news' },
  { login: 'clerk', password: 'Clerk1', what: 'works at the single window' },
  { login: 'admin', password: 'Admin1', what: 'has every permission, looks after accounts' },
] as const;

/**
 * Fills a database that holds no university with an invented one, through the importer. Several nodes may call this at
 * once; one works, the others wait.
 * @param today the university's day, YYYY-MM-DD
 * @returns what the database holds now
 * @throws StartupError when the importer refuses what the generator wrote
 */
export async function fillEmptyDatabase(
  sql: Sql,
  size: DemoSize,
  today: string,
  log: (text: string) => void,
): Promise<InitialData> {
  const session = await sql.reserve();
  try {
    await session`select pg_advisory_lock(${fillLock})`;
    const [university] = await session<{ demo: boolean }[]>`select demo from university`;
    if (university) return university.demo ? 'invented' : 'real';
    if (size === 'none') return 'nothing';
    log(`Loading an invented university (${size}) into the empty database ...`);
    await importInvented(sql, size, today);
    await session`update university set demo = true`;
    return 'invented';
  } finally {
    await session`select pg_advisory_unlock(${fillLock})`.catch(() => undefined);
    session.release();
  }
}

async function importInvented(sql: Sql, size: Exclude<DemoSize, 'none'>, today: string): Promise<void> {
  // A portal that holds a university needs none of this.
  const [{ importFolder }, { generateUniversity }] = await Promise.all([
    import('../import/import.ts'),
    import('./generate.ts'),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'bilim-demo-'));
  try {
    await generateUniversity({ size, today, seed }, folder);
    const { problems } = await importFolder({ sql, folder, today, demo: true });
    const [first] = problems;
    if (first)
      throw new StartupError(
        `The invented university was refused (${problems.length} problems): ${JSON.stringify(first)}`,
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
