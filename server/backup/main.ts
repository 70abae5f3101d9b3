import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { CannotStart, sentenceFor } from '../core/cannot-start.ts';
import { prepareFolder, startEmbeddedPostgres } from '../core/embedded-postgres.ts';
import { checkExternalPostgres } from '../core/external-postgres.ts';
import { readSettings, type Settings } from '../settings.ts';
import { backup } from './backup.ts';
import type { Told } from './format.ts';
import { restore } from './restore.ts';

const silent = { info: () => undefined, warn: () => undefined };
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

interface Opened {
  url: string;
  stop(): Promise<void>;
}

/** Opens the database of the settings; one that a running portal has is used beside it when `beside` allows that. */
async function openDatabase(settings: Settings, beside: boolean): Promise<Opened> {
  if (settings.databaseUrl !== null) {
    await checkExternalPostgres(settings.databaseUrl);
    return { url: settings.databaseUrl, stop: async () => undefined };
  }
  const cluster = join(settings.dataDir, 'database');
  if (beside && !existsSync(cluster))
    throw new CannotStart(`There is no database in ${settings.dataDir}: set DATA_DIR or DATABASE_URL.`);
  try {
    return await startEmbeddedPostgres({ dataDir: settings.dataDir, log: silent });
  } catch (failure) {
    if (!beside || !(failure instanceof CannotStart && failure.message.includes('already runs'))) throw failure;
    const port = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]?.trim();
    const password = readFileSync(join(settings.dataDir, 'database-password'), 'utf8').trim();
    return { url: `postgres://bilim:${password}@127.0.0.1:${port}/bilim`, stop: async () => undefined };
  }
}

async function run(): Promise<void> {
  const [what, given, ...more] = process.argv.slice(2);
  if (!given || more.length || (what !== 'backup' && what !== 'restore'))
    throw new CannotStart(`Usage: npm run ${what === 'restore' ? 'restore' : 'backup'} -- FILE`);
  const file = resolve(given);
  const settings = readSettings(process.env);
  if (what === 'backup' && existsSync(file)) throw new CannotStart(`${file} is there already: choose another name.`);
  if (what === 'restore' && !existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  if (what === 'restore') prepareFolder(settings.dataDir);
  const { url, stop } = await openDatabase(settings, what === 'backup');
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  try {
    const told =
      what === 'backup'
        ? await backup(sql, settings.dataDir, file)
        : await restore(sql, settings.dataDir, file, migrations);
    await sql`
      insert into audit (action, detail)
      values (${what}, jsonb_build_object('rows', ${told.rows}::int8, 'files', ${told.files}::int8))`;
    console.log(sentence(what, told));
  } finally {
    await sql.end({ timeout: 5 });
    await stop();
  }
}

function sentence(what: 'backup' | 'restore', { at, rows, files }: Told): string {
  const amount = `${rows} rows and ${files} files of ${at}`;
  return what === 'backup' ? `Backed up: ${amount}.` : `Brought back: ${amount}. The portal can be started.`;
}

try {
  await run();
} catch (failure) {
  // One sentence for a person; anything else is our mistake and shows where.
  const isOwn = failure instanceof CannotStart || (failure instanceof Error && 'code' in failure);
  console.error(isOwn ? sentenceFor(failure) : failure);
  process.exitCode = 1;
}
