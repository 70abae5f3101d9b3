import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Names the file of a module, or leaves it to the bundler. */
type NameModule = (id: string, graph: ModuleGraph) => string | null;

/** A file and what goes into it, as the bundler takes it. */
interface FileGroup {
  readonly name: NameModule;
}

/**
 * The files of what the pages begin with, by who imports it: what the sign-in page needs from outside its room, what the
 * portal's own script needs besides, and what the frame of later pages needs besides. The libraries of the first two have
 * files of their own: they outlive the changes of our code. `source` is the folder of the browser's code.
 */
export function filesByEntry(source: string): FileGroup[] {
  const signIn = join(source, 'login.tsx');
  const portal = join(source, 'portal.tsx');
  const frame = join(source, 'frame/Shell.tsx');
  const signInRoom = join(source, 'rooms/login/');
  // These keep files of their own, which the HTML and the scripts name.
  const own = new Set([signIn, join(source, 'main.tsx'), frame]);
  const reached = new Map<string, Set<string>>();
  const from = (entry: string, graph: ModuleGraph) => {
    const found = reached.get(entry) ?? reachedFrom(entry, graph);
    reached.set(entry, found);
    return found;
  };
  const isLibrary = (id: string) => id.includes('/node_modules/');
  const group = (name: string, entry: string, fits: (id: string) => boolean = () => true): FileGroup => ({
    name: (id, graph) => {
      const isPage = own.has(id) || (id.startsWith(signInRoom) && !from(portal, graph).has(id));
      return !isPage && fits(id) && from(entry, graph).has(id) ? name : null;
    },
  });
  // What the first group takes, the later ones do not have.
  return [
    group('libraries', signIn, isLibrary),
    group('base', signIn),
    group('router', portal, isLibrary),
    group('routes', portal),
    // What windows and menus are made of comes after the page (kit/Dialog.tsx).
    group('windows', join(source, 'kit/dialogs.tsx'), isLibrary),
    group('frame', frame),
  ];
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
