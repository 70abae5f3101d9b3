import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { unpackJournalTable } from '@bilim/contract/journal-table.ts';
import { addAuditEntries } from '../test/factories/audit-entries.ts';
import { addImportRun } from '../test/factories/import-runs.ts';
import { placeOrders } from '../test/factories/orders.ts';
import { createNamesakeTeacher } from '../test/factories/people.ts';
import { type JournalFixture, openJournalFixture } from '../test/journal.ts';
import type { TestClient, TestPortal } from '../test/test-client.ts';

const {
  'timetable-changes': timetableChanges,
  audit,
  chat,
  data,
  discipline,
  journal,
  people,
  registration,
  reports,
  search,
  singlewindow,
} = callsByRoom;

const called = { surname: 'Тезкаева', name: 'Айжан', patronymic: 'Маратовна' };

let at: JournalFixture;
let portal: TestPortal;
/** Two students of the journal's group who are called the same, and what tells each. */
let students: ReadonlyMap<number, string>;

before(async () => {
  at = await openJournalFixture();
  ({ portal } = at);
  const ids = (await at.students()).slice(0, 2).map(({ id_student }) => id_student);
  const { autocommit } = portal.database;
  await autocommit`update person set ${autocommit(called)} where id = any (${ids}::bigint[])`;
  const numbers = await autocommit<{ id: number; number: string }[]>`
    select id, number from student where id = any (${ids}::bigint[])`;
  students = new Map(numbers.map(({ id, number }) => [id, number]));
  assert.equal(students.size, 2);
});
after(() => portal.close());

const hintsById = (rows: readonly { id: number; apart?: string | undefined }[]) =>
  new Map(rows.flatMap(({ id, apart }) => (apart === undefined ? [] : [[id, apart] as const])));

test('[JRN-01] the journal distinguishes students of the same name by their numbers, and says nothing of the others', async () => {
  const { teacher, k } = at;
  const rows = [
    await teacher.get(journal.table, k),
    unpackJournalTable(await teacher.get(journal.sheet, k)),
    await teacher.get(journal.subgroups, k),
  ];
  for (const list of rows) {
    assert.ok(list.length > 2);
    assert.deepEqual(hintsById(list.map(({ id_student: id, apart }) => ({ id, apart }))), students);
  }
});

test('[JRN-01] so do the students of one column and the figures of a discipline', async () => {
  const { teacher, k } = at;
  const column = await teacher.get(journal.studentsOfColumn, { ...k, ...at.column() });
  assert.deepEqual(hintsById(column.map(({ id_student: id, apart }) => ({ id, apart }))), students);
  const [term] = await teacher.get(discipline.currentTerm);
  const { id_a_year, id_discipline, isPotok, credits } = k;
  const groups = await teacher.get(journal.figures, { id_a_year, id_ws: term?.id_ws, id_discipline, isPotok, credits });
  const rows = groups.flatMap((group) => group.students);
  assert.deepEqual(hintsById(rows.map(({ id_student: id, apart }) => ({ id, apart }))), students);
});

test('[PEOPLE-01] a list with one of two namesakes shows who it is; who left or is in another group needs no hint', async () => {
  const { autocommit } = portal.database;
  const admin = await portal.as('admin');
  const [[id, number] = assert.fail(), [other] = assert.fail()] = [...students];
  const hints = async () =>
    hintsById(
      (await admin.get(people.list, { search: number })).map((row) => ({ id: row.id_person, apart: row.apart })),
    );
  assert.deepEqual(await hints(), new Map([[id, number]]));
  await autocommit`update person set closed_on = today() where id = ${other}`;
  assert.deepEqual(await hints(), new Map());
  await autocommit`update person set closed_on = null where id = ${other}`;
  const [group] = await autocommit<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${other} and ends_on is null`;
  await autocommit`
    update group_membership set group_id = (select min(id) from study_group where id <> ${group?.id ?? 0})
    where student_id = ${other} and ends_on is null`;
  assert.deepEqual(await hints(), new Map());
  await autocommit`
    update group_membership set group_id = ${group?.id ?? 0}, ends_on = today() + 30
    where student_id = ${other} and ends_on is null`;
  assert.deepEqual(await hints(), new Map([[id, number]]), 'a known last day changes nothing until then');
  await autocommit`update group_membership set ends_on = null where student_id = ${other} and ends_on >= today()`;
});

test('[PEOPLE-03] the audit’s entries distinguish whoever did something, and to whom, from namesakes', async () => {
  const [[doer, number] = assert.fail(), [whom, ofWhom] = assert.fail()] = [...students];
  await addAuditEntries(portal.ownerSql, 'account.blocked', { person: doer, detail: { person: whom } });
  const [entry] = await (await portal.as('admin')).get(audit.list, { category: 'people', who: called.surname });
  assert.deepEqual([entry?.by?.apart, entry?.whom?.apart], [number, ofWhom]);
});

test('[CHAT-01] contacts, and the registration office that looks for a student, distinguish namesakes', async () => {
  const { teacher, k } = at;
  const of = {
    year: k.id_a_year,
    ws: (await teacher.get(discipline.currentTerm))[0]?.id_ws,
    id_discipline: k.id_discipline,
    isSelect: false,
    kredit: k.credits,
    id_semester: k.id_semesterOrWs,
    id_group: k.id_groupOrPorok,
  };
  const contacts = await teacher.get(discipline.students, of);
  assert.deepEqual(hintsById(contacts.map(({ idid: id, apart }) => ({ id, apart }))), students);
  const admin = await portal.as('admin');
  const found = await admin.get(registration.officeFind, { search: called.surname });
  assert.deepEqual(hintsById(found.map(({ id_student: id, apart }) => ({ id, apart }))), students);
  const written = await teacher.get(chat.findPeople, { text: called.surname });
  assert.deepEqual(hintsById(written.map(({ idid: id, apart }) => ({ id, apart }))), students);
  for (const person of [teacher, admin]) {
    const people = (await person.get(search.names, { text: called.surname }))[0]?.people.rows ?? [];
    assert.deepEqual(hintsById(people.map(({ idid: id, apart }) => ({ id, apart }))), students);
  }
  for (const [id, number] of students) {
    const alone = await admin.get(registration.officeFind, { search: number });
    assert.deepEqual(
      hintsById(alone.map((row) => ({ id: row.id_student, apart: row.apart }))),
      new Map([[id, number]]),
    );
  }
});

test('[PEOPLE-01] who looks after accounts sees the namesakes of a group distinguished', async () => {
  const admin = await portal.as('admin');
  const found = await admin.get(people.list, { search: called.surname });
  assert.deepEqual(hintsById(found.map(({ id_person: id, apart }) => ({ id, apart }))), students);
});

test('[ORD-06] the desk distinguishes the orders of namesakes', async () => {
  const orders = [...students.keys()].map((person) => ({ person }));
  await placeOrders(portal.database.autocommit, orders);
  const clerk = await portal.as('clerk');
  const queue = await clerk.get(singlewindow.queue, { status: 'waiting', find: called.surname });
  assert.deepEqual(hintsById(queue.map(({ uid: id, apart }) => ({ id, apart }))), students);
});

test('[REG-08] seats and a week of the timetable distinguish their teacher from a colleague of the same name', async () => {
  const { autocommit } = portal.database;
  const admin = await portal.as('admin');
  const streams = async () => await admin.get(registration.officeStreams, { id_a_year: at.k.id_a_year, id_ws: 1 });
  const [{ subgroup, id_teacher: id, apart } = assert.fail()] = await streams();
  assert.equal(apart, undefined);
  const colleague = await createNamesakeTeacher(autocommit, id);
  const [opened] = await admin.get(registration.officeStream, { subgroup });
  assert.match(opened?.apart ?? '', new RegExp(`, ${id}$`));
  assert.equal((await streams()).find((one) => one.subgroup === subgroup)?.apart, opened?.apart);
  const whose = { kind: 'teacher', id, day: at.day };
  const [week] = await admin.get(timetableChanges.week, whose);
  const taught = await admin.get(timetableChanges.courses, whose);
  assert.ok(week?.classes.length && taught.length);
  for (const one of [...week.classes, ...taught]) assert.equal(one.apart, opened?.apart);
  await autocommit`update person set closed_on = today() where id = ${colleague}`;
});

test('[TALK-03] who may be mentioned in a conversation is distinguished from their namesakes', async () => {
  const { teacher, k } = at;
  const [term] = await teacher.get(discipline.currentTerm);
  const group = {
    year: k.id_a_year,
    ws: term?.id_ws,
    id_discipline: k.id_discipline,
    kredit: k.credits,
    IsSelect: false,
    gr_potok: k.id_groupOrPorok,
  };
  const notifiedPeople = async (person: TestClient) =>
    hintsById((await person.get(chat.people, group)).map(({ idid: id, apart }) => ({ id, apart })));
  assert.deepEqual(await notifiedPeople(teacher), students);
  const [own] = await portal.ownerSql<
    { name: string }[]
  >`select name from study_group where id = ${k.id_groupOrPorok ?? 0}`;
  const places = [...students.keys()]
    .toSorted((one, other) => one - other)
    .map((id, at) => [id, `${own?.name}, № ${at + 1}`]);
  assert.deepEqual(
    await notifiedPeople(at.student),
    new Map(places as [number, string][]),
    'no fellow student’s number',
  );
});

test('[PEOPLE-08] a report distinguishes teachers of the same name, and the students of a group', async () => {
  const admin = await portal.as('admin');
  const [group] = await portal.ownerSql<{ id: number }[]>`
    select group_id as id from group_student where student_id = ${[...students.keys()][0] ?? 0} and is_current`;
  await at.teacher.get(journal.markAll, { ...at.k, ...at.column(), isVisited: true });
  const rows = await admin.get(reports.students, { id_group: group?.id, period: 'term' });
  assert.deepEqual(hintsById(rows.map(({ id_student: id, apart }) => ({ id, apart }))), students);
  const read = async () => (await admin.get(reports.journals))[0]?.rows ?? [];
  const pair = (await read()).slice(0, 2).map(({ id_teacher }) => id_teacher);
  assert.equal(pair.length, 2);
  const { autocommit } = portal.database;
  await autocommit`update person set surname = 'Бейшеев', name = 'Нурлан', patronymic = null where id = any (${pair}::bigint[])`;
  const found = hintsById((await read()).map(({ id_teacher: id, apart }) => ({ id, apart })));
  assert.deepEqual([...found.keys()].toSorted(), pair.toSorted());
  assert.equal(new Set(found.values()).size, 2);
});

test('[IMPORT-03] the stored loads, and their filter, distinguish those who loaded from their namesakes', async () => {
  const { autocommit } = portal.database;
  const ids = [...students.keys()];
  for (const person of ids) await addImportRun(autocommit, { person });
  const [{ runs, who } = assert.fail()] = await (await portal.as('admin')).get(data.list);
  const apart = (rows: readonly { apart?: string | undefined }[]) => rows.flatMap((row) => row.apart ?? []).toSorted();
  assert.deepEqual(apart(runs), [...students.values()].toSorted());
  assert.deepEqual(apart(who), [...students.values()].toSorted());
});

test('[IMPORT-05] teachers of the same name are distinguished by department or post, else by both and their numbers', async () => {
  const { autocommit } = portal.database;
  const teachers = await autocommit<{ id: number }[]>`
    select e.teacher_id as id from employment e where e.ends_on is null group by e.teacher_id, e.department_id, e.post_id
    order by e.department_id, e.post_id, e.teacher_id limit 3`;
  const ids = teachers.map(({ id }) => id);
  await autocommit`update person set surname = 'Окшошов', name = 'Эрлан', patronymic = null where id = any (${ids}::bigint[])`;
  const admin = await portal.as('admin');
  const found = (await admin.get(timetableChanges.teachers, { search: 'Окшошов' })).map(({ apart }) => apart ?? '');
  assert.equal(found.length, 3);
  assert.equal(new Set(found).size, 3, found.join(' | '));
  const whose = await admin.get(timetableChanges.find, { search: 'Окшошов' });
  assert.deepEqual(whose.map(({ apart }) => apart).toSorted(), found.toSorted());
  assert.ok(found.every((one) => one !== ''));
});
