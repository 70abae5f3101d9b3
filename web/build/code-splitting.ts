interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean;
    readonly importedIds: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

/** A file, and what goes into it, as the bundler takes it. */
interface FileGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  /** How the bundler's report calls it. */
  readonly debugName: string;
}

/** A file of what these modules import without `import()`; what is fetched by itself keeps a file of its own. */
export function importsFileGroup(name: string, modules: readonly string[]): FileGroup {
  let reached: Set<string> | null = null;
  return {
    debugName: name,
    name(id, graph) {
      reached ??= reachedFrom(modules, graph);
      return reached.has(id) && !isFetchedByItself(id, graph) ? name : null;
    },
  };
}

/** Whether a module is a page of HTML, or an `import()` fetches it. */
function isFetchedByItself(id: string, graph: ModuleGraph): boolean {
  const { isEntry = false, dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return isEntry || dynamicImporters.length > 0;
}

/** All modules that these import without `import()`, themselves included. */
function reachedFrom(modules: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const waiting = [...modules];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
