import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Sql } from 'postgres';
import { formatCsv } from '../core/csv.ts';
import { createPostgresClient } from '../database/postgres-client.ts';
import { generateUniversity } from '../demo/generate.ts';
import { copyDatabase, createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { type ImportOptions, type ImportResult, importFolder } from './import.ts';

/** The day of the tests' folders; nothing in them depends on the real one. */
export const fixtureDay = '2026-11-21';

/** A row of a table by its headings. */
export type FixtureRow = Record<string, string>;

/** An import folder that a test may spoil. */
export interface ImportFolder {
  path: string;
  /** Another folder with the same files. */
  copy(): ImportFolder;
  /** Changes the rows of a table in place; row 0 is row 2 of the spreadsheet. */
  edit(file: string, change: (rows: FixtureRow[]) => unknown): void;
  /** Gives a table other rows. */
  replace(file: string, change: (rows: FixtureRow[]) => FixtureRow[]): void;
  rows(file: string): FixtureRow[];
  /** Puts a file of any name and content there. */
  put(name: string, content: string | Buffer): void;
  remove(name: string): void;
}

/**
 * The tiny invented university without known passwords, as a registrar would hand one in. Its photos are left out: a test
 * that needs one puts it there.
 */
export async function createTinyImportFolder(): Promise<ImportFolder> {
  const path = newPath();
  await generateUniversity({ size: 'tiny', today: fixtureDay, seed: 7 }, path);
  rmSync(join(path, 'photos'), { recursive: true });
  mkdirSync(join(path, 'photos'));
  const folder = importFolderAt(path);
  for (const file of ['teachers', 'students']) {
    folder.replace(file, (rows) => rows.map(({ password: _, ...row }) => row));
  }
  return folder;
}

const made: string[] = [];
process.once('exit', () => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

function newPath(): string {
  const path = mkdtempSync(join(tmpdir(), 'bilim-import-'));
  made.push(path);
  return path;
}

/** A folder without files. */
export const createEmptyImportFolder = (): ImportFolder => importFolderAt(newPath());

/** The folder at a path, to be spoilt by a test. */
export function importFolderAt(path: string): ImportFolder {
  const rows = (file: string): FixtureRow[] =>
    parse(readFileSync(join(path, `${file}.csv`)), { columns: true, bom: true });
  const put = (name: string, content: string | Buffer) => writeFileSync(join(path, name), content);
  const replace: ImportFolder['replace'] = (file, change) => {
    const before = rows(file);
    const after = change(before);
    const headings = Object.keys(after[0] ?? before[0] ?? {});
    put(`${file}.csv`, formatCsv([headings, ...after.map((row) => headings.map((heading) => row[heading] ?? ''))]));
  };
  return {
    path,
    rows,
    put,
    copy() {
      const other = newPath();
      cpSync(path, other, { recursive: true });
      return importFolderAt(other);
    },
    edit: (file, change) =>
      replace(file, (before) => {
        change(before);
        return before;
      }),
    replace,
    remove: (name) => rmSync(join(path, name)),
  };
}

/** The row at a place (-1: the last), which certainly exists. */
export function requireFixtureRow(rows: readonly FixtureRow[], place: number): FixtureRow {
  const row = rows.at(place);
  assert.ok(row);
  return row;
}

/** What an import did, without the files of which nothing changed: file, added, changed, closed, kept. */
export function listTableChanges(result: ImportResult): (string | number)[][] {
  return result.changes
    .filter(({ added, changed, closed, kept }) => added + changed + closed + kept > 0)
    .map(({ file, added, changed, closed, kept }) => [file, added, changed, closed, kept]);
}

/** A folder of its own for each test, and a database that is empty, or into which the folder was imported already. */
export class ImportFixture {
  sql!: Sql;
  folder!: ImportFolder;
  untouched!: ImportFolder;
  passwords = '';
  /** Where the key of personal numbers lies. */
  readonly dataDir = newPath();
  #database: TestDatabase | undefined;
  /** The database into which the untouched folder was imported, and the list of passwords that this wrote. */
  #imported: { database: TestDatabase; passwords: string } | undefined;

  constructor() {
    before(async () => {
      this.untouched = await createTinyImportFolder();
    });
    beforeEach(() => {
      this.folder = this.untouched.copy();
      this.passwords = `${this.folder.path}.passwords.csv`;
    });
    afterEach(async () => {
      await this.#close();
      rmSync(this.passwords, { force: true });
    });
    after(() => this.#imported?.database.drop());
  }

  /** Address of the database. */
  get url(): string {
    return this.#database?.url ?? assert.fail('the test has begun with no database');
  }

  /** Begins with a university into which the untouched folder was imported: that is done once for all tests of a file. */
  async begin(): Promise<void> {
    await this.#close();
    this.#imported ??= await this.#importUntouched();
    this.#open(await copyDatabase(this.#imported.database.url));
    writeFileSync(this.passwords, this.#imported.passwords);
  }

  /** Begins with an empty database, where something is looked at before the first import. */
  async beginEmpty(): Promise<void> {
    this.#open(await createEmptyDatabase());
  }

  /** Imports the folder as it is now; into an empty database unless the test has begun with a university. */
  async load(options: Partial<ImportOptions> = {}): Promise<ImportResult> {
    if (!this.#database) this.#open(await createEmptyDatabase());
    const { sql, folder, passwords } = this;
    const { dataDir } = this;
    return await importFolder({
      sql,
      dataDir,
      folder: folder.path,
      today: fixtureDay,
      passwords,
      language: 'en',
      ...options,
    });
  }

  /** Loads a folder that is right. */
  async loaded(options: Partial<ImportOptions> = {}): Promise<ImportResult> {
    const result = await this.load(options);
    assert.deepEqual(result.problems, []);
    assert.equal(result.written, options.dryRun !== true);
    return result;
  }

  async #importUntouched(): Promise<{ database: TestDatabase; passwords: string }> {
    this.#open(await createEmptyDatabase());
    const path = `${this.untouched.path}.passwords.csv`;
    await this.loaded({ folder: this.untouched.path, passwords: path });
    const passwords = readFileSync(path, 'utf8');
    rmSync(path);
    await this.sql.end();
    const database = this.#database as TestDatabase;
    this.#database = undefined;
    return { database, passwords };
  }

  #open(database: TestDatabase): void {
    this.#database = database;
    this.sql = createPostgresClient(database.url, { max: 2, onnotice: () => undefined });
  }

  async #close(): Promise<void> {
    if (!this.#database) return;
    await this.sql.end();
    await this.#database.drop();
    this.#database = undefined;
  }
}
