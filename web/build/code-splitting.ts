import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Names the file of a module, or leaves it to the bundler. */
type NameModule = (id: string, graph: ModuleGraph) => string | null;

/**
 * Names the files of what a page begins with, by who imports it: `base` for what the page's own script needs and
 * what the sign-in page takes from outside its room, and `frame` for what the frame of later pages needs besides. `source` is the folder of the
 * browser's code.
 */
export function fileByEntry(source: string): NameModule {
  const page = join(source, 'main.tsx');
  const frame = join(source, 'frame/Shell.tsx');
  const signInRoom = join(source, 'rooms/login/');
  let reached: { readonly [entry in 'page' | 'signIn' | 'frame']: Set<string> } | null = null;
  return (id, graph) => {
    reached ??= {
      page: reachedFrom(page, graph),
      signIn: reachedFrom(join(signInRoom, 'LoginPage.tsx'), graph),
      frame: reachedFrom(frame, graph),
    };
    // These keep files of their own, which the HTML and the first script name.
    if (id === page || id === frame || id.startsWith(signInRoom)) return null;
    if (reached.page.has(id) || reached.signIn.has(id)) return 'base';
    return reached.frame.has(id) ? 'frame' : null;
  };
}

/** All modules that one imports without `import()`, itself included. */
function reachedFrom(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
