import { call } from './call.ts';
import { dataLimits } from './data-limits.ts';
import * as f from './fields.ts';

const whichJob = () => f.object({ id_job: f.id() });

/** How far something is that goes on in the background. */
const head = {
  id_job: f.integer(),
  /** load, undo. */
  kind: f.string(),
  /** The folder or file as it was dropped; of an undo the number of what is undone. */
  name: f.string(),
  /** checking, checked (waits for a person), importing, undoing, done, failed, stopped, discarded. */
  state: f.string(),
  /** Only looks what it would do. */
  isTrial: f.boolean(),
  /** Null: a program. */
  by: f.nullable(f.string()),
  program: f.nullable(f.string()),
  at: f.timestamp(),
  /** read, check, write, photos, remove; of an undo: undo, people, report. */
  step: f.string(),
  /** The table that is at work, or empty. */
  table: f.string(),
  percent: f.integer(),
  /** The stored run that it became, or undoes. */
  id_run: f.nullable(f.integer()),
};

/** Equal faults of a table, as one. */
const fault = f.object({
  sentence: f.string(),
  isWarning: f.boolean(),
  file: f.string(),
  /** The first row as a spreadsheet numbers it, and how many more there are like it. */
  row: f.nullable(f.integer()),
  column: f.nullable(f.string()),
  more: f.integer(),
  /** A file that is no table of the portal: a recipe may read it. */
  isUnknown: f.boolean(),
  /** The row with the one before it, cell by cell. */
  headings: f.array(f.string()),
  lines: f.array(f.object({ row: f.integer(), cells: f.array(f.string()) })),
});

/** Filters of the stored imports; one that is left out excludes nothing. */
const wantedRuns = {
  /** load, undo. */
  kind: f.optionalText(10),
  /** Only imports that changed something in this table. */
  table: f.optionalText(40),
  /** `key` of one of `who`. */
  by: f.optionalText(120),
  /** open (it can be undone), undone, shut (it cannot). */
  state: f.optionalText(10),
  /** First and last day. */
  from: f.optionalDay(),
  until: f.optionalDay(),
};

const token = f.object({
  id_token: f.integer(),
  name: f.string(),
  tables: f.array(f.string()),
  addresses: f.array(f.string()),
  until: f.string(),
  by: f.nullable(f.string()),
  at: f.timestamp(),
  usedAt: f.nullable(f.timestamp()),
  usedFrom: f.nullable(f.string()),
  /** works, over, revoked, stopped (whoever made it has no open account, or may not import everywhere any more). */
  state: f.string(),
});

/** What came of a push. */
const pushed = f.array(
  f.object({
    id_job: f.integer(),
    state: f.string(),
    percent: f.integer(),
    faults: f.integer(),
    warnings: f.integer(),
    /** The first of them, with file, row and column. */
    sentences: f.array(f.string()),
    added: f.integer(),
    changed: f.integer(),
    ended: f.integer(),
    /** More would vanish than vanishes unasked: a person in the room of data decides. */
    waits: f.boolean(),
    id_run: f.nullable(f.integer()),
  }),
);

/**
 * Loading the university's tables on a screen, by the importer that the command uses (docs/importing.md). Who holds
 * `import` at some faculties only is refused with 403 `data.notEverywhere`: a table is the whole university's.
 */
export const data = {
  /** What goes on or waits, and the stored imports (an undo is one too), newest first; of these only those that are wanted. */
  list: call({
    path: '/api/data/list.json',
    method: 'POST',
    access: 'import',
    reads: 'long',
    input: f.object({
      ...wantedRuns,
      /** `id_run` of the last one of the page before. */
      before: f.optionalId(),
    }),
    output: f.array(
      f.object({
        /** `isFaulty`: it was checked, and has errors for which it cannot be loaded. */
        jobs: f.array(f.object({ ...head, isFaulty: f.boolean() })),
        /** An import by a command goes on. */
        isCommand: f.boolean(),
        runs: f.array(
          f.object({
            id_run: f.integer(),
            at: f.timestamp(),
            /** Null: a command on the server. */
            by: f.nullable(f.string()),
            apart: f.namesakeHint(),
            program: f.nullable(f.string()),
            files: f.array(f.string()),
            /** The import that it took back; null: it is no undo. */
            undoes: f.nullable(f.integer()),
            /** Tables of it that were undone by themselves; of an undo by table: these tables. */
            undoneTables: f.array(f.string()),
            added: f.integer(),
            changed: f.integer(),
            ended: f.integer(),
            /** Records that its undo had to leave as they are; of an undo: those that it left. */
            left: f.integer(),
            undoneAt: f.nullable(f.timestamp()),
            /** Why it cannot be undone: undone, old, nothing; null: it can. */
            whyNot: f.nullable(f.string()),
          }),
        ),
        /** Everybody who has an import here, for the filter `by`: a person, a program, or neither for commands. */
        who: f.array(
          f.object({
            key: f.string(),
            person: f.nullable(f.string()),
            apart: f.namesakeHint(),
            program: f.nullable(f.string()),
          }),
        ),
      }),
    ),
  }),
  job: call({
    path: '/api/data/job.json',
    method: 'POST',
    access: 'import',
    reads: 'long',
    input: whichJob(),
    output: f.array(
      f.object({
        ...head,
        files: f.array(
          f.object({
            /** Null: no table of the portal. */
            table: f.nullable(f.string()),
            file: f.string(),
            rows: f.integer(),
            faults: f.integer(),
            warnings: f.integer(),
          }),
        ),
        faults: f.integer(),
        warnings: f.integer(),
        groups: f.array(fault),
        /** Of an undo: what the import did that was not undone before. */
        figures: f.array(
          f.object({
            table: f.string(),
            added: f.integer(),
            changed: f.integer(),
            ended: f.integer(),
            same: f.integer(),
            /** Missing from the import, kept because other rows refer to it. */
            kept: f.integer(),
          }),
        ),
        /** What would vanish beyond the threshold, with the words that let it. */
        needs: f.array(f.object({ table: f.string(), count: f.integer(), total: f.integer(), words: f.string() })),
        /** Said before all else: which students the files lack; null: not many. */
        missing: f.nullable(f.string()),
        /** People who would be notified that their classes change. */
        told: f.integer(),
        /** Of an undo: rows that come back. Of an import: new accounts. */
        counted: f.integer(),
        /** A list of first passwords waits. */
        hasList: f.boolean(),
      }),
    ),
  }),
  /** Every fault by itself, for the report. */
  faults: call({
    path: '/api/data/faults.json',
    method: 'POST',
    access: 'import',
    reads: 'long',
    input: whichJob(),
    output: f.array(
      f.object({
        isWarning: f.boolean(),
        file: f.string(),
        row: f.nullable(f.integer()),
        column: f.nullable(f.string()),
        sentence: f.string(),
      }),
    ),
  }),
  /**
   * The files that are wrong, as XLSX under the same names with a note in every wrong cell; several as one ZIP. What is
   * mended in them may be handed in as it is. 404 `data.nothingMarked`.
   */
  marked: call({
    path: '/api/data/marked.file',
    method: 'GET',
    access: 'import',
    own: true,
    reads: true,
    raw: true,
    often: 10,
    input: whichJob(),
    output: f.noFields(),
  }),
  /** Rows of one table that would be added, changed (old and new) or ended, page by page in the order of their keys. */
  differences: call({
    path: '/api/data/differences.json',
    method: 'POST',
    access: 'import',
    reads: 'long',
    input: f.object({
      id_job: f.id(),
      table: f.text(40, 1),
      /** added, changed, ended. */
      kind: f.text(10, 1),
      /** `place` of the last row of the page before. */
      after: f.optionalWholeNumber(0, 1_000_000),
    }),
    output: f.array(
      f.object({
        place: f.integer(),
        key: f.string(),
        title: f.nullable(f.string()),
        cells: f.array(f.object({ column: f.string(), was: f.nullable(f.string()), now: f.nullable(f.string()) })),
      }),
    ),
  }),
  /**
   * Takes tables in and begins to check them; nothing is written. `onto`: to the files of an upload that waits, in the
   * place of those for the same tables. 409 `data.busy` while another one works, `data.command` beside a command.
   */
  upload: call({
    path: '/api/data/upload.json',
    method: 'POST',
    access: 'import',
    own: true,
    files: { field: 'files', most: dataLimits.files },
    oftenAnHour: 200,
    input: f.object({ name: f.optionalText(200), onto: f.optionalId() }),
    output: f.array(f.object({ id_job: f.integer() })),
  }),
  /** Checks again what waits: the portal may have changed since. */
  check: call({
    path: '/api/data/check.json',
    method: 'POST',
    access: 'import',
    input: whichJob(),
    output: f.writeResult(),
  }),
  /** Writes what was checked. `words`: the sentences of `needs`, a line each; 422 `data.words` otherwise. `tellNobody`: of classes. */
  load: call({
    path: '/api/data/load.json',
    method: 'POST',
    access: 'import',
    idempotent: true,
    input: f.object({ id_job: f.id(), words: f.optionalText(10_000), tellNobody: f.optionalFlag() }),
    output: f.writeResult(),
  }),
  /** Stops the job that is running; its transaction is rolled back. */
  stop: call({
    path: '/api/data/stop.json',
    method: 'POST',
    access: 'import',
    input: whichJob(),
    output: f.writeResult(),
  }),
  /** Removes an upload that waits, or the list of first passwords of one that is done. */
  discard: call({
    path: '/api/data/discard.json',
    method: 'POST',
    access: 'import',
    input: whichJob(),
    output: f.writeResult(),
  }),
  /**
   * Takes a stored import back; with `trial` only looks what would come back, and names what would stay. `tables`: only these of
   * it, names with spaces between; what hangs on other tables of the same import fails with their names. A look that the
   * caller began or had a few minutes ago is answered once more, unless it is wanted `again` or something was imported since.
   */
  undo: call({
    path: '/api/data/undo.json',
    method: 'POST',
    access: 'import',
    idempotent: true,
    input: f.object({
      id_run: f.id(),
      trial: f.optionalFlag(),
      tables: f.optionalText(2000),
      again: f.optionalFlag(),
    }),
    output: f.array(f.object({ id_job: f.integer() })),
  }),
  /** The printable list of first passwords, for who began the import; that somebody took it is an act itself. */
  passwords: call({
    path: '/api/data/passwords.json',
    method: 'POST',
    access: 'import',
    oftenAnHour: 20,
    input: whichJob(),
    output: f.array(f.object({ text: f.string(), count: f.integer() })),
  }),
  /** A small example of every table. */
  samples: call({
    path: '/api/data/samples.json',
    method: 'POST',
    access: 'import',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ table: f.string(), text: f.string() })),
  }),
  /** Programs that may push tables by themselves. */
  tokens: call({
    path: '/api/data/tokens.json',
    method: 'POST',
    access: 'import',
    reads: true,
    input: f.noFields(),
    output: f.array(token),
  }),
  /** `token` is shown this once. 422 `profile.wrongPassword`; 403 `secondstep.prove`. */
  makeToken: call({
    path: '/api/data/token/make.json',
    method: 'POST',
    access: 'import',
    own: true,
    oftenAnHour: 20,
    input: f.object({
      name: f.text(dataLimits.name, 1),
      /** Names of tables with spaces between; never permissions. */
      tables: f.text(2000, 1),
      /** Addresses and ranges with spaces between. */
      addresses: f.text(2000, 1),
      until: f.day(),
      /** The caller's own. */
      password: f.text(200, 1),
    }),
    output: f.array(f.object({ id_token: f.integer(), token: f.string() })),
  }),
  revokeToken: call({
    path: '/api/data/token/revoke.json',
    method: 'POST',
    access: 'import',
    input: f.object({ id_token: f.id() }),
    output: f.writeResult(),
  }),
  /**
   * A program's upload: `Authorization: Bearer TOKEN`. It is checked and loaded by itself; beyond a threshold it waits for a
   * person. The same content changes nothing; `tellNobody`: of changed classes. 401 `data.token`.
   */
  push: call({
    path: '/api/data/push.json',
    method: 'POST',
    access: 'all',
    own: true,
    cookieless: true,
    byToken: true,
    notByPages: true,
    files: { field: 'files', most: dataLimits.files },
    input: f.object({ name: f.optionalText(200), tellNobody: f.optionalFlag() }),
    output: pushed,
  }),
  /** How far a push of the same token is. */
  pushed: call({
    path: '/api/data/pushed.json',
    method: 'POST',
    access: 'all',
    reads: true,
    cookieless: true,
    byToken: true,
    notByPages: true,
    input: whichJob(),
    output: pushed,
  }),
};
