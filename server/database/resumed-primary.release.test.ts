import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { parseDatabaseAddress } from '../core/database-address.ts';
import { toRefusal } from '../core/refusal.ts';
import { readSettings } from '../settings.ts';
import { waitUntil } from '../test/http.ts';
import { tolerateLostConnections } from '../test/lost-connections.ts';
import { queryReplica, Replicas } from '../test/replicas.ts';
import { openDatabase } from './database.ts';
import { PrimaryFinder } from './primary-finder.ts';

/** It goes on where it was, and takes writes until whoever promoted the other one tells it. */
describe('[OPS-10] a primary that was frozen while its standby was promoted', { concurrency: false }, () => {
  let pair: Replicas;
  let expectNone: () => void;
  before(async () => {
    expectNone = tolerateLostConnections();
    pair = await Replicas.open();
  });
  after(async () => {
    await pair.close();
    expectNone();
  });

  async function promoteSecond(): Promise<void> {
    await pair.promote(pair.second);
    await waitUntil('it takes writes', async () => {
      const [row] = await queryReplica(
        pair.second.url,
        (sql) => sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`,
      );
      return row?.is === false;
    });
  }

  it('is not asked on the connections of before, once one of them gave no answer', async () => {
    const database = openDatabase(pair.both(pair.first.url), { ...readSettings({}), databaseConnections: 2 });
    const portAt = async () => {
      const read = await database.read((db) => db<{ port: number }[]>`select inet_server_port() as port`);
      return read[0]?.port;
    };
    try {
      const write = () => database.transaction((db) => db`select`);
      await write();
      assert.equal(await portAt(), pair.first.port);
      pair.freeze(pair.first);
      const failure = await write().catch((error: unknown) => error);
      assert.equal(toRefusal(failure).status, 503);
      await promoteSecond();
      pair.thaw(pair.first);
      assert.equal(await portAt(), pair.second.port);
    } finally {
      await database.close();
    }
  });

  it('is not taken for the primary because the other one answered before it was promoted', async () => {
    await pair.copy(pair.first, pair.second);
    const address = parseDatabaseAddress(pair.both(pair.first.url));
    assert.ok(address);
    const answered = new Set<string>();
    const finder = new PrimaryFinder(address, (url, options) =>
      postgres(url, { ...options, onclose: () => answered.add(new URL(url).port) }),
    );
    assert.equal((await finder.find()).port, pair.first.port);
    answered.clear();
    pair.freeze(pair.first);
    finder.doubt();
    const found = finder.find();
    await waitUntil('the standby has answered', () => answered.has(String(pair.second.port)));
    await promoteSecond();
    pair.thaw(pair.first);
    assert.equal((await found).port, pair.second.port);
  });
});
