import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Sql } from 'postgres';
import { createPostgresClient } from '../../server/database/postgres-client.ts';
import { liveChannel } from '../../server/live/live.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { waitUntil } from '../../server/test/http.ts';
import { LiveEventListener } from '../../server/test/live-event-listener.ts';
import { endProgram, type RunningProgram, startPortalProcess } from '../../server/test/program.ts';
import { passwords, TestClient } from '../../server/test/test-client.ts';
import { projectFolder } from '../results.ts';
import { findFreePort, waitUntilAnswers } from './ports.ts';

const { news, profile } = callsByRoom;
const names = ['a', 'b'] as const;

let folder: string;
let database: TestDatabase;
let sql: Sql;
let proxy: ChildProcess;
let base: string;
let statistics: string;
const nodes = new Map<string, RunningProgram>();
const ports = new Map<string, number>();

/** The two nodes have one database, and one folder of files. */
async function startNode(name: string): Promise<void> {
  const node = await startPortalProcess({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    DATABASE_CONNECTIONS: '4',
    PORT: String(ports.get(name)),
    DRAIN_SECONDS: '8',
    RATE_PERCENT: '100000',
    LOG_LEVEL: 'warn',
  });
  assert.ok(node.url, node.output);
  nodes.set(name, node);
}

/** HAProxy with the configuration that we hand out, but for addresses and the certificate. */
async function startProxy(): Promise<void> {
  const [port, statisticsPort] = [await findFreePort(), await findFreePort()];
  const text = readFileSync(join(projectFolder, 'packaging/haproxy.cfg'), 'utf8')
    .replace('maxconn 50000', 'maxconn 1000')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/server ([ab]) \S+/g, (_, name: string) => `server ${name} 127.0.0.1:${ports.get(name)}`);
  const asked = `\nfrontend statistics\n  bind 127.0.0.1:${statisticsPort}\n  stats enable\n  stats uri /\n`;
  writeFileSync(join(folder, 'haproxy.cfg'), text + asked);
  proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  await waitUntilAnswers(port, proxy);
  base = `http://127.0.0.1:${port}/lms`;
  statistics = `http://127.0.0.1:${statisticsPort}/;csv`;
}

/** What HAProxy thinks of a node, such as `UP`. */
const stateOf = (name: string) => readStatistic(name, 'status');

/** What HAProxy counts of a node. */
async function readStatistic(name: string, asked: string): Promise<string | undefined> {
  const [head = '', ...rows] = (await (await fetch(statistics)).text()).trim().split('\n');
  const columns = head.replace('# ', '').split(',');
  const at = (row: string, column: string) => row.split(',')[columns.indexOf(column)];
  return rows
    .filter((row) => at(row, 'pxname') === 'nodes' && at(row, 'svname') === name)
    .map((row) => at(row, asked))[0];
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bilim-rolling-'));
  database = await createTestDatabase();
  sql = createPostgresClient(database.url, { max: 1, onnotice: () => undefined });
  for (const name of names) ports.set(name, await findFreePort());
  for (const name of names) await startNode(name);
  await startProxy();
  for (const name of names) await waitUntil(`${name} is up`, async () => (await stateOf(name)) === 'UP');
});
after(async () => {
  proxy.kill('SIGKILL');
  await Promise.all([...nodes.values()].map(({ child }) => endProgram(child, 'SIGKILL')));
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes and reads without a pause until it is stopped; gives what was written and each answer that was none of 200. */
function work(person: TestClient, who: number) {
  const written: string[] = [];
  const failures: string[] = [];
  let stops = false;
  const running = (async () => {
    for (let turn = 0; !stops; turn++) {
      const message = `rolled ${who}-${turn}`;
      const answers = [
        await person.ask(news.insert, { message }, { key: crypto.randomUUID() }).catch(String),
        await person.ask(profile.data).catch(String),
      ];
      if (typeof answers[0] === 'object' && answers[0].status === 200) written.push(message);
      for (const answer of answers)
        if (typeof answer === 'string') failures.push(answer);
        else if (answer.status !== 200) failures.push(`${answer.status} ${answer.text}`);
    }
  })();
  return {
    written,
    failures,
    async stop() {
      stops = true;
      await running;
    },
  };
}

/** Holds a live line as a browser does, which opens it again as soon as it ends; gathers the keys of its events. */
function listen(person: TestClient) {
  const keys = new Set<string>();
  let [opened, stops] = [0, false];
  const running = (async () => {
    while (!stops) {
      const line = await LiveEventListener.open(person, {}, '?recent=1');
      assert.equal(line.status, 200);
      opened++;
      const gather = () => {
        for (const { key } of line.events) if (key) keys.add(key);
      };
      while (!line.ended && !stops) {
        gather();
        await wait(20);
      }
      gather();
      line.close();
    }
  })();
  return {
    keys,
    get opened() {
      return opened;
    },
    async stop() {
      stops = true;
      await running;
    },
  };
}

/** Has both nodes tell of something again and again, each time under another key. */
function announce() {
  const keys: string[] = [];
  let stops = false;
  const running = (async () => {
    while (!stops) {
      const key = `rolled ${keys.length}`;
      await sql`select pg_notify(${liveChannel}, ${JSON.stringify([{ to: ['all'], room: 'links', key }])}), pg_sleep(0.02)`;
      keys.push(key);
    }
  })();
  return {
    keys,
    async stop() {
      stops = true;
      await running;
    },
  };
}

test('[OPS-10] nodes that are slow for a moment stay behind HAProxy: they were taken out together, and nobody was left', async () => {
  const failed = async (name: string) => Number(await readStatistic(name, 'chkfail'));
  for (const name of names) {
    const before = [await failed(name), await readStatistic(name, 'chkdown')];
    const { child } = nodes.get(name) as RunningProgram;
    child.kill('SIGSTOP');
    // Less than a check may take, and longer than two of them took.
    await wait(2_700);
    child.kill('SIGCONT');
    await waitUntil(`${name} answers`, async () => (await fetch(`http://127.0.0.1:${ports.get(name)}/readyz`)).ok);
    assert.deepEqual([await failed(name), await readStatistic(name, 'chkdown')], before);
  }
});

test('[OPS-03] nodes are replaced one by one behind HAProxy under load: no request fails, no live event is lost', async () => {
  const people = await Promise.all(
    (['editor', 'editor', 'editor', 'editor'] as const).map(async (login) => {
      const person = new TestClient(base);
      assert.equal((await person.signIn(login, passwords[login])).status, 200);
      return person;
    }),
  );
  const workers = people.map(work);
  const lines = people.map(listen);
  await waitUntil('the lines are open', () => lines.every(({ opened }) => opened === 1));
  const telling = announce();
  for (const name of names) {
    const before = workers.map(({ written }) => written.length);
    await waitUntil('people work', () => workers.every(({ written }, at) => written.length > (before[at] ?? 0) + 20));
    const old = nodes.get(name);
    assert.ok(old);
    const ended = endProgram(old.child, 'SIGTERM');
    await waitUntil('HAProxy sends nobody there', async () => /^DOWN/.test((await stateOf(name)) ?? ''));
    assert.equal(old.child.exitCode, null, 'before it ends');
    assert.equal((await fetch(`http://127.0.0.1:${ports.get(name)}/healthz`)).status, 200, 'and while it answers');
    assert.equal(await ended, 0, old.output);
    await startNode(name);
    await waitUntil(`${name} is up again`, async () => (await stateOf(name)) === 'UP');
  }
  await telling.stop();
  await Promise.all(workers.map(({ stop }) => stop()));
  assert.deepEqual(
    workers.flatMap(({ failures }) => failures),
    [],
  );
  await waitUntil('every line has heard the last event', () =>
    lines.every(({ keys }) => keys.has(telling.keys.at(-1) ?? '')),
  );
  await Promise.all(lines.map(({ stop }) => stop()));
  for (const line of lines) {
    assert.deepEqual(
      telling.keys.filter((key) => !line.keys.has(key)),
      [],
    );
    assert.ok(line.opened > 1, 'it was told to come back');
  }
  const written = workers.flatMap((worker) => worker.written);
  const rows = await sql<{ message: string }[]>`select message from news where message like 'rolled %'`;
  assert.deepEqual(rows.map(({ message }) => message).sort(), written.sort());
});
