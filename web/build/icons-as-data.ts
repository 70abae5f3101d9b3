import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const styles = ['thin', 'light', 'bold', 'fill', 'duotone'];

/**
 * Makes `import bell from 'icon:bell-fill'` the drawing of one Phosphor icon as data, a list of
 * [path, opacity?], so that only the icons in use travel, each in the chunk that shows it.
 */
export function iconsAsDataPlugin(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'bilim-icons-as-data',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('icon:') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0icon:')) return null;
      const name = id.slice('\0icon:'.length);
      const style = styles.find((one) => name.endsWith(`-${one}`)) ?? 'regular';
      const svg = readFileSync(require.resolve(`@phosphor-icons/core/assets/${style}/${name}.svg`), 'utf8');
      const drawing = [...svg.matchAll(/<path d="([^"]+)"(?: opacity="([^"]+)")?\/>/g)].map(([, path = '', opacity]) =>
        opacity ? [rounded(path), Number(opacity)] : [rounded(path)],
      );
      if (!drawing.length) this.error(`the icon ${name} has no paths`);
      return `export default ${JSON.stringify(drawing)};`;
    },
  };
}

/** Tenths of 256 units are less than a pixel's hundredth where icons are drawn, and need fewer bytes. */
const rounded = (path: string): string => path.replace(/\.(\d)\d+/g, '.$1');
