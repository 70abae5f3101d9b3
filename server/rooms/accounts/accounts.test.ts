import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { now, setClock } from '../../core/clock.ts';
import { addAuditEntries } from '../../test/factories/audit-entries.ts';
import { addImportRun } from '../../test/factories/import-runs.ts';
import { createDuplicateAccount, readFaculty } from '../../test/factories/people.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';
import { testDay } from '../../test/moment.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { importLockKey } from '../../university/imports.queries.ts';

const { accounts, chat, login, people, start } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
});
after(() => portal.close());
beforeEach(async () => {
  await portal.ownerSql`truncate signin_wait, signin_failure, signin_success, signin_queue`;
});

async function overview(person = admin) {
  const [row] = await person.get(accounts.overview);
  assert.ok(row);
  return row;
}

/** The overview ten seconds on, when no older count of accounts is shown. */
async function overviewLater(): ReturnType<typeof overview> {
  setClock(new Date(now().getTime() + 10_000).toISOString());
  return await overview();
}

/** An act as a command writes it. */
const act = (action: string, detail: object = {}, person: number | null = null) =>
  addAuditEntries(portal.ownerSql, action, { detail, ...(person !== null && { person }) });

/** Gives the administrator the permission at the faculty of a student alone. */
async function limitTo(student: TestClient): Promise<void> {
  await portal.database.autocommit`
    update permission set faculty_id = ${await readFaculty(portal.database.autocommit, student.uid)}
    where code = 'accounts' and person_id = ${admin.uid}`;
  admin = await portal.as('admin');
}

async function unlimited(): Promise<void> {
  await portal.database.autocommit`
    update permission set faculty_id = null where code = 'accounts' and person_id = ${admin.uid}`;
  admin = await portal.as('admin');
}

describe('who is there', () => {
  test('[NOW-06] people who did something in the last minutes, each once, and the sign-ins of today by the hour', async () => {
    const before = await overview();
    for (const name of ['student', 'student', 'teacher'] as const) await portal.byPassword(name);
    await waitUntil('the sign-ins are noted', async () => (await overview()).signIns === before.signIns + 3);
    const now = await overview();
    assert.equal(now.present, before.present + 2);
    assert.equal(
      now.hours.reduce((sum, { count }) => sum + count, 0),
      now.signIns,
    );
    await portal.database
      .autocommit`update session set last_seen_at = now() - interval '6 minutes' where person_id <> ${admin.uid}`;
    assert.equal((await overview()).present, 1);
    await addAuditEntries(portal.ownerSql, 'login.in', { ago: '25 hours' });
    assert.equal((await overview()).signIns, now.signIns, 'yesterday is not today');
  });

  test('[NOW-06] many who ask at once are all answered, though each question takes its time', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => admin.ask(accounts.overview)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });

  test('[NOW-06] an account counts as never used until its first sign-in; the group with the most of them is named', async () => {
    const { never, neverGroup } = await overviewLater();
    const [all] = await portal.ownerSql<{ count: number }[]>`select count(*)::int as count from account`;
    assert.ok(neverGroup && neverGroup.count > 1 && neverGroup.count <= never && never < (all?.count ?? 0));
    await portal.as('student2');
    assert.equal((await overviewLater()).never, never - 1);
    await portal.as('student2');
    assert.equal((await overviewLater()).never, never - 1);
    await portal.database.autocommit`update account set blocked = true where login = 'student3'`;
    assert.equal((await overviewLater()).never, never - 2, 'who is blocked is not waited for');
    await portal.database.autocommit`update account set blocked = false where login = 'student3'`;
    const close = (on: string | null) => portal.ownerSql`
      update person set closed_on = ${on} where id = (select person_id from account where login = 'student3')`;
    await close('2026-11-01');
    assert.equal((await overviewLater()).never, never - 2, 'nor who is closed');
    await close(null);
  });

  test('[NOW-06] a browser that guessed too often is counted, and the account named with its wrong passwords', async () => {
    assert.deepEqual([(await overview()).blocked, (await overview()).guessed], [0, []]);
    const browser = portal.nobody();
    for (const name of ['Student3', 'student3', 'student3', 'student3', 'student3'])
      assert.equal((await browser.ask(login.authorize, { login: name, password: 'Wrong1' })).status, 401);
    await portal.database.autocommit`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;
    await waitUntil('all five are noted', async () => (await overview()).guessed[0]?.wrong === 5);
    const { blocked, guessed } = await overview();
    assert.equal(blocked, 1);
    assert.deepEqual(
      guessed.map((one) => one.login),
      ['student3'],
    );
    assert.ok(Date.parse(guessed[0]?.until ?? '') > now().getTime());
    await portal.database.autocommit`update signin_wait set last_at = clock_timestamp() - interval '1 hour'`;
    const later = await overview();
    assert.deepEqual([later.blocked, later.guessed], [0, []], 'what is over stops nobody');
  });
});

describe('many who look at once', () => {
  test('[NOW-06] get the count that was true when they asked, each of the own faculties', async () => {
    const student = await portal.as('student');
    const clerk = await portal.as('clerk');
    const all = (await overviewLater()).never;
    const faculty = await readFaculty(portal.ownerSql, student.uid);
    await grantPermissions(portal.ownerSql, clerk.uid, 'accounts', { faculty });
    portal.app.context.sessions.forget(clerk.uid);
    const overviews = await Promise.all([admin, clerk, admin, clerk, admin].map((person) => overview(person)));
    const [, part = 0] = overviews.map(({ never }) => never);
    assert.ok(part > 0 && part < all);
    assert.deepEqual(
      overviews.map(({ never }) => never),
      [all, part, all, part, all],
    );
    await withdrawPermissions(portal.ownerSql, clerk.uid, 'accounts');
    portal.app.context.sessions.forget(clerk.uid);
  });
});

describe('who waits for something', () => {
  test('[NOW-06] who asked for a password and whose rights end soon, by number and by name; of one faculty its people alone', async () => {
    const [student, other] = await Promise.all([portal.as('student'), portal.as('student3')]);
    const none = { people: 0, names: [], last: null };
    assert.deepEqual([(await overview()).asked, (await overview()).ending], [none, none]);
    await portal.ownerSql`
      insert into forgotten_password (person_id, asked_at)
      values (${student.uid}, now() - interval '1 hour'), (${other.uid}, now())`;
    await grantPermissions(portal.ownerSql, student.uid, 'umk', { until: addDays(testDay, 30) });
    await grantPermissions(portal.ownerSql, student.uid, 'news', { until: testDay });
    await grantPermissions(portal.ownerSql, other.uid, 'umk', { until: addDays(testDay, 31) });
    const { asked, ending } = await overview();
    assert.equal(asked.people, 2);
    assert.deepEqual(
      asked.names.map((name) => name.split(' ')[0]),
      ['Соколова', 'Төлөгөнова'],
    );
    const [last] = await portal.ownerSql<{ at: string }[]>`select max(asked_at) as at from forgotten_password`;
    assert.equal(Date.parse(asked.last ?? ''), new Date(last?.at ?? '').getTime());
    assert.deepEqual([ending.people, ending.names[0]?.split(' ')[0]], [1, 'Төлөгөнова']);
    await limitTo(student);
    const some = await overview();
    assert.deepEqual([some.asked.people, some.asked.names.length, some.ending.people], [1, 1, 1]);
    assert.ok(!JSON.stringify(some.asked).includes('Соколова'));
    await unlimited();
    await portal.ownerSql`delete from forgotten_password`;
    await portal.ownerSql`delete from permission where person_id in (${student.uid}, ${other.uid})`;
  });
});

describe('what was done', () => {
  test('[NOW-06] rights that are given in a row stand together, by whom, to whom; sign-ins and refusals are not among them', async () => {
    const student = await portal.as('student');
    await portal.database.transaction(async (db) => {
      await db`select set_config('bilim.person', ${String(admin.uid)}, true)`;
      await grantPermissions(db, student.uid, ['news', 'library']);
    });
    await student.ask(accounts.overview);
    const [newest, next] = (await overview()).acts;
    assert.deepEqual(
      [newest?.action, newest?.by?.uid, newest?.rights],
      ['right.granted', admin.uid, ['news', 'library']],
    );
    assert.match(newest?.whom ?? '', /Төлөгөнова/);
    assert.notDeepEqual([next?.by?.uid, next?.whom], [admin.uid, newest?.whom]);
    assert.ok((await overview()).acts.every(({ action }) => !/^(login|refused|profile)/.test(action)));
    await withdrawPermissions(portal.database.autocommit, student.uid);
    const [taken] = (await overview()).acts;
    assert.deepEqual([taken?.action, taken?.by, taken?.rights.length], ['right.taken', null, 2], 'by a command');
  });

  test('[NOW-06] blocks, moves to a group, merges and accounts that were added, by whom and with whom', async () => {
    const [student, other] = await Promise.all([portal.as('student'), portal.as('student3')]);
    const [stay] = await portal.ownerSql<{ id: number; group: number }[]>`
      select student_id as id, group_id as group from group_student where is_current and student_id = ${student.uid}`;
    const [elsewhere] = await portal.ownerSql<{ id: number }[]>`
      select group_id as id from group_student where is_current and student_id = ${other.uid}`;
    const double = await createDuplicateAccount(portal.database.autocommit, student.uid);
    const about = { id_person: double.id, reason: 'канарейка' };
    await admin.get(people.block, about);
    await admin.get(people.unblock, about);
    await admin.get(people.transfer, { ...about, id_group: elsewhere?.id ?? 0, from: testDay });
    await admin.get(people.transfer, { ...about, id_group: stay?.group ?? 0, from: testDay });
    const [merged] = await admin.get(people.merge, { ...about, id_person: student.uid, id_other: double.id });
    await admin.get(people.part, { ...about, id_person: student.uid, id_merge: merged?.id_merge ?? 0 });
    const { acts } = await overview();
    assert.ok(!JSON.stringify(acts).includes('канарейка'));
    assert.deepEqual(
      acts.slice(0, 5).map(({ action, by }) => [action, by?.uid]),
      ['account.parted', 'account.merged', 'account.moved', 'account.unblocked', 'account.blocked'].map((action) => [
        action,
        admin.uid,
      ]),
    );
    for (const { whom } of acts.slice(0, 5)) assert.match(whom ?? '', /Төлөгөнова/);
    await act('account.unblocked', { person: student.uid, waits: 2 });
    const [byCommand] = (await overview()).acts;
    assert.deepEqual([byCommand?.action, byCommand?.by], ['account.unblocked', null]);
    assert.match(byCommand?.whom ?? '', /Төлөгөнова/);
    // Of one faculty: what was done with its people alone.
    await limitTo(other);
    await act('account.blocked', { person: student.uid });
    await act('account.blocked', { person: other.uid });
    const [one, ...rest] = (await overview()).acts;
    assert.match(one?.whom ?? '', /Соколова/);
    assert.ok(!JSON.stringify(rest).includes('Төлөгөнова'));
    await unlimited();
    const [added] = await admin.get(people.add, {
      surname: 'Новая',
      name: 'Анна',
      login: 'newanna',
      reason: 'приказ 7',
    });
    const [newest] = (await overview()).acts;
    assert.deepEqual([newest?.action, newest?.whom], ['account.added', 'Новая Анна'], String(added?.id_person));
  });

  test('[NOW-06] commands show their numbers; an answer of an office names it and who gave it, without its words', async () => {
    await act('import', {
      students: { added: 3, changed: 2, closed: 0 },
      groups: { added: 1, changed: 0, closed: 0 },
    });
    await act('backup', { rows: 1200, files: 7 });
    await act('import.undone', { run: 12 });
    const [student, clerk] = await Promise.all([portal.as('student'), portal.as('clerk')]);
    const office = (await student.get(chat.offices)).find(({ permission }) => permission === 'orders');
    const of = { year: 0, semester: 0, discipline: 0, kredit: 0, id_office: office?.id_office };
    await student.get(chat.insert, { ...of, currentContactId: office?.id_office, message: 'канарейка' });
    for (const message of ['канарейка', 'ещё канарейка'])
      await clerk.get(chat.insert, { ...of, currentContactId: student.uid, message });
    const all = await overview();
    assert.ok(!JSON.stringify(all).includes('канарейка'));
    const [answered, ...rest] = all.acts;
    assert.deepEqual(
      [answered?.action, answered?.by?.uid, answered?.whom, answered?.count],
      ['office.written', clerk.uid, office?.fio, 2],
    );
    const of3 = rest.filter(({ action }) => /^(import|backup)/.test(action)).slice(0, 3);
    assert.deepEqual(
      of3.map(({ action, count, by }) => [action, count, by]),
      [
        ['import.undone', 12, null],
        ['backup', 1200, null],
        ['import', 6, null],
      ],
    );
    assert.ok(all.acts.length <= 6);
    assert.deepEqual([all.backup?.rows, all.backup?.files], [1200, 7]);
  });

  test('[NOW-06] an import that goes on shows, and one that was refused until another one goes through', async () => {
    assert.deepEqual([(await overview()).isImporting, (await overview()).refusedImport], [false, null]);
    await portal.ownerSql.begin(async (db) => {
      await db`select pg_advisory_xact_lock(${importLockKey})`;
      assert.equal((await overview()).isImporting, true);
    });
    assert.equal((await overview()).isImporting, false);
    await act('import.refused', { faults: 4 });
    assert.equal((await overview()).refusedImport?.faults, 4);
    await addImportRun(portal.ownerSql, { ago: '-1 second' });
    assert.equal((await overview()).refusedImport, null);
  });

  test('[NOW-06] the health of the portal: its disk, its version, since when it runs', async () => {
    const { disk, version, since } = await overview();
    assert.ok(disk && disk.free > 0 && disk.free < disk.total);
    assert.match(version, /^\d+\.\d+/);
    assert.ok(Date.parse(since) <= now().getTime());
  });
});

describe('who is notified', () => {
  test('[NOW-06] who has the permission at a faculty sees names of its people alone', async () => {
    const [student, other] = await Promise.all([portal.as('student'), portal.as('student3')]);
    for (const { uid } of [student, other]) await grantPermissions(portal.database.autocommit, uid, 'umk');
    await act('password.reissued', {}, other.uid);
    await act('password.reissued', {}, student.uid);
    const all = await overview();
    assert.equal(all.acts[0]?.more, 1);
    await act('password.reissued', {}, student.uid);
    assert.equal((await overview()).acts[0]?.more, 1, 'whoever got two is one');
    await limitTo(student);
    const some = await overview();
    assert.ok(some.never > 0 && some.never < all.never);
    const entries = JSON.stringify(some.acts);
    assert.ok(entries.includes('Төлөгөнова') && !entries.includes('Соколова'));
    // What concerns nobody, as an import, is for who looks after all.
    assert.ok(some.acts.every(({ action }) => /^(right|password|office)/.test(action)));
    assert.ok(JSON.stringify(all.acts).includes('Соколова'));
    await unlimited();
    await portal.database.autocommit`delete from permission where person_id in (${student.uid}, ${other.uid})`;
  });

  test('[NOW-06] nobody else sees anything, neither by the call nor in the first answer', async () => {
    for (const name of Object.keys(passwords) as (keyof typeof passwords)[]) {
      const person = await portal.as(name);
      const isAdmin = name === 'admin';
      assert.equal((await person.ask(accounts.overview)).status, isAdmin ? 200 : 403, name);
      const first = await person.get(start.page, { page: 'today', wide: true });
      assert.equal(
        first.some(({ key }) => key.startsWith(accounts.overview.path)),
        isAdmin,
        name,
      );
    }
  });

  test('[NOW-06] an action and a stopped browser are sent at once, on the line of who looks after accounts alone', async () => {
    const student = await portal.as('student');
    const [mine, others] = await Promise.all([LiveEventListener.open(admin), LiveEventListener.open(student)]);
    await act('backup', { rows: 1, files: 0 });
    await mine.waitForEvents('accounts');
    const browser = portal.nobody();
    for (let times = 0; times < 5; times++)
      await browser.ask(login.authorize, { login: 'student3', password: 'Wrong1' });
    await mine.waitForEvents('accounts', 2);
    assert.equal(others.countOf('accounts'), 0);
    mine.close();
    others.close();
  });
});
