import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Permission } from '@bilim/contract/permissions.ts';
import { grantPermissions, withdrawPermissions } from './test/factories/permissions.ts';
import { findSharedMaterialSet } from './test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from './test/test-client.ts';

const { apps, library, people, umk } = callsByRoom;

let portal: TestPortal;
let teacher: TestClient;
/** Somebody who teaches at the other faculty. */
let holder: TestClient;
/** Where the named teacher works, and another one. */
let faculty: { own: number; other: number };

before(async () => {
  portal = await openPortal();
  teacher = await portal.as('teacher');
  holder = await portal.as('editor');
  const [found] = await portal.ownerSql<{ own: number; other: number; department: number }[]>`
    select d.faculty_id as own, o.faculty_id as other, o.id as department
    from employment e join department d on d.id = e.department_id
    join department o on o.faculty_id <> d.faculty_id where e.teacher_id = ${teacher.uid} order by o.id limit 1`;
  assert.ok(found);
  faculty = found;
  await portal.ownerSql`update employment set department_id = ${found.department} where teacher_id = ${holder.uid}`;
});
after(() => portal.close());

/** The holder has this permission at that faculty, and no other. */
async function holdsAt(code: Permission, at: number): Promise<void> {
  await withdrawPermissions(portal.ownerSql, holder.uid);
  await grantPermissions(portal.ownerSql, holder.uid, code, { faculty: at });
  portal.app.context.sessions.forget(holder.uid);
}

const outcome = ({ status, error }: { status: number; error: { code: string } | null }) => [status, error?.code];

test('[BASE-12] [LIB-06] the library’s permission covers books of who works at that faculty', async () => {
  const shelf = (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
  const book = { isFromUmk: false, nameBook: 'Манас', author: 'Эл', id_bookCategory: shelf };
  const files = [{ name: 'книга.txt', content: 'текст' }];
  const [made] = await teacher.get(library.save, { ...book, id_eBook: -1 }, { files });
  const change = { ...book, id_eBook: made?.id_eBook ?? 0, nameBook: 'Семетей' };
  await holdsAt('library', faculty.other);
  assert.deepEqual(outcome(await holder.ask(library.save, change)), [403, 'library.notYours']);
  await holdsAt('library', faculty.own);
  assert.deepEqual(outcome(await holder.ask(library.save, change)), [200, undefined]);
});

test('[BASE-12] [UMK-02] the permission for materials shows those of who works at that faculty', async () => {
  const student = await portal.as('student');
  const [settings] = await student.get(apps.settings, { role: 2 });
  const [row] = await portal.ownerSql<{ group: number }[]>`
    select group_id as "group" from group_membership where student_id = ${student.uid} and ends_on is null`;
  const { id_a_year_def: year } = settings as { id_a_year_def: number };
  const set = await findSharedMaterialSet(teacher, student, { year, group: row?.group ?? 0, isSelect: false });
  const [made] = await teacher.get(
    umk.save,
    { ...set, id_books: -1, bookName: 'Лекция' },
    {
      files: [{ name: 'лекция.txt', content: 'текст' }],
    },
  );
  const { id_discipline, id_semester, isSelect, kredits } = set;
  const shelf = { id_discipline, id_semester, isSelect, kredits, id_human: teacher.uid };
  await holdsAt('umk', faculty.other);
  assert.deepEqual(outcome(await holder.ask(umk.list, shelf)), [403, 'umk.notYourDepartment']);
  await holdsAt('umk', faculty.own);
  assert.ok((await holder.get(umk.list, shelf)).some(({ id_books }) => id_books === made?.id_books));
});

test('[BASE-12] [PEOPLE-02] who looks after accounts of a faculty is offered that one alone, for others’ rights too', async () => {
  await holdsAt('accounts', faculty.other);
  const [figures] = await holder.get(people.figures);
  assert.deepEqual(
    figures?.faculties.map(({ id_faculty }) => id_faculty),
    [faculty.other],
  );
  assert.deepEqual(
    figures?.mayGive.map(({ permission, faculties }) => [permission, faculties]),
    [['accounts', [faculty.other]]],
  );
});
