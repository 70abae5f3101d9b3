import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import postgres from 'postgres';
import { readSettings } from '../settings.ts';
import { createEmptyDatabase, setDatabaseClock, type TestDatabase } from '../test/database.ts';
import { grantPermissions } from '../test/factories/permissions.ts';
import { waitUntil } from '../test/http.ts';
import { type Database, openDatabase } from './database.ts';

let copy: TestDatabase;
let database: Database;
let owner: postgres.Sql;
before(async () => {
  copy = await createEmptyDatabase('2026-11-23T03:00:00+06:00');
  database = openDatabase(copy.url, readSettings({}));
  owner = postgres(copy.url, { max: 1, onnotice: () => undefined });
});
after(async () => {
  await database.close();
  await owner.end();
  await copy.drop();
});

describe('the day of the database', () => {
  it('is that of the university, also in the night, when it is still yesterday in UTC', async () => {
    const [row] = await database.autocommit<{ day: string; utc: string }[]>`select today() as day, now()::date as utc`;
    assert.deepEqual(row, { day: '2026-11-23', utc: '2026-11-22' });
  });

  it('follows the setting TIME_ZONE', async () => {
    const elsewhere = openDatabase(copy.url, readSettings({ TIME_ZONE: 'America/New_York' }));
    const [row] = await elsewhere.autocommit<{ day: string }[]>`select today() as day`;
    await elsewhere.close();
    assert.equal(row?.day, '2026-11-22');
  });

  it('ends a right at midnight of the university', async () => {
    await owner`insert into person (id, code, surname, name) values (1, '1', 'A', 'B')`;
    await grantPermissions(owner, 1, 'news', { until: '2026-11-22' });
    await grantPermissions(owner, 1, 'umk', { until: '2026-11-23' });
    const rights = await database.autocommit<{ code: string }[]>`select code from permission_now`;
    assert.deepEqual(
      rights.map(({ code }) => code),
      ['umk'],
    );
  });
});

test('a receipt has the year of the university, also in the first hours of January', async () => {
  await setDatabaseClock(owner, '2027-01-01T01:00:00+06:00');
  const [row] = await database.autocommit<{ receipt: string }[]>`select new_receipt() as receipt`;
  assert.match(row?.receipt ?? '', /^27-/);
});

describe('the clock of a test database', () => {
  it('goes on from its moment, and may be set to another', async () => {
    const read = async () => {
      const [row] = await database.autocommit<{ at: string }[]>`select clock_timestamp() as at`;
      return Date.parse(row?.at ?? '');
    };
    await setDatabaseClock(owner, '2026-11-23T03:00:00+06:00');
    const first = await read();
    assert.ok(first >= Date.parse('2026-11-23T03:00:00+06:00'));
    await waitUntil('it goes on', async () => (await read()) > first);
    await setDatabaseClock(owner, '2028-02-29T23:59:00+06:00');
    assert.equal(new Date(await read()).getUTCFullYear(), 2028);
  });

  it('is seen by every default, view and function of the schema', async () => {
    await owner.unsafe('create view sees_another_clock as select pg_catalog.now() as at');
    // Written out, what is bound to PostgreSQL's own clock has its schema before it.
    const ownClock = String.raw`pg_catalog\.(now|clock_timestamp)|current_(date|time)|local(time)`;
    const places = await owner<{ place: string; isBound: boolean }[]>`
      with text as (
        select format('default of %s', d.adrelid::regclass) as place, pg_get_expr(d.adbin, d.adrelid) as text
        from pg_attrdef d join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
        union all select viewname, definition from pg_views where schemaname = 'public'
        union all select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace)
      select place, text ~* ${ownClock} or (text like '%SET search_path%' and text !~ 'SET search_path .*clock') as "isBound"
      from text`;
    assert.ok(places.length > 100);
    assert.deepEqual(
      places.filter(({ isBound }) => isBound).map(({ place }) => place),
      ['sees_another_clock'],
    );
  });
});
