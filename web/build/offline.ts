import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { permissionRoomFiles } from './permission-rooms.ts';

const base = '/lms';
/** The library that shows PDFs: whoever keeps files on the device needs it without a network. */
const pdfPackage = 'pdfjs-dist';
/** Needed by few: kept in the browser only once somebody has used them. */
const largePackages = [pdfPackage, 'write-excel-file'];

/** Hexadecimal digits that tell a text of one build from that of another; whole hashes were half of what a release brings. */
const contentDigits = 16;

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** A short mark of all texts, which goes into their addresses: one build never reads another's. */
export function textsVersion(locales: string): string {
  const hash = createHash('sha256');
  for (const file of textFiles(locales)) hash.update(file).update(readFileSync(join(locales, file)));
  return hash.digest('hex').slice(0, 8);
}

function textFiles(locales: string): string[] {
  return (
    readdirSync(locales, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      // No page shows the importer's sentences.
      .filter((file) => file.endsWith('.json') && !file.endsWith('/import.json'))
      .sort()
  );
}

/**
 * What makes the portal open without a network and install like an app: the manifest with its icons, the worker
 * (src/core/offline/worker.ts), and beside it the list of everything that it keeps of this build. `source` and `locales`
 * are folders.
 */
export function offlinePlugin(source: string, locales: string): Plugin {
  let outDir = '';
  const shown = { icon: '', badge: '' };
  const icon = (name: string) => readFileSync(join(source, 'icons', name));
  return {
    name: 'bilim-offline',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(source, 'core/offline/worker.ts'), fileName: 'public/worker.js' });
      const put = (name: string) => {
        const file = `public/assets/${name.replace('.png', `-${sha256(icon(name)).slice(0, 8)}.png`)}`;
        this.emitFile({ type: 'asset', fileName: file, source: icon(name) });
        return `${base}/${file}`;
      };
      put('apple-180.png');
      shown.icon = put('any-192.png');
      shown.badge = put('badge-96.png');
      const manifest = {
        id: base,
        name: 'Bilim',
        short_name: 'Bilim',
        description:
          'Университеттин окуу порталы · Учебный портал университета · The learning portal of the university',
        lang: 'ru',
        start_url: base,
        scope: base,
        display: 'standalone',
        background_color: '#edf2f5',
        theme_color: '#edf2f5',
        categories: ['education'],
        icons: [
          { src: shown.icon, sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: put('any-512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: put('maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      };
      this.emitFile({ type: 'asset', fileName: 'public/manifest.webmanifest', source: JSON.stringify(manifest) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'link',
          attrs: {
            rel: 'apple-touch-icon',
            href: `${base}/public/assets/apple-180-${sha256(icon('apple-180.png')).slice(0, 8)}.png`,
          },
          injectTo: 'head',
        },
      ],
    },
    writeBundle(_, bundle) {
      const { files, parts } = heldFiles(bundle, source);
      const mark = textsVersion(locales);
      const contentOf = (folder: string, file: string) =>
        sha256(readFileSync(join(folder, file))).slice(0, contentDigits);
      const checked = Object.fromEntries([
        // Asked without a cookie, an address for signing in answers with another page.
        [`${base}/offline`, contentOf(outDir, 'index.html')],
        [`${base}/public/logo.svg`, contentOf(outDir, 'public/logo.svg')],
        ...textFiles(locales).map((file) => [`${base}/locales/${file}?v=${mark}`, contentOf(locales, file)]),
      ]);
      const code = readFileSync(join(outDir, 'public/worker.js'), 'utf8');
      const version = sha256(JSON.stringify([files, parts, checked, code])).slice(0, 12);
      const build = { version, page: base, offline: `${base}/offline`, files, parts, checked, ...shown };
      writeFileSync(join(outDir, 'public/worker-build.js'), `const portalBuild = ${JSON.stringify(build)};\n`);
    },
  };
}

/** The addresses that every device holds of a build, and those of each part that some need (src/core/offline/worker.ts). */
function heldFiles(bundle: Rolldown.OutputBundle, source: string) {
  const assets = Object.values(bundle).filter(
    ({ fileName }) => fileName.startsWith('public/assets/') && !fileName.endsWith('.png'),
  );
  const addresses = (some: typeof assets) => some.map(({ fileName }) => `${base}/${fileName}`).sort();
  const ofRooms = permissionRoomFiles(bundle, source);
  const inParts = new Set(Object.values(ofRooms).flat());
  const files = addresses(
    assets.filter((file) => !inParts.has(file.fileName) && !largePackages.some((name) => isOfPackage(file, name))),
  );
  const parts = {
    reader: addresses(assets.filter((file) => isOfPackage(file, pdfPackage))),
    ...Object.fromEntries(Object.entries(ofRooms).map(([room, names]) => [room, names.map((one) => `${base}/${one}`)])),
  };
  return { files, parts };
}

/** Whether a built file holds something of a package. */
function isOfPackage(file: Rolldown.OutputChunk | Rolldown.OutputAsset, name: string): boolean {
  const made = file.type === 'chunk' ? file.moduleIds : file.originalFileNames;
  return made.some((path) => path.includes(`/node_modules/${name}/`));
}
