import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestClient, type TestPortal } from './test/test-client.ts';

const { chat, news, start } = callsByRoom;

let portal: TestPortal;
before(async () => {
  // Few connections, so that each has prepared the statements that come again.
  portal = await openPortal({ DATABASE_CONNECTIONS: '2', RATE_PERCENT: '100000' });
});
after(() => portal.close());

const pages = ['today', 'apps', 'chat', 'd', 'journal', 'news', 'profile', 'registration', 'schedule', 'umk'];
const nowhere = { year: 0, semester: 0, discipline: 0, kredit: 0 };

/** What people do in a minute: the calls of their pages that were answered, and how their writing went. */
async function useOf(people: readonly TestClient[]): Promise<string[]> {
  const done: string[] = [];
  for (const [at, person] of people.entries()) {
    for (const page of pages) {
      const replies = await person.get(start.page, { page, wide: true });
      done.push(...replies.map(({ key }) => `${at} ${page} ${key}`));
    }
    const to = people[at === 0 ? 1 : 0]?.uid;
    const writes = [
      await person.ask(news.insert, { message: 'beside a newer release' }, { key: crypto.randomUUID() }),
      await person.ask(
        chat.insert,
        { ...nowhere, currentContactId: to, message: 'written' },
        { key: crypto.randomUUID() },
      ),
    ];
    done.push(...writes.map(({ status, error }, which) => `${at} write ${which} ${status} ${error?.code}`));
  }
  return done.sort();
}

test('a node goes on while a newer release has brought columns, tables and indexes to its database', async () => {
  const people = await Promise.all((['teacher', 'student', 'editor', 'clerk', 'admin'] as const).map(portal.as));
  const usual = await useOf(people);
  assert.ok(usual.length > 100 && !usual.some((line) => / 50\d /.test(line)), usual.join('\n'));
  const tables = await portal.ownerSql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition`;
  assert.ok(tables.length > 100);
  await portal.ownerSql.begin(async (sql) => {
    for (const { name } of tables) await sql.unsafe(`alter table ${name} add column later_release text`);
    await sql.unsafe('create table later_release (id bigint primary key); create index on person (later_release)');
  });
  assert.deepEqual(await useOf(people), usual);
});
