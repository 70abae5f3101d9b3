import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { type App, createApp } from './app.ts';
import { callsRole } from './database/calls-role.ts';
import { type Database, openDatabase } from './database/database.ts';
import { DeliverySupervisor } from './delivery/delivery-supervisor.ts';
import { resolveFileStoreLocation } from './files/store-location.ts';
import { TextExtractionSupervisor } from './fulltext/reading-supervisor.ts';
import { waitUntil } from './test/http.ts';
import { LiveEventListener } from './test/live-event-listener.ts';
import { tolerateLostConnections } from './test/lost-connections.ts';
import { queryReplica, type Replica, ReplicaPair } from './test/replicas.ts';
import { openPortal, TestClient, type TestPortal } from './test/test-client.ts';

const { news } = callsByRoom;

/** What somebody wrote, and which reply came. */
interface Written {
  readonly message: string;
  readonly key: string;
  answers: number[];
}

describe('[OPS-10] two nodes on a primary and its synchronous standby', { concurrency: false }, () => {
  const usual = process.env.TEST_POSTGRES_URL;
  const lines: { msg: string }[] = [];
  let pair: ReplicaPair;
  let url = '';
  let portal: TestPortal;
  let second: { app: App; database: Database; base: string };
  let helpers: (DeliverySupervisor | TextExtractionSupervisor)[];
  let expectNone: () => void;
  before(async () => {
    expectNone = tolerateLostConnections();
    pair = await ReplicaPair.open();
    process.env.TEST_POSTGRES_URL = pair.first.url;
    portal = await openPortal({ DATABASE_CONNECTIONS: '4', RATE_PERCENT: '100000' }, async (one) => {
      url = pair.both(one);
      return url;
    });
    const database = openDatabase(url, portal.settings, { role: callsRole });
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const app = await createApp({ settings: portal.settings, database, log });
    second = { app, database, base: await app.fastify.listen({ port: 0, host: '127.0.0.1' }) };
    const quiet = { warn: () => undefined };
    helpers = [
      new TextExtractionSupervisor(url, resolveFileStoreLocation(portal.settings), quiet),
      new DeliverySupervisor(url, callsRole, portal.settings, quiet),
    ];
    for (const helper of helpers) helper.start();
    database.onMoved(() => {
      for (const helper of helpers) helper.restart();
    });
  });
  after(async () => {
    await Promise.all(helpers.map((helper) => helper.stop()));
    await second.app.close();
    await second.database.close();
    // Its database is dropped where it was made.
    if (!pair.first.child) await pair.alone(pair.first);
    await portal.close();
    await pair.close();
    if (usual === undefined) delete process.env.TEST_POSTGRES_URL;
    else process.env.TEST_POSTGRES_URL = usual;
    expectNone();
  });

  const readyz = async (base: string) => (await fetch(`${base}/readyz`)).status;
  const bothAre = async (status: number) =>
    (await Promise.all([portal.base, second.base].map(readyz))).every((is) => is === status);

  function elsewhere(person: TestClient): TestClient {
    const other = new TestClient(second.base);
    for (const [name, value] of person.cookies) other.cookies.set(name, value);
    other.uid = person.uid;
    return other;
  }

  /** Writes one thing after the other, each again with its key until it is acknowledged, until it is asked to stop. */
  function writing(people: readonly TestClient[], name: string): { stop(): Promise<Written[]> } {
    let stops = false;
    const write = async (person: TestClient, at: number) => {
      const written: Written[] = [];
      for (let n = 0; !stops; n++) {
        const one: Written = { message: `${name} ${at} ${n}`, key: crypto.randomUUID(), answers: [] };
        written.push(one);
        while (one.answers.at(-1) !== 200) {
          one.answers.push((await person.ask(news.insert, { message: one.message }, { key: one.key })).status);
          if (one.answers.at(-1) !== 200) await wait(20);
        }
      }
      return written;
    };
    const running = people.map(write);
    return {
      async stop() {
        stops = true;
        return (await Promise.all(running)).flat();
      },
    };
  }

  /** Lets people write while `fault` happens and the standby is promoted; everything is there once afterwards. */
  async function survive(name: string, fault: () => Promise<void>, promoted: Replica): Promise<void> {
    const editor = await portal.as('editor');
    const student = elsewhere(await portal.as('student'));
    let line = await LiveEventListener.open(student);
    const file = await fileAwaiting(editor, `${name} before`);
    const people = writing([editor, elsewhere(editor)], name);
    const count = async () =>
      (await queryReplica(dataAt(promoted), (sql) => sql`select from news where message like ${`${name} %`}`)).length;
    await waitUntil('some was written', async () => (await count()) > 10);
    await fault();
    await waitUntil('nobody is sent to them', () => bothAre(503));
    await pair.promote(promoted);
    await waitUntil('both work', () => bothAre(200));
    const before = await count();
    await waitUntil('more was written', async () => (await count()) > before + 10);
    const written = await people.stop();
    assert.deepEqual([...new Set(written.flatMap(({ answers }) => answers))].sort(), [200, 503]);
    const rows = await queryReplica(
      dataAt(promoted),
      (sql) => sql<{ message: string }[]>`
      select message from news where message like ${`${name} %`} and message <> ${`${name} before`} and message <> ${`${name} after`}`,
    );
    assert.deepEqual(rows.map(({ message }) => message).sort(), written.map(({ message }) => message).sort());
    // While it cannot be known whether somebody may still be notified, the line is ended; the browser opens it again.
    if (line.ended) line = await LiveEventListener.open(student);
    const received = line.countOf('news');
    const later = await fileAwaiting(editor, `${name} after`);
    await waitUntil('the live line tells of it', () => line.countOf('news') > received);
    for (const one of [file, later]) await waitUntil('the text of the file was read', () => isRead(promoted, one));
    await waitUntil('the delivery has planned it', async () => {
      const waiting = await queryReplica(dataAt(promoted), (sql) => sql`select from notice where not planned`);
      return waiting.length === 0;
    });
    line.close();
  }

  const dataAt = ({ port }: Replica) => {
    const address = new URL(pair.first.url);
    address.pathname = new URL(portal.database.url.replace(/,[^/]+/, '')).pathname;
    address.port = String(port);
    return address.href;
  };

  /** Somebody's announcement with a file, whose text waits to be read. */
  async function fileAwaiting(person: TestClient, message: string): Promise<string> {
    const name = `${crypto.randomUUID()}.txt`;
    await person.get(news.insert, { message }, { files: [{ name, content: 'text' }] });
    await portal.database.autocommit`insert into file_text (file_id) select id from file where name = ${name}`;
    return name;
  }

  const isRead = async (at: Replica, name: string) =>
    (
      await queryReplica(
        dataAt(at),
        (sql) => sql`
        select from file f join file_text t on t.file_id = f.id where f.name = ${name} and t.state = 'read'`,
      )
    ).length > 0;

  /** One line when it began and one when it was over, however many calls were refused. */
  async function notifiedOnce(): Promise<void> {
    await waitUntil('the log says that it is over', () => lines.length >= 2);
    const messages = lines.map(({ msg }) => msg);
    assert.deepEqual(messages, ['the database cannot be used, calls are refused', 'the database can be used again']);
  }

  it('go on when it is stopped in order and its standby is promoted', async () => {
    await survive('demoted', () => pair.end(pair.first, 'SIGINT'), pair.second);
    // Not before some quiet seconds: what goes away again sooner is the same outage.
    await notifiedOnce();
  });

  it('go on when the new one hangs and the first, its standby now, is promoted', async () => {
    await pair.follow(pair.first, pair.second);
    await pair.synchronize(pair.second);
    assert.ok(await bothAre(200), 'a standby before the primary in the address leads nobody astray');
    lines.length = 0;
    await survive('frozen', async () => pair.freeze(pair.second), pair.first);
    await notifiedOnce();
    assert.ok(await portal.as('teacher'), 'no connection leads to the one that hangs');
  });

  it('go on when one is killed, and leave it alone when it comes back beside the promoted one', async () => {
    await pair.copy(pair.first, pair.second);
    await waitUntil('both work', () => bothAre(200));
    lines.length = 0;
    await survive('killed', () => pair.end(pair.first, 'SIGKILL'), pair.second);
    await notifiedOnce();
    await pair.alone(pair.first);
    const [row] = await queryReplica(pair.first.url, (sql) => sql`select pg_is_in_recovery() as standby`);
    assert.equal(row?.standby, false, 'it takes writes');
    await queryReplica(
      pair.second.url,
      (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where datname like 'test_%'`,
    );
    await waitUntil('both work', () => bothAre(200));
    const [at] = await portal.database.autocommit<{ port: number }[]>`select inet_server_port() as port`;
    assert.equal(at?.port, pair.second.port);
  });
});
