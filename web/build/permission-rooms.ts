import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { permissions } from '../../contract/permissions.ts';
import { rooms } from '../../contract/rooms.ts';
import { pageFile } from './room-assets.ts';

/**
 * The files of a build that rooms behind a permission alone use, by the room; what several of them use stands under each.
 * `source` is the folder of the browser's code.
 */
export function permissionRoomFiles(bundle: Rolldown.OutputBundle, source: string): Record<string, string[]> {
  const pageOf = new Map(
    rooms
      .filter(({ access }) => permissions.some((one) => one === access))
      .map((room) => [join(source, 'rooms', `${pageFile(room)}.tsx`).replaceAll('\\', '/'), room.name]),
  );
  // The scripts of the HTML pages only import what these begin with, and are no files of the bundle.
  const begins = ['portal.tsx', 'signIn.tsx'].map((file) => join(source, file).replaceAll('\\', '/'));
  const pages = new Map<string, string>();
  const entries: string[] = [];
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const room = pageOf.get(file.facadeModuleId ?? '');
    if (room) pages.set(room, file.fileName);
    else if (begins.some((id) => file.moduleIds.includes(id))) entries.push(file.fileName);
  }
  const everybodys = reachableFiles(bundle, entries, new Set(pages.values()));
  return Object.fromEntries(
    [...pages].map(([room, page]) => {
      const own = reachableFiles(bundle, [page], everybodys);
      return [room, [...own].filter((file) => file.startsWith('public/assets/')).sort()];
    }),
  );
}

/** The files of these chunks and of all that they import, styles too, without `excluded` and what those import. */
function reachableFiles(
  bundle: Rolldown.OutputBundle,
  chunks: readonly string[],
  excluded: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...chunks];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || excluded.has(name)) continue;
    found.add(name);
    const file = bundle[name];
    if (file?.type === 'chunk')
      waiting.push(...file.imports, ...file.dynamicImports, ...(file.viteMetadata?.importedCss ?? []));
  }
  return found;
}
