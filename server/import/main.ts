import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { CannotStart } from '../core/cannot-start.ts';
import { runCommand, withDatabase } from '../core/command.ts';
import { readSettings } from '../settings.ts';
import { type ImportResult, importFolder, type Progress } from './import.ts';
import { giveNewPasswords } from './new-passwords.ts';
import { problemsFile } from './read.ts';
import { reportCsv, reportLines } from './report.ts';
import { type Language, sentence } from './sentences.ts';

const usage = `Usage: npm run import -- FOLDER [options]
       npm run import -- --new-password LOGIN --passwords FILE
  --dry-run          check everything and show what would change, write nothing
  --passwords FILE   where the list of first passwords goes (.csv, or .html for printing); needed for new people
  --allow-closing    go on though more than 10 % of the people would be closed
  --new-password LOGIN  instead of importing: a new first password for a lost one; may be given several times
  --lang ru|kg|en    language of the messages (ru)
  --demo             the folder is an invented university made by npm run demo`;
const languages: readonly Language[] = ['ru', 'kg', 'en'];
/** More would scroll the first ones away; the file has them all. */
const mostLines = 60;

interface Wish {
  folder: string;
  /** Accounts that get a new first password instead of an import. */
  newPasswords: readonly string[];
  dryRun: boolean;
  allowClosing: boolean;
  demo: boolean;
  passwords: string | undefined;
  language: Language;
}

function readWish(): Wish {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': flag,
      'allow-closing': flag,
      demo: flag,
      passwords: { type: 'string' },
      'new-password': { type: 'string', multiple: true, default: [] },
      lang: { type: 'string', default: 'ru' },
    },
  });
  const language = languages.find((candidate) => candidate === values.lang);
  const [folder, ...others] = positionals;
  const { 'dry-run': dryRun, 'allow-closing': allowClosing, 'new-password': newPasswords, demo } = values;
  const isComplete = newPasswords.length > 0 ? !folder && values.passwords !== undefined : folder !== undefined;
  if (!isComplete || others.length > 0 || !language) throw new CannotStart(usage);
  const passwords = values.passwords === undefined ? undefined : resolve(values.passwords);
  return { folder: resolve(folder ?? ''), newPasswords, dryRun, allowClosing, demo, passwords, language };
}

async function run(): Promise<void> {
  const wish = readWish();
  const settings = readSettings(process.env);
  await withDatabase(settings, { schema: 'newest' }, async (sql) => {
    if (wish.newPasswords.length > 0) {
      await renew(sql, wish);
      return;
    }
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(new Date());
    const result = await importFolder({ ...wish, sql, today, onProgress: progressLine(wish.language) });
    clearLine();
    await show(result, wish);
    if (result.problems.length > 0) process.exitCode = 1;
  });
}

async function renew(sql: postgres.Sql, { newPasswords, passwords = '', language }: Wish): Promise<void> {
  const problems = await giveNewPasswords({ sql, logins: newPasswords, passwords, language });
  for (const line of reportLines(problems, language)) console.log(line);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(sentence('result.passwords', language, { count: newPasswords.length, path: passwords }));
}

/** One line that is written over; without a terminal, a line for each big step. */
function progressLine(language: Language): (step: Progress) => void {
  return ({ step, file, rows }) => {
    const text = sentence(`step.${step}`, language, { file, rows });
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${text}`);
    else if (step !== 'write' || rows >= 1000) console.log(text);
  };
}

function clearLine(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
}

async function show(result: ImportResult, { folder, dryRun, passwords, language }: Wish): Promise<void> {
  const say = (code: Parameters<typeof sentence>[0], values: Record<string, string | number> = {}) =>
    console.log(sentence(code, language, values));
  const all = [...result.problems, ...result.warnings];
  for (const line of reportLines(all, language, mostLines)) console.log(line);
  if (all.length > 0) {
    const path = join(folder, problemsFile);
    const stored = await writeFile(path, reportCsv(all)).then(
      () => true,
      () => false,
    );
    if (stored) say('result.reportFile', { path });
  }
  if (result.problems.length > 0) {
    say('result.refused', { count: result.problems.length });
    return;
  }
  const changes = result.changes.filter(({ added, changed, closed, kept }) => added + changed + closed + kept > 0);
  if (changes.length > 0) say('result.head');
  for (const { file, rows, added, changed, closed, kept } of changes) {
    console.log(`  ${file}: ${rows}, +${added}, ~${changed}, -${closed}, =${kept}`);
  }
  if (changes.length === 0) say('result.nothing');
  if (dryRun) say('result.dry');
  else if (changes.length > 0) say('result.written');
  if (result.written && passwords && result.newAccounts > 0) {
    say('result.passwords', { count: result.newAccounts, path: passwords });
  }
}

await runCommand(() => run().finally(clearLine));
