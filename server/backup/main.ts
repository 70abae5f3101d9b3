import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Sql } from 'postgres';
import { Vault, vaultKeyPath } from '../auth/vault.ts';
import { CannotStart } from '../core/cannot-start.ts';
import { runCommandLine, withDatabase } from '../database/command.ts';
import { ensureWritableFolder } from '../database/embedded/embedded-postgres.ts';
import { schemaFolder } from '../database/migrate.ts';
import { readErasureList } from '../erasure/erasure-list.ts';
import { fileStoreLocation } from '../files/store-location.ts';
import { initializeSettings } from '../settings.ts';
import { backup } from './backup.ts';
import { operatorFailure } from './failures.ts';
import { abbreviateNames, type BackupSummary } from './format.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

async function run(): Promise<void> {
  const { what, file, isVerified, skipMissing, erased } = readArguments(process.argv.slice(2));
  if (isVerified) {
    if (!existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
    const summary = await verify(file);
    console.log(sentence('The back-up is whole', summary));
    if (summary.key) console.log(`It belongs to the key ${summary.key} (keys/secrets.key), which is in no back-up.`);
    return;
  }
  const settings = initializeSettings();
  if (what === 'backup' && existsSync(file)) throw new CannotStart(`${file} is there already: choose another name.`);
  if (what === 'restore' && !existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  if (what === 'restore') ensureWritableFolder(settings.dataDir);
  if (what === 'backup')
    await withDatabase(settings, { mustExist: true, schema: 'any' }, async (sql) => {
      const summary = await noted(
        sql,
        what,
        backup(sql, settings.dataDir, file, { skipMissing, files: fileStoreLocation(settings) }),
      );
      console.log(sentence('Backed up and read back', summary));
      if (summary.key)
        console.log(`The key ${vaultKeyPath(settings.dataDir)} is not in it: keep a copy of that file apart.`);
    });
  else
    await withDatabase(settings, { alone: true, schema: 'any' }, async (sql) => {
      const listed = erased === null ? null : await readErasureList(erased);
      if (erased !== null && listed === null) throw new CannotStart(`There is no file ${erased}.`);
      let again = 0;
      const onErased = (people: number) => {
        again = people;
      };
      const work = restore(sql, settings.dataDir, file, schemaFolder, {
        erased: listed,
        onErased,
        files: fileStoreLocation(settings),
      });
      const summary = await noted(sql, what, work);
      const whose =
        again === 1 ? '1 person who had been erased since is' : `${again} people who had been erased since are`;
      if (again) console.log(`Data of ${whose} erased again.`);
      console.log(`${sentence('Brought back', summary)} The portal can be started; everybody has to sign in again.`);
      await reportMissingKey(summary, settings.dataDir);
    });
}

/** Says before the first start, which makes a key where there is none, whether the one of the back-up is there. */
async function reportMissingKey({ key }: BackupSummary, dataDir: string): Promise<void> {
  if (key === null || (await Vault.openThere(dataDir))?.name === key) return;
  console.log(
    `The key ${key} of this back-up is not in ${vaultKeyPath(dataDir)}: put its file there before the start, or codes of apps, addresses of calendars and personal numbers open nothing.`,
  );
}

/** Leaves a line in the audit trail of the database that was read or written. */
async function noted(sql: Sql, what: 'backup' | 'restore', work: Promise<BackupSummary>): Promise<BackupSummary> {
  const summary = await work;
  await sql`
    insert into audit (action, detail)
    values (${what}, jsonb_build_object('rows', ${summary.rows}::int8, 'files', ${summary.files}::int8))`;
  return summary;
}

const usages = {
  backup: `Usage: npm run backup -- [--skip-missing | --verify] FILE
  --skip-missing     save the rest when files are missing or damaged
  --verify           read a back-up and say whether it is whole`,
  restore: `Usage: npm run restore -- [--erased=FILE] FILE
  --erased=FILE      people who were erased after the back-up: erase them again`,
};

interface Options {
  readonly what: 'backup' | 'restore';
  readonly file: string;
  readonly isVerified: boolean;
  readonly skipMissing: boolean;
  /** A list of erased people that lies elsewhere. */
  readonly erased: string | null;
}

function readArguments([what, ...rest]: string[]): Options {
  const options = rest.filter((one) => one.startsWith('--'));
  const [file, ...more] = rest.filter((one) => !one.startsWith('--'));
  const isBackup = what === 'backup';
  const known = isBackup ? ['--verify', '--skip-missing'] : [];
  const list = isBackup ? undefined : options.find((one) => /^--erased=./.test(one));
  if (!file || more.length || options.length > 1 || options.some((one) => one !== list && !known.includes(one)))
    throw new CannotStart(usages[isBackup ? 'backup' : 'restore']);
  return {
    what: isBackup ? 'backup' : 'restore',
    file: resolve(file),
    isVerified: options.includes('--verify'),
    skipMissing: options.includes('--skip-missing'),
    erased: list ? resolve(list.slice('--erased='.length)) : null,
  };
}

function sentence(done: string, { at, rows, files, faulty }: BackupSummary): string {
  const without = faulty.length ? ` Missing or damaged when it was made: ${abbreviateNames(faulty)}.` : '';
  return `${done}: ${rows} rows and ${files} files of ${at}.${without}`;
}

await runCommandLine(usages[process.argv[2] === 'backup' ? 'backup' : 'restore'], () =>
  run().catch((failure: unknown) => {
    throw operatorFailure(failure, 'the work');
  }),
);
