import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { data as calls } from '@bilim/contract/data.ts';
import { importUndoDays } from '@bilim/contract/data-limits.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import { type CallContext, room } from '../../call/room.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { contentDisposition } from '../../files/file-names.ts';
import { addNamesakeHint, distinguishNamesakes } from '../../university/namesakes.queries.ts';
import { type AuthorizedJob, authorizeJob, authorizeRunUndo, requireUniversityWidePermission } from './data.access.ts';
import { ImportJobRunner } from './data.jobs.ts';
import {
  createImportJob,
  discardImportJob,
  findUndoPreview,
  isCommandImportRunning,
  readJobDetail,
  readJobs,
  readTableDifferences,
  requestJobStop,
  resumeImportJob,
} from './data.queries.ts';
import { readImporters, readRuns } from './data.runs.queries.ts';
import {
  formatFault,
  formatFaultPlace,
  localizeDifference,
  localizeImportResult,
  localizeJob,
  parseConfirmedLosses,
} from './data.texts.ts';
import { authorizeProgramUpload } from './data.tokens.queries.ts';
import { tokenHandlers } from './data.tokens.ts';

const samples = fileURLToPath(new URL('../../../docs/import-template/', import.meta.url));
const done = [{ result: 1 }];
/** States in which an upload may be mended, checked once more, or thrown away. */
const waiting = ['checked', 'failed', 'stopped'];

/** From where an act comes, for the trail that the importer leaves. */
const from = ({ request }: Pick<CallContext, 'request'>) => ({ address: clientAddress(request), request: request.id });

/** Opens an upload that waits for a person: 409 `data.notWaiting` otherwise. */
async function openWaiting(db: Db, caller: Parameters<typeof authorizeJob>[1], id: number): Promise<AuthorizedJob> {
  const job = await authorizeJob(db, caller, id, { locked: true });
  if (job.kind !== 'load' || !waiting.includes(job.state)) throw new Refusal('data.notWaiting', 409);
  return job;
}

/** Puts what was handed in into the job's folder and begins the check; the job has failed when that cannot be done. */
async function takeIn(
  ctx: Pick<CallContext<typeof calls.upload, ImportJobRunner>, 'state' | 'files'>,
  job: { id: number; folder: string },
) {
  try {
    await ctx.state.take(job.folder, ctx.files);
  } catch (failure) {
    await ctx.state.giveUp(job.id, failure);
    throw failure;
  }
  ctx.state.start(job);
}

/** Loading tables on a screen and by programs: the importer itself runs in a process of its own. */
export const data = room<typeof calls, ImportJobRunner>('data', calls, {
  state: (app) => new ImportJobRunner(app),
  sweep: (_, jobs) => jobs.sweep(),
  stop: (jobs) => jobs.stop(),
  admits: requireUniversityWidePermission,
  handlers: {
    ...tokenHandlers,

    async list({ db, app, input, language }) {
      const { before = null, kind = null, table = null, by = null, state = null, from = null, until = null } = input;
      const { timeZone } = app.settings;
      const runs = await readRuns(db, { kind, table, by, state, from, until }, { before, timeZone });
      const importers = await readImporters(db);
      const people = importers.flatMap(({ id_person: id, person: name }) => (id && name ? [{ id, name }] : []));
      const hints = await distinguishNamesakes(db, language, people, 'list');
      const hinted = <R extends { id_person: number | null }>({ id_person: id, ...row }: R) =>
        addNamesakeHint(hints, id ?? 0, row);
      return [
        {
          jobs: await readJobs(db),
          isCommand: await isCommandImportRunning(db),
          runs: runs.map(hinted),
          who: importers.map(hinted),
        },
      ];
    },

    async job({ db, caller, language, app, input }) {
      const detail = await readJobDetail(db, await authorizeJob(db, caller, input.id_job));
      return [localizeJob(app.translations, language, detail)];
    },

    async faults({ db, caller, language, app, input }) {
      const { faults } = await readJobDetail(db, await authorizeJob(db, caller, input.id_job));
      return faults.map((fault) => ({
        isWarning: fault.warning,
        file: formatFaultPlace(app.translations, language, fault),
        row: fault.row,
        column: fault.column,
        sentence: formatFault(app.translations, language, fault),
      }));
    },

    async marked({ caller, language, app, input, state }) {
      const { job, faults } = await app.database.read(async (db) => {
        const job = await authorizeJob(db, caller, input.id_job);
        return { job, faults: (await readJobDetail(db, job)).faults };
      });
      const remarks = faults.map((fault) => ({
        file: fault.file,
        rows: fault.rows,
        column: fault.column,
        text: formatFault(app.translations, language, fault),
      }));
      const marked = await state.marked(job.folder, remarks);
      if (!marked) throw new Refusal('data.nothingMarked', 404);
      const headers = {
        'Content-Type': marked.type,
        'Content-Disposition': contentDisposition('attachment', marked.name),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      };
      return { headers, body: Buffer.from(marked.content) };
    },

    async differences({ db, caller, app, language, input: { id_job, table, kind, after } }) {
      const job = await authorizeJob(db, caller, id_job);
      const rows = await readTableDifferences(db, job, { table, kind, after: after ?? 0 });
      return rows.map((row) => localizeDifference(app.translations, language, table, row));
    },

    async upload(ctx) {
      const { caller, files, input, publish } = ctx;
      const [first] = files;
      if (!first) throw new Refusal('data.noFiles', 400, { fields: { files: 'data.noFiles' } });
      let job: { id: number; folder: string } | null = null;
      const answer = await ctx.transact(async (db) => {
        if (input.onto) {
          const open = await openWaiting(db, caller, input.onto);
          await resumeImportJob(db, open, {
            state: 'checking',
            person: caller.uid,
            ...from(ctx),
            own: true,
            allowed: {},
          });
          job = open;
        } else {
          const name = input.name?.trim() || first.name.slice(0, 200);
          job = await createImportJob(db, { kind: 'load', state: 'checking', name, person: caller.uid, ...from(ctx) });
        }
        await insertAuditEntry(db, ctx.request, 'import.checked', caller.uid, { files: files.length });
        return [{ id_job: job.id }];
      });
      if (job) await takeIn(ctx, job);
      publish(['p:import']);
      return answer;
    },

    async check(ctx) {
      const { db, caller, input, afterCommit, publish } = ctx;
      const job = await openWaiting(db, caller, input.id_job);
      await resumeImportJob(db, job, { state: 'checking', person: caller.uid, ...from(ctx), own: true, allowed: {} });
      afterCommit(() => ctx.state.start(job));
      publish(['p:import']);
      return done;
    },

    async load(ctx) {
      const { db, caller, input, app, afterCommit, publish } = ctx;
      const job = await openWaiting(db, caller, input.id_job);
      if (job.state !== 'checked') throw new Refusal('data.notChecked', 409);
      if (job.faults > 0) throw new Refusal('data.faulty', 409);
      const allowed = parseConfirmedLosses(app.translations, job.needs, input.words ?? '');
      if (!allowed) throw new Refusal('data.words', 422, { fields: { words: 'data.words' } });
      const silent = input.tellNobody ?? false;
      await resumeImportJob(db, job, {
        state: 'importing',
        person: caller.uid,
        ...from(ctx),
        own: false,
        allowed,
        silent,
      });
      afterCommit(() => ctx.state.start(job));
      publish(['p:import']);
      return done;
    },

    async stop({ db, caller, request, input }) {
      const job = await authorizeJob(db, caller, input.id_job);
      if (!(await requestJobStop(db, job))) throw new Refusal('data.over', 409);
      await insertAuditEntry(db, request, 'import.stopped', caller.uid, {});
      return done;
    },

    async discard(ctx) {
      const { db, caller, input, afterCommit, publish } = ctx;
      const job = await authorizeJob(db, caller, input.id_job, { locked: true });
      if (!job.hasList && (job.kind !== 'load' || !waiting.includes(job.state)))
        throw new Refusal('data.notWaiting', 409);
      await discardImportJob(db, job);
      await insertAuditEntry(db, ctx.request, 'import.discarded', caller.uid, {});
      afterCommit(() => void ctx.state.remove(job.folder).catch(() => undefined));
      publish(['p:import']);
      return done;
    },

    async undo(ctx) {
      const { db, caller, input, afterCommit, publish } = ctx;
      const run = await authorizeRunUndo(db, caller, input.id_run, importUndoDays);
      const { trial = false } = input;
      const tables = input.tables?.split(/\s+/).filter(Boolean) ?? null;
      const seen = trial && !input.again ? await findUndoPreview(db, { run, tables, person: caller.uid }) : null;
      if (seen !== null) return [{ id_job: seen }];
      const job = await createImportJob(db, {
        kind: 'undo',
        state: 'undoing',
        name: String(run),
        person: caller.uid,
        trial,
        run,
        tables,
        ...from(ctx),
      });
      afterCommit(() => ctx.state.start(job));
      publish(['p:import']);
      return [{ id_job: job.id }];
    },

    async passwords({ db, caller, request, input, state }) {
      const job = await authorizeJob(db, caller, input.id_job);
      // Only who loaded the people hands their passwords out; of a program's push whoever comes first.
      if (!job.hasList || (job.person !== null && job.person !== caller.uid)) throw new Refusal('data.noList', 404);
      const text = await state.passwords(job.folder);
      const { counted } = await readJobDetail(db, job);
      await insertAuditEntry(db, request, 'import.passwords', caller.uid, { count: counted });
      return [{ text, count: counted }];
    },

    async samples() {
      const names = (await readdir(samples)).filter((name) => name.endsWith('.csv')).sort();
      const read = async (name: string) => ({
        table: name.slice(0, -4),
        text: await readFile(join(samples, name), 'utf8'),
      });
      return await Promise.all(names.map(read));
    },

    async push(ctx) {
      const { files, input, language, app, request } = ctx;
      const { program } = request;
      if (!program) throw new Refusal('data.token', 401);
      const [first] = files;
      if (!first) throw new Refusal('data.noFiles', 400, { fields: { files: 'data.noFiles' } });
      let job: { id: number; folder: string } | null = null;
      const answer = await ctx.transact(async (db) => {
        const name = input.name?.trim() || program.name;
        job = await createImportJob(db, {
          kind: 'load',
          state: 'checking',
          name,
          person: null,
          token: program.id,
          silent: input.tellNobody ?? false,
          ...from(ctx),
        });
        await insertAuditEntry(db, request, 'import.pushed', null, { token: program.name });
        return localizeImportResult(app.translations, language, await readJobDetail(db, job));
      });
      if (job) await takeIn(ctx, job);
      ctx.publish(['p:import']);
      return answer;
    },

    async pushed({ db, input, language, app, request }) {
      const job = await authorizeProgramUpload(db, request.program?.id ?? 0, input.id_job);
      return localizeImportResult(app.translations, language, await readJobDetail(db, job));
    },
  },
});
