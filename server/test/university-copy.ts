import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { resolveTestClusterUrl } from './database.ts';
import { testTime } from './moment.ts';

/** Where a university lies to which nobody is connected. */
export interface UniversityCopy {
  databaseUrl: string;
  dataDir: string;
}

const home = fileURLToPath(new URL('../..', import.meta.url));
/** Any number that nothing else takes a lock on. */
const livedLock = 7_203_319;
const prefix = 'lived_';

/**
 * The university whose people have acted, as `make` makes it. In the PostgreSQL that stays between runs it is kept until
 * something changes that it depends on; whoever comes second waits.
 */
export async function openCachedUniversity(make: () => Promise<UniversityCopy>): Promise<UniversityCopy> {
  const cluster = await resolveTestClusterUrl();
  const sql = postgres(cluster, { max: 1, onnotice: () => undefined });
  const name = `${prefix}${hashOfSources()}`;
  const dataDir = folderOf(name);
  try {
    await sql`select pg_advisory_lock(${livedLock})`;
    const kept = await sql<
      { datname: string }[]
    >`select datname from pg_database where starts_with(datname, ${prefix})`;
    if (!kept.some(({ datname }) => datname === name) || !existsSync(dataDir)) {
      for (const { datname } of kept) {
        await sql.unsafe(`drop database ${datname} with (force)`);
        await rm(folderOf(datname), { recursive: true, force: true });
      }
      const made = await make();
      await sql.unsafe(`alter database ${new URL(made.databaseUrl).pathname.slice(1)} rename to ${name}`);
      await rm(dataDir, { recursive: true, force: true });
      await rename(made.dataDir, dataDir);
    }
    const url = new URL(cluster);
    url.pathname = `/${name}`;
    return { databaseUrl: url.href, dataDir };
  } finally {
    await sql.end();
  }
}

const folderOf = (name: string): string => join(tmpdir(), `bilim-${name}`);

/** Files below the server that only tests use. */
const ofTests = /\.test\.ts$|\/node_modules\/|\/server\/test\//;

/** What decides what the people do: the whole server, through whose calls they act, and the moment. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(`${home} ${testTime}`);
  for (const folder of ['server', 'contract']) {
    const entries = readdirSync(join(home, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /\.(ts|sql|json)$/.test(entry.name));
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    for (const path of paths.filter((one) => !ofTests.test(one)).sort()) hash.update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
