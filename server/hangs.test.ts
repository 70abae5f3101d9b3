import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { everything } from '@bilim/contract/everything.ts';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { type Answer, openPortal, type Person, type Portal, passwords } from './test/as.ts';
import { until } from './test/http.ts';
import { openRelay, type Relay } from './test/relay.ts';

const { login, news, profile } = everything;

/** Milliseconds after which an answer counts as none; the portal gives up long before. */
const patience = 14_000;

/** What a call answers while nothing comes from the database: its status, or that there was no answer. */
async function statusOf(answer: Promise<Answer | Response>): Promise<number | 'none'> {
  const none = new AbortController();
  const late = wait(patience, 'none' as const, { signal: none.signal });
  return Promise.race([answer.then(({ status }) => status), late]).finally(() => none.abort());
}

interface Sending {
  readonly message: string;
  readonly along: { key: string; files: { name: string; content: string }[] };
}

const sending = (n: number): Sending => ({
  message: `sent ${n}`,
  along: { key: crypto.randomUUID(), files: n % 2 ? [{ name: 'a.txt', content: `file ${n}` }] : [] },
});

/** Sends again what was not acknowledged, with its key, until it is; then it must be there once, its file too. */
async function comesOnce(person: Person, portal: Portal, sendings: readonly Sending[]): Promise<void> {
  for (const { message, along } of sendings)
    await until(`"${message}" is acknowledged`, async () => {
      return (await person.ask(news.insert, { message }, along)).status === 200;
    });
  const rows = await portal.database.own<{ id: number; message: string; files: number }[]>`
    select n.id, n.message, (select count(*)::int from news_file f where f.news_id = n.id) as files
    from news n where n.message = any (${sendings.map(({ message }) => message)})`;
  assert.deepEqual(rows.map(({ message }) => message).sort(), sendings.map(({ message }) => message).sort());
  for (const { message, along } of sendings) {
    const row = rows.find((one) => one.message === message);
    assert.equal(row?.files, along.files.length, message);
    for (const { content } of along.files) {
      const file = await person.fetch(`${news.download.path}?filename=${row?.id}_a.txt&type=4`);
      assert.equal(await file.text(), content, message);
    }
  }
}

describe('a database that is stopped', () => {
  let folder: string;
  let embedded: EmbeddedPostgres;
  let portal: Portal;
  const usual = process.env.TEST_POSTGRES_URL;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bilim-hangs-'));
    const silent = { info: () => undefined, warn: () => undefined };
    embedded = await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false, connections: 100 });
    process.env.TEST_POSTGRES_URL = embedded.adminUrl;
    portal = await openPortal({ DATABASE_CONNECTIONS: '4', RATE_PERCENT: '100000' });
  });
  after(async () => {
    signal('SIGCONT');
    await portal.close();
    await embedded.stop();
    if (usual === undefined) delete process.env.TEST_POSTGRES_URL;
    else process.env.TEST_POSTGRES_URL = usual;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Stops or continues the database and all that work for it. */
  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    const main = Number(readFileSync(join(folder, 'database/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(main, name);
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const parent = /\) \S (\d+) /.exec(statOf(pid))?.[1];
      if (Number(parent) === main) process.kill(Number(pid), name);
    }
  }

  function statOf(pid: string): string {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return '';
    }
  }

  test('[BASE-09] every call is told "later" in time, more of them than there are connections; nothing comes twice', async () => {
    const [editor, student] = await Promise.all([portal.as('editor'), portal.as('student')]);
    const strangers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const stranger = portal.nobody();
        await stranger.fetch('/api/config.json');
        return stranger;
      }),
    );
    const [kept] = await editor.get(news.insert, { message: 'kept' }, { files: [{ name: 'k.txt', content: 'k' }] });
    const address = `${news.download.path}?filename=${kept?.id_eventMessage}_k.txt&type=4`;
    const sendings = Array.from({ length: 30 }, (_, n) => sending(n));
    // Some are on their way when it happens.
    const early = sendings.slice(0, 6).map(({ message, along }) => editor.ask(news.insert, { message }, along));
    await new Promise(setImmediate);
    signal('SIGSTOP');
    const asked = {
      sendings: sendings.slice(6).map(({ message, along }) => editor.ask(news.insert, { message }, along)),
      reads: Array.from({ length: 30 }, () => student.ask(profile.data)),
      files: Array.from({ length: 10 }, () => student.fetch(address)),
      signIns: strangers.map((stranger) =>
        stranger.ask(login.authorize, { login: 'student2', password: passwords.student2 }),
      ),
    };
    const statuses = await Promise.all(Object.values(asked).flat().map(statusOf));
    const begun = await Promise.all(early.map(statusOf));
    // Again while it still hangs: what was held up before holds up nobody now.
    const later = await Promise.all(
      [editor.ask(news.insert, { message: 'x' }), student.ask(profile.data)].map(statusOf),
    );
    signal('SIGCONT');
    assert.deepEqual([...new Set([...statuses, ...later])], [503]);
    assert.ok(
      begun.every((status) => status === 200 || status === 503),
      String(begun),
    );
    await comesOnce(editor, portal, sendings);
    await until('all is well', async () => (await student.ask(profile.data)).status === 200);
  });
});

describe('a network that swallows', () => {
  let relay: Relay;
  let portal: Portal;
  before(async () => {
    portal = await openPortal({ DATABASE_CONNECTIONS: '4', RATE_PERCENT: '100000' }, async (url) => {
      relay = await openRelay(url);
      return relay.url;
    });
  });
  after(async () => {
    await portal.close();
    await relay.close();
  });

  test('[BASE-09] the answer to a commit: told "later", stored, and there once when it is repeated, its file too', async () => {
    const editor = await portal.as('editor');
    const sendings = Array.from({ length: 9 }, (_, n) => sending(n));
    relay.swallowAfter('commit');
    const statuses = await Promise.all(
      sendings.map(({ message, along }) => statusOf(editor.ask(news.insert, { message }, along))),
    );
    // A connection that committed before does so by name, and gets through.
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      String(statuses),
    );
    const later = sendings.filter((_, n) => statuses[n] === 503).map(({ message }) => message);
    // Those connections never say a word again; the portal has new ones.
    relay.swallowAfter(null);
    const sql = postgres(relay.to, { max: 1, onnotice: () => undefined });
    const stored = await sql`select from news where message = any (${later})`;
    await sql.end();
    assert.ok(stored.count > 0, 'what was told "later" is stored');
    await comesOnce(editor, portal, sendings);
  });
});
