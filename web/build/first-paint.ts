import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const base = '/lms/';

/**
 * What must be there before the first paint: a tiny blocking script that sets theme and language (a file of its own,
 * because the content security policy allows no inline script), and preloads of the three font files.
 * `source` is the folder of the browser's code.
 */
export function firstPaint(source: string): Plugin {
  let building = false;
  return {
    name: 'bilim-first-paint',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (!building) return;
      const read = (file: string) => readFileSync(join(source, file), 'utf8');
      this.emitFile({ type: 'asset', name: 'start.js', source: read('start.js') });
      // The product's own logo has an address that does not change, because the logo call tells it.
      this.emitFile({ type: 'asset', fileName: 'public/logo.svg', source: read('kit/logo.svg') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, context) {
        const fonts = Object.keys(context.bundle ?? {}).filter((file) => file.endsWith('.woff2'));
        const tags: HtmlTagDescriptor[] = fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: base + file, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head-prepend',
        }));
        const start = Object.keys(context.bundle ?? {}).find((file) => /\/start-[^/]+\.js$/.test(file));
        tags.push({
          tag: 'script',
          attrs: { src: building ? base + start : `${base}src/start.js` },
          injectTo: 'head-prepend',
        });
        return tags;
      },
    },
  };
}
