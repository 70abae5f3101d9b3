import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { projectFolder } from './results.ts';

/** Folders with sources; their workspaces import each other by these names. */
const folders = ['contract', 'server', 'web', 'scripts', 'e2e', 'bench'];
const workspace = /^@bilim\/(contract|server|web)\//;

/**
 * Of the given test files those that a change may concern: they import a file that git calls changed or new, by whatever
 * way. A changed file that nothing imports by name (SQL, texts, styles) concerns every test of its workspace, and of the
 * browser.
 */
export function findAffectedTests(tests: string[]): string[] {
  const changed = changedFiles();
  const reached = new Set(changed);
  const importers = importersOf(
    globSync(
      folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
      { cwd: projectFolder, exclude: (path) => /(^|\/)node_modules$/.test(path) },
    ),
  );
  const waiting = [...changed];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const importer of importers.get(file) ?? []) {
      if (reached.has(importer)) continue;
      reached.add(importer);
      waiting.push(importer);
    }
  }
  const unnamed = changed.filter((file) => !importers.has(file) && !/\.(md|test\.ts|spec\.ts)$/.test(file));
  const touched = new Set(unnamed.map((file) => file.split('/')[0] ?? ''));
  const isOfPages = changed.some((file) => file.startsWith('web/') || file.startsWith('contract/')) || touched.size > 0;
  return tests.filter((test) => {
    if (reached.has(test) || touched.has(test.split('/')[0] ?? '')) return true;
    return test.startsWith('e2e/') && isOfPages;
  });
}

function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}

/** For each file the files that import it. */
function importersOf(files: string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    if (file.includes('node_modules')) continue;
    const text = readFileSync(join(projectFolder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const found = resolved(file, name);
      if (found) importers.set(found, [...(importers.get(found) ?? []), file]);
    }
  }
  return importers;
}

function resolved(from: string, name: string): string | null {
  if (!name.startsWith('.') && !workspace.test(name)) return null;
  const path = name.startsWith('.') ? normalize(join(dirname(from), name)) : name.replace('@bilim/', '');
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(join(projectFolder, candidate))) ?? null;
}
