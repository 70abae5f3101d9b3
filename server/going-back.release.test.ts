import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { endProgram, type RunningProgram, runProgram, StartedPrograms } from './test/program.ts';
import { passwords, TestClient } from './test/test-client.ts';

const { news, start: pages } = callsByRoom;
const project = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bilim-going-back-'));
/** This release under the next number, whose schema has a column and a table more, and a function with another text. */
const next = join(folder, 'next');

/** Makes the next release, as a folder beside this one. */
function makeNextRelease(): void {
  for (const path of ['server', 'contract', 'web/dist', 'web/public', 'package.json', 'web/package.json'])
    cpSync(join(project, path), join(next, path), {
      recursive: true,
      filter: (from) => !from.includes('node_modules'),
    });
  symlinkSync(join(project, 'node_modules'), join(next, 'node_modules'));
  const about = JSON.parse(readFileSync(join(next, 'package.json'), 'utf8'));
  writeFileSync(join(next, 'package.json'), JSON.stringify({ ...about, version: '1.1.0' }));
  // As an installation has it, which brings its pages.
  writeFileSync(join(next, 'release.json'), '{}');
  writeFileSync(
    join(next, 'server/database/migrations/9000_next.sql'),
    'alter table news add column later text; create table later (id bigint primary key);',
  );
  const functions = join(next, 'server/database/functions/files.sql');
  writeFileSync(functions, `${readFileSync(functions, 'utf8')}\n-- As of the next release.\n`);
}

let database: TestDatabase;
let portals: StartedPrograms;
let env: Record<string, string>;
before(async () => {
  makeNextRelease();
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), DEMO: 'tiny' };
  portals = new StartedPrograms(env);
});
after(async () => {
  await portals.endAll();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function startNode(where?: string): Promise<RunningProgram> {
  const node = await portals.start({}, where);
  assert.ok(node.url, node.output);
  return node;
}

/** People of this node read their pages, and one writes; gives what each of them reads of it. */
async function useNode(node: RunningProgram, message: string): Promise<string[]> {
  const people = await Promise.all(
    (['editor', 'teacher', 'student'] as const).map(async (login) => {
      const person = new TestClient(node.url ?? '');
      assert.equal((await person.signIn(login, passwords[login])).status, 200);
      return person;
    }),
  );
  const [item] =
    (await people[0]?.get(news.insert, { message }, { files: [{ name: 'a.txt', content: message }] })) ?? [];
  for (const person of people) {
    for (const page of ['today', 'schedule', 'journal', 'chat', 'umk'])
      assert.ok((await person.get(pages.page, { page, wide: true })).length > 0);
    const path = `${news.download.path}?filename=${item?.id_eventMessage}_a.txt&type=4`;
    assert.equal(await (await person.fetch(path)).text(), message);
  }
  // Invented people write beside it.
  const lists = await Promise.all(people.map((person) => person.get(news.data)));
  return lists.map((list) => list.find((one) => one.message === message)?.message ?? '');
}

const threeTimes = (text: string) => [text, text, text];

describe('[OPS-06] this release and the next one', { concurrency: false }, () => {
  it('serve one database while nodes are upgraded, and this one alone when one goes back', async () => {
    const first = await startNode();
    assert.deepEqual(await useNode(first, 'before'), threeTimes('before'));
    const newer = await startNode(join(next, 'server'));
    for (const [node, text] of [
      [first, 'the old one beside it'],
      [newer, 'the new one'],
      [first, 'the old one again'],
    ] as const)
      assert.deepEqual(await useNode(node, text), threeTimes(text));
    // A node of this release that ends in the midst of the upgrade comes up again.
    assert.equal(await endProgram(first.child, 'SIGTERM'), 0);
    const again = await startNode();
    assert.match(again.output, /The database is of a newer release \(9000_next\)/);
    assert.deepEqual(await useNode(again, 'restarted'), threeTimes('restarted'));
    assert.equal(await endProgram(newer.child, 'SIGTERM'), 0);
    assert.deepEqual(await useNode(again, 'gone back'), threeTimes('gone back'));
    const looked = await runProgram('admin/main.ts', ['doctor'], env);
    assert.match(looked.out, /^hint {3}The schema is of a newer release \(9000_next\), on which this one works/m);
    assert.doesNotMatch(looked.out, /^FAULT.*(schema|Trigger|history)/m);
    const backup = join(folder, 'gone-back.tar.gz');
    const saved = await runProgram('backup/main.ts', ['backup', backup], env);
    assert.equal(saved.code, 0, saved.err);
    assert.equal(await endProgram(again.child, 'SIGTERM'), 0);
    const forward = await startNode(join(next, 'server'));
    assert.deepEqual(await useNode(forward, 'forward again'), threeTimes('forward again'));
    assert.equal(await endProgram(forward.child, 'SIGTERM'), 0);
  });

  it('leave to the role of calls what the newer one gave it', async () => {
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    try {
      await sql`revoke update, delete on later from bilim_calls`;
      const node = await startNode();
      const [right] = await sql<{ may: boolean }[]>`
        select has_table_privilege('bilim_calls', 'later', 'update') as may`;
      assert.equal(right?.may, false);
      assert.equal(await endProgram(node.child, 'SIGTERM'), 0);
    } finally {
      await sql.end();
    }
  });

  it('refuse the next release where its migration says that running nodes of this one cannot go on', async () => {
    writeFileSync(
      join(next, 'server/database/migrations/9001_apart.sql'),
      '-- Not for older releases: they write no such column.\nalter table later add column n int not null;',
    );
    const first = await startNode();
    const refused = await portals.start({}, join(next, 'server'));
    assert.equal(refused.url, null);
    assert.match(
      refused.output,
      /^Nodes of an older release run on this database and cannot go on after .* 9001_apart/m,
    );
    assert.deepEqual(await useNode(first, 'undisturbed'), threeTimes('undisturbed'));
    assert.equal(await endProgram(first.child, 'SIGTERM'), 0);
    const newer = await startNode(join(next, 'server'));
    assert.equal(await endProgram(newer.child, 'SIGTERM'), 0);
    const back = await portals.start();
    assert.match(
      back.output,
      /^The database was brought to 9001_apart by another release that this one does not know/m,
    );
  });
});
