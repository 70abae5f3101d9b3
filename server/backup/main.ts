import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { CannotStart } from '../core/cannot-start.ts';
import { runCommand, withDatabase } from '../core/command.ts';
import { prepareFolder } from '../core/embedded-postgres.ts';
import { readSettings } from '../settings.ts';
import { backup } from './backup.ts';
import type { Told } from './format.ts';
import { restore } from './restore.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

async function run(): Promise<void> {
  const [what, given, ...more] = process.argv.slice(2);
  if (!given || more.length || (what !== 'backup' && what !== 'restore'))
    throw new CannotStart(`Usage: npm run ${what === 'restore' ? 'restore' : 'backup'} -- FILE`);
  const file = resolve(given);
  const settings = readSettings(process.env);
  if (what === 'backup' && existsSync(file)) throw new CannotStart(`${file} is there already: choose another name.`);
  if (what === 'restore' && !existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  if (what === 'restore') prepareFolder(settings.dataDir);
  const told =
    what === 'backup'
      ? await withDatabase(settings, { mustExist: true, schema: 'any' }, (sql) =>
          noted(sql, what, backup(sql, settings.dataDir, file)),
        )
      : await withDatabase(settings, { alone: true, schema: 'any' }, (sql) =>
          noted(sql, what, restore(sql, settings.dataDir, file, migrations)),
        );
  console.log(sentence(what, told));
}

/** Leaves a line in the audit trail of the database that was read or written. */
async function noted(sql: Sql, what: 'backup' | 'restore', work: Promise<Told>): Promise<Told> {
  const told = await work;
  await sql`
    insert into audit (action, detail)
    values (${what}, jsonb_build_object('rows', ${told.rows}::int8, 'files', ${told.files}::int8))`;
  return told;
}

function sentence(what: 'backup' | 'restore', { at, rows, files }: Told): string {
  const amount = `${rows} rows and ${files} files of ${at}`;
  return what === 'backup' ? `Backed up: ${amount}.` : `Brought back: ${amount}. The portal can be started.`;
}

await runCommand(run);
