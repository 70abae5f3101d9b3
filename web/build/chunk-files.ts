import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Has every `import()` of the built portal fetch its files by src/start/chunk-files.ts, which takes the place of Vite's own helper
 * (docs/decisions/0068-prefetched-chunks.md). `source` is the folder of the browser's code.
 */
export function chunkFilesPlugin(source: string): Plugin {
  const helper = '\0vite/preload-helper.js';
  let isReplaced = false;
  return {
    name: 'bilim-chunk-files',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      handler(id) {
        if (id !== helper) return null;
        isReplaced = true;
        return `export { importWithFiles as __vitePreload } from ${JSON.stringify(join(source, 'start/chunk-files.ts'))};`;
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('Vite has another helper for import(): start/chunk-files.ts does not take its place');
    },
  };
}
