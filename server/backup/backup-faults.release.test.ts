import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres, { type Sql } from 'postgres';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { createBareEnvironment } from '../test/program.ts';
import { type DatabaseRelay, openRelay } from '../test/relay.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const portalProgram = fileURLToPath(new URL('../main.ts', import.meta.url));
const { news } = callsByRoom;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Each command is a process of its own, and several move some fifty megabytes. */
const long = { timeout: 300_000 };

/** The real commands on a portal with a table of six pieces, and places to bring its back-up to. */
let portal: TestPortal;
let sql: Sql;
let relay: DatabaseRelay;
let folder: string;
const databases: TestDatabase[] = [];
const children: ChildProcess[] = [];
const relays: DatabaseRelay[] = [];

before(async () => {
  portal = await openPortal();
  folder = await mkdtemp(join(tmpdir(), 'bilim-disturbed-'));
  sql = postgres(portal.database.url, { max: 1, onnotice: () => undefined });
  relay = await openRelay(portal.database.url);
  relays.push(relay);
  await sql`
    with talk as (
      insert into conversation (year_id, term_id, discipline_id, credits, person_a, person_b)
      select (select id from academic_year limit 1), (select id from term limit 1), (select id from discipline limit 1),
        4, min(id), max(id) from person
      returning id, person_a)
    insert into message (conversation_id, author_id, author_role, message, revision)
    select talk.id, talk.person_a, 1, n || repeat(${'ж\t\n'}, 1300), n from talk, generate_series(1, 9000) n`;
  const editor = await portal.as('editor');
  for (const name of ['one', 'two', 'three'])
    await editor.get(news.insert, { message: name }, { files: [{ name: `${name}.txt`, content: name }] });
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const one of relays) await one.close();
  await sql.end();
  await portal.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function begin(
  file: string,
  given: string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [file, ...given], {
    env: { ...createBareEnvironment(), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, output }))) };
}

const run = (given: string[], env: Record<string, string>) => begin(program, given, env).ended;

/** What a command says when its connection broke. */
const lost = /^The connection to the database was lost[.:]/;

/** Settings with which the commands reach the portal, by way of the relay. */
const ofPortal = () => ({ DATABASE_URL: relay.url, DATA_DIR: portal.settings.dataDir });

const limits = ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout'];

/** Lets the server end whatever takes long or idles, for connections that come from now on. */
async function limitTime(of: Sql): Promise<void> {
  const [name] = await of`select current_database() as name`;
  for (const limit of limits) await of.unsafe(`alter database ${name?.name} set ${limit} = '20ms'`);
}

async function emptyPlace(): Promise<{ env: Record<string, string>; relay: DatabaseRelay; dataDir: string }> {
  const database = await createEmptyDatabase();
  databases.push(database);
  const way = await openRelay(database.url);
  relays.push(way);
  const dataDir = await mkdtemp(join(folder, 'data-'));
  return { env: { DATABASE_URL: way.url, DATA_DIR: dataDir }, relay: way, dataDir };
}

function isSentence({ code, output }: Ended, sentence: RegExp): void {
  assert.equal(code, 1, output);
  assert.match(output.trim(), sentence);
  assert.equal(output.trim().split('\n').length, 1, output);
}

/** Files of all kinds that lie somewhere below a folder. */
async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('a back-up', () => {
  it('[SAFE-02] of a table of six pieces is read back, verified, and brought back', long, async () => {
    const file = join(folder, 'large.tar.gz');
    const made = await run(['backup', file], ofPortal());
    assert.equal(made.code, 0, made.output);
    assert.match(made.output, /^Backed up and read back: \d+ rows and 3 files of /);
    const checked = await run(['backup', '--verify', file], {});
    const firstLine = ({ output }: Ended) => output.split('\n')[0];
    assert.equal(checked.code, 0, checked.output);
    assert.equal(firstLine(checked), firstLine(made)?.replace('Backed up and read back', 'The back-up is whole'));
    const place = await emptyPlace();
    const brought = await run(['restore', file], place.env);
    assert.equal(brought.code, 0, brought.output);
    const there = postgres(place.relay.to, { max: 1, onnotice: () => undefined });
    const ofMessages = (of: Sql) =>
      of`select count(*)::int as count, md5(string_agg(message, '' order by id)) as hash from message`;
    const [here, copy] = [await ofMessages(sql), await ofMessages(there)];
    await there.end();
    assert.deepEqual([...copy], [...here]);
    const files = await readdir(join(place.dataDir, 'files'), { recursive: true });
    assert.equal(files.length > 3, true);
    for (const name of files)
      assert.equal((await stat(join(place.dataDir, 'files', name))).mode & 0o077, 0, `${name} is for its owner alone`);
  });

  it('[SAFE-03] that loses the database ends in one sentence and leaves nothing', long, async () => {
    for (const text of ['copy (select "id", "conversation_id"', 'from file order by key']) {
      relay.breakAfter(text);
      const ended = await run(['backup', join(folder, 'broken.tar.gz')], ofPortal());
      relay.breakAfter(null);
      isSentence(ended, lost);
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.startsWith('broken')),
        [],
      );
      assert.equal(existsSync(join(portal.settings.dataDir, 'files/backup-running')), false);
    }
  });

  it(
    '[SAFE-03] goes on where the server ends what idles, however long the files take, and so does a restore',
    long,
    async () => {
      const pictures = join(portal.settings.dataDir, 'public');
      await mkdir(pictures, { recursive: true });
      const [name] = await sql`select current_database() as name`;
      await limitTime(sql);
      try {
        await writeFile(join(pictures, 'large.png'), crypto.getRandomValues(new Uint8Array(65_536)));
        await writeFile(join(pictures, 'larger.png'), Buffer.alloc(60_000_000, 'a long picture'));
        const file = join(folder, 'idle.tar.gz');
        const ended = await run(['backup', file], ofPortal());
        assert.equal(ended.code, 0, ended.output);
        const place = await emptyPlace();
        const there = postgres(place.relay.to, { max: 1, onnotice: () => undefined });
        await limitTime(there);
        await there.end();
        const brought = await run(['restore', file], place.env);
        assert.equal(brought.code, 0, brought.output);
        assert.ok((await filesIn(place.dataDir)).includes('larger.png'));
      } finally {
        for (const limit of limits) await sql.unsafe(`alter database ${name?.name} reset ${limit}`);
        await rm(pictures, { recursive: true, force: true });
      }
    },
  );

  it('[SAFE-03] names files that are missing or damaged, and saves the rest when that is asked for', long, async () => {
    const files = await sql<{ key: string }[]>`select key from file order by key`;
    const [missing = '', damaged = ''] = files.map(({ key }) => key);
    const pathOf = (key: string) => join(portal.settings.dataDir, 'files', key.slice(0, 2), key);
    await rename(pathOf(missing), join(folder, 'away'));
    const file = join(folder, 'rest.tar.gz');
    isSentence(
      await run(['backup', file], ofPortal()),
      new RegExp(`missing or damaged in .*${missing}.*--skip-missing`),
    );
    await rename(pathOf(damaged), join(folder, 'whole'));
    await writeFile(pathOf(damaged), 'something else');
    await rename(join(folder, 'away'), pathOf(missing));
    isSentence(
      await run(['backup', file], ofPortal()),
      new RegExp(`missing or damaged in .*${damaged}.*--skip-missing`),
    );
    await rename(pathOf(missing), join(folder, 'away'));
    const made = await run(['backup', '--skip-missing', file], ofPortal());
    assert.equal(made.code, 0, made.output);
    for (const key of [missing, damaged]) assert.ok(made.output.includes(key), made.output);
    const place = await emptyPlace();
    const brought = await run(['restore', file], place.env);
    assert.equal(brought.code, 0, brought.output);
    for (const key of [missing, damaged]) assert.ok(brought.output.includes(key), brought.output);
    assert.equal((await filesIn(join(place.dataDir, 'files'))).length, 2);
    await rename(join(folder, 'away'), pathOf(missing));
    await rename(join(folder, 'whole'), pathOf(damaged));
  });
});

describe('a restore', () => {
  const file = () => join(folder, 'large.tar.gz');

  it('[SAFE-03] that loses the database ends in one sentence, and the second try goes on', long, async () => {
    const place = await emptyPlace();
    for (const text of ['5000ж', 'drop table restore_running']) {
      place.relay.breakAfter(text);
      const ended = await run(['restore', file()], place.env);
      place.relay.breakAfter(null);
      isSentence(ended, lost);
    }
    const brought = await run(['restore', file()], place.env);
    assert.equal(brought.code, 0, brought.output);
  });

  it(
    '[SAFE-03] that was killed leaves a place that no portal starts on, and the second try goes on',
    long,
    async () => {
      const place = await emptyPlace();
      // It stands still with all files of the back-up in the folder and no row committed.
      place.relay.swallowAfter('drop table restore_running');
      const { child, ended } = begin(program, ['restore', file()], place.env);
      while ((await filesIn(place.dataDir)).length < 3) await wait(50);
      child.kill('SIGKILL');
      await ended;
      place.relay.swallowAfter(null);
      const started = begin(portalProgram, [], { ...place.env, PORT: '0', DEMO: 'none' });
      const halfway = /^A restore of a back-up into this database did not come to its end/;
      isSentence(await started.ended, halfway);
      isSentence(await run(['backup', join(folder, 'half.tar.gz')], place.env), halfway);
      const brought = await run(['restore', file()], place.env);
      assert.equal(brought.code, 0, brought.output);
      isSentence(await run(['restore', file()], place.env), /holds a university already/);
    },
  );

  it('[SAFE-03] into a folder of files whose database is another says what to remove', long, async () => {
    const place = await emptyPlace();
    await mkdir(join(place.dataDir, 'files'), { recursive: true });
    await writeFile(join(place.dataDir, 'files/other'), 'other');
    isSentence(await run(['restore', file()], place.env), /holds files already.* remove .*\/files and .*\/public/);
  });
});
