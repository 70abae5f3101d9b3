import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Names the file of a module, or leaves it to the bundler. */
type NameModule = (id: string, graph: ModuleGraph) => string | null;

/**
 * Names the files of what a page begins with, by who imports it: `base` for what the sign-in page takes from outside its
 * room, which later pages need as well, and `frame` for what the frame of those pages needs besides. `source` is the
 * folder of the browser's code.
 */
export function fileByEntry(source: string): NameModule {
  const signInRoom = join(source, 'rooms/login/');
  let signIn: Set<string> | null = null;
  let frame: Set<string> | null = null;
  return (id, graph) => {
    signIn ??= reachedFrom(join(signInRoom, 'LoginPage.tsx'), graph);
    frame ??= reachedFrom(join(source, 'frame/Shell.tsx'), graph);
    if (signIn.has(id)) return id.startsWith(signInRoom) ? null : 'base';
    return frame.has(id) ? 'frame' : null;
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
