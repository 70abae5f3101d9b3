import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppContext } from '../../call/room.ts';
import { fileAgeMs } from '../../core/clock.ts';
import { endHelperProcess, startHelperProcess } from '../../core/helper-process.ts';
import { Refusal } from '../../core/refusal.ts';
import type { ReceivedFile } from '../../files/files.ts';
import { importsFolder } from '../../files/store-location.ts';
import { describeJobFailure, type JobFailureMessage, type JobFailureReason } from '../../import/job-failure.ts';
import { markJobFailed } from '../../import/jobs.ts';
import type { AnnotatedFile, CellFault } from '../../import/marked-cells.ts';
import { sweepJobs } from './data.queries.ts';

const program = fileURLToPath(new URL('../../import/process.ts', import.meta.url));
const markProgram = fileURLToPath(new URL('../../import/mark-cells-process.ts', import.meta.url));
/** MiB of JavaScript objects: a university's tables lie in memory whole. */
const heap = 1024;
/** Writing notes into the largest folder takes a part of it (ms). */
const markedWithin = 60_000;
/** A folder that is only just being filled has no row yet (ms). */
const young = 60_000;

/** Names of files without their ending: two of one table do not lie beside each other. */
const stemOf = (name: string) => name.slice(0, name.length - extname(name).length).toLowerCase();

/** The jobs of this node: each is a process that runs the importer, and a folder with what was handed in. */
export class ImportJobRunner {
  readonly #app: AppContext;
  readonly #root: string;
  readonly #working = new Map<number, ChildProcess>();

  constructor(app: AppContext) {
    this.#app = app;
    this.#root = importsFolder(app.settings.dataDir);
  }

  /** Puts files that were handed in into a job's folder, in the place of those for the same tables. */
  async take(folder: string, files: readonly ReceivedFile[]): Promise<void> {
    const tables = join(this.#root, folder, 'tables');
    await mkdir(tables, { recursive: true, mode: 0o700 });
    const stems = new Set(files.map(({ name }) => stemOf(name)));
    const old = (await readdir(tables)).filter((name) => name !== 'photos' && stems.has(stemOf(name)));
    await Promise.all(old.map((name) => rm(join(tables, name), { force: true })));
    await Promise.all(files.map(({ key, name }) => this.#app.files.copy(key, join(tables, name))));
    await this.#app.files.remove(files.map(({ key }) => key));
  }

  /** Begins what the job's row says; it goes on when nobody looks. */
  start({ id, folder }: { id: number; folder: string }): void {
    const { database, log, settings } = this.#app;
    const environment = {
      DATABASE_URL: database.url,
      IMPORT_JOB: String(id),
      IMPORT_FOLDER: join(this.#root, folder),
      TIME_ZONE: settings.timeZone,
      DATA_DIR: settings.dataDir,
    };
    const child = startHelperProcess({ path: program, heap, environment });
    this.#working.set(id, child);
    let reported: JobFailureMessage | undefined;
    child.once('message', (message: JobFailureMessage) => {
      reported = message;
    });
    // After 'close' no message is on its way any more.
    child.once('close', (code, signal) => {
      const isLast = this.#working.get(id) === child;
      if (isLast) this.#working.delete(id);
      // The next one of the same job may be at work already.
      if (!isLast || (code === 0 && !reported)) return;
      log.warn({ job: id, exit: code, signal, ...reported }, 'an import on a screen failed');
      void this.#fail(id, reported?.failure ?? 'ended').catch((err) =>
        log.warn({ err, job: id }, 'its job ends later'),
      );
    });
  }

  async #fail(id: number, failure: JobFailureReason): Promise<void> {
    await markJobFailed(this.#app.database.autocommit, id, failure);
    this.#app.live.publish([{ to: ['p:import'], room: 'data', key: null }]);
  }

  /** Ends a job that could not begin. */
  async giveUp(id: number, reason: unknown): Promise<void> {
    await markJobFailed(this.#app.database.autocommit, id, describeJobFailure(reason).failure);
  }

  async passwords(folder: string): Promise<string> {
    return await readFile(join(this.#root, folder, 'passwords.html'), 'utf8').catch(() => {
      throw new Refusal('data.noList', 404);
    });
  }

  /** The files of a job with their remarks as notes; null: nothing of them can be marked. */
  async marked(folder: string, remarks: readonly CellFault[]): Promise<AnnotatedFile | null> {
    const environment = { IMPORT_FOLDER: join(this.#root, folder, 'tables') };
    const options = { serialization: 'advanced', timeout: markedWithin } as const;
    const child = startHelperProcess({ path: markProgram, heap, environment }, options);
    return await new Promise((done, fail) => {
      child.once('message', (marked) => done(marked as AnnotatedFile | null));
      child.once('error', fail);
      child.once('exit', () => fail(new Error('No files came from the process that marks them.')));
      child.send([...remarks]);
    });
  }

  async remove(folder: string): Promise<void> {
    await rm(join(this.#root, folder), { recursive: true, force: true });
  }

  /** Removes the folders that no job needs any more. */
  async sweep(): Promise<void> {
    const needed = await sweepJobs(this.#app.database.autocommit);
    for (const name of await readdir(this.#root).catch(() => [] as string[])) {
      const made = await stat(join(this.#root, name)).catch(() => null);
      if (!needed.has(name) && made && fileAgeMs(made) > young) await this.remove(name);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#working.values()].map(endHelperProcess));
  }
}
