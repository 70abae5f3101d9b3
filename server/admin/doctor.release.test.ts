import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { readSettings } from '../settings.ts';
import { waitUntil } from '../test/http.ts';
import { queryReplica, ReplicaPair } from '../test/replicas.ts';
import { inspectPostgres } from './doctor.postgres.ts';

describe('[OPS-09] what the doctor says of a PostgreSQL', { concurrency: false }, () => {
  let pair: ReplicaPair;
  before(async () => {
    pair = await ReplicaPair.open();
  });
  after(() => pair.close());

  const settings = () => readSettings({ DATABASE_URL: pair.both(pair.first.url) });
  const findingsText = async (env = {}) => {
    const findings = await queryReplica(pair.first.url, (sql) => inspectPostgres(sql, { ...settings(), ...env }));
    return findings.map(({ kind, text }) => `${kind} ${text}`).join('\n');
  };
  const first = (statement: string) => queryReplica(pair.first.url, (sql) => sql.unsafe(statement));

  it('names settings that are not safe, and takes a trial for one', async () => {
    assert.match(await findingsText(), /^fault fsync, full_page_writes of PostgreSQL are off: /m);
    assert.match(await findingsText({ testClock: '2026-11-23T14:00:00+06:00' }), /^hint fsync, full_page_writes of/m);
  });

  it('names triggers that are switched off, for a table or for a role', async () => {
    await first(`create table kept (id int);
      create function keep() returns trigger language plpgsql as 'begin return null; end';
      create trigger kept_stays before delete on kept execute function keep()`);
    assert.doesNotMatch(await findingsText(), /rigger/);
    await first('alter table kept disable trigger kept_stays');
    assert.match(await findingsText(), /^fault Triggers are switched off \(kept\.kept_stays\): /m);
    await first('alter table kept enable trigger kept_stays; alter role bilim set session_replication_role = replica');
    assert.match(await findingsText(), /^fault session_replication_role is replica /m);
    await first('alter role bilim reset session_replication_role; drop table kept');
  });

  it('names a slot that nobody reads from, the more so the more is kept for it', async () => {
    await first("select pg_create_physical_replication_slot('left_behind', true)");
    assert.match(
      await findingsText(),
      /^hint Nobody reads from the replication slot left_behind, for which PostgreSQL keeps 0 MiB/m,
    );
    await first("select pg_drop_replication_slot('left_behind')");
  });

  it('names a standby for reads that takes writes itself or does not answer', async () => {
    const text = (databaseReadUrl: string) => findingsText({ databaseReadUrl });
    assert.doesNotMatch(await text(pair.second.url), /DATABASE_READ_URL/);
    assert.match(await text(pair.first.url), /^fault The standby \S+ of DATABASE_READ_URL takes writes itself, /m);
    const nobody = pair.second.url.replace(`:${pair.second.port}`, ':1');
    assert.match(
      await text(nobody),
      /^fault The standby 127\.0\.0\.1:1 of DATABASE_READ_URL does not answer, .* start it/m,
    );
  });

  it('names a standby that is behind, one that nobody waits for, and none', async () => {
    assert.doesNotMatch(await findingsText(), /standby/);
    await queryReplica(pair.second.url, (sql) => sql`select pg_wal_replay_pause()`);
    await first("select pg_logical_emit_message(false, 'x', repeat('x', 1000000)) from generate_series(1, 80)");
    await waitUntil('it is behind', async () =>
      /^hint The standby \S+ is \d\d+ MiB behind: /m.test(await findingsText()),
    );
    await queryReplica(pair.second.url, (sql) => sql`select pg_wal_replay_resume()`);
    await waitUntil('it is not', async () => !/behind/.test(await findingsText()));
    await first("create role bare login password 'x'");
    const { port } = pair.first;
    const unseen = await queryReplica(`postgres://bare:x@127.0.0.1:${port}/postgres`, (sql) =>
      inspectPostgres(sql, settings()),
    );
    assert.ok(unseen.some(({ text }) => text.includes('grant pg_monitor')));
    await first('alter system reset synchronous_standby_names');
    await first('select pg_reload_conf()');
    await waitUntil('nobody waits', async () => /^hint Commits do not wait for a standby/m.test(await findingsText()));
    await pair.end(pair.second, 'SIGINT');
    await waitUntil('it is gone', async () =>
      /^fault .* no standby follows the one that takes writes/m.test(await findingsText()),
    );
  });

  it('names an archive that fails, until something comes through', async () => {
    await pair.end(pair.first, 'SIGINT');
    appendFileSync(join(pair.first.folder, 'postgresql.auto.conf'), "archive_mode = on\narchive_command = 'false'\n");
    await pair.start(pair.first);
    await first('create table written (id int)');
    await first('select pg_switch_wal()');
    await waitUntil('it fails', async () =>
      /^fault The write-ahead log is not archived: 0000\S+ failed at /m.test(await findingsText()),
    );
    await first("alter system set archive_command = 'true'");
    await first('select pg_reload_conf()');
    await waitUntil('it comes through', async () => !/not archived/.test(await findingsText()));
  });

  it('names connections that are nearly all taken', async () => {
    const many = postgres(pair.first.url, { max: 135, fetch_types: false });
    await Promise.all(Array.from({ length: 135 }, () => many`select pg_sleep(0.1)`));
    assert.match(await findingsText(), /^fault 1\d\d of PostgreSQL's 150 connections are taken: /m);
    await many.end();
  });
});
