import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { waitUntil } from './test/http.ts';
import { awaitStatusDuringOutage, createNewsSending, resendUntilStoredOnce } from './test/lost-replies.ts';
import { openPortal, passwords, type TestPortal } from './test/test-client.ts';

const { login, news, profile } = callsByRoom;

describe('a database that is stopped', () => {
  let folder: string;
  let embedded: EmbeddedPostgres;
  let portal: TestPortal;
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

  test('[BASE-09] every call is answered "later" in time, more of them than there are connections; nothing comes twice', async () => {
    const [editor, student] = await Promise.all([portal.as('editor'), portal.as('student')]);
    const anonymousThrottle = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const anonymous = portal.nobody();
        await anonymous.fetch('/api/config.json');
        return anonymous;
      }),
    );
    const [kept] = await editor.get(news.insert, { message: 'kept' }, { files: [{ name: 'k.txt', content: 'k' }] });
    const address = `${news.download.path}?filename=${kept?.id_eventMessage}_k.txt&type=4`;
    const sendings = Array.from({ length: 30 }, (_, n) => createNewsSending(n));
    // Some are on their way when it happens.
    const early = sendings.slice(0, 6).map(({ message, along }) => editor.ask(news.insert, { message }, along));
    await new Promise(setImmediate);
    signal('SIGSTOP');
    const asked = {
      sendings: sendings.slice(6).map(({ message, along }) => editor.ask(news.insert, { message }, along)),
      reads: Array.from({ length: 30 }, () => student.ask(profile.data)),
      files: Array.from({ length: 10 }, () => student.fetch(address)),
      signIns: anonymousThrottle.map((anonymous) =>
        anonymous.ask(login.authorize, { login: 'student2', password: passwords.student2 }),
      ),
    };
    const statuses = await Promise.all(Object.values(asked).flat().map(awaitStatusDuringOutage));
    const begun = await Promise.all(early.map(awaitStatusDuringOutage));
    // Again while it still hangs: what was held up before holds up nobody now.
    const later = await Promise.all(
      [editor.ask(news.insert, { message: 'x' }), student.ask(profile.data)].map(awaitStatusDuringOutage),
    );
    signal('SIGCONT');
    assert.deepEqual([...new Set([...statuses, ...later])], [503]);
    assert.ok(
      begun.every((status) => status === 200 || status === 503),
      String(begun),
    );
    await resendUntilStoredOnce(editor, portal, sendings);
    await waitUntil('all is well', async () => (await student.ask(profile.data)).status === 200);
  });
});
