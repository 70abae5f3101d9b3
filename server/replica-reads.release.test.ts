import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { type App, createApp } from './app.ts';
import { callsRole } from './database/calls-role.ts';
import { type Database, openDatabase } from './database/database.ts';
import { waitUntil } from './test/http.ts';
import { LiveEventListener } from './test/live-event-listener.ts';
import { tolerateLostConnections } from './test/lost-connections.ts';
import { queryReplica, ReplicaPair } from './test/replicas.ts';
import { openPortal, TestClient, type TestPortal } from './test/test-client.ts';

const { news } = callsByRoom;

describe('[OPS-04] a node whose reads may go to a standby, beside one without', { concurrency: false }, () => {
  const usual = process.env.TEST_POSTGRES_URL;
  const lines: { msg: string; fault?: string }[] = [];
  let pair: ReplicaPair;
  let portal: TestPortal;
  let node: { app: App; database: Database; base: string };
  let expectNone: () => void;
  before(async () => {
    expectNone = tolerateLostConnections();
    pair = await ReplicaPair.open();
    // Commits wait for no standby here: it may be as late as it likes.
    await queryReplica(pair.first.url, (sql) => sql.unsafe('alter system reset synchronous_standby_names'));
    await queryReplica(pair.first.url, (sql) => sql`select pg_reload_conf()`);
    process.env.TEST_POSTGRES_URL = pair.first.url;
    portal = await openPortal({ RATE_PERCENT: '100000' });
    const read = new URL(portal.database.url);
    read.port = String(pair.second.port);
    const settings = { ...portal.settings, databaseReadUrl: read.href };
    const database = openDatabase(portal.database.url, settings, { role: callsRole });
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const app = await createApp({ settings, database, log });
    node = { app, database, base: await app.fastify.listen({ port: 0, host: '127.0.0.1' }) };
  });
  after(async () => {
    await node.app.close();
    await node.database.close();
    await portal.close();
    await pair.close();
    if (usual === undefined) delete process.env.TEST_POSTGRES_URL;
    else process.env.TEST_POSTGRES_URL = usual;
    expectNone();
  });

  function elsewhere(person: TestClient): TestClient {
    const other = new TestClient(node.base);
    for (const [name, value] of person.cookies) other.cookies.set(name, value);
    other.uid = person.uid;
    return other;
  }

  const readsOfStandby = () => node.database.replicas[0]?.reads ?? 0;
  const fault = () => node.database.replicas[0]?.fault;
  const replaying = (word: 'pause' | 'resume') =>
    queryReplica(pair.second.url, (sql) => sql.unsafe(`select pg_wal_replay_${word}()`));
  const portOf = async (
    run: (work: (db: Database['autocommit']) => Promise<{ port: number }[]>) => Promise<{ port: number }[]>,
  ) => (await run((db) => db<{ port: number }[]>`select inet_server_port() as port`))[0]?.port;
  const firstMessage = async (person: TestClient) => (await person.get(news.data))[0]?.message;

  /** The standby answers reads again. */
  const waitForStandby = (person: TestClient) =>
    waitUntil('the standby reads', async () => {
      const before = readsOfStandby();
      await person.get(news.data);
      return readsOfStandby() > before;
    });

  it('sends there what only reads, and nothing that writes or that a write depends on', async () => {
    const { database } = node;
    await waitForStandby(elsewhere(await portal.as('student')));
    for (const kind of ['quick', 'long', 'snapshot'] as const)
      await waitUntil(
        `${kind} reads there`,
        async () => (await portOf((work) => database.readAnywhere(kind, work))) === pair.second.port,
      );
    for (const run of [
      database.transaction.bind(database),
      database.alone.bind(database),
      database.read.bind(database),
      database.readLong.bind(database),
    ])
      assert.equal(await portOf(run), pair.first.port);
  });

  it('reads what anybody wrote before, on whichever node, however often', async () => {
    const editor = await portal.as('editor');
    const [there, student] = [elsewhere(editor), elsewhere(await portal.as('student'))];
    const before = readsOfStandby();
    for (let turn = 0; turn < 40; turn++) {
      const message = `written ${turn}`;
      await (turn % 2 ? editor : there).get(news.insert, { message });
      assert.deepEqual(await Promise.all([there, student].map(firstMessage)), [message, message]);
      await Promise.all([there, student].map(firstMessage));
    }
    assert.ok(readsOfStandby() > before, 'part of it came from the standby');
  });

  it('leaves one out that is behind, and takes it again when it has caught up', async () => {
    const student = elsewhere(await portal.as('student'));
    const editor = await portal.as('editor');
    const line = await LiveEventListener.open(student);
    await waitUntil('the line is open', () => line.text.includes('\n\n'));
    await replaying('pause');
    const received = line.countOf('news');
    await editor.get(news.insert, { message: 'not there yet' });
    const before = readsOfStandby();
    await waitUntil('it is told', () => line.countOf('news') > received);
    assert.equal(await firstMessage(student), 'not there yet', 'who is told of it reads it');
    assert.equal(await firstMessage(elsewhere(editor)), 'not there yet', 'and who wrote it');
    assert.equal(readsOfStandby(), before);
    await replaying('resume');
    await waitForStandby(student);
    assert.equal(await firstMessage(student), 'not there yet');
    line.close();
  });

  it('answers from the primary when it hangs in the middle of a read, and when it is dead', async () => {
    const student = elsewhere(await portal.as('student'));
    await waitForStandby(student);
    lines.length = 0;
    pair.freeze(pair.second);
    const many = await Promise.all(Array.from({ length: 30 }, () => student.ask(news.data)));
    assert.deepEqual([...new Set(many.map(({ status }) => status))], [200]);
    await waitUntil('it is left out', () => fault() === 'does not answer');
    await pair.end(pair.second, 'SIGKILL');
    assert.equal((await student.ask(news.data)).status, 200);
    assert.equal((await fetch(`${node.base}/readyz`)).status, 200, 'the node is ready without it');
    const metrics = await (await fetch(`${node.base}/metrics`)).text();
    assert.match(metrics, /^bilim_replica_takes_reads\{host="127\.0\.0\.1:\d+"\} 0$/m);
    await pair.start(pair.second);
    await waitForStandby(student);
    const logged = lines.filter(({ msg }) => /standby/.test(msg)).map(({ msg, fault: why }) => [msg, why]);
    assert.deepEqual(logged, [
      ['a standby is left out of the reads', 'does not answer'],
      ['a standby takes part of the reads again', undefined],
    ]);
  });

  it('leaves one out that was promoted, though it has more than the primary', async () => {
    const student = elsewhere(await portal.as('student'));
    await pair.promote(pair.second);
    await waitUntil('it is left out', () => fault() === 'takes writes itself');
    const before = readsOfStandby();
    assert.equal((await student.ask(news.data)).status, 200);
    assert.equal(readsOfStandby(), before);
  });
});
