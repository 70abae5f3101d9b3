import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { isDatabaseOutage, toRefusal } from '../core/refusal.ts';
import { readSettings } from '../settings.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { type DatabaseRelay, openRelay } from '../test/relay.ts';
import { type Database, openDatabase } from './database.ts';

describe('[OPS-10] an address of several hosts', { concurrency: false }, () => {
  let copy: TestDatabase;
  let owner: postgres.Sql;
  let relays: DatabaseRelay[];
  let database: Database;
  before(async () => {
    copy = await createEmptyDatabase();
    owner = postgres(copy.url, { max: 1, onnotice: () => undefined });
    relays = [await openRelay(copy.url), await openRelay(copy.url)];
    const [first, second] = relays.map(({ url }) => new URL(url));
    const address = `${first?.href.replace(`:${first.port}`, `:${first.port},127.0.0.1:${second?.port}`)}`;
    database = openDatabase(address, { ...readSettings({}), databaseConnections: 2 });
  });
  after(async () => {
    await database.close();
    await Promise.all(relays.map((relay) => relay.close()));
    await owner.end();
    await copy.drop();
  });

  const one = async () => (await database.transaction((db) => db<{ one: number }[]>`select 1 as one`))[0]?.one;
  const works = () => one().then(Boolean, () => false);
  const [of, all] = [(at: number, isShut: boolean) => relays[at]?.shut(isShut), [0, 1]];

  it('leads to one that is there, and what listens goes along', async () => {
    let received = 0;
    let again = 0;
    await database.listen(
      'trial',
      () => received++,
      () => again++,
    );
    assert.equal(await one(), 1);
    for (const gone of [0, 1]) {
      for (const at of all) of(at, at === gone);
      await waitUntil('calls are served', works);
      await waitUntil('it listens', async () => {
        await owner`select pg_notify('trial', '')`;
        return received > 0;
      });
      received = 0;
    }
    assert.ok(again > 0);
  });

  it('refuses as an outage while none takes writes, and says of each why', async () => {
    for (const at of all) of(at, at === 1);
    const name = new URL(copy.url).pathname.slice(1);
    await owner.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    await owner`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    const failures: unknown[] = [];
    await waitUntil('none is found', async () => {
      const failure = await one().catch((error: unknown) => error);
      failures.push(failure);
      return String(failure).includes('no host of the database takes writes');
    });
    const last = failures.at(-1);
    assert.match(String(last), /127\.0\.0\.1:\d+ takes no writes/);
    assert.deepEqual([toRefusal(last).status, isDatabaseOutage(last)], [503, true]);
    assert.equal(await database.mayWrite().catch(() => false), false);
    await owner.unsafe('set default_transaction_read_only = off');
    await owner.unsafe(`alter database ${name} reset default_transaction_read_only`);
    await waitUntil('calls are served again', works);
  });
});
