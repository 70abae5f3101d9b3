import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { journal } from '@bilim/contract/journal.ts';
import { unpackJournalTable } from '@bilim/contract/journal-table.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';
import { testDay } from '../../test/moment.ts';
import { findFirstBrokenEntry } from './journal.chain.ts';
import { readColumnChains } from './journal.writing.queries.ts';

let at: JournalFixture;
before(async () => {
  at = await openJournalFixture();
});
after(() => at.portal.close());

test('[JRN-01] class types, students of a day and their fields', async () => {
  const { portal, teacher, student, k, day } = at;
  const { id_vid_zaniatiy: _, ...course } = k;
  const types = await teacher.get(journal.classTypes, course);
  assert.ok(
    types.some((type) => type.id_vid_zaniatiy === k.id_vid_zaniatiy && type.name_vid_zaniatiy && type.short_name),
  );
  assert.ok((await student.get(journal.classTypes, course)).length >= 1);
  const outsider = await portal.as('student3');
  assert.deepEqual(await outsider.get(journal.classTypes, course), []);

  const rows = await teacher.get(journal.studentsOfColumn, {
    ...k,
    visitDate: day,
    timesCount: 8,
    id_teacher: teacher.uid,
  });
  const own = rows.find((row) => row.id_student === student.uid);
  assert.ok(own?.s_fio);
  assert.ok(own.p20);
  assert.deepEqual(
    [own.id_studentJournalVisit, own.isVisited, own.id_otsenka, own.otsenka, own.id_teacher, own.edit],
    [null, null, null, null, null, true],
  );
  assert.deepEqual([own.visitDate, own.timesCount, own.subgroup], [day, 8, 0]);
  const names = rows.map((row) => row.s_fio);
  assert.deepEqual(names, [...names].sort(new Intl.Collator('ru').compare));
});

test('[JRN-02] the marks that may be given, "clear" last', async () => {
  const { teacher, day } = at;
  const marks = await teacher.get(journal.marks, { role: 1, date: day });
  assert.deepEqual(
    marks.map((mark) => [mark.id_otsenka, mark.otsenka, mark.otsenka_ball]),
    [
      [1, '1', 1],
      [2, '2', 2],
      [3, '3', 3],
      [4, '4', 4],
      [5, '5', 5],
      [6, 'н/б', null],
      [8, 'Очистить', null],
    ],
  );
});

test('[JRN-02] an entry is read in the order of the wire: cleared, absent, mark, present', async () => {
  const { teacher, student, day, column, rowOf, history, k } = at;
  const c = column();
  const mark = async (what: object) => {
    const [row] = await teacher.get(journal.mark, { ...k, ...c, id_student: student.uid, ...what });
    assert.equal(row?.result, 1);
    return [row?.isVisited, row?.id_otsenka, row?.otsenka, row?.otsenka_ball];
  };
  assert.deepEqual(await mark({ isVisited: true, id_otsenka: 5 }), [true, 5, '5', 5]);
  assert.deepEqual(await mark({ isVisited: 0, id_otsenka: 5 }), [false, 6, 'н/б', null]);
  assert.deepEqual(await mark({ isVisited: true, id_otsenka: 6 }), [false, 6, 'н/б', null]);
  assert.deepEqual(await mark({ isVisited: true, id_otsenka: -1 }), [true, null, null, null]);
  assert.deepEqual(await mark({ isVisited: false, id_otsenka: 8 }), [null, null, null, null]);
  const row = await rowOf(c, student.uid);
  assert.equal(row?.dates, `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`);
  const actions = (await history(row?.id_studentJournalVisit)).map((entry) => entry.action);
  assert.deepEqual(actions, ['cleared', 'present', 'absent', 'absent', 'mark']);
});

test('[JRN-02] "all present" leaves students with an entry as they are', async () => {
  const { teacher, column, students, k } = at;
  const c = column();
  const all = await students();
  await teacher.get(journal.mark, { ...k, ...c, id_student: all[0]?.id_student, isVisited: false });
  const [done] = await teacher.get(journal.markAll, { ...k, ...c });
  assert.deepEqual(done, { result: 1, inserted: all.length - 1, skipped: 1 });
  const rows = await teacher.get(journal.studentsOfColumn, { ...k, ...c });
  assert.equal(rows.filter((row) => row.isVisited).length, all.length - 1);
  assert.deepEqual(await teacher.get(journal.markAll, { ...k, ...c }), [
    { result: 1, inserted: 0, skipped: all.length },
  ]);
});

test('[JRN-02] [JRN-07] "all present" made before a later entry counts only what holds', async () => {
  const { teacher, column, students, k } = at;
  const c = column();
  const all = await students();
  const cell = { ...k, ...c, id_student: all[0]?.id_student, isVisited: true };
  await teacher.get(journal.mark, cell);
  await teacher.get(journal.mark, { ...cell, id_otsenka: 8 });
  const [done] = await teacher.get(journal.markAll, { ...k, ...c, ageMs: 60_000 });
  assert.deepEqual(done, { result: 1, inserted: all.length - 1, skipped: 1 });
  const rows = await teacher.get(journal.studentsOfColumn, { ...k, ...c });
  assert.equal(rows.filter((row) => row.isVisited).length, all.length - 1);
});

test('[JRN-02] a date that has not come has no column to delete', async () => {
  const { teacher, k } = at;
  const visitDate = addDays(testDay, 3);
  const answer = await teacher.ask(journal.deleteColumn, { ...k, visitDate, timesCount: 1 });
  assert.deepEqual([answer.status, answer.error?.code], [404, 'journal.noColumn']);
});

test('[JRN-03] the table has a row an entry, one empty row for a student without, and the parts of a column', async () => {
  const { teacher, student, column, students, k } = at;
  const c = column();
  await teacher.get(journal.mark, { ...k, ...c, id_student: student.uid, isVisited: true, id_otsenka: 4 });
  const table = await teacher.get(journal.table, { ...k, id_vid_zaniatiy: -1 });
  const cell = table.find(
    (row) => row.id_student === student.uid && row.timesCount === c.timesCount && row.visitDate === c.visitDate,
  );
  assert.deepEqual([cell?.otsenka, cell?.otsenka_ball, cell?.edit], ['4', 4, true]);
  const everybody = new Set((await students()).map((row) => row.id_student));
  assert.deepEqual(new Set(table.map((row) => row.id_student)), everybody);
  // The page reads the same in a tenth of the bytes.
  const sheet = unpackJournalTable(await teacher.get(journal.sheet, { ...k, id_vid_zaniatiy: -1 }));
  assert.deepEqual(
    sheet.map(({ left: _, ...row }) => row),
    table,
  );
  assert.ok(sheet.every(({ left }) => left === null));
});

test('[JRN-04] a student reads own rows only: one for every column, newest first', async () => {
  const { portal, teacher, student, k, column, students } = at;
  const c = column();
  const [other] = (await students()).filter((row) => row.id_student !== student.uid);
  await teacher.get(journal.mark, { ...k, ...c, id_student: other?.id_student, isVisited: true, id_otsenka: 2 });
  const rows = await student.get(journal.own, { ...k, id_vid_zaniatiy: -1, id_student: student.uid });
  assert.ok(rows.length);
  assert.ok(rows.every((row) => row.id_student === student.uid && !row.edit));
  const here = rows.find((row) => row.timesCount === c.timesCount && row.visitDate === c.visitDate);
  assert.ok(here);
  const dates = rows.map((row) => row.visitDate ?? '');
  assert.deepEqual(dates, [...dates].sort().reverse());

  const named = await student.ask(journal.own, { ...k, id_vid_zaniatiy: -1, id_student: other?.id_student });
  assert.deepEqual([named.status, named.error?.code], [403, 'call.notYou']);
  const outsider = await portal.as('student3');
  const refused = await outsider.ask(journal.own, { ...k, id_vid_zaniatiy: -1 });
  assert.deepEqual([refused.status, refused.error?.code], [403, 'journal.notYourClass']);
  assert.equal((await student.ask(journal.table, k)).status, 403);
  const nobodys = await student.get(journal.own, { ...k, id_vid_zaniatiy: -1, id_teacher: 999_999_999 });
  assert.deepEqual(nobodys, []);
});

test('[JRN-05] deleting a column takes away the own entries, keeps those of others and the history', async () => {
  const { portal, teacher, column, students, rowOf, history, k } = at;
  const c = column();
  const [first, second] = await students();
  const admin = await portal.as('admin');
  const [mine] = await teacher.get(journal.mark, {
    ...k,
    ...c,
    id_student: first?.id_student,
    isVisited: true,
    id_otsenka: 5,
  });
  await teacher.get(journal.mark, { ...k, ...c, id_student: second?.id_student, isVisited: true });
  await portal.database.autocommit`
    update journal_cell set teacher_id = ${admin.uid} where student_id = ${second?.id_student ?? 0}
      and column_id = (select column_id from journal_cell where id = ${mine?.id_studentJournalVisit ?? 0})`;
  assert.deepEqual(await teacher.get(journal.deleteColumn, { ...k, ...c }), [{ result: 1, deleted: 1 }]);
  assert.equal((await rowOf(c, first?.id_student ?? 0))?.id_studentJournalVisit, null);
  assert.equal((await rowOf(c, second?.id_student ?? 0))?.isVisited, true);
  const entries = await history(mine?.id_studentJournalVisit);
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['deleted', 'mark'],
  );
  const again = await teacher.ask(journal.deleteColumn, { ...k, ...c });
  assert.deepEqual([again.status, again.error?.code], [404, 'journal.noColumn']);
  const [back] = await teacher.get(journal.mark, { ...k, ...c, id_student: first?.id_student, isVisited: true });
  assert.equal(back?.id_studentJournalVisit, mine?.id_studentJournalVisit);
  await portal.database.autocommit`update journal_cell set teacher_id = ${teacher.uid} where teacher_id = ${admin.uid}`;
});

test('[JRN-07] of two entries the later made holds, whenever it comes; both are in the history', async () => {
  const { teacher, student, column, history, k } = at;
  const c = column();
  const cell = { ...k, ...c, id_student: student.uid, isVisited: true };
  await teacher.get(journal.mark, { ...cell, id_otsenka: 5 });
  const [old] = await teacher.get(journal.mark, { ...cell, id_otsenka: 2, ageMs: 60_000 });
  assert.equal(old?.otsenka, '5');
  const [fresh] = await teacher.get(journal.mark, { ...cell, id_otsenka: 3, ageMs: 0 });
  assert.equal(fresh?.otsenka, '3');
  const entries = await history(fresh?.id_studentJournalVisit);
  assert.deepEqual(
    entries.map((e) => [e.otsenka, e.held, e.holds, e.ageMs]),
    [
      ['3', true, true, 0],
      ['2', false, false, 60_000],
      ['5', true, false, 0],
    ],
  );
});

test('[JRN-07] while the clock of the database is behind what it said before, the entry that came later holds', async () => {
  const { portal, teacher, student, column, rowOf, k } = at;
  const c = column();
  const cell = { ...k, ...c, id_student: student.uid, isVisited: true };
  const [first] = await teacher.get(journal.mark, { ...cell, id_otsenka: 5 });
  const id = first?.id_studentJournalVisit ?? 0;
  await portal.database.autocommit`update journal_cell set made_at = made_at + interval '1 hour' where id = ${id}`;
  for (const [mark, ageMs] of [
    [2, 0],
    [4, 80],
  ] as const) {
    await teacher.get(journal.mark, { ...cell, id_otsenka: mark, ageMs });
    assert.equal((await rowOf(c, student.uid))?.otsenka, String(mark));
  }
});

test('[JRN-07] many entries of one cell at once: none is lost, the table shows the one that holds', async () => {
  const { teacher, student, column, rowOf, history, k } = at;
  const c = column();
  const cell = { ...k, ...c, id_student: student.uid, isVisited: true };
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      teacher.ask(journal.mark, { ...cell, id_otsenka: (place % 5) + 1 }, { key: randomUUID() }),
    ),
  );
  assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [200]);
  const row = await rowOf(c, student.uid);
  const entries = await history(row?.id_studentJournalVisit);
  assert.equal(entries.length, 24);
  assert.equal(entries.find((entry) => entry.holds)?.otsenka, row?.otsenka);
});

test('[JRN-07] an entry that is sent again because its answer was lost stays one, though it is older by then', async () => {
  const { teacher, student, column, history, k } = at;
  const c = column();
  const cell = { ...k, ...c, id_student: student.uid, isVisited: true, id_otsenka: 4 };
  const key = randomUUID();
  const [first] = await teacher.get(journal.mark, { ...cell, ageMs: 10 }, { key });
  const again = await teacher.ask(journal.mark, { ...cell, ageMs: 4000 }, { key });
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(again.data[0]?.id_studentJournalVisit, first?.id_studentJournalVisit);
  const entries = await history(first?.id_studentJournalVisit);
  assert.deepEqual(
    entries.map((entry) => entry.clientId),
    [key],
  );
  const other = await teacher.ask(journal.mark, { ...cell, id_otsenka: 5 }, { key });
  assert.deepEqual([other.status, other.error?.code], [422, 'call.keyReused']);
});

test('[JRN-07] entries carry the hash of the one before; a changed one is found', async () => {
  const { portal, teacher, student, column, k } = at;
  const c = column();
  const [row] = await teacher.get(journal.mark, {
    ...k,
    ...c,
    id_student: student.uid,
    isVisited: true,
    id_otsenka: 4,
  });
  await teacher.get(journal.markAll, { ...k, ...c });
  const db = portal.database.autocommit;
  const [written] = await db<{ id: number }[]>`
    select column_id as id from journal_cell where id = ${row?.id_studentJournalVisit ?? 0}`;
  const [{ entries, last } = assert.fail()] = await readColumnChains(db, [written?.id ?? 0]);
  assert.ok(entries.length > 2);
  assert.equal(findFirstBrokenEntry(entries, last), -1);
  assert.equal(
    findFirstBrokenEntry(
      entries.map((e, place) => (place === 1 ? { ...e, action: 'absent' as const } : e)),
      last,
    ),
    1,
  );
  assert.equal(findFirstBrokenEntry(entries.slice(0, -1), last), entries.length - 1);
  await assert.rejects(
    db`update journal_event set mark_id = null, action = 'present' where cell_id = ${row?.id_studentJournalVisit ?? 0}`,
  );
  await assert.rejects(db`delete from journal_event where cell_id = ${row?.id_studentJournalVisit ?? 0}`);
  for (const act of [
    () => portal.ownerSql`delete from journal_event`,
    () => portal.ownerSql`update journal_event set held = true`,
  ])
    await assert.rejects(async () => await act(), { code: 'P0001' }, 'nor does the owner of the tables');
});
