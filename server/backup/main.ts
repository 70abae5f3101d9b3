import { resolve } from 'node:path';
import type { Sql } from 'postgres';
import { Vault, vaultKeyPath } from '../auth/vault.ts';
import { StartupError } from '../core/startup-error.ts';
import { runCommandLine, withDatabase } from '../database/command.ts';
import { ensureWritableFolder } from '../database/embedded/embedded-postgres.ts';
import { schemaFolder } from '../database/migrate.ts';
import { readErasureList } from '../erasure/erasure-list.ts';
import { resolveFileStoreLocation } from '../files/store-location.ts';
import { initializeSettings, type Settings } from '../settings.ts';
import { createBackup } from './backup.ts';
import { BackupBucket, bucketScheme, type ListedBackup } from './bucket-place.ts';
import { checkRecipient, openEncryptedBackup } from './encryption.ts';
import { toOperatorFailure } from './failures.ts';
import { abbreviateNames, type BackupSummary } from './format.ts';
import { type BackupLocation, createFileBackupLocation } from './place.ts';
import { restoreBackup } from './restore.ts';
import { type BackupSource, verifyBackup } from './verify.ts';

async function run(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  const name = options.file;
  if (name !== null && !name.startsWith(bucketScheme))
    return await work(options, createFileBackupLocation(resolve(name)));
  const { backups } = initializeSettings();
  if (backups === null)
    throw new StartupError(
      'BACKUP_URL names no bucket: give this command the settings of the portal (docs/operating.md#back-ups-in-a-bucket).',
    );
  const bucket = await BackupBucket.open(backups);
  try {
    if (name !== null) return await work(options, bucket.place(name.slice(bucketScheme.length)));
    const listed = await bucket.list();
    console.log(listed.map(lineOf).join('\n') || 'The bucket of BACKUP_URL holds no back-up.');
  } finally {
    await bucket.close();
  }
}

async function work(options: Options, place: BackupLocation): Promise<void> {
  const source = options.identity === null ? place.source : openEncryptedBackup(place.source, options.identity);
  if (options.isVerified) {
    await place.check('present');
    const summary = await verifyBackup(source);
    console.log(sentence('The back-up is whole', summary));
    if (summary.key) console.log(`It belongs to the key ${summary.key} (keys/secrets.key), which is in no back-up.`);
    return;
  }
  const settings = initializeSettings();
  await place.check(options.what === 'backup' ? 'absent' : 'present');
  if (options.what === 'backup') return await runBackup(options, settings, place);
  ensureWritableFolder(settings.dataDir);
  await runRestore(options, settings, source);
}

async function runBackup(
  { skipMissing, recipient, keep }: Options,
  settings: Settings,
  place: BackupLocation,
): Promise<void> {
  await withDatabase(settings, { mustExist: true, schema: 'any' }, async (sql) => {
    const files = resolveFileStoreLocation(settings);
    const saving = createBackup(sql, settings.dataDir, place, { skipMissing, recipient, files });
    const summary = await noted(sql, 'backup', saving);
    console.log(sentence(recipient === null ? 'Backed up and read back' : 'Backed up and encrypted', summary));
    if (summary.key)
      console.log(`The key ${vaultKeyPath(settings.dataDir)} is not in it: keep a copy of that file apart.`);
    const gone = keep === null ? [] : await place.removeOlder(keep);
    if (gone.length > 0) console.log(`Removed older ones: ${abbreviateNames(gone)}.`);
  });
}

async function runRestore({ erased }: Options, settings: Settings, source: BackupSource): Promise<void> {
  await withDatabase(settings, { alone: true, schema: 'any' }, async (sql) => {
    const listed = erased === null ? null : await readErasureList(erased);
    if (erased !== null && listed === null) throw new StartupError(`There is no file ${erased}.`);
    let again = 0;
    const onErased = (people: number) => {
      again = people;
    };
    const files = resolveFileStoreLocation(settings);
    const restoring = restoreBackup(sql, settings.dataDir, source, schemaFolder, { erased: listed, onErased, files });
    const summary = await noted(sql, 'restore', restoring);
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
  backup: `Usage: npm run backup -- [OPTION ...] FILE
       npm run backup -- --verify [--identity=KEYS] FILE
       npm run backup -- --list
  FILE               a path, or s3:NAME in the bucket of BACKUP_URL
  --skip-missing     save the rest when files are missing or damaged
  --recipient=KEY    encrypt it to this public key (age1..., or one of ssh), with the program age
  --keep=NUMBER      afterwards remove older ones that are called alike but for figures, and keep so many
  --verify           read a back-up and say whether it is whole
  --identity=KEYS    the file with the private key of an encrypted one
  --list             what is in the bucket of BACKUP_URL`,
  restore: `Usage: npm run restore -- [OPTION ...] FILE
  FILE               a path, or s3:NAME in the bucket of BACKUP_URL
  --erased=FILE      people who were erased after the back-up: erase them again
  --identity=KEYS    the file with the private key of an encrypted one`,
};

interface Options {
  readonly what: 'backup' | 'restore';
  /** The path of a file, or a name in the bucket; null: what is in the bucket is listed. */
  readonly file: string | null;
  readonly isVerified: boolean;
  readonly skipMissing: boolean;
  /** A list of erased people that lies elsewhere. */
  readonly erased: string | null;
  /** The public key to which a back-up is encrypted. */
  readonly recipient: string | null;
  /** The file with the private key of one. */
  readonly identity: string | null;
  /** How many back-ups that are called alike stay. */
  readonly keep: number | null;
}

function readArguments([what, ...rest]: string[]): Options {
  const isBackup = what === 'backup';
  const refuse = (): never => {
    throw new StartupError(usages[isBackup ? 'backup' : 'restore']);
  };
  const [file, ...more] = rest.filter((one) => !one.startsWith('--'));
  const options = new Map<string, string>();
  for (const one of rest.filter((option) => option.startsWith('--'))) {
    const [, name = '', value = ''] = /^--([a-z-]+)(?:=(.+))?$/.exec(one) ?? [];
    if (options.has(name)) refuse();
    options.set(name, value);
  }
  const isVerified = isBackup && options.has('verify');
  const isListed = isBackup && options.has('list');
  const saving = { 'skip-missing': false, recipient: true, keep: true };
  const reading = { identity: true, ...(isBackup ? { verify: false } : { erased: true }) };
  const known = new Map(Object.entries(isListed ? { list: false } : isBackup && !isVerified ? saving : reading));
  for (const [name, value] of options) if (known.get(name) !== (value !== '')) refuse();
  const keep = options.get('keep') ?? null;
  if ((file === undefined) !== isListed || more.length || (keep !== null && !/^[1-9]\d{0,4}$/.test(keep)))
    return refuse();
  const recipient = options.get('recipient') ?? null;
  if (recipient !== null) checkRecipient(recipient);
  const pathOf = (name: string) => (options.has(name) ? resolve(options.get(name) ?? '') : null);
  return {
    ...{ what: isBackup ? 'backup' : 'restore', file: file ?? null, isVerified, recipient },
    ...{ skipMissing: options.has('skip-missing'), erased: pathOf('erased'), identity: pathOf('identity') },
    keep: keep === null ? null : Number(keep),
  };
}

const mebibyte = 1024 * 1024;
function lineOf({ name, bytes, isWhole, at }: ListedBackup): string {
  const state = isWhole
    ? 'unreadable: complete.json is damaged, or of a newer release'
    : 'not whole: it was interrupted';
  return `${name}  ${(bytes / mebibyte).toFixed(1)} MiB  ${at === null ? state : `of ${at}`}`;
}

function sentence(done: string, { at, rows, files, faulty }: BackupSummary): string {
  const without = faulty.length ? ` Missing or damaged when it was made: ${abbreviateNames(faulty)}.` : '';
  return `${done}: ${rows} rows and ${files} files of ${at}.${without}`;
}

await runCommandLine(usages[process.argv[2] === 'backup' ? 'backup' : 'restore'], () =>
  run().catch((failure: unknown) => {
    throw toOperatorFailure(failure, 'the work');
  }),
);
