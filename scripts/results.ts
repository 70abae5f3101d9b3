import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One test as it went; conformance reads the requirement numbers out of the title. */
export interface TestResult {
  /** Names of the enclosing groups and of the test, joined by ` > `. */
  title: string;
  /** Path from the project's folder. */
  file: string;
  status: 'passed' | 'failed' | 'skipped';
  ms: number;
  /** It failed, and passed when it was run once more. */
  unsteady?: true;
  /** What went wrong; of failed and unsteady ones. */
  reason?: string;
}

/**
 * What failed, each with all that is known of it: of a long run often nothing but its last lines is at hand.
 * @returns lines for the end of a run, none when nothing failed
 */
export function failureReport(results: readonly TestResult[]): string[] {
  return results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ title, file, reason = '', unsteady }) => [
      `FAILED  ${file}: ${title}${unsteady ? ' (passed when it was run again)' : ''}`,
      ...reason
        .split('\n')
        .filter((line) => line.trim())
        .map((line) => `        ${line}`),
    ]);
}

/** The project's folder, with a separator at its end. */
export const projectFolder: string = fileURLToPath(new URL('..', import.meta.url));

const path = join(projectFolder, 'test-results/results.json');

/** The results of the last run; empty when there was none. */
export function readResults(): TestResult[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestResult[]) : [];
}

/** Where the journeys lie that `npm run test:engines` alone runs. */
const engines = 'e2e/engines/';

/** Whether a test file belongs to `npm run test:all` alone. */
export function isReleaseTestFile(file: string): boolean {
  return /\.release\.(test|spec)\.ts$/.test(file);
}

/**
 * Keeps the results of a run beside those of other files: a run of a part replaces what stands for the same files, a quick
 * one what is no release file, and one of all whatever it could run itself.
 */
export function storeResults(results: TestResult[], kind: 'part' | 'quick' | 'all'): void {
  const files = new Set(results.map(({ file }) => file));
  const replaced = ({ file }: TestResult): boolean => {
    if (kind === 'part' || file.startsWith(engines)) return files.has(file);
    return kind === 'all' || !isReleaseTestFile(file);
  };
  const others = readResults().filter((result) => !replaced(result));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify([...others, ...results], null, 1)}\n`);
}
