import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { build } from 'vite';

/** Most bytes that a release of ten ordinary commits brings to a browser which has the one before. */
const most = 20_000;

const web = fileURLToPath(new URL('../../../', import.meta.url));
/** What ten commits change: a page or two each, two of them what many pages share. */
const changed = [
  ...['rooms/news/NewsPage.tsx', 'rooms/today/TodayPage.tsx', 'rooms/chat/ChatPage.tsx', 'rooms/people/PeoplePage.tsx'],
  ...['rooms/journal/TeacherPage.tsx', 'rooms/schedule/SchedulePage.tsx', 'rooms/library/LibraryPage.tsx'],
  ...['rooms/profile/ProfilePage.tsx', 'kit/Button.tsx', 'core/api.ts'],
].map((module) => join(web, 'src', module));

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilim-release-day-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** The files of a build by their paths; these modules end with one statement more. */
async function built(name: string, modules: readonly string[]): Promise<Map<string, Buffer>> {
  const outDir = join(folder, name);
  await build({
    ...{ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'error' },
    build: { outDir: relative(web, outDir) },
    plugins: [
      {
        name: 'ten-commits',
        enforce: 'pre',
        transform: (code, id) => (modules.includes(id) ? `${code}\nconsole.debug(${JSON.stringify(name)});\n` : null),
      },
    ],
  });
  const paths = (await readdir(outDir, { recursive: true })).filter((path) => /\.(js|css|html|svg)$/.test(path));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(outDir, path))] as const)));
}

/** A file's name without the mark of its content. */
const stem = (path: string) => path.replace(/-[\w-]{7}(\.(?:js|css))$/, '$1');

test('[WEAK-04] a release of ten ordinary commits brings 20 kB to a browser with the one before', async () => {
  const [first, next] = [await built('first', []), await built('next', changed)];
  const known = new Map([...first].map(([path, content]) => [stem(path), content]));
  const brought = [...next].flatMap(([path, content]) => {
    if (first.get(path)?.equals(content) || path === 'login.html') return [];
    const dictionary = path.includes('assets') ? known.get(stem(path)) : undefined;
    const bytes = dictionary ? zstdCompressSync(content, { dictionary }) : brotliCompressSync(content);
    return [{ path, bytes: bytes.length }];
  });
  const all = brought.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(brought.length > 10 && brought.length < 30, `${brought.length} files`);
  assert.ok(all <= most, `${all} bytes: ${brought.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}`);
});
