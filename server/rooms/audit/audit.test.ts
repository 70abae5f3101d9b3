import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { auditCategories } from '@bilim/contract/page-options.ts';
import { addAuditEntries } from '../../test/factories/audit-entries.ts';
import { placeOrders, recordOrderAction } from '../../test/factories/orders.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { openJournalFixture } from '../../test/journal.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { audit, people } = callsByRoom;
const reason = 'Приказ 287';

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  portal = await openPortal({ NETWORKS: '127.0.0.0/8=Корпус' });
  admin = await portal.as('admin');
});
after(() => portal.close());

const idOf = async (login: string): Promise<number> => {
  const [row] = await portal.ownerSql<{ id: string }[]>`select person_id as id from account where login = ${login}`;
  return Number(row?.id);
};
/** A student of each of two faculties. */
async function studentsOfTwoFaculties() {
  const rows = await portal.ownerSql<{ id: string; faculty: number }[]>`
    select distinct on (s.faculty_id) gs.student_id as id, s.faculty_id as faculty
    from group_student gs join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id
    join account a on a.person_id = gs.student_id
    where gs.is_current and a.login not like 'student%' order by s.faculty_id, gs.student_id limit 2`;
  const [one, other] = rows.map(({ id, faculty }) => ({ id: Number(id), faculty }));
  assert.ok(one && other);
  return { one, other };
}

test('[PEOPLE-03] entries of all rooms stand in one list, newest first, each with who, whom, old and new, and why', async () => {
  const student = await idOf('student');
  const [given] = await admin.get(people.grant, {
    id_person: student,
    permission: 'news',
    until: '2099-01-01',
    reason,
  });
  await admin.get(people.withdraw, { id_person: student, id_right: given?.id_right, reason: 'Ошибка' });
  await portal.nobody().signIn('student', 'Wrong1');
  const { teacher, k, column } = await openJournalFixture(portal);
  const pupil = { ...k, ...column(), id_student: student };
  const [cell] = await teacher.get(callsByRoom.journal.mark, { ...pupil, isVisited: true });
  assert.ok(cell);
  // As a holder of the journal permission changes a closed day.
  await portal.ownerSql`
    insert into journal_event (cell_id, action, mark_id, teacher_id, by_id, age_ms, at, made_at, held, reason, hash)
    select e.cell_id, 'mark', (select max(id) from journal_mark), e.teacher_id, ${admin.uid}, 0, now(), now(), false,
      'Пересдача', e.hash
    from journal_event e where e.cell_id = ${cell.id_studentJournalVisit} order by e.id desc limit 1`;
  const rows = await admin.get(audit.list);
  const moments = rows.map(({ at }) => Date.parse(at));
  assert.deepEqual(
    moments,
    moments.toSorted((a, b) => b - a),
  );
  const find = (action: string) => rows.find((row) => row.action === action) ?? assert.fail(action);
  const [granted, taken] = [find('right.granted'), find('right.taken')];
  assert.deepEqual(
    [granted.by?.uid, granted.whom?.uid, granted.permission, granted.now, granted.reason],
    [admin.uid, student, 'news', '2099-01-01', reason],
  );
  assert.deepEqual([taken.whom?.uid, taken.reason], [student, 'Ошибка']);
  for (const { action, address } of [granted, taken]) assert.equal(address, '127.0.0.1', `${action} says from where`);
  const wrong = find('login.wrong');
  assert.deepEqual([wrong.by, wrong.whom?.uid], [null, student], 'nobody knows who tried');
  const late = find('mark.late');
  assert.deepEqual([late.by?.uid, late.whom?.uid, late.was, late.reason], [admin.uid, student, 'present', 'Пересдача']);
  assert.ok(late.now && late.what);
});

test('[PEOPLE-03] filtered by category, name and day, page after page, without a gap or a double', async () => {
  const rights = await admin.get(audit.list, { category: 'rights' });
  assert.ok(rights.length > 0 && rights.every(({ action }) => action.startsWith('right.')));
  for (const category of auditCategories) await admin.get(audit.list, { category });
  assert.deepEqual(refusalOf(await admin.ask(audit.list, { category: 'everything' })), [400, 'call.invalid']);
  assert.deepEqual(refusalOf(await admin.ask(audit.list, { before: '1.2' })), [400, 'call.invalid']);
  const student = await idOf('student');
  const [person] = await admin.get(people.person, { id_person: student });
  const found = await admin.get(audit.list, { search: person?.fio });
  assert.ok(found.length > 0);
  assert.ok(
    found.every(({ by, whom, action }) => by?.uid === student || whom?.uid === student || action === 'marks.read'),
  );
  const theirs = await admin.get(audit.list, { whose: person?.fio });
  assert.ok(theirs.some(({ action }) => action === 'right.granted'));
  assert.ok(theirs.every(({ by, whom, action }) => (whom ?? by)?.uid === student || action === 'marks.read'));
  const [boss] = await admin.get(people.person, { id_person: admin.uid });
  const ofBoss = await admin.get(audit.list, { whose: boss?.fio });
  assert.ok(!ofBoss.some(({ whom }) => whom?.uid === student), 'who did it is not whose it is');
  const byBoss = await admin.get(audit.list, { who: boss?.fio });
  assert.ok(byBoss.length > 0 && byBoss.every(({ by }) => by?.uid === admin.uid), 'only what they did themselves');
  assert.deepEqual(await admin.get(audit.list, { search: 'нет такого человека' }), []);
  assert.deepEqual(await admin.get(audit.list, { from: '2001-01-01', until: '2001-01-02' }), []);
  await addAuditEntries(portal.ownerSql, 'mail.confirm', { person: student, at: '2002-02-02 12:00+06', count: 120 });
  const seen: string[] = [];
  let rows: { cursor: string }[];
  do {
    rows = await admin.get(audit.list, { from: '2002-02-02', until: '2002-02-02', before: seen.at(-1) });
    seen.push(...rows.map(({ cursor }) => cursor));
  } while (rows.length === 50);
  assert.equal(seen.length, 120);
  assert.equal(new Set(seen).size, 120);
});

test('[PEOPLE-03] the number of an order finds what was done with it; an address of the university has its network', async () => {
  const student = await idOf('student');
  const [order] = await placeOrders(portal.ownerSql, [{ person: student }]);
  const act = { by: admin.uid, action: 'canceled', reason, number: [2026, 184] } as const;
  await recordOrderAction(portal.ownerSql, order ?? 0, act);
  for (const search of ['2026-000184', ' № 2026-184']) {
    const [act, ...more] = await admin.get(audit.list, { search });
    assert.deepEqual([act?.action, act?.by?.uid, act?.whom?.uid, more], ['order.canceled', admin.uid, student, []]);
    assert.match(act?.what ?? '', /2026-000184$/);
  }
  assert.equal((await admin.get(audit.list, { search: '2026-000184', category: 'papers' })).length, 1);
  for (const other of [{ search: '2026-000185' }, { search: '2026-000184', category: 'rights' }])
    assert.deepEqual(await admin.get(audit.list, other), []);
  await portal.nobody().signIn('student', 'Wrong2');
  const [tried] = await admin.get(audit.list, { category: 'signins' });
  assert.deepEqual([tried?.action, tried?.address, tried?.network], ['login.wrong', '127.0.0.1', 'Корпус']);
});

test('[PEOPLE-03] every entry stands under one category, and a category is read page by page', async () => {
  const student = await idOf('student');
  await portal.ownerSql`
    insert into audit (person_id, action, detail)
    select ${admin.uid}, case when n % 2 = 0 then 'login.in' else 'right.granted' end,
      jsonb_build_object('person', ${student}::bigint, 'code', 'news')
    from generate_series(1, 60) n`;
  const readAll = async (category?: string) => {
    const cursors: string[] = [];
    for (;;) {
      const before = cursors.at(-1);
      const rows = await admin.get(audit.list, { ...(category && { category }), ...(before && { before }) });
      cursors.push(...rows.map(({ cursor }) => cursor));
      if (rows.length < 50) return cursors;
    }
  };
  const ofCategories: string[] = [];
  for (const category of auditCategories) ofCategories.push(...(await readAll(category)));
  assert.deepEqual(ofCategories.toSorted(), (await readAll()).toSorted());
  const rights = await readAll('rights');
  assert.ok(rights.length >= 30);
  assert.equal(new Set(rights).size, rights.length);
});

test('[PEOPLE-03] the strip of a day counts entries by half hours, marks what is unusual, and leads to its entries', async () => {
  const student = await idOf('student');
  // Each of fourteen mornings had six; the day itself has eleven then, twelve at night, and nine before midnight.
  await portal.ownerSql`
    insert into audit (at, person_id, action)
    select timestamptz '2012-03-20 09:10+06' - make_interval(days => d), ${student}::bigint, 'mail.confirm'
    from generate_series(1, 14) d, generate_series(1, 6)
    union all select '2012-03-20 09:29:59+06', ${student}::bigint, 'mail.confirm' from generate_series(1, 11)
    union all select '2012-03-20 01:30+06', ${student}::bigint, 'mail.confirm' from generate_series(1, 12)
    union all select '2012-03-20 23:59+06', ${student}::bigint, 'mail.confirm' from generate_series(1, 9)`;
  const [strip] = await admin.get(audit.strip, { day: '2012-03-20' });
  assert.equal(strip?.halfHours.length, 48);
  assert.deepEqual(
    strip?.halfHours.filter(({ acts }) => acts > 0),
    [
      { at: '01:30', acts: 12, isUnusual: true },
      { at: '09:00', acts: 11, isUnusual: false },
      { at: '23:30', acts: 9, isUnusual: false },
    ],
  );
  const [ofRights] = await admin.get(audit.strip, { day: '2012-03-20', category: 'rights' });
  assert.ok(ofRights?.halfHours.every(({ acts }) => acts === 0));
  const night = await admin.get(audit.list, { from: '2012-03-20', until: '2012-03-20', at: '01:30' });
  assert.equal(night.length, 12);
  for (const wrong of [{ at: '01:30' }, { from: '2012-03-20', at: '01:31' }, { from: '2012-03-20', at: '25:00' }])
    assert.deepEqual(refusalOf(await admin.ask(audit.list, wrong)), [400, 'call.invalid']);
  // Nothing was done before this day: what is usual is not known yet.
  await addAuditEntries(portal.ownerSql, 'mail.confirm', { person: student, at: '1999-03-20 10:10+05', count: 30 });
  const [first] = await admin.get(audit.strip, { day: '1999-03-20' });
  assert.deepEqual(
    first?.halfHours.filter(({ acts }) => acts > 0),
    [{ at: '10:00', acts: 30, isUnusual: false }],
  );
  const [now] = await admin.get(audit.strip);
  assert.ok(
    now?.halfHours.some(({ acts }) => acts > 0),
    'today, when no day is named',
  );
});

test('[PEOPLE-03] the list can be taken along with the same filters, which is an entry that names them', async () => {
  const [file] = await admin.get(audit.export, { category: 'rights' });
  const rows = await admin.get(audit.list, { category: 'rights' });
  assert.ok(file?.isAll && file.rows >= rows.length && file.acts.length === file.rows);
  assert.deepEqual(file.acts.slice(0, rows.length), rows);
  const [newest] = await admin.get(audit.list, { category: 'data' });
  assert.deepEqual([newest?.action, newest?.by?.uid], ['audit.exported', admin.uid]);
  const student = await idOf('student');
  const [person] = await admin.get(people.person, { id_person: student });
  const wanted = { category: 'people', from: '2002-02-02', until: '2002-02-03', whose: person?.fio };
  const [some] = await admin.get(audit.export, wanted);
  assert.equal(some?.rows, 120);
  const [act] = await admin.get(audit.list, { category: 'data' });
  assert.equal(act?.what, 'people · 2002-02-02–2002-02-03 · 120');
  const [row] = await portal.ownerSql<{ detail: object }[]>`
    select detail from audit where action = 'audit.exported' order by id desc limit 1`;
  assert.deepEqual(row?.detail, {
    category: 'people',
    from: '2002-02-02',
    until: '2002-02-03',
    isOfSome: true,
    rows: 120,
  });
});

test('[PEOPLE-03] without the permission nothing, and at some faculties what concerns their people alone', async () => {
  const { one, other } = await studentsOfTwoFaculties();
  for (const { id } of [one, other]) await admin.get(people.endSessions, { id_person: id, reason });
  const clerk = await portal.as('clerk');
  for (const call of [audit.list, audit.strip, audit.export])
    assert.deepEqual(refusalOf(await clerk.ask(call)), [403, 'call.notAllowed']);
  await grantPermissions(portal.ownerSql, clerk.uid, 'audit', { faculty: one.faculty });
  portal.app.context.sessions.forget(clerk.uid);
  const ended = (await clerk.get(audit.list, { category: 'people' })).filter(
    ({ action }) => action === 'account.sessions',
  );
  assert.deepEqual(
    ended.map(({ whom }) => whom?.uid),
    [one.id],
  );
});
