import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type JobHelpers, Logger, makeWorkerUtils, run, runMigrations } from 'graphile-worker';
import type { TextOf } from './text-of.ts';

/**
 * The reading process: takes the text out of files, one after another, with lowered priority and bounded memory. It
 * ends with the portal that started it; what it did not finish waits in the table file_text.
 */
const { DATABASE_URL: connectionString = '', FILES_FOLDER: folder = '' } = process.env;
const readWithin = 30_000;
const mostTries = 3;

process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
try {
  setPriority(10);
} catch {
  // Not every system lets a process be polite.
}

let thread: Worker | null = null;

/** Takes a file's text out on a thread; a file that hangs or bursts takes only the thread with it. */
function read(path: string, type: string): Promise<TextOf> {
  thread ??= new Worker(new URL('./text-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 320 },
    stderr: true,
  });
  const reading = thread;
  return new Promise((done, fail) => {
    const end = (work: () => void) => {
      clearTimeout(timer);
      reading.removeAllListeners();
      work();
    };
    const giveUp = (why: string) =>
      end(() => {
        thread = null;
        void reading.terminate();
        fail(new Error(why));
      });
    const timer = setTimeout(() => giveUp('too slow'), readWithin);
    reading.once('message', (said: { found?: TextOf; fault?: string }) =>
      end(() => (said.found ? done(said.found) : fail(new Error(said.fault)))),
    );
    reading.once('error', (error) => giveUp(String(error)));
    reading.once('exit', () => giveUp('the thread ended'));
    reading.postMessage({ path, type });
  });
}

interface Waiting {
  key: string;
  type: string;
  tries: number;
}

async function readFile(payload: unknown, { query }: JobHelpers): Promise<void> {
  const { file } = payload as { file: number };
  const { rows } = await query<Waiting>(
    `update file_text t set tries = tries + 1, at = now() from file f
     where t.file_id = $1 and f.id = t.file_id and t.state = 'waiting' returning f.key, f.type, t.tries`,
    [file],
  );
  const [waiting] = rows;
  if (!waiting) return;
  const settle = (state: string, pages: number | null) =>
    query(`update file_text set state = $2, pages = $3, at = now() where file_id = $1`, [file, state, pages]);
  let text: TextOf;
  try {
    text = await read(join(folder, waiting.key.slice(0, 2), waiting.key), waiting.type);
  } catch (error) {
    if (waiting.tries >= mostTries) await settle('failed', null);
    throw error;
  }
  const pages = text.texts.map((content, index) => ({ page: index + 1, content })).filter(({ content }) => content);
  await query(
    `insert into file_page (file_id, page, content, words)
     select $1, page, content, words_of(content) from jsonb_to_recordset($2::jsonb) as p (page int, content text)
     on conflict (file_id, page) do update set content = excluded.content, words = excluded.words`,
    [file, JSON.stringify(pages)],
  );
  await settle(pages.length ? 'read' : 'none', text.pages);
}

/** Asks again for everything that waits. */
async function askAgain(): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.withPgClient((client) =>
    client.query(`select graphile_worker.add_job('read-file', json_build_object('file', file_id),
      job_key => 'read-file-' || file_id, max_attempts => 3) from file_text where state = 'waiting'`),
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
// What waited while nobody read, and what a killed reader had in hand: its lock is taken over by the same key.
await askAgain();
process.send?.({ ready: true });
await runner.promise;
