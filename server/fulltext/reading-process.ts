import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JobHelpers, Logger, makeWorkerUtils, run, runMigrations } from 'graphile-worker';
import { BoundExceeded, BoundedProcess } from '../core/bounded-process.ts';
import { serveTheParent } from '../core/helper-process.ts';
import type { TextOf } from './extract.ts';
import { lexemesOf } from './lexemes.ts';
import { ownTextTypes } from './search.ts';
import { keptWords, stemTheRest } from './stemming.ts';

/**
 * The reading process: takes the text out of files, one after another, with lowered priority and bounded memory. It
 * ends with the portal that started it; what it did not finish waits in the table file_text.
 */
const { DATABASE_URL: connectionString = '', FILES_FOLDER: folder = '' } = process.env;
const mostTries = 3;
const againEvery = 60_000;
/** Pages that are written at a time. */
const together = 200;

serveTheParent();

const extracting = new BoundedProcess<{ path: string; type: string }, TextOf>({
  path: fileURLToPath(new URL('./extract-process.ts', import.meta.url)),
  within: 30_000,
  heap: 320,
  data: 1024,
  resident: 640,
});

interface Waiting {
  key: string;
  type: string;
  tries: number;
}

/** Where text is read that stands on the pages of an office file, their PDF is read: a place that was found is one of these. */
async function take(file: number, query: JobHelpers['query']): Promise<Waiting | undefined> {
  const { rows } = await query<Waiting>(
    `update file_text t set tries = t.tries + 1, at = now()
     from file f left join file_pdf p
       on p.sha256 = f.sha256 and p.type = f.type and p.state = 'made' and f.type <> all ($2::text[])
     where t.file_id = $1 and f.id = t.file_id and t.state = 'waiting'
     returning coalesce(p.key, f.key) as key, case when p.key is null then f.type else 'application/pdf' end as type, t.tries`,
    [file, ownTextTypes],
  );
  return rows[0];
}

async function readFile(payload: unknown, { query }: JobHelpers): Promise<void> {
  const { file } = payload as { file: number };
  const waiting = await take(file, query);
  if (!waiting) return;
  try {
    const path = join(folder, waiting.key.slice(0, 2), waiting.key);
    await keep(file, await extracting.ask({ path, type: waiting.type }), query);
  } catch (error) {
    if (waiting.tries < mostTries && !(error instanceof BoundExceeded)) throw error;
    await settle(file, 'failed', null, query);
    process.send?.({ warn: { file, why: String(error) } });
  }
}

async function settle(file: number, state: string, pages: number | null, query: JobHelpers['query']): Promise<void> {
  await query(`update file_text set state = $2, pages = $3, at = now() where file_id = $1`, [file, state, pages]);
}

/** Keeps the text of a file, page by page, instead of what an earlier reading kept. */
async function keep(file: number, { texts, pages }: TextOf, query: JobHelpers['query']): Promise<void> {
  const numbered = texts.map((content, index) => ({ page: index + 1, content })).filter(({ content }) => content);
  for (let from = 0; from < numbered.length; from += together) {
    const some = numbered.slice(from, from + together).map((one) => ({ ...one, ...lexemesOf(one.content) }));
    await query(
      `insert into file_page (file_id, page, content, words, stemmed)
       select $1, page, content, ${keptWords}, true
       from jsonb_to_recordset($2::jsonb) as r (page int, content text, own text, russian text)
       on conflict (file_id, page) do update
         set content = excluded.content, words = excluded.words, stemmed = excluded.stemmed`,
      [file, JSON.stringify(some)],
    );
  }
  // Of an earlier reading, before there were pages.
  await query(`delete from file_page where file_id = $1 and page <> all ($2::int[])`, [
    file,
    numbered.map(({ page }) => page),
  ]);
  await settle(file, numbered.length ? 'read' : 'none', pages, query);
}

/**
 * Asks again for what waits; at the start also for what somebody had in hand. What was written past the rooms, or stemmed by
 * older rules, gets its words.
 */
async function askAgain(first: boolean): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.withPgClient((client) =>
    client.query(
      `select graphile_worker.add_job('read-file', json_build_object('file', file_id),
      job_key => 'read-file-' || file_id, max_attempts => 3)
      from file_text where state = 'waiting' and (tries = 0 or at < now() - interval '45 seconds' or $1)`,
      [first],
    ),
  );
  await utils.withPgClient((client) =>
    stemTheRest(async <T>(text: string, values: unknown[]) => (await client.query(text, values)).rows as T[]),
  );
  await utils.release();
}

const logger = new Logger(() => () => undefined);
await runMigrations({ connectionString, logger });
const runner = await run({
  connectionString,
  logger,
  concurrency: 1,
  maxPoolSize: 3,
  pollInterval: 2000,
  noHandleSignals: true,
  taskList: { 'read-file': readFile },
});
// What waited while nobody read, and what a killed reader had in hand: the same key takes its lock over.
await askAgain(true);
setInterval(() => void askAgain(false).catch(() => undefined), againEvery);
process.send?.({ ready: true });
await runner.promise;
