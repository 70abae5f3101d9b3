import { CannotStart } from '../core/cannot-start.ts';
import { runCommand, withDatabase } from '../database/command.ts';
import { readSettings } from '../settings.ts';
import { removeOldAudit } from './audit.queries.ts';

/** Removes the audit rows whose time is over, whole months by the retention of each kind, and tells how many. */
async function run(): Promise<void> {
  const [what, ...more] = process.argv.slice(2);
  if (what !== '--remove-old' || more.length) throw new CannotStart('Usage: npm run audit -- --remove-old');
  const removed = await withDatabase(readSettings(process.env), { mustExist: true, schema: 'newest' }, removeOldAudit);
  for (const one of removed) console.log(`Removed ${one.removed} rows of ${one.kind} from before ${one.until}.`);
  if (!removed.length) console.log('Nothing is old enough to be removed.');
}

await runCommand(run);
