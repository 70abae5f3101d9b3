import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Sql } from 'postgres';
import { csv } from '../core/csv.ts';
import { postgresClient } from '../database/postgres-client.ts';
import { generateUniversity } from '../demo/generate.ts';
import { emptyDatabase, type TestDatabase } from '../test/database.ts';
import { type ImportOptions, type ImportResult, importFolder } from './import.ts';

/** The day of the tests' folders; nothing in them depends on the real one. */
export const today = '2026-11-21';

/** A row of a table by its headings. */
export type Cells = Record<string, string>;

/** An import folder that a test may spoil. */
export interface Folder {
  path: string;
  /** Another folder with the same files. */
  copy(): Folder;
  /** Changes the rows of a table in place; row 0 is row 2 of the spreadsheet. */
  edit(file: string, change: (rows: Cells[]) => unknown): void;
  /** Gives a table other rows. */
  replace(file: string, change: (rows: Cells[]) => Cells[]): void;
  rows(file: string): Cells[];
  /** Puts a file of any name and content there. */
  put(name: string, content: string | Buffer): void;
  remove(name: string): void;
}

/** The tiny invented university without known passwords, as a registrar would hand one in. */
export async function tinyFolder(): Promise<Folder> {
  const path = newPath();
  await generateUniversity({ size: 'tiny', today, seed: 7 }, path);
  const folder = openFolder(path);
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

/** The folder at a path, to be spoilt by a test. */
export function openFolder(path: string): Folder {
  const rows = (file: string): Cells[] => parse(readFileSync(join(path, `${file}.csv`)), { columns: true, bom: true });
  const put = (name: string, content: string | Buffer) => writeFileSync(join(path, name), content);
  const replace: Folder['replace'] = (file, change) => {
    const before = rows(file);
    const after = change(before);
    const headings = Object.keys(after[0] ?? before[0] ?? {});
    put(`${file}.csv`, csv([headings, ...after.map((row) => headings.map((heading) => row[heading] ?? ''))]));
  };
  return {
    path,
    rows,
    put,
    copy() {
      const other = newPath();
      cpSync(path, other, { recursive: true });
      return openFolder(other);
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
export function at(rows: readonly Cells[], place: number): Cells {
  const row = rows.at(place);
  assert.ok(row);
  return row;
}

/** What an import did, without the files of which nothing changed: file, added, changed, closed, kept. */
export function done(result: ImportResult): (string | number)[][] {
  return result.changes
    .filter(({ added, changed, closed, kept }) => added + changed + closed + kept > 0)
    .map(({ file, added, changed, closed, kept }) => [file, added, changed, closed, kept]);
}

/** An empty database and a folder of one's own for each test. */
export class Trial {
  sql!: Sql;
  folder!: Folder;
  untouched!: Folder;
  passwords = '';
  private database: TestDatabase | undefined;

  constructor() {
    before(async () => {
      this.untouched = await tinyFolder();
    });
    beforeEach(async () => {
      this.database = await emptyDatabase();
      this.sql = postgresClient(this.database.url, { max: 2, onnotice: () => undefined });
      this.folder = this.untouched.copy();
      this.passwords = `${this.folder.path}.passwords.csv`;
    });
    afterEach(async () => {
      await this.sql?.end();
      await this.database?.drop();
      rmSync(this.passwords, { force: true });
    });
  }

  load(options: Partial<ImportOptions> = {}): Promise<ImportResult> {
    const { sql, folder, passwords } = this;
    return importFolder({ sql, folder: folder.path, today, passwords, language: 'en', ...options });
  }

  /** Loads a folder that is right. */
  async loaded(options: Partial<ImportOptions> = {}): Promise<ImportResult> {
    const result = await this.load(options);
    assert.deepEqual(result.problems, []);
    assert.equal(result.written, options.dryRun !== true);
    return result;
  }
}
