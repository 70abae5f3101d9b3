import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../..', import.meta.url));
const written = /(?:insertAuditEntry|recordAuditEntryOutsideTransaction)\(\s*[\w.]+,\s*[\w.]+,\s*'([a-z-]+\.[\w-]+)'/g;

/** The actions of audit entries that the server's code writes down by a word that stands there: `lost-items.returned`. */
export function readAuditActions(): string[] {
  const found = globSync('server/**/*.ts', { cwd: home })
    .filter((path) => !/\.test\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(home + path, 'utf8').matchAll(written)].map(([, action = '']) => action));
  return [...new Set(found)].sort();
}

/** The kind by which an entry is kept: the first word of its action. */
export const auditKindOf = (action: string): string => action.split('.')[0] ?? action;
