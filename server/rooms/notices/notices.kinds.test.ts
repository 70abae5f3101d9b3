import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import type { TestClient } from '../../test/test-client.ts';

const { apps, journal, notices, singlewindow, umk } = callsByRoom;

let at: JournalFixture;
let clerk: TestClient;
let student3: TestClient;
before(async () => {
  at = await openJournalFixture();
  [clerk, student3] = [await at.portal.as('clerk'), await at.portal.as('student3')];
});
after(() => at.portal.close());

/** A person's notices of one kind, newest first. */
const noticesOf = async (person: TestClient, kind: string) => {
  const [answer] = await person.get(notices.list);
  return (answer?.notices ?? []).filter((one) => one.kind === kind);
};

describe('a mark', () => {
  const write = (column: object, entry: object, key?: string) =>
    at.teacher.ask(
      journal.mark,
      { ...at.k, ...column, id_student: at.student.uid, isVisited: true, ...entry },
      key ? { key } : {},
    );

  test('[NOW-02] is new to its student alone, with all that its place in the journal needs', async () => {
    const column = at.column();
    const key = randomUUID();
    for (let times = 0; times < 2; times++) assert.equal((await write(column, { id_otsenka: 4 }, key)).status, 200);
    const marks = await noticesOf(at.student, 'mark');
    assert.equal(marks.length, 1);
    const [{ step, mark, isNew, course, lesson, person } = {}] = marks;
    assert.deepEqual([step, mark, isNew, person?.id], ['mark', '4', true, at.teacher.uid]);
    assert.deepEqual(
      [course?.year, course?.id_semester, course?.isSelect, course?.id_group, course?.id_discipline, course?.kredit],
      [at.k.id_a_year, at.k.id_semesterOrWs, false, at.k.id_groupOrPorok, at.k.id_discipline, at.k.credits],
    );
    assert.deepEqual(
      [lesson?.id_vid_zaniatiy, lesson?.visitDate, lesson?.timesCount],
      [at.k.id_vid_zaniatiy, column.visitDate, column.timesCount],
    );
    assert.deepEqual(await noticesOf(student3, 'mark'), []);
    assert.deepEqual(await noticesOf(at.teacher, 'mark'), []);
    const kyrgyz = await at.portal.as('student');
    kyrgyz.cookies.set('lang', 'kg');
    const [ky] = await noticesOf(kyrgyz, 'mark');
    assert.notDeepEqual(
      [ky?.course?.discipline, ky?.lesson?.name_vid_zaniatiy],
      [course?.discipline, lesson?.name_vid_zaniatiy],
    );
  });

  test('[NOW-02] changed is new again, cleared or deleted with its class it is gone', async () => {
    const column = at.column();
    await write(column, { id_otsenka: 3 });
    const [first] = await noticesOf(at.student, 'mark');
    await at.student.get(notices.seen, { ids: [first?.id] });
    await write(column, { id_otsenka: 3 });
    const [same] = await noticesOf(at.student, 'mark');
    assert.deepEqual([same?.id, same?.isNew], [first?.id, false], 'the same again is nothing new');
    await write(column, { id_otsenka: 5 });
    const [changed] = await noticesOf(at.student, 'mark');
    assert.deepEqual([changed?.thing, changed?.mark, changed?.isNew], [first?.thing, '5', true]);
    const has = async () => (await noticesOf(at.student, 'mark')).some(({ thing }) => thing === first?.thing);
    await write(column, { id_otsenka: 8 });
    assert.equal(await has(), false);
    await write(column, { isVisited: false });
    assert.deepEqual([(await noticesOf(at.student, 'mark'))[0]?.step, await has()], ['absent', true]);
    await write(column, {});
    assert.equal(await has(), false, 'who was there after all was told nothing');
    await write(column, { id_otsenka: 4 });
    await at.teacher.get(journal.deleteColumn, { ...at.k, ...column });
    assert.equal(await has(), false);
  });

  test('[NOW-02] that is refused, or was made before a later one, notifies nobody', async () => {
    const column = at.column();
    assert.equal((await write(column, { id_otsenka: 77 })).status, 422);
    assert.equal((await write({ ...column, visitDate: '2090-01-01' }, { id_otsenka: 5 })).status, 422);
    await write(column, {});
    const before = await noticesOf(at.student, 'mark');
    await write(column, { id_otsenka: 2, ageMs: 3_600_000 });
    assert.deepEqual(await noticesOf(at.student, 'mark'), before);
  });

  test('[NOW-02] absences of a whole class are notified to each, and the third of a student to the teacher', async () => {
    const students = await at.students();
    const columns = [at.column(), at.column(), at.column()];
    for (const [place, column] of columns.entries()) {
      await at.teacher.get(journal.markAll, { ...at.k, ...column, isVisited: false });
      const absent = (await noticesOf(at.student, 'mark')).filter(({ step }) => step === 'absent');
      assert.ok(absent.some(({ lesson }) => lesson?.timesCount === column.timesCount));
      assert.equal((await noticesOf(at.teacher, 'absences')).length > 0, place >= 2);
    }
    const absences = await noticesOf(at.teacher, 'absences');
    assert.equal(absences.length, Math.min(students.length, 20));
    assert.ok(
      absences.every(({ count, person }) => (count ?? 0) >= 3 && students.some((one) => one.id_student === person?.id)),
    );
    // Whoever does not teach there, or not any more, is not notified.
    await at.portal.database.autocommit`
      insert into notice (person_id, kind, thing, part)
      select (select person_id from account where login = 'editor'), kind, thing, part from notice
      where kind = 'absences'`;
    assert.deepEqual(await noticesOf(await at.portal.as('editor'), 'absences'), []);
    await at.teacher.get(journal.deleteColumn, { ...at.k, ...columns[2] });
    const still = await noticesOf(at.teacher, 'absences');
    assert.ok(still.length < absences.length, 'who was absent twice is not among them any more');
  });
});

describe('a material', () => {
  let set: MaterialSetFixture;
  const pdf = { name: 'Лекция 1.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') };
  const add = async (more: object = {}) => {
    const [made] = await at.teacher.get(
      umk.save,
      { id_books: -1, bookName: 'Лекция', ...set, ...more },
      { files: [pdf], key: randomUUID() },
    );
    return made?.id_books ?? 0;
  };
  before(async () => {
    const [settings] = await at.student.get(apps.settings, { role: 2 });
    const [row] = await at.portal.database.autocommit<{ id: number }[]>`
      select group_id as id from group_membership where student_id = ${at.student.uid} and ends_on is null`;
    const year = (settings as { id_a_year_def: number }).id_a_year_def;
    set = await findSharedMaterialSet(at.teacher, at.student, { year, group: row?.id ?? 0, isSelect: false });
  });

  test('[NOW-02] is new to the students of its teacher, once; changed it is not, deleted it is gone', async () => {
    const id = await add();
    const [own] = await noticesOf(at.student, 'material');
    assert.deepEqual(
      [own?.thing, own?.title, own?.fileName, own?.course?.id_discipline, own?.course?.id_semester],
      [id, 'Лекция', 'Лекция 1.pdf', set.id_discipline, set.id_semester],
    );
    assert.deepEqual(await noticesOf(at.teacher, 'material'), []);
    await at.student.get(notices.seen, { ids: [own?.id] });
    await at.teacher.get(umk.save, { id_books: id, ...set, bookName: 'Лекция 1' }, { key: randomUUID() });
    const [changed] = await noticesOf(at.student, 'material');
    assert.deepEqual([changed?.id, changed?.title, changed?.isNew], [own?.id, 'Лекция 1', false]);
    await at.teacher.get(umk.deleteBook, { id_books: id });
    assert.ok(!(await noticesOf(at.student, 'material')).some(({ thing }) => thing === id));
  });

  test('[NOW-02] for other students is not theirs, nor that of a group that was left', async () => {
    const partTime = await add({ id_forStudentKind: 2, bookName: 'Заочникам' });
    const id = await add();
    const things = async () => (await noticesOf(at.student, 'material')).map(({ thing }) => thing);
    assert.deepEqual([(await things()).includes(partTime), (await things()).includes(id)], [false, true]);
    assert.ok(!(await noticesOf(student3, 'material')).some(({ thing }) => thing === id));
    const sql = at.portal.database.autocommit;
    const [was] = await sql<{ id: number; group: number }[]>`
      select id, group_id as "group" from group_membership where student_id = ${at.student.uid} and ends_on is null`;
    await sql`update group_membership set group_id = (
        select g.id from study_group g where g.id <> ${was?.group ?? 0}
          and not exists (select from group_load l where l.group_id = g.id and l.teacher_id = ${at.teacher.uid})
        order by g.id limit 1) where id = ${was?.id ?? 0}`;
    assert.ok(!(await things()).includes(id));
    await sql`update group_membership set group_id = ${was?.group ?? 0} where id = ${was?.id ?? 0}`;
    assert.ok((await things()).includes(id));
  });
});

describe('a document', () => {
  const order = async (document = 0) => {
    const documents = await at.student.get(singlewindow.documents);
    const [region] = await at.student.get(singlewindow.regions);
    const [district] = await at.student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
    const [made] = await at.student.get(singlewindow.save, { ...documents[document], ...region, ...district });
    return made?.id_okno_zakaz ?? 0;
  };
  const steps = async () =>
    (await noticesOf(at.student, 'order')).map(({ thing, step, isNew }) => ({ thing, step, isNew }));

  test('[NOW-02] is notified at every step of the desk, in one row; handed out it is not new', async () => {
    const id_okno_zakaz = await order();
    assert.deepEqual(await steps(), []);
    for (const status of ['preparing', 'prepared']) {
      await clerk.get(singlewindow.move, { id_okno_zakaz, status });
      assert.deepEqual(await steps(), [{ thing: id_okno_zakaz, step: status, isNew: true }]);
    }
    assert.deepEqual(await noticesOf(clerk, 'order'), []);
    assert.deepEqual(await noticesOf(student3, 'order'), []);
    await clerk.get(singlewindow.handOut, { id_okno_zakaz });
    assert.deepEqual(await steps(), [{ thing: id_okno_zakaz, step: 'prepared', isNew: false }]);
  });

  test('[NOW-02] that its owner has seen or cancelled is not new; refused it says why', async () => {
    const seen = await order(1);
    for (const status of ['preparing', 'prepared']) await clerk.get(singlewindow.move, { id_okno_zakaz: seen, status });
    await at.student.get(singlewindow.seen, { id_okno_zakaz: [seen] });
    assert.deepEqual((await steps())[0], { thing: seen, step: 'prepared', isNew: false });
    const refused = await order(2);
    await clerk.get(singlewindow.refuse, { id_okno_zakaz: refused, reason: 'Нужна фотография' });
    const [own] = await noticesOf(at.student, 'order');
    assert.deepEqual([own?.thing, own?.step, own?.isNew, own?.reason], [refused, 'canceled', true, 'Нужна фотография']);
    const back = await order(3);
    await at.student.get(singlewindow.cancel, { id_okno_zakaz: back });
    assert.ok(!(await steps()).some(({ thing }) => thing === back), 'one’s own act is no news');
    assert.equal((await clerk.ask(singlewindow.move, { id_okno_zakaz: back, status: 'preparing' })).status, 409);
    assert.ok(!(await steps()).some(({ thing }) => thing === back), 'nor is one that fails');
  });
});
