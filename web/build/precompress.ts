import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this many bytes a compressed copy saves nothing worth a file. */
const smallest = 600;

/** Writes a .br and a .gz copy beside every text file of the build, which the server sends as they are. */
export function precompressPlugin(): Plugin {
  let outDir = '';
  return {
    name: 'bilim-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle() {
      // A build that failed has written nothing, and says itself why.
      if (!existsSync(outDir)) return;
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(m?js|css|html|svg|json)$/.test(file)) continue;
        const path = join(outDir, file);
        const content = readFileSync(path);
        if (content.length < smallest) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
