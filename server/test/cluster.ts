import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';

/**
 * A PostgreSQL for tests that are run one by one: lives in the folder given as argument, writes its address there, and
 * ends by itself when nobody used it for a while.
 */
const [folder = ''] = process.argv.slice(2);
const idleMinutes = 10;

const silent = { info: () => undefined, warn: () => undefined };
const embedded = await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false, connections: 200 });
const sql = postgres(embedded.adminUrl, { max: 1 });
writeFileSync(join(folder, 'url'), embedded.adminUrl, { mode: 0o600 });

for (let idle = 0; idle < idleMinutes; idle++) {
  await wait(60_000);
  const [row] = await sql`
    select count(*)::int as others from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  if (row?.others) idle = -1;
}
await sql.end();
await embedded.stop();
