import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Has every `import()` of the built portal fetch its files by src/core/parts.ts. `source` is the folder of the browser's code. */
export function partsPlugin(source: string): Plugin {
  const own = '\0vite/preload-helper.js';
  return {
    name: 'bilim-parts',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      handler: (id) =>
        id === own
          ? `export { withFiles as __vitePreload } from ${JSON.stringify(join(source, 'core/parts.ts'))};`
          : null,
    },
  };
}
