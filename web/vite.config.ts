import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkFilesPlugin } from './build/chunk-files.ts';
import { contractAsData } from './build/contract-as-data.ts';
import { firstPaintPlugin } from './build/first-paint.ts';
import { iconsAsDataPlugin } from './build/icons-as-data.ts';
import { offlinePlugin, textsVersion } from './build/offline.ts';
import { precompressPlugin } from './build/precompress.ts';
import { roomAssetsPlugin } from './build/room-assets.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const markOf = (file: string) =>
  createHash('sha256')
    .update(relative(here('.'), file))
    .digest('base64url')
    .replace(/\W/g, '')
    .slice(0, 5);

const marked = textsVersion(here('public/locales/'));

/** What the pages are made of, in a browser and where the server renders them (vite.server.config.ts). */
export const shared = {
  root: here('.'),
  base: '/lms/',
  // Locales are served by the server from web/public, which is their one home; nothing is copied.
  publicDir: false,
  // Without the number of its line, which the usual names end with, a class costs the first visit less.
  css: { modules: { generateScopedName: (name: string, file: string) => `_${name}_${markOf(file)}` } },
  define: { textsVersion: JSON.stringify(marked) },
} as const;

export const createSharedPlugins = () => [
  contractAsData(here('../contract/')),
  iconsAsDataPlugin(),
  roomAssetsPlugin(here('src/')),
  react(),
];

export default defineConfig({
  ...shared,
  plugins: [
    chunkFilesPlugin(here('src/')),
    ...createSharedPlugins(),
    firstPaintPlugin(here('src/'), marked, here('public/locales/')),
    offlinePlugin(here('src/'), here('public/locales/')),
    precompressPlugin(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'public/assets',
    // A file inlined as data: would be refused by the content security policy for fonts.
    assetsInlineLimit: 0,
    // A file is named by its own content alone, not by those of the files that it imports.
    chunkImportMap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here('index.html'), login: here('login.html') },
      output: {
        // A file keeps its content when another one, which it imports from, gets or loses a name.
        minifyInternalExports: false,
        // Every name stands in other files, which the first visit carries: seven signs of its content tell it well enough.
        entryFileNames: 'public/assets/[name]-[hash:7].js',
        chunkFileNames: 'public/assets/[name]-[hash:7].js',
        assetFileNames: 'public/assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // What runs before the first paint; of what everything stands on, and then of the rest, what many pages share. All else
          // goes where the bundler puts it (docs/decisions/0077-chunks-by-folder.md).
          groups: [
            { name: 'start', test: /src\/start\// },
            { name: 'base', test: /src\/(core|kit)\//, minShareCount: 8 },
            { name: 'shared', minShareCount: 7 },
          ],
        },
      },
    },
    target: ['chrome111', 'firefox114', 'safari16.4'],
  },
});
