import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { resolveTestClusterUrl } from '../server/test/database.ts';
import { createBareEnvironment } from '../server/test/program.ts';
import { projectFolder } from './results.ts';

/** What grows beside the sources, and what a copy must have of its own. */
const leftOut = new Set(['.git', 'node_modules', 'data', 'test-results', 'playwright-report', 'web/dist']);

/** A copy of the sources, in which tests of `npm run new-room` make rooms. */
export class SourceCopy {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), 'bilim-new-room-')));

  constructor() {
    cpSync(projectFolder, this.folder, {
      recursive: true,
      filter: (path) => !leftOut.has(relative(projectFolder, path)),
    });
    this.#linkPackages();
  }

  /**
   * Links each package of its own, so that ours are those of the copy and caches are not shared; what the compiler knows
   * of our sources is copied, for only the new room has to be checked.
   */
  #linkPackages(): void {
    const packages = join(this.folder, 'node_modules');
    mkdirSync(join(packages, '@bilim'), { recursive: true });
    for (const entry of readdirSync(join(projectFolder, 'node_modules')))
      if (!['@bilim', '.cache', '.vite'].includes(entry))
        symlinkSync(join(projectFolder, 'node_modules', entry), join(packages, entry));
    for (const own of ['contract', 'server', 'web'])
      symlinkSync(join(this.folder, own), join(packages, '@bilim', own), 'junction');
    for (const known of globSync('node_modules/.cache/*.tsbuildinfo', { cwd: projectFolder }))
      cpSync(join(projectFolder, known), join(this.folder, known));
  }

  /** Runs a program in the copy, `more` added to its environment; fails with all that it said. */
  async run(program: string, args: readonly string[], more: Record<string, string> = {}): Promise<string> {
    const env = {
      ...createBareEnvironment(),
      HOME: process.env.HOME,
      TEST_POSTGRES_URL: await resolveTestClusterUrl(),
      ...more,
    };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: this.folder, env });
      return stdout;
    } catch (failure) {
      const { stdout, stderr, code } = failure as { stdout: string; stderr: string; code: number };
      assert.fail(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
