import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDatabaseClockEnvironment } from '../server/test/database.ts';
import { createBareEnvironment } from '../server/test/program.ts';
import { projectFolder } from './results.ts';

/** The commands of the README whose short run is one of the release tests. */
export const commandsWithReleaseTest = ['build', 'fuzz', 'bench', 'bench:web', 'gallery', 'soak'] as const;

/** One run: what follows the command's name, the settings with which it runs, and what it says when all went well. */
export interface CommandSmokeTest {
  readonly args: readonly string[];
  readonly settings?: () => Record<string, string>;
  readonly says: RegExp;
  /** The answer may also be no, reported with exit code 1. */
  readonly mayFail?: true;
}

/** Runs a command in the way that `npm run` does; gives what it said, its errors behind all else. */
export async function runCommand(command: string, { args, settings, mayFail }: CommandSmokeTest): Promise<string> {
  const env = settings?.() ?? {};
  // The tests' own PostgreSQL where there is one; none of the settings of whoever runs the tests.
  const { HOME, TEST_POSTGRES_URL } = process.env;
  const given = Object.entries({
    ...{ HOME, TEST_POSTGRES_URL },
    ...createBareEnvironment(),
    ...createDatabaseClockEnvironment(env.DATABASE_URL),
    ...env,
  }).filter(([, value]) => value !== undefined);
  const child = spawn(process.execPath, [join(projectFolder, 'boot.mjs'), command, ...args], {
    env: Object.fromEntries(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, out, err] = await Promise.all([
    new Promise((done) => child.once('close', done)),
    text(child.stdout),
    text(child.stderr),
  ]);
  const output = out + err;
  assert.ok(code === 0 || (code === 1 && mayFail), `${command} ended with ${code}:\n${output}`);
  return output;
}

/**
 * Asks a command what it is for and which release it is; it does nothing else.
 * @param folder where its data would lie
 */
export async function expectHelpAndVersion(name: string, folder: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string };
  const settings = () => ({ DATA_DIR: folder });
  const help = await runCommand(name, { args: ['--help'], settings, says: /./ });
  assert.match(help, new RegExp(`^npm (run )?${name}: [a-z].*\\.$`, 'm'));
  assert.equal(await runCommand(name, { args: ['--version'], settings, says: /./ }), `Bilim ${version}\n`);
}
