import type { Sql } from 'postgres';
import { inspectAuditChain } from '../admin/doctor.audit.ts';
import { maxRetentionMonths, readRetentions, setRetention } from '../auth/audit-retention.queries.ts';
import { Vault, vaultKeyPath } from '../auth/vault.ts';
import { Refusal } from '../core/refusal.ts';
import { StartupError } from '../core/startup-error.ts';
import { runCommandLine, withDatabase } from '../database/command.ts';
import { initializeSettings } from '../settings.ts';
import { deleteExpiredAuditRows, recordAuditVerification } from './audit.queries.ts';

const usage = 'Usage: npm run audit -- --remove-old | --verify | --retention | --keep KIND=MONTHS';

const database = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  withDatabase(initializeSettings(), { mustExist: true, schema: 'newest' }, work);

/** Removes the audit rows whose time is over, whole months by the retention of each kind, and reports how many. */
async function removeOld(): Promise<void> {
  const removed = await database(deleteExpiredAuditRows);
  for (const one of removed) console.log(`Removed ${one.removed} rows of ${one.kind} from before ${one.until}.`);
  if (!removed.length) console.log('Nothing is old enough to be removed.');
}

/** Says whether the rows are as they were written, and notes it for the start page of the administrators. */
async function verifyRows(): Promise<void> {
  const findings = await withDatabase(
    initializeSettings(),
    { mustExist: true, schema: 'newest' },
    async (sql, dataDir) => {
      const vault = await Vault.openThere(dataDir);
      if (!vault)
        throw new StartupError(`The key ${vaultKeyPath(dataDir)} is missing: without it the chain tells nothing.`);
      const found = await inspectAuditChain(sql, vault, dataDir);
      await recordAuditVerification(sql, found.filter(({ kind }) => kind === 'fault').length);
      return found;
    },
  );
  for (const { text } of findings) console.log(text);
  if (findings.some(({ kind }) => kind === 'fault')) process.exitCode = 1;
}

/** Tells how long each kind of rows is kept. */
async function printRetention(): Promise<void> {
  for (const { kind, months } of await database(readRetentions)) console.log(`${kind}: ${months ?? 'for good'}`);
}

/** Keeps a kind of rows for other months than before. */
async function keep(text: string): Promise<void> {
  const [, kind = '', months] = /^([a-z]{1,20})=(\d{1,3})$/.exec(text) ?? [];
  const number = Number(months);
  if (!kind) throw new StartupError(`${usage} (1 to ${maxRetentionMonths} months)`);
  const done = await database(async (sql) => {
    try {
      return await setRetention(sql, { kind, months: number }, null);
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      const { least, most } = failure.values;
      if (failure.code === 'audit.months') throw new StartupError(`${usage} (${kind}: ${least} to ${most} months)`);
      const known = (await readRetentions(sql)).map((one) => one.kind);
      throw new StartupError(`There is no kind ${kind}; there are ${known.join(', ')}.`);
    }
  });
  console.log(done ? `Rows of ${kind} are kept for ${number} months.` : 'That is so already.');
}

async function run(): Promise<void> {
  const [what, which, ...more] = process.argv.slice(2);
  if (what === '--remove-old' && which === undefined) return await removeOld();
  if (what === '--verify' && which === undefined) return await verifyRows();
  if (what === '--retention' && which === undefined) return await printRetention();
  if (what === '--keep' && which !== undefined && !more.length) return await keep(which);
  throw new StartupError(usage);
}

await runCommandLine(usage, run);
