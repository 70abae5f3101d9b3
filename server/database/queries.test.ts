import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Sql } from 'postgres';
import { readCredentialIds } from '../rooms/passkeys/passkeys.queries.ts';
import { createBareDatabase, type TestDatabase } from '../test/database.ts';
import { type ComposedStatement, createDescribingDatabase } from '../test/describing-database.ts';
import { expectNoViolations } from '../test/house-rules.ts';
import { type ColumnKinds, findRowFaults, readColumnKinds } from '../test/row-types.ts';
import { type ExportedFunction, StatementProgram, type WrittenStatement } from '../test/statement-program.ts';
import { type ChooseIndex, createIndexChooser, TypeSampler } from '../test/type-samples.ts';
import { connectWithoutTimeouts } from './database.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const paths = globSync('server/**/*.{queries,access}.ts', {
  cwd: home,
  exclude: (path) => /(^|\/)node_modules$/.test(path),
}).map((path) => path.replaceAll('\\', '/'));
/** Each function is called so often, with other arguments each time. */
const calls = 12;
/** Of the statements this part has to be reached by calls; the others need real rows. */
const minReachedShare = 0.97;

let copy: TestDatabase;
let sql: Sql;
let kinds: ColumnKinds;
let plainKinds: ColumnKinds;
let program: StatementProgram;
let samples: TypeSampler;
let choose: ChooseIndex = createIndexChooser(0);
let faults = new Set<string>();
const written = new Map<string, WrittenStatement[]>();
const reached = new Set<string>();
const described = new Set<string>();

/** Files whose statements are described as they stand: to call their functions would measure, or act. */
const describedOnly = globSync('{bench,server/demo}/**/*.ts', {
  cwd: home,
  exclude: (path) => /(^|\/)node_modules$/.test(path),
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$/.test(path) && !paths.includes(path));

const keyOf = ({ parts }: Pick<WrittenStatement, 'parts'>) => parts.join('\0');

before(async () => {
  copy = await createBareDatabase();
  sql = connectWithoutTimeouts(copy.url, 1, 'Asia/Bishkek');
  kinds = await readColumnKinds(sql, { isPlain: false });
  plainKinds = await readColumnKinds(sql, { isPlain: true });
  program = new StatementProgram();
  const bytes = () => Buffer.alloc(32);
  samples = new TypeSampler(program.project, {
    ...{ ISql: db, Sql: plainDb, TransactionSql: plainDb, Database: database, PendingQuery: noPart },
    ...{ Buffer: bytes, Uint8Array: bytes, Date: () => new Date(0), Promise: async () => undefined },
    ...{ Map: () => new Map(), ReadonlyMap: () => new Map(), Set: () => new Set(), ReadonlySet: () => new Set() },
  });
  for (const statement of paths.flatMap((path) => program.statementsOf(path)))
    written.set(keyOf(statement), [...(written.get(keyOf(statement)) ?? []), statement]);
});
after(async () => {
  program[Symbol.dispose]();
  await sql.end();
  await copy.drop();
});

/** Describes a statement, compares its columns with the type of its rows, and makes up such rows. */
async function answer({ parts, text, describe: columnsOf }: ComposedStatement, of: ColumnKinds): Promise<unknown[]> {
  const known = written.get(keyOf({ parts })) ?? [];
  reached.add(keyOf({ parts }));
  // What is no template was put together from what the database said.
  const [first] = known;
  if (first && !described.has(text)) {
    described.add(text);
    const { checker } = program.project;
    try {
      const statement = await columnsOf();
      for (const { row, place, usesRows } of known) {
        if (row) for (const fault of findRowFaults(checker, row, statement, of)) faults.add(`${place} ${fault}`);
        else if (usesRows && statement.columns.length > 0) faults.add(`${place} says no type of its rows`);
      }
    } catch (error) {
      const { message } = error as Error;
      if (!isOfTemporaryTable(message)) faults.add(`${first.place} ${message}`);
    }
  }
  const row = known.find((one) => one.row)?.row;
  return choose(3) === 2 ? [] : [row ? samples.valueOf(row, choose) : {}];
}

function db() {
  return createDescribingDatabase(sql, (statement) => answer(statement, kinds));
}

/** What a command has: the driver as it is. */
function plainDb() {
  return createDescribingDatabase(sql, (statement) => answer(statement, plainKinds));
}

function noPart(): never {
  throw new Error('a part of a statement cannot be made up');
}

const temporary = new Set(
  globSync('server/**/*.ts', { cwd: home, exclude: (path) => /(^|\/)node_modules$/.test(path) }).flatMap((path) =>
    [...readFileSync(home + path, 'utf8').matchAll(/create temp table (?:if not exists )?(\w+)/g)].map(
      ([, name]) => name,
    ),
  ),
);

/**
 * Tables of one transaction are not there without it; those of an import's images are called before_<table>, those that
 * the bench makes for the bare server bare_<table>.
 */
function isOfTemporaryTable(message: string): boolean {
  const [, name = ''] = /^relation "(\w+)" does not exist$/.exec(message) ?? [];
  return temporary.has(name) || /^(before|bare)_/.test(name);
}

function database() {
  const own = db();
  const run = (work: (of: unknown) => unknown) => work(own);
  return { own, read: run, readLong: run, transaction: run, alone: run, snapshot: run };
}

/** Calls a function with arguments of its types. It may refuse them, as calls of people may be refused. */
async function callWithSamples({ path, name, type }: ExportedFunction): Promise<void> {
  const module = (await import(pathToFileURL(home + path).href)) as Record<string, unknown>;
  const called = module[name];
  if (typeof called !== 'function' || String(called).startsWith('class ')) return;
  for (let seed = 0; seed < calls; seed++) {
    choose = createIndexChooser(seed);
    try {
      const result: unknown = called(...samples.parametersOf(type, choose));
      // A part of a statement is no statement.
      if (result?.constructor === Promise) await result;
    } catch {
      // What was asked before is described all the same.
    }
  }
}

/** Describes statements without a call, where no part of them is made elsewhere. */
async function describeWithoutCall(statements: readonly WrittenStatement[]): Promise<void> {
  for (const { parts, values, isSent } of statements) {
    const isWhole = values.every((type) => !/^(PendingQuery|Helper)$/.test(type.getSymbol()?.name ?? ''));
    if (!isSent || !isWhole) continue;
    const template = Object.assign([...parts], { raw: [...parts] });
    await db()(template, ...values.map((type) => samples.valueOf(type, choose) as string));
  }
}

describe('the statements of queries and access files', () => {
  it('fit the schema, and their columns the types of their rows', async () => {
    for (const path of paths) for (const one of program.functionsOf(path)) await callWithSamples(one);
    const sent = [...written.values()].flat().filter(({ isSent }) => isSent);
    const unreachedOf = () => sent.filter((statement) => !reached.has(keyOf(statement)));
    await describeWithoutCall(unreachedOf());
    expectNoViolations([...faults].sort());
    const unreached = unreachedOf();
    assert.ok(sent.length > 700, `${sent.length} statements`);
    const places = unreached.map(({ place }) => place).join('\n');
    assert.ok(unreached.length <= sent.length * (1 - minReachedShare), `not reached:\n${places}`);
  });

  it('of the bench and of the demo fit the schema, where no part of them is made elsewhere', async () => {
    const statements = describedOnly.flatMap((path) => program.statementsOf(path));
    for (const statement of statements) written.set(keyOf(statement), [statement]);
    const faultsOf = async (some: readonly WrittenStatement[]) => {
      faults = new Set();
      described.clear();
      await describeWithoutCall(some);
      return [...faults].sort();
    };
    expectNoViolations(await faultsOf(statements));
    const count = statements.filter((statement) => reached.has(keyOf(statement))).length;
    assert.ok(count > 100, `${count} of ${statements.length} statements`);
    await sql`alter table conversation rename revision to turn`;
    const faulty = await faultsOf(statements.filter(({ place }) => place.startsWith('bench/chat.ts:')));
    await sql`alter table conversation rename turn to revision`;
    assert.ok(faulty.length > 0, 'a renamed column is named');
  });

  it('no longer fit when a column is renamed, or is of another type', async () => {
    const faultsAfter = async (change: string) => {
      await sql.unsafe(change);
      [choose, faults] = [createIndexChooser(0), new Set()];
      described.clear();
      await readCredentialIds(db(), 1);
      return [...faults].map((fault) => fault.replace(/^\S+ /, ''));
    };
    assert.deepEqual(await faultsAfter('select'), []);
    assert.deepEqual(await faultsAfter('alter table passkey alter transports type text using transports::text'), [
      'transports is said to be string[], its column gives "string"',
    ]);
    assert.deepEqual(await faultsAfter('alter table passkey rename transports to ways'), [
      'column "transports" does not exist',
    ]);
  });
});
