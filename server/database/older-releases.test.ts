import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { readSettings } from '../settings.ts';
import { createBareDatabase, type TestDatabase } from '../test/database.ts';
import { migrateUnlessNodesDiffer } from './cluster-check.ts';
import { listenerConnectionName } from './database.ts';
import { checkSchema, migrate, schemaFolder } from './migrate.ts';
import { isCompatibleWithOlderReleases, readMigrations } from './schema-history.ts';

/** The schema's folder of a release after this one. */
const newer = mkdtempSync(join(tmpdir(), 'bilim-newer-'));
for (const part of ['migrations', 'upgrades', 'functions'])
  cpSync(join(schemaFolder, part), join(newer, part), { recursive: true });
const functionsFile = join(newer, 'functions/files.sql');
writeFileSync(functionsFile, `${readFileSync(functionsFile, 'utf8')}\n-- As the newer release has it.\n`);

/** Gives the newer release this one step beyond those of today. */
const writeStep = (text: string) => writeFileSync(join(newer, 'migrations/9000_later.sql'), text);
const forAll = 'alter table person add column later text;';
const forNewer = `-- Not for older releases: they look for the old name.\nalter table person rename column surname to family_name;`;

let database: TestDatabase;
let sql: Sql;
after(async () => {
  await sql?.end();
  await database?.drop();
  rmSync(newer, { recursive: true, force: true });
});

const appliedFunctions = () => sql`select name, checksum from applied_function order by name`;

describe('[OPS-06] a database that a newer release has brought forward', { concurrency: false }, () => {
  beforeEach(async () => {
    await sql?.end();
    await database?.drop();
    database = await createBareDatabase();
    sql = postgres(database.url, { max: 3, onnotice: () => undefined });
  });

  it('is used by this one as it is, and by the newer one again afterwards', async () => {
    writeStep(forAll);
    assert.deepEqual(await migrate(sql, newer), ['9000_later']);
    const functions = await appliedFunctions();
    assert.deepEqual(await migrate(sql, schemaFolder), []);
    assert.deepEqual(await checkSchema(sql, schemaFolder), ['9000_later']);
    assert.deepEqual(await appliedFunctions(), functions, 'its functions stay');
    assert.deepEqual(await migrate(sql, newer), []);
    assert.deepEqual(await checkSchema(sql, newer), []);
  });

  it('is refused in one sentence where one of its steps is not for older releases, or nothing says that it is', async () => {
    writeStep(forNewer);
    await migrate(sql, newer);
    const unknown =
      /^StartupError: The database was brought to 9000_later by another release that this one does not know/;
    for (const look of [migrate, checkSchema]) await assert.rejects(look(sql, schemaFolder), unknown);
    // As a release left it that did not write it down.
    await sql`alter table migration drop column serves_older`;
    for (const look of [checkSchema, migrate]) await assert.rejects(look(sql, schemaFolder), unknown);
  });

  it('gets no step that nodes which run on it could not go on with', async () => {
    writeStep(forNewer);
    const settings = readSettings({ DATA_DIR: newer });
    const connection = { application_name: listenerConnectionName };
    const node = postgres(database.url, { max: 1, onnotice: () => undefined, connection });
    await node`select`;
    await assert.rejects(
      migrateUnlessNodesDiffer(sql, settings, newer),
      /^StartupError: Nodes of an older release run on this database and cannot go on after the migration 9000_later: /,
    );
    assert.equal((await sql`select surname from person`).count, 0);
    writeStep(forAll);
    assert.deepEqual(await migrateUnlessNodesDiffer(sql, settings, newer), []);
    await node.end();
  });
});

/** What makes statements of the release before fail, or lets them write what the newer one does not understand. */
const risky =
  /\bdrop (?!index|not null|default)\w+|\brename\b|\bset not null\b|\balter (column )?\w+ (set data )?type\b|\badd (constraint|check|unique|exclude|primary|foreign)\b|\bcreate unique index\b|\btruncate\b|\badd column (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i;
const withoutComments = (text: string) => text.replace(/--.*$/gm, '');

describe('[OPS-06] a step that nodes of the release before could stumble over', () => {
  it('says whether they go on: "-- Not for older releases: why", or "-- Older releases go on: why"', () => {
    const unclear = readMigrations(schemaFolder)
      .filter(({ name }) => name > '0140')
      .filter((step) => risky.test(withoutComments(step.text)) && isCompatibleWithOlderReleases(step))
      .filter(({ text }) => !/^-- Older releases go on: \S/m.test(text));
    assert.deepEqual(
      unclear.map(({ name }) => name),
      [],
    );
  });

  it('is recognized by its statements', () => {
    for (const text of [
      'alter table a drop column b',
      'alter table a rename to b',
      'alter table a alter column b type bigint',
      'alter table a add column b int not null',
      'alter table a add constraint c check (b > 0)',
      'create unique index on a (b)',
    ])
      assert.match(text, risky);
    for (const text of [
      'create table a (b int not null unique)',
      'alter table a add column b int not null default 0, add column c text',
      'create index on a (b)',
      'drop index a_b',
      'alter table a alter column b drop not null',
    ])
      assert.doesNotMatch(text, risky);
  });
});
