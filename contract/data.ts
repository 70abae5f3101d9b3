import { call } from './call.ts';
import { dataLimits } from './data-limits.ts';
import * as f from './fields.ts';

const whichJob = () => f.shape({ id_job: f.id() });

/** How far something is that goes on in the background. */
const head = {
  id_job: f.int(),
  /** load, undo. */
  kind: f.str(),
  /** The folder or file as it was dropped; of an undo the number of what is undone. */
  name: f.str(),
  /** checking, checked (waits for a person), importing, undoing, done, failed, stopped, discarded. */
  state: f.str(),
  /** Only looks what it would do. */
  isTrial: f.bool(),
  /** Null: a program. */
  by: f.nullable(f.str()),
  program: f.nullable(f.str()),
  at: f.timestamp(),
  /** read, check, write, photos, remove. */
  step: f.str(),
  /** The table that is at work, or empty. */
  table: f.str(),
  percent: f.int(),
  /** The stored run that it became, or undoes. */
  id_run: f.nullable(f.int()),
};

/** Equal faults of a table, as one. */
const fault = f.shape({
  sentence: f.str(),
  isWarning: f.bool(),
  file: f.str(),
  /** The first row as a spreadsheet numbers it, and how many more there are like it. */
  row: f.nullable(f.int()),
  column: f.nullable(f.str()),
  more: f.int(),
  /** A file that is no table of the portal: a recipe may read it. */
  isUnknown: f.bool(),
  /** The row with the one before it, cell by cell. */
  headings: f.rows(f.str()),
  lines: f.rows(f.shape({ row: f.int(), cells: f.rows(f.str()) })),
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

const token = f.shape({
  id_token: f.int(),
  name: f.str(),
  tables: f.rows(f.str()),
  addresses: f.rows(f.str()),
  until: f.str(),
  by: f.nullable(f.str()),
  at: f.timestamp(),
  usedAt: f.nullable(f.timestamp()),
  usedFrom: f.nullable(f.str()),
  /** works, over, revoked, stopped (whoever made it has no open account, or may not import everywhere any more). */
  state: f.str(),
});

/** What came of a push. */
const pushed = f.rows(
  f.shape({
    id_job: f.int(),
    state: f.str(),
    percent: f.int(),
    faults: f.int(),
    warnings: f.int(),
    /** The first of them, with file, row and column. */
    sentences: f.rows(f.str()),
    added: f.int(),
    changed: f.int(),
    ended: f.int(),
    /** More would vanish than vanishes unasked: a person in the room of data decides. */
    waits: f.bool(),
    id_run: f.nullable(f.int()),
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
    input: f.shape({
      ...wantedRuns,
      /** `id_run` of the last one of the page before. */
      before: f.optionalId(),
    }),
    output: f.rows(
      f.shape({
        /** `isFaulty`: it was checked, and has errors for which it cannot be loaded. */
        jobs: f.rows(f.shape({ ...head, isFaulty: f.bool() })),
        /** An import by a command goes on. */
        isCommand: f.bool(),
        runs: f.rows(
          f.shape({
            id_run: f.int(),
            at: f.timestamp(),
            /** Null: a command on the server. */
            by: f.nullable(f.str()),
            apart: f.namesakeHint(),
            program: f.nullable(f.str()),
            files: f.rows(f.str()),
            /** The import that it took back; null: it is no undo. */
            undoes: f.nullable(f.int()),
            /** Tables of it that were undone by themselves; of an undo by table: these tables. */
            undoneTables: f.rows(f.str()),
            added: f.int(),
            changed: f.int(),
            ended: f.int(),
            /** Records that its undo had to leave as they are; of an undo: those that it left. */
            left: f.int(),
            undoneAt: f.nullable(f.timestamp()),
            /** Why it cannot be undone: undone, old, nothing; null: it can. */
            whyNot: f.nullable(f.str()),
          }),
        ),
        /** Everybody who has an import here, for the filter `by`: a person, a program, or neither for commands. */
        who: f.rows(
          f.shape({
            key: f.str(),
            person: f.nullable(f.str()),
            apart: f.namesakeHint(),
            program: f.nullable(f.str()),
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
    output: f.rows(
      f.shape({
        ...head,
        files: f.rows(
          f.shape({
            /** Null: no table of the portal. */
            table: f.nullable(f.str()),
            file: f.str(),
            rows: f.int(),
            faults: f.int(),
            warnings: f.int(),
          }),
        ),
        faults: f.int(),
        warnings: f.int(),
        groups: f.rows(fault),
        /** Of an undo: what the import did that was not undone before. */
        figures: f.rows(
          f.shape({
            table: f.str(),
            added: f.int(),
            changed: f.int(),
            ended: f.int(),
            same: f.int(),
            /** Missing from the import, kept because other rows refer to it. */
            kept: f.int(),
          }),
        ),
        /** What would vanish beyond the threshold, with the words that let it. */
        needs: f.rows(f.shape({ table: f.str(), count: f.int(), total: f.int(), words: f.str() })),
        /** Said before all else: which students the files lack; null: not many. */
        missing: f.nullable(f.str()),
        /** People who would be notified that their classes change. */
        told: f.int(),
        /** Of an undo: rows that come back. Of an import: new accounts. */
        counted: f.int(),
        /** A list of first passwords waits. */
        hasList: f.bool(),
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
    output: f.rows(
      f.shape({
        isWarning: f.bool(),
        file: f.str(),
        row: f.nullable(f.int()),
        column: f.nullable(f.str()),
        sentence: f.str(),
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
    input: f.shape({
      id_job: f.id(),
      table: f.text(40, 1),
      /** added, changed, ended. */
      kind: f.text(10, 1),
      /** `place` of the last row of the page before. */
      after: f.optionalWholeNumber(0, 1_000_000),
    }),
    output: f.rows(
      f.shape({
        place: f.int(),
        key: f.str(),
        title: f.nullable(f.str()),
        cells: f.rows(f.shape({ column: f.str(), was: f.nullable(f.str()), now: f.nullable(f.str()) })),
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
    input: f.shape({ name: f.optionalText(200), onto: f.optionalId() }),
    output: f.rows(f.shape({ id_job: f.int() })),
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
    input: f.shape({ id_job: f.id(), words: f.optionalText(10_000), tellNobody: f.optionalFlag() }),
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
   * it, names with spaces between; what hangs on other tables of the same import fails with their names.
   */
  undo: call({
    path: '/api/data/undo.json',
    method: 'POST',
    access: 'import',
    idempotent: true,
    input: f.shape({ id_run: f.id(), trial: f.optionalFlag(), tables: f.optionalText(2000) }),
    output: f.rows(f.shape({ id_job: f.int() })),
  }),
  /** The printable list of first passwords, for who began the import; that somebody took it is an act itself. */
  passwords: call({
    path: '/api/data/passwords.json',
    method: 'POST',
    access: 'import',
    oftenAnHour: 20,
    input: whichJob(),
    output: f.rows(f.shape({ text: f.str(), count: f.int() })),
  }),
  /** A small example of every table. */
  samples: call({
    path: '/api/data/samples.json',
    method: 'POST',
    access: 'import',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ table: f.str(), text: f.str() })),
  }),
  /** Programs that may push tables by themselves. */
  tokens: call({
    path: '/api/data/tokens.json',
    method: 'POST',
    access: 'import',
    reads: true,
    input: f.noFields(),
    output: f.rows(token),
  }),
  /** `token` is shown this once. 422 `profile.wrongPassword`; 403 `secondstep.prove`. */
  makeToken: call({
    path: '/api/data/token/make.json',
    method: 'POST',
    access: 'import',
    own: true,
    oftenAnHour: 20,
    input: f.shape({
      name: f.text(dataLimits.name, 1),
      /** Names of tables with spaces between; never permissions. */
      tables: f.text(2000, 1),
      /** Addresses and ranges with spaces between. */
      addresses: f.text(2000, 1),
      until: f.day(),
      /** The caller's own. */
      password: f.text(200, 1),
    }),
    output: f.rows(f.shape({ id_token: f.int(), token: f.str() })),
  }),
  revokeToken: call({
    path: '/api/data/token/revoke.json',
    method: 'POST',
    access: 'import',
    input: f.shape({ id_token: f.id() }),
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
    input: f.shape({ name: f.optionalText(200), tellNobody: f.optionalFlag() }),
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
