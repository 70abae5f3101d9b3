import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

type Entry = { path: string; method: string } & Record<string, unknown>;

const isCall = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'input' in value;

/** The calls that a module exports, by the name of the export; empty: it is plain code. */
const callsOf = (module: object): [name: string, calls: [key: string, call: Entry][]][] =>
  Object.entries(module).flatMap(([name, value]) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const calls = entries.filter((entry): entry is [string, Entry] => isCall(entry[1]));
    return calls.length > 0 ? [[name, calls]] : [];
  });

/** What the browser needs to make a call: no schema, and not who may make it, which the server alone decides. */
function callAsData({ path, method, idempotent, files }: Entry): object {
  return { path, method, idempotent, files };
}

/**
 * Replaces the contract's modules that export calls by plain data in the browser's bundle, while TypeScript still sees their
 * full types; modules without calls go as they are. A build into which the schema library comes all the same fails.
 * `folder` is the contract's folder.
 */
export function contractAsData(folder: string): Plugin {
  return {
    name: 'bilim-contract-as-data',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.startsWith(folder) || !file.endsWith('.ts')) return null;
      this.addWatchFile(file);
      const changed = statSync(file).mtimeMs;
      const exported = callsOf((await import(`${pathToFileURL(file).href}?${changed}`)) as object);
      if (exported.length === 0) return null;
      return exported
        .map(([name, calls]) => {
          const kept = calls.filter(([, call]) => !call.notByPages).map(([key, call]) => [key, callAsData(call)]);
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(kept))};`;
        })
        .join('\n');
    },
    buildEnd() {
      const schemas = [...this.getModuleIds()].find((id) => id.includes('/node_modules/typebox/'));
      const by = schemas && this.getModuleInfo(schemas)?.importers.join(', ');
      if (schemas) this.error(`the schema library belongs to the server: ${by} brings it into the browser`);
    },
  };
}
