import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createExampleInput } from '../test/example-input.ts';
import { addAuditEntries } from '../test/factories/audit-entries.ts';
import { grantPermissions, withdrawPermissions } from '../test/factories/permissions.ts';
import { waitUntil } from '../test/http.ts';
import { CommandHost } from '../test/program.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';
import { extendAuditChain } from './audit-chain.ts';

const { news, journal, paymentcode, profile, umk } = callsByRoom;

interface Row {
  action: string;
  person: number | null;
  detail: Record<string, unknown>;
}

let portal: TestPortal;
let student: TestClient;
before(async () => {
  portal = await openPortal();
  student = await portal.byPassword('student');
});
after(() => portal.close());

const rows = async (action: string) =>
  await portal.database.autocommit<Row[]>`
    select action, person_id as person, detail from audit where action = ${action} order by id`;

/** The last row of an action that fits, which is written apart from the call. */
async function rowOf(action: string, fits: (row: Row) => boolean): Promise<Row> {
  let found: Row | undefined;
  await waitUntil(`a row of ${action}`, async () => {
    found = (await rows(action)).findLast(fits);
    return found !== undefined;
  });
  return found as Row;
}

describe('audit rows', () => {
  test('[SAFE-11] the database refuses to change, remove or empty them, also to the owner of the tables', async () => {
    await rowOf('login.in', ({ person }) => person === student.uid);
    const db = portal.database.autocommit;
    const attempts = [
      () => db`update audit set person_id = 1`,
      () => db`delete from audit`,
      () => db`truncate audit`,
      () => db`update permission_event set granted = false`,
      () => db`delete from permission_event`,
      () => db`truncate permission_event`,
      () => db`update account_event set reason = 'no reason'`,
      () => db`delete from account_event`,
      () => db`truncate account_event`,
      () => db`update journal_reading set times = 1`,
      () => db`delete from journal_reading`,
    ];
    const [before] = await db<
      { all: string }[]
    >`select md5(jsonb_agg(to_jsonb(a) order by id)::text) as all from audit a`;
    for (const act of attempts) await assert.rejects(act(), { code: '42501' });
    const asOwner = portal.ownerSql;
    for (const act of [
      () => asOwner`update audit set person_id = 1`,
      () => asOwner`delete from journal_reading`,
      () => asOwner`update account_event set reason = 'no reason'`,
      () => asOwner`delete from account_event`,
      () => asOwner`truncate account_event`,
    ])
      await assert.rejects(act(), { code: '42501' });
    // Calls do not run as the owner, who could put the guards aside.
    for (const act of [
      () => db`alter table audit disable trigger all`,
      () => db`drop table audit`,
      () => db`create table mine (id int)`,
      () => db`update journal_event set reason = 'x'`,
      // Numbers that were chosen beforehand would hide what was removed, or end all adding.
      () => db`select setval('audit_id_seq', 9000000)`,
      () => db`select nextval('audit_id_seq')`,
      () => db`select setval('notice_number', 1)`,
      () => db`delete from import_run`,
      () => db`delete from erasure`,
      () => db`delete from class_change`,
    ])
      await assert.rejects(act(), { code: '42501' });
    await assert.rejects(
      portal.database.transaction(async (tx) => {
        await tx`set local bilim.retention = 'on'`;
        await tx`update audit set person_id = 1`;
      }),
      { code: '42501' },
      'no setting permits a change',
    );
    const [now] = await db<{ all: string }[]>`select md5(jsonb_agg(to_jsonb(a) order by id)::text) as all from audit a`;
    assert.deepEqual(now, before);
  });

  test('[SAFE-11] the command that removes old ones is the owner’s: no other role may run it', async () => {
    const [row] = await portal.ownerSql<{ owner: boolean; others: boolean }[]>`
      select has_function_privilege('remove_old_audit()', 'execute') as owner,
        has_function_privilege('pg_read_all_data', 'remove_old_audit()', 'execute') as others`;
    assert.deepEqual({ ...row }, { owner: true, others: false });
  });

  test('[SAFE-11] refused attempts at other people’s things are noted: who, which call, which ids, no words', async () => {
    const secret = 'Слова, которых никто не видит';
    const outsider = await portal.as('student3');
    const forged = await student.ask(profile.data, { uid: outsider.uid });
    assert.equal(forged.error?.code, 'call.notYou');
    const { detail } = await rowOf('refused', (row) => row.detail.code === 'call.notYou');
    assert.deepEqual(detail, { code: 'call.notYou', call: profile.data.path, ids: { uid: outsider.uid } });

    assert.equal((await student.ask(journal.journals, { id_a_year: 26, id_ws: 1, search: secret })).status, 403);
    await rowOf('refused', (row) => row.person === student.uid && row.detail.code === 'call.notAllowed');
    const editor = await portal.as('editor');
    const gone = { id_eventMessage: 987_654, message: secret };
    assert.equal((await editor.ask(news.delete, gone)).status, 404);
    const missed = await rowOf('refused', (row) => row.detail.code === 'news.notFound');
    assert.equal(missed.person, editor.uid);
    assert.deepEqual(missed.detail.ids, { id_eventMessage: 987_654 });
    assert.ok(!JSON.stringify(await rows('refused')).includes('Слова'));
  });

  test('[SAFE-11] so are those with a file, with their ids, and those that break a rule about what is one’s own', async () => {
    const teacher = await portal.as('teacher');
    const gone = { ...createExampleInput(umk.save), id_books: 987_654 };
    const files = [{ name: 'a.txt', content: 'a' }];
    assert.equal((await teacher.ask(umk.save, gone, { files })).status, 404);
    const missed = await rowOf('refused', (row) => row.detail.code === 'umk.notFound');
    assert.equal((missed.detail.ids as Record<string, number>).id_books, 987_654);

    const { error } = await student.ask(paymentcode.code, { id_year: 26, id_group: 987_654, id_uslug: 1 });
    assert.equal(error?.code, 'paymentcode.notYourGroup');
    const { detail } = await rowOf('refused', (row) => row.detail.code === 'paymentcode.notYourGroup');
    assert.deepEqual(detail.ids, { id_year: 26, id_group: 987_654, id_uslug: 1 });
  });

  test('[SAFE-11] what only has to do with the form of a call is not noted, and nobody fills the disk', async () => {
    const teacher = await portal.as('teacher');
    const mine = async () => (await rows('refused')).filter(({ person }) => person === teacher.uid).length;
    await teacher.ask(profile.data, {}, { headers: { 'x-xsrf-token': 'wrong' } });
    await teacher.fetch('/api/no/such');
    for (let done = 0; done < 80; done += 20)
      await Promise.all(Array.from({ length: 20 }, () => teacher.ask(profile.data, { uid: student.uid })));
    await waitUntil('sixty rows', async () => (await mine()) === 60);
    await teacher.ask(profile.data, { uid: student.uid });
    assert.equal(await mine(), 60);
  });

  test('[SAFE-11] rights given and taken are noted, in whichever way it was done', async () => {
    const db = portal.database.autocommit;
    await grantPermissions(db, student.uid, 'umk');
    await withdrawPermissions(db, student.uid, 'umk');
    const about = async (action: string) =>
      (await rows(action)).filter(({ detail }) => detail.person === student.uid).map(({ detail }) => detail.code);
    assert.deepEqual([await about('right.granted'), await about('right.taken')], [['umk'], ['umk']]);
  });

  test('[SAFE-11] imports and first passwords of the university that was loaded are noted', async () => {
    assert.equal((await rows('import')).length, 1);
    const [row] = await portal.database.autocommit<{ accounts: number }[]>`
      select count(*)::int as accounts from account where must_change`;
    assert.equal((await rows('password.issued')).length, row?.accounts);
  });
});

describe('retention', () => {
  let host: CommandHost;
  before(() => {
    host = new CommandHost();
  });
  after(() => host?.close());

  /** Runs `npm run audit` with these arguments. */
  const audit = (...args: string[]) =>
    host.run('audit/main.ts', args, { DATABASE_URL: portal.database.url, DATA_DIR: portal.settings.dataDir });

  test('[SAFE-11] one command removes whole months by the retention of each kind, and writes that down', async () => {
    const db = portal.ownerSql;
    await db`
      insert into audit (action, at) values
        ('login.old', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '12 months 1 second'),
        ('login.old', now() - interval '40 months'),
        ('login.young', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '12 months'),
        ('right.young', now() - interval '40 months'),
        ('right.old', now() - interval '70 months'),
        ('unheard.of', now() - interval '70 months')`;
    const removed = await db<{ kind: string; removed: number }[]>`select kind, removed::int from remove_old_audit()`;
    assert.deepEqual(
      removed.map(({ kind, removed: many }) => [kind, many]),
      [
        ['login', 2],
        ['right', 1],
      ],
    );
    assert.equal((await rows('login.old')).length + (await rows('right.old')).length, 0);
    assert.equal((await rows('login.young')).length + (await rows('right.young')).length, 2);
    assert.equal((await rows('unheard.of')).length, 1, 'a kind that has no retention stays');
    const removals = await rows('audit.removed');
    assert.deepEqual(
      removals.map(({ detail }) => [detail.kind, detail.rows]),
      [
        ['login', 2],
        ['right', 1],
      ],
    );
    await assert.rejects(db`delete from audit`, { code: '42501' }, 'afterwards all is refused again');

    await addAuditEntries(db, 'login.old', { ago: '40 months' });
    assert.match((await audit('--remove-old')).out, /^Removed 1 rows of login from before \d{4}-\d\d-01\.\n$/);
  });

  test('[SAFE-11] a command holds the rows against their chain, and the start page says what it found', async () => {
    const checkOf = async () => {
      const [overview] = await (await portal.as('admin')).get(callsByRoom.accounts.overview, {});
      return overview?.auditCheck;
    };
    assert.equal(await checkOf(), null);
    await extendAuditChain(portal.database, portal.app.context.vault, portal.settings.dataDir);
    const good = await audit('--verify');
    assert.match(good.out, /^All \d+ entries of the audit are as they were written\.\n$/);
    assert.equal((await checkOf())?.holds, true);
    await extendAuditChain(portal.database, portal.app.context.vault, portal.settings.dataDir);
    await portal.ownerSql.unsafe(`alter table audit disable trigger user;
      update audit set person_id = null where id = (select min(audit_id) from audit_chain);
      update audit set request = 'other' where id = (select min(audit_id) from audit_chain);
      alter table audit enable trigger user`);
    const bad = await audit('--verify');
    assert.deepEqual([bad.code, /were changed past the portal/.test(bad.out)], [1, true]);
    assert.equal((await checkOf())?.holds, false);
  });

  test('[PEOPLE-03] the retention of a kind is set by a command, which is written down and holds from then on', async () => {
    const db = portal.ownerSql;
    const run = async (...args: string[]) => (await audit(...args)).out;
    assert.match(await run('--retention'), /^timetable: 60$/m);
    assert.match(await run('--retention'), /^unheard: for good$/m, 'a kind that has no retention');
    await addAuditEntries(db, 'timetable.old', { ago: '30 months' });
    assert.equal(await run('--remove-old'), 'Nothing is old enough to be removed.\n');
    assert.equal(await run('--keep', 'timetable=24'), 'Rows of timetable are kept for 24 months.\n');
    assert.equal(await run('--keep', 'timetable=24'), 'That is so already.\n');
    assert.deepEqual(
      (await rows('audit.retention')).map(({ detail }) => detail),
      [{ kind: 'timetable', months: 24, was: 60 }],
    );
    assert.match(await run('--remove-old'), /^Removed 1 rows of timetable from before /);
    for (const wrong of ['holidays=3', 'login=0', 'login=601', 'login']) {
      const { code, err } = await audit('--keep', wrong);
      assert.equal(code, 1);
      assert.match(err, /There is no kind holidays|1 to 600 months/);
    }
    await assert.rejects(
      portal.database.autocommit`update audit_retention set months = 1 where kind = 'login'`,
      { code: '42501' },
      'calls cannot shorten it',
    );
  });
});
