import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { createSharedPlugins, shared } from './vite.config.ts';

/** Builds the pages for the thread of the server that renders the first one of a phone (server/page-rendering). */
export default defineConfig({
  ...shared,
  plugins: createSharedPlugins(),
  // Left open until it runs, React would be the one for development: slower, and with remarks on standard error.
  define: { ...shared.define, 'process.env.NODE_ENV': JSON.stringify('production') },
  // Packages are part of what is built: a release brings none of those that only pages need.
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('src/server-rendering/renderPage.tsx', import.meta.url)),
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
  },
});
