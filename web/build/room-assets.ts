import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type RoomEntry, rooms } from '../../contract/rooms.ts';

/** Where the page of a room lies below src/rooms. */
export function pageFile({ name, page }: RoomEntry): string {
  return page ?? `${name}/${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;
}

/**
 * Makes `import assets from 'rooms:assets'` each room's icons and what fetches its page. `source` is the folder of the
 * browser's code.
 */
export function roomAssetsPlugin(source: string): Plugin {
  const own = '\0rooms:assets';
  return {
    name: 'bilim-room-assets',
    enforce: 'pre',
    resolveId: (id) => (id === 'rooms:assets' ? own : null),
    load(id) {
      if (id !== own) return null;
      const imports = rooms.flatMap(({ icon }, at) => [
        `import plain${at} from 'icon:${icon}';`,
        `import current${at} from 'icon:${icon}-fill';`,
        `import tile${at} from 'icon:${icon}-duotone';`,
      ]);
      const entries = rooms.map((room, at) => {
        const page = JSON.stringify(join(source, 'rooms', `${pageFile(room)}.tsx`).replaceAll('\\', '/'));
        return `'${room.name}': { plain: plain${at}, current: current${at}, tile: tile${at}, page: () => import(${page}) },`;
      });
      return [...imports, 'export default {', ...entries, '};'].join('\n');
    },
  };
}
