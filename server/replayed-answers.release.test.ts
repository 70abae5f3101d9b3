import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { waitUntil } from './test/http.ts';
import { tolerateLostConnections } from './test/lost-connections.ts';
import { queryReplica, type Replica, Replicas } from './test/replicas.ts';
import { openPortal, type TestClient, type TestPortal } from './test/test-client.ts';

const { news, registration } = everything;
const usual = process.env.TEST_POSTGRES_URL;
let pair: Replicas;
let portal: TestPortal;
let editor: TestClient;
let expectNone: () => void;

before(async () => {
  expectNone = tolerateLostConnections();
  pair = await Replicas.open();
  process.env.TEST_POSTGRES_URL = pair.first.url;
  portal = await openPortal({ RATE_PERCENT: '100000' }, async (url) => pair.both(url));
  editor = await portal.as('editor');
});
after(async () => {
  pair.thaw(pair.second);
  // Its database is dropped where it was made.
  if (!pair.first.child) await pair.alone(pair.first);
  await portal.close();
  await pair.close();
  if (usual === undefined) delete process.env.TEST_POSTGRES_URL;
  else process.env.TEST_POSTGRES_URL = usual;
  expectNone();
});

/** A request with a key, and how often one of the two databases has what it did. */
interface Write {
  ask(): Promise<number>;
  countAt(replica: Replica): Promise<number>;
}

/** An announcement, which is a transaction of several statements, and a seat, which is one statement. */
async function newWrites(login: 'student' | 'student2'): Promise<readonly Write[]> {
  const student = await portal.as(login);
  const [message, key, otherKey] = Array.from({ length: 3 }, () => crypto.randomUUID());
  const place = await findPlace(student);
  const { id_discipline, id_semester } = place;
  return [
    {
      ask: async () => (await editor.ask(news.insert, { message }, { key })).status,
      countAt: (replica) => countAt(replica, 'news', { message }),
    },
    {
      ask: async () => (await student.ask(registration.save, place, { key: otherKey })).status,
      countAt: (replica) =>
        countAt(replica, 'registration', {
          student_id: student.uid,
          discipline_id: id_discipline,
          semester_id: id_semester,
        }),
    },
  ];
}

/** A seat in a discipline of the plan that the student has not chosen yet. */
async function findPlace(student: TestClient) {
  const [year] = await student.get(registration.defaultYear);
  const of = { id_a_year: year?.id_a_year_def ?? 0, id_semester: 5 };
  const plan = await student.get(registration.list, of);
  for (const { hasStreams, id_disciplineForStudent, descGroupNum, ...row } of plan) {
    if (!hasStreams || id_disciplineForStudent !== null || descGroupNum !== null) continue;
    const { id_discipline, kredits, id_vid_zaniatiy } = row;
    const course = { ...of, id_discipline, kredits, id_vid_zaniatiy };
    for (const { id_teacher } of await student.get(registration.teachers, course))
      for (const { subgroup, free } of await student.get(registration.streams, { ...course, id_teacher }))
        if (free > 0) return { ...course, id_teacher, subgroup, isByPlan: true, id_disciplineForStudent: -1 };
  }
  throw new Error('the demo promises such a place');
}

async function countAt({ url }: Replica, table: string, values: Record<string, unknown>): Promise<number> {
  const [, name = ''] = /\/([^/?]+)\?/.exec(portal.database.url) ?? [];
  const rows = await queryReplica(
    url.replace(/postgres$/, name),
    (sql) => sql`select from ${sql(table)} t where to_jsonb(t) @> ${JSON.stringify(values)}::text::jsonb`,
  );
  return rows.length;
}

/** The commits of requests with a key, which they have locked, that wait for the standby. */
const heldBack = () =>
  queryReplica(
    pair.first.url,
    (sql) => sql<{ pid: number }[]>`
      select distinct a.pid from pg_stat_activity a join pg_locks l on l.pid = a.pid and l.locktype = 'advisory'
      where a.wait_event = 'SyncRep'`,
  );
const waitsForStandby = () => waitUntil('a commit waits for the standby', async () => (await heldBack()).length > 0);

test('[OPS-10] a commit whose wait for the standby somebody ends is not acknowledged', async () => {
  for (const write of await newWrites('student')) {
    pair.freeze(pair.second);
    const first = write.ask();
    await waitsForStandby();
    for (const { pid } of await heldBack())
      await queryReplica(pair.first.url, (sql) => sql`select pg_cancel_backend(${pid})`);
    assert.equal(await first, 503);
    pair.thaw(pair.second);
    assert.equal(await write.ask(), 200, 'its repeat finds it done');
    assert.equal(await write.countAt(pair.first), 1);
  }
});

test('[OPS-10] a repeated request is not answered from what a crashed primary has and its standby has not', async () => {
  const writes = await newWrites('student2');
  pair.freeze(pair.second);
  const first: Promise<number>[] = [];
  for (const write of writes) {
    first.push(write.ask());
    await waitUntil('its commit waits for the standby', async () => (await heldBack()).length === first.length);
  }
  await pair.end(pair.first, 'SIGKILL');
  assert.deepEqual(await Promise.all(first), [503, 503]);
  await pair.start(pair.first);
  for (const write of writes) assert.equal(await write.countAt(pair.first), 1, 'it was committed all the same');

  for (const write of writes) {
    const answers: number[] = [];
    const repeating = (async () => {
      while (answers.at(-1) !== 200) answers.push(await write.ask());
    })();
    await waitUntil('it is answered, or waits', async () => answers.includes(200) || (await heldBack()).length > 0);
    assert.ok(!answers.includes(200), 'nobody but the crashed primary has it');
    pair.thaw(pair.second);
    await repeating;
    pair.freeze(pair.second);
  }
  await pair.end(pair.first, 'SIGKILL');
  pair.thaw(pair.second);
  await pair.promote(pair.second);
  for (const write of writes) assert.equal(await write.countAt(pair.second), 1);
});
