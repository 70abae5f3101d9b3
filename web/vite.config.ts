import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractAsData } from './build/contract-as-data.ts';
import { firstPaint } from './build/first-paint.ts';
import { iconsAsData } from './build/icons-as-data.ts';
import { offlinePlugin, textsMark } from './build/offline.ts';
import { partsPlugin } from './build/parts.ts';
import { precompressPlugin } from './build/precompress.ts';
import { roomParts } from './build/room-parts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const markOf = (file: string) =>
  createHash('sha256')
    .update(relative(here('.'), file))
    .digest('base64url')
    .replace(/\W/g, '')
    .slice(0, 5);

const marked = textsMark(here('public/locales/'));

export default defineConfig({
  root: here('.'),
  base: '/lms/',
  // Locales are served by the server from web/public, which is their one home; nothing is copied.
  publicDir: false,
  plugins: [
    partsPlugin(here('src/')),
    contractAsData(here('../contract/')),
    iconsAsData(),
    roomParts(here('src/')),
    react(),
    firstPaint(here('src/'), marked, here('public/locales/')),
    offlinePlugin(here('src/'), here('public/locales/')),
    precompressPlugin(),
  ],
  resolve: {
    // React has it; the shim for older ones would be carried by the sign-in page.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: here('src/core/externalStore.ts') }],
  },
  // Without the number of its line, which the usual names end with, a class costs the first visit less.
  css: { modules: { generateScopedName: (name, file) => `_${name}_${markOf(file)}` } },
  define: { textsMark: JSON.stringify(marked) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'public/assets',
    // A file inlined as data: would be refused by the content security policy for fonts.
    assetsInlineLimit: 0,
    // A file is named by its own content alone, not by those of the files that it imports.
    chunkImportMap: true,
    modulePreload: {
      polyfill: false,
      // What every page has begun with need not be named wherever a part is fetched.
      resolveDependencies: (name, needed, { hostType }) => {
        if (hostType === 'html') return needed;
        // The page of a stranger's check is opened by its address alone: the sign-in page need not name its parts.
        const isCheck = name.includes('/CheckRoute-');
        return needed.filter(
          (one) =>
            !/\/(kit|react|router|rolldown-runtime)-[^/]+$/.test(one) &&
            !(isCheck && /\.js$/.test(one) && !one.includes('/CheckRoute-')),
        );
      },
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // A file keeps its content when another one, which it imports from, gets or loses a name.
        minifyInternalExports: false,
        // Every name stands in other files, which the first visit carries: seven signs of its content tell it well enough.
        entryFileNames: 'public/assets/[name]-[hash:7].js',
        chunkFileNames: 'public/assets/[name]-[hash:7].js',
        assetFileNames: 'public/assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              // What every page needs, apart from our own code, whose changes it outlives. In two files: each connection
              // gets the same part of a weak line, and one large file came when all others had long been there.
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
            },
            {
              name: 'router',
              test: /node_modules\/(i18next|react-i18next|@tanstack\/(?!.*query).*)\//,
            },
            {
              name: 'kit',
              test: /src\/(core\/(address|api|atom|failure|fonts|i18n|online|parts|screen|session|storage|theme|zone)|kit\/(Icon|Button|Check|Field|Landscape|SegmentRow|Note|Ornament|LanguageChoice|classes|failureText)|frame\/(rooms|routes|Frame|Message|NetworkBanner|OfflinePage|ErrorScreen))(\.module)?\.|kit\/(fonts|tokens|base)\.css|icon:(arrow-clockwise-bold|spinner-gap-bold|moon|wifi-slash-bold|check-circle-fill)|src\/start\/prefetched\.ts|contract\/start-(key|limits)\.ts|vite\/preload-helper/,
            },
            {
              // What everybody who is signed in needs: one file instead of thirty, whose names the sign-in page
              // would have to carry; and what many pages share, each of which would cost a way: the panels, which
              // phones show in chat, journal and materials, and what shows files.
              name: 'shell',
              test: /src\/(core\/(back|confirmSignOut|search|keys|lazy|newKey|newPassword|numbers|queries|signOut|upload|unreadTotal|time|live\/live|offline\/(discarded|leave|outbox|persistedQueries|pushed|pending))|frame\/(roomParts|useRooms|(Shell|MobileTabs|NewVersion)\.module)|kit\/(Avatar|Bullet|Card|Count|Dialog|FactRow|file|FileChip|upload\/FileTray|LinkedText|Page|PageTitle|placeholder|Popover|Select|Progress|Segments|States|Switch|Toast|person|softHyphens|useTextHeight)|university\/(rooms|cascade|clock|class-links|highlighted|marking|next-class|photo|schedule|unread|ContactPanel|DisciplineBar|DisciplinePanel|DisciplineTile|FilterPanel|Panel|notices\/(NoticeBell|NoticeRow|NoticeSign|Notice|notices|address|words))|rooms\/news\/news\.data)\b[.\w]*$|contract\/(chat|class-links|discipline|limits|names|news|notice-address|notice-words|notices|permissions|profile|schedule|term-calendar|timetable|url-selection)\.ts|icon:(arrow-left|bell|caret-right-bold|chat-circle|check-bold|check-square-offset|copy|download-simple|magnifying-glass|paperclip|pencil-simple|plus-bold|trash)$|node_modules\/@tanstack\/[a-z-]*query[a-z-]*\//,
            },
            {
              // What the journal's table has in common with the student's page.
              name: 'journal',
              test: /src\/rooms\/journal\/(HistoryDialog|History|journal\.(data|model|totals)|words|choice|CourseBar|(Journal|Student)\.module)\b[.\w]*$/,
            },
            {
              // What windows and menus are made of comes after the page (kit/Dialog.tsx).
              name: 'windows',
              test: /node_modules\/(@base-ui|@floating-ui)\/|src\/kit\/(dialogs|(Dialog|Popover)\.module)\./,
            },
          ],
        },
      },
    },
    target: ['chrome111', 'firefox114', 'safari16.4'],
  },
});
