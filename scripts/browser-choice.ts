import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { home } from './results.ts';

interface Suite {
  suites?: Suite[];
  specs: { title: string; file: string; line: number }[];
}

/** So many browser tests of each requirement belong to the short run. */
const ofEach = 2;

/**
 * The browser tests of the short run as `e2e/file:line`: of every requirement the first two that carry its number, and those
 * that carry none.
 * @param cli Playwright's program
 */
export async function shortChoice(cli: string, files: readonly string[]): Promise<string[]> {
  const args = [cli, 'test', '--list', '--reporter=json', ...files];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home, maxBuffer: 64 * 1024 * 1024 });
  const carried = new Map<string, number>();
  const chosen = new Set<string>();
  for (const { title, file, line } of (JSON.parse(stdout) as Suite & { suites: Suite[] }).suites.flatMap(specsOf)) {
    const numbers = [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, number]) => number ?? '');
    if (numbers.length > 0 && numbers.every((number) => (carried.get(number) ?? 0) >= ofEach)) continue;
    for (const number of numbers) carried.set(number, (carried.get(number) ?? 0) + 1);
    chosen.add(`e2e/${file}:${line}`);
  }
  return [...chosen];
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)];
