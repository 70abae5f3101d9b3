import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type JobHelpers, Logger, makeWorkerUtils, run, runMigrations } from 'graphile-worker';
import { serveTheParent } from '../core/helper-process.ts';
import { ownTextTypes } from '../fulltext/search.ts';
import { Converter, type Made, NoPages, removeLeftFolders } from './converter.ts';

/**
 * The converting process: has pages made of office files, one after another, with lowered priority. It ends with the
 * portal that started it; what it did not finish waits in the table file_pdf.
 */
const { DATABASE_URL: connectionString = '', FILES_FOLDER: folder = '', OFFICE_CONVERTER: program = '' } = process.env;
/** Tries of a content for which there was no time, or whose process was killed; what the program cannot do stays so. */
const mostTries = 2;
const againEvery = 60_000;
/** Longer than a conversion and all around it take. */
const heldFor = '5 minutes';

const converter = new Converter(program, dirname(folder));
let work: Promise<void> = Promise.resolve();

serveTheParent(async () => {
  converter.stop();
  await work;
});

interface Taken {
  readonly type: string;
  readonly tries: number;
  /** The key of a file with this content; null when the last one is gone. */
  readonly source: string | null;
}

type Query = JobHelpers['query'];

const pathOf = (key: string): string => join(folder, key.slice(0, 2), key);

/** Takes the turn of a content, unless another node has it. */
async function take(id: number, query: Query): Promise<Taken | undefined> {
  const { rows } = await query<Taken>(
    `update file_pdf p set tries = tries + 1, held_until = now() + interval '${heldFor}'
     where p.id = $1 and p.state = 'waiting' and (p.held_until is null or p.held_until < now())
     returning p.type, p.tries,
       (select f.key from file f where f.sha256 = p.sha256 and f.type = p.type order by f.id limit 1) as source`,
    [id],
  );
  return rows[0];
}

async function makePages(payload: unknown, { query }: JobHelpers): Promise<void> {
  const { pages: id } = payload as { pages: number };
  const taken = await take(id, query);
  if (!taken?.source) return;
  if (taken.tries > mostTries) return await fail(id, 'died', query);
  try {
    await converter.convert(pathOf(taken.source), taken.type, (made) => keep(id, made, query));
  } catch (error) {
    if (!(error instanceof NoPages)) throw error;
    if (error.fault === 'stopped') return await letGo(id, taken.tries - 1, query);
    if (error.fault === 'slow' && taken.tries < mostTries) return await letGo(id, taken.tries, query);
    await fail(id, error.fault, query);
  }
}

/** Others may have the turn. */
async function letGo(id: number, tries: number, query: Query): Promise<void> {
  await query(`update file_pdf set tries = $2, held_until = null where id = $1 and state = 'waiting'`, [id, tries]);
}

async function fail(id: number, why: string, query: Query): Promise<void> {
  process.send?.({ warn: { pages: id, why } });
  await query(
    `update file_pdf set state = 'failed', held_until = null, at = now() where id = $1 and state = 'waiting'`,
    [id],
  );
}

/** Puts a PDF among the files, whole or not at all, and lets the texts of its files be read from it. */
async function keep(id: number, { path, size, pages }: Made, query: Query): Promise<void> {
  const key = randomUUID();
  const part = join(folder, 'tmp', key);
  await mkdir(dirname(pathOf(key)), { recursive: true });
  try {
    await copyFile(path, part);
    await rename(part, pathOf(key));
  } finally {
    await rm(part, { force: true });
  }
  const { rowCount } = await query(
    `update file_pdf set state = 'made', key = $2, size = $3, pages = $4, held_until = null, at = now()
     where id = $1 and state = 'waiting'`,
    [id, key, size, pages],
  );
  if (!rowCount) return await rm(pathOf(key), { force: true });
  await query(
    `with asked as (
       insert into file_text (file_id)
       select f.id from file_pdf p join file f on f.sha256 = p.sha256 and f.type = p.type
       where p.id = $1 and f.type <> all ($2::text[])
         and (exists (select from ebook e where e.file_id = f.id) or exists (select from material m where m.file_id = f.id))
       on conflict (file_id) do update set state = 'waiting', tries = 0, at = now()
       returning file_id)
     select graphile_worker.add_job('read-file', json_build_object('file', file_id),
       job_key => 'read-file-' || file_id, max_attempts => 3) from asked`,
    [id, ownTextTypes],
  );
}

/** Asks again for what waits and nobody has in hand. */
async function askAgain(): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.withPgClient((client) =>
    client.query(
      `select graphile_worker.add_job('make-pdf', json_build_object('pages', id),
         job_key => 'make-pdf-' || id, max_attempts => 3)
       from file_pdf where state = 'waiting' and (held_until is null or held_until < now())
       order by id limit 1000`,
    ),
  );
  await utils.release();
}

const logger = new Logger(() => () => undefined);
await removeLeftFolders();
await runMigrations({ connectionString, logger });
const runner = await run({
  connectionString,
  logger,
  concurrency: 1,
  maxPoolSize: 2,
  pollInterval: 2000,
  noHandleSignals: true,
  taskList: {
    'make-pdf': (payload, helpers) => {
      const making = makePages(payload, helpers);
      work = making.catch(() => undefined);
      return making;
    },
  },
});
await askAgain();
setInterval(() => void askAgain().catch(() => undefined), againEvery);
process.send?.({ ready: true });
await runner.promise;
