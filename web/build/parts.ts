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
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        // The page itself has the style sheet of what every page is made of: no part need name it.
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk')
            chunk.code = chunk.code.replace(
              /(const __vite__mapDeps=.*?\[)("[^"]*",)(.*?)"public\/assets\/kit-[^"]*\.css"/,
              (_all, begin: string, first: string, between: string) =>
                `${begin}${first}${between}${first.slice(0, -1)}`,
            );
      },
    },
  };
}
