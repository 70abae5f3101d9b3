import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { CannotStart, sentenceFor } from '../core/cannot-start.ts';
import { prepareFolder, startEmbeddedPostgres } from '../core/embedded-postgres.ts';
import { checkExternalPostgres } from '../core/external-postgres.ts';
import { isOfDatabase } from '../core/failures.ts';
import { readSettings, type Settings } from '../settings.ts';
import { backup } from './backup.ts';
import { toldFailure } from './failures.ts';
import { some, type Told } from './format.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

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
  const { what, file, isVerified, skipMissing } = readArguments(process.argv.slice(2));
  if (isVerified) {
    if (!existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
    console.log(sentence('The back-up is whole', await verify(file)));
    return;
  }
  const settings = readSettings(process.env);
  if (what === 'backup' && existsSync(file)) throw new CannotStart(`${file} is there already: choose another name.`);
  if (what === 'restore' && !existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  if (what === 'restore') prepareFolder(settings.dataDir);
  const { url, stop } = await openDatabase(settings, what === 'backup');
  // A restore holds a lock, writes and prepares the schema on one connection each.
  const sql = postgres(url, { max: 3, onnotice: () => undefined });
  try {
    if (what === 'backup')
      console.log(sentence('Backed up and read back', await backup(sql, settings.dataDir, file, { skipMissing })));
    else {
      const told = await restore(sql, settings.dataDir, file, migrations);
      console.log(`${sentence('Brought back', told)} The portal can be started; everybody signs in anew.`);
    }
  } finally {
    await sql.end({ timeout: 5 });
    await stop();
  }
}

interface Wish {
  readonly what: 'backup' | 'restore';
  readonly file: string;
  readonly isVerified: boolean;
  readonly skipMissing: boolean;
}

function readArguments([what, ...given]: string[]): Wish {
  const options = given.filter((one) => one.startsWith('--'));
  const [file, ...more] = given.filter((one) => !one.startsWith('--'));
  const isBackup = what === 'backup';
  const known = isBackup ? ['--verify', '--skip-missing'] : [];
  if (!file || more.length || options.length > 1 || options.some((one) => !known.includes(one)))
    throw new CannotStart(
      isBackup ? 'Usage: npm run backup -- [--skip-missing | --verify] FILE' : 'Usage: npm run restore -- FILE',
    );
  return {
    what: isBackup ? 'backup' : 'restore',
    file: resolve(file),
    isVerified: options.includes('--verify'),
    skipMissing: options.includes('--skip-missing'),
  };
}

function sentence(done: string, { at, rows, files, faulty }: Told): string {
  const without = faulty.length ? ` Missing or damaged when it was made: ${some(faulty)}.` : '';
  return `${done}: ${rows} rows and ${files} files of ${at}.${without}`;
}

const lost = 'The connection to the database was lost. Try it again.';

/**
 * The driver stumbles over a connection that breaks while it writes; the work hears of that as well, and ends by itself
 * when it can.
 */
process.on('uncaughtException', (failure) => {
  const isOfDriver = /node_modules.postgres/.test(failure.stack ?? '');
  if (!isOfDriver && !isOfDatabase(failure)) {
    console.error(failure);
    process.exit(1);
  }
  setTimeout(() => {
    console.error(lost);
    process.exit(1);
  }, 10_000).unref();
});

try {
  await run();
} catch (failure) {
  // One sentence for a person; anything else is our mistake and shows where.
  const told = toldFailure(failure, 'the work');
  const isOwn = told instanceof CannotStart || (told instanceof Error && 'code' in told);
  console.error(isOwn ? sentenceFor(told) : told);
  process.exitCode = 1;
}
