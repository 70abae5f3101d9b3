import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { TestClamdServer } from '../test/clamd-peer.ts';
import { addAuditEntries } from '../test/factories/audit-entries.ts';
import { openPortal, TestClient, type TestPortal } from '../test/test-client.ts';
import { parseTraceparent } from './trace.ts';

const monitoring = (name: string) =>
  readFileSync(new URL(`../../packaging/monitoring/${name}`, import.meta.url), 'utf8');

describe('[OPS-08] the metrics', () => {
  let portal: TestPortal;
  let scanner: TestClamdServer;
  before(async () => {
    scanner = await TestClamdServer.open();
    portal = await openPortal({ SCANNER: scanner.setting });
    portal.app.health.watch({ name: 'delivery', works: false } as never);
  });
  after(async () => {
    await portal.close();
    await scanner.close();
  });

  const read = async (): Promise<Map<string, number>> => {
    const text = await (await fetch(`${portal.base}/metrics`)).text();
    const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
    return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  };

  it('report storage, space, back-up, import, pools, queues and helper processes', async () => {
    const { ownerSql } = portal;
    const editor = await portal.as('editor');
    await editor.get(callsByRoom.news.insert, { message: 'x' }, { files: [{ name: 'a.txt', content: 'text' }] });
    await ownerSql`insert into file_text (file_id, at) select id, now() - interval '2 hours' from file limit 1
      on conflict (file_id) do update set state = 'waiting', at = excluded.at`;
    const [row] = await ownerSql<{ stored: number; late: number }[]>`
      select sum(size)::float8 as stored, (select count(*)::int from file_text where state = 'waiting') as late from file`;
    await addAuditEntries(ownerSql, 'backup');
    const metrics = await read();
    const of = (name: string) => metrics.get(`bilim_${name}`);
    assert.equal(of('files_bytes'), row?.stored);
    assert.equal(of('queue_waiting{queue="texts"}'), row?.late);
    assert.equal(of('database_places{pool="write"}'), 3);
    assert.equal(of('helper_works{process="delivery"}'), 0);
    assert.deepEqual([of('database_answers'), of('scanner_answers'), of('replicas')], [1, 1, 0]);
    assert.ok((of('data_free_bytes') ?? 0) > 0 && (of('data_size_bytes') ?? 0) > (of('data_free_bytes') ?? 0));
    const [at] = await ownerSql<{ backup: number }[]>`
      select extract(epoch from max(at))::float8 as backup from audit where action = 'backup'`;
    assert.equal(of('last_backup_timestamp_seconds'), at?.backup);
    assert.ok(of('last_import_timestamp_seconds') !== undefined);
    assert.ok((of('postgres_connections') ?? 0) > 0 && (of('postgres_connections_limit') ?? 0) > 0);
  });

  it('[OPS-09] report triggers that are switched off, an archive that fails and slots that nobody reads from', async () => {
    const healthy = await read();
    const of = (metrics: Map<string, number>) =>
      ['postgres_disabled_triggers', 'wal_archive_fails', 'postgres_unsafe_settings'].map((name) =>
        metrics.get(`bilim_${name}`),
      );
    // The tests' own PostgreSQL writes nothing to be archived, and waits for no disk.
    assert.deepEqual(of(healthy).slice(0, 2), [0, 0]);
    assert.ok((of(healthy)[2] ?? 0) > 0);
    assert.ok(![...healthy.keys()].some((name) => name.startsWith('bilim_idle_slot_bytes')));
    await portal.ownerSql`alter table audit disable trigger user`;
    const other = await createApp({
      settings: portal.settings,
      database: portal.database,
      log: pino({ level: 'silent' }),
    });
    try {
      const { body } = await other.fastify.inject('/metrics');
      const [, count] = /^bilim_postgres_disabled_triggers (\d+)$/m.exec(body) ?? [];
      assert.ok(Number(count) > 0, body);
    } finally {
      await other.close();
      await portal.ownerSql`alter table audit enable trigger user`;
    }
  });

  it('are those that the alert rules and the dashboard in packaging/monitoring ask for', async () => {
    await (await portal.as('student')).get(callsByRoom.profile.data);
    await new TestClient(portal.base).ask(callsByRoom.login.authorize, { login: 'student', password: 'wrong' });
    const text = await (await fetch(`${portal.base}/metrics`)).text();
    const named = new Set(
      ['alerts.yml', 'dashboard.json'].flatMap((name) => monitoring(name).match(/bilim_\w+/g) ?? []),
    );
    assert.ok(named.size > 15);
    const known = new Set(text.match(/^# TYPE \w+/gm)?.map((line) => line.slice(7)));
    const unknown = [...named].filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(count|bucket|sum)$/, '')),
    );
    assert.deepEqual(unknown, []);
    const { panels } = JSON.parse(monitoring('dashboard.json')) as { panels: { id: number; targets: unknown[] }[] };
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  });
});

describe('[OPS-08] a traceparent', () => {
  it('is taken into the lines of the log about the request, and handed back', async () => {
    const portal = await openPortal();
    const lines: { msg: string; trace?: string; span?: string; reqId: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const app = await createApp({ settings: portal.settings, database: portal.database, log });
    try {
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const ask = async (traceparent: string) =>
        (await app.fastify.inject({ url: '/api/config.json', headers: { traceparent } })).headers.traceresponse;
      const handed = await ask(`00-${trace}-b7ad6b7169203331-01`);
      assert.match(String(handed), new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
      assert.equal(await ask('nonsense'), undefined);
      const [line, other] = lines.filter(({ msg }) => msg === 'call');
      assert.equal(`00-${line?.trace}-${line?.span}-01`, handed);
      assert.deepEqual([other?.trace, typeof other?.reqId], [undefined, 'string']);
    } finally {
      await app.close();
      await portal.close();
    }
  });

  it('is ignored in each malformed form that the standard names', () => {
    const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    for (const header of [
      `ff-${trace}-${parent}-01`,
      `00-${'0'.repeat(32)}-${parent}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-${parent}-01`,
      `00-${trace}-${parent}-01-more`,
      `00-${trace}-${parent}`,
      `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`,
      `01-${trace}-${parent}-01more`,
      undefined,
    ])
      assert.equal(parseTraceparent(header), null, header);
    assert.equal(parseTraceparent(`cc-${trace}-${parent}-09-later`)?.flags, '01');
  });
});
