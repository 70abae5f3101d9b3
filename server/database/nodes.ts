import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../core/cannot-start.ts';
import { textOfNetworks } from '../core/network-settings.ts';
import type { Settings } from '../settings.ts';
import { type Database, type Db, nameOfEars } from './database.ts';

/** Any number that nothing else takes a lock on. */
const nodesLock = 7_203_317;
/** Nobody speaks on it: listening keeps the connection open by which others see this node. */
const channel = 'bilim_nodes';

type Value = string | number | boolean | null;

/** The settings that change what calls answer, or what is counted in the database for all nodes together. */
function sharedSettings(settings: Settings): Record<string, Value> {
  return {
    FILE_LIMIT_MB: settings.fileLimitMb,
    QUOTA_MB: settings.quotaMb,
    PASSWORD_MIN: settings.passwordMin,
    PHOTO_UPLOAD: settings.photoUpload ? 1 : 0,
    CAMPUS_RANGES: settings.campusRanges.toSorted().join(', ') || null,
    NETWORKS: textOfNetworks(settings.networks) || null,
    PUSH_HOSTS: settings.pushHosts.toSorted().join(', ') || null,
    // Not the address itself, which usually holds a password.
    SMTP_URL: settings.smtpUrl && 'set',
    MAIL_FROM: settings.mailFrom,
    PUBLIC_URL: settings.publicAddress,
    BOOKS_URL: settings.booksAddress,
    TIME_ZONE: settings.timeZone,
    SESSION_DAYS: settings.sessionDays,
    JOURNAL_DAYS: settings.journalDays,
    TEACHER_MOVES: settings.teacherMoves ? 1 : 0,
    RATE_PERCENT: settings.ratePercent,
    // Not the path, which may differ: what lists say about office files must not.
    OFFICE_CONVERTER: settings.officeConverter.program && 'set',
  };
}

/**
 * Joins the nodes that run on this database; the first decides what all have in common. From now on until `database` is
 * closed, or this process ends in whatever way, others see that it runs.
 * @throws CannotStart when the folder of files or a setting differs from that of the nodes that run
 */
export async function joinNodes(database: Database, settings: Settings): Promise<void> {
  await database.transaction(async (db) => {
    // One after the other, so that of two that start together one is the first.
    await db`select pg_advisory_xact_lock(${nodesLock})`;
    const mine = { folder: await folderNumber(settings.dataDir), settings: sharedSettings(settings) };
    if (await isAnotherRunning(db)) await compare(db, mine, settings.dataDir);
    else await decide(db, mine);
    await database.listen(
      channel,
      () => undefined,
      () => undefined,
    );
  });
}

interface Agreement {
  readonly folder: string;
  readonly settings: Record<string, Value>;
}

async function isAnotherRunning(db: Db): Promise<boolean> {
  const running = await db`
    select from pg_stat_activity where datname = current_database() and application_name = ${nameOfEars} limit 1`;
  return running.length > 0;
}

async function decide(db: Db, { folder, settings }: Agreement): Promise<void> {
  await db`
    insert into node_agreement (folder, settings) values (${folder}, ${JSON.stringify(settings)}::text::jsonb)
    on conflict (is_one) do update set folder = excluded.folder, settings = excluded.settings`;
}

async function compare(db: Db, mine: Agreement, dataDir: string): Promise<void> {
  const different = await differences(db, mine, dataDir);
  if (different.length)
    throw new CannotStart(
      `This node does not fit those that run on its database: ${different.join(', ')}; let all nodes have the same, or stop the others first.`,
    );
}

async function differences(db: Db, mine: Agreement, dataDir: string): Promise<string[]> {
  const [theirs] = await db<Agreement[]>`select folder, settings from node_agreement`;
  if (!theirs) return [];
  const different = Object.entries(mine.settings)
    .filter(([name, value]) => value !== (theirs.settings[name] ?? null))
    .map(([name, value]) => `${name} is ${shown(value)} here and ${shown(theirs.settings[name] ?? null)} there`);
  if (mine.folder !== theirs.folder) different.unshift(`DATA_DIR ${dataDir} is not the folder of their files`);
  return different;
}

/** Whether nodes run on this database, and in what they differ from these settings. */
export async function compareWithNodes(
  db: Db,
  settings: Settings,
): Promise<{ running: boolean; different: readonly string[] }> {
  const folder = await readFile(join(settings.dataDir, 'folder-number'), 'utf8').catch(() => '');
  const mine = { folder: folder.trim(), settings: sharedSettings(settings) };
  const running = await isAnotherRunning(db);
  return { running, different: running ? await differences(db, mine, settings.dataDir) : [] };
}

const shown = (value: Value) => value ?? 'not set';

/** The number that lies in a data folder, by which two nodes see that it is the same one. */
async function folderNumber(dataDir: string): Promise<string> {
  const path = join(dataDir, 'folder-number');
  // Only the first to come writes it.
  await writeFile(path, `${randomUUID()}\n`, { flag: 'wx' }).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EEXIST') throw failure;
  });
  return (await readFile(path, 'utf8')).trim();
}
