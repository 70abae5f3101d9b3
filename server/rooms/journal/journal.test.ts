import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { openPortal, type Person, type Portal } from '../../test/as.ts';
import { until } from '../../test/http.ts';
import { Listener } from '../../test/stream.ts';
import { firstBreak } from './journal.chain.ts';
import { chainOf } from './journal.writing.queries.ts';

let portal: Portal;
let teacher: Person;
let student: Person;
let k: Record<string, number | boolean>;
let day: string;
let yesterday: string;

const lecture = 1;

before(async () => {
  portal = await openPortal();
  teacher = await portal.as('teacher');
  student = await portal.as('student');
  k = await planKey();
  day = await today(0);
  yesterday = await today(1);
});
after(() => portal.close());

/** The journal of the teacher's plan discipline that is taught to the whole group, with its first class type. */
async function planKey() {
  const [now] = await teacher.get(discipline.currentTerm);
  const [year] = await teacher.get(discipline.currentYear);
  const of = { ws: now?.id_ws, year: year?.id_a_year };
  for (const one of await teacher.get(discipline.list, of)) {
    if (one.isSelect) continue;
    const d = { ...of, id_discipline: one.id, isSelect: false, kredit: one.kredit };
    const [semester] = await teacher.get(discipline.semesters, d);
    const [group] = await teacher.get(discipline.groups, { ...d, id_semester: semester?.id_semester });
    const [whole] = await portal.database.own`
      select from stream where discipline_id = ${one.id} and year_id = ${of.year ?? 0} and not is_chosen`;
    if (whole) continue;
    return {
      id_a_year: of.year ?? 0,
      id_semesterOrWs: semester?.id_semester ?? 0,
      isPotok: false,
      id_groupOrPorok: group?.id_group ?? 0,
      id_discipline: one.id,
      credits: one.kredit,
      id_vid_zaniatiy: lecture,
    };
  }
  throw new Error('the teacher has no plan discipline');
}

async function today(less: number): Promise<string> {
  const [row] = await portal.database.own<{ day: string }[]>`
    select (now() at time zone 'Asia/Bishkek')::date - ${less}::int as day`;
  return row?.day ?? '';
}

/** A column of its own for each test. */
let times = 0;
const column = () => {
  const place = times++;
  return { visitDate: place < 7 ? day : yesterday, timesCount: (place % 7) + 1 };
};

const students = async () => {
  const rows = await teacher.get(journal.subgroups, k);
  assert.ok(rows.length > 2);
  return rows;
};
const rowOf = async (c: object, id: number) =>
  (await teacher.get(journal.studentsOfColumn, { ...k, ...c })).find((row) => row.id_student === id);
const history = async (id: number | null | undefined) =>
  await teacher.get(journal.history, { id_studentJournalVisit: id ?? 0 });

test('[JRN-01] class types, students of a day and their fields', async () => {
  const { id_vid_zaniatiy: _, ...course } = k;
  const types = await teacher.get(journal.classTypes, course);
  assert.ok(types.some((type) => type.id_vid_zaniatiy === lecture && type.name_vid_zaniatiy && type.short_name));
  assert.ok((await student.get(journal.classTypes, course)).length >= 1);
  const stranger = await portal.as('student3');
  assert.deepEqual(await stranger.get(journal.classTypes, course), []);

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

test('[JRN-01] a subgroup is chosen for a student and narrows the list of a column', async () => {
  const [first, second] = await students();
  const [done] = await teacher.get(journal.setSubgroup, { ...k, id_student: first?.id_student, subgroup: 2 });
  assert.deepEqual([done?.result, done?.subgroup], [1, 2]);
  const now = await students();
  assert.equal(now.find((row) => row.id_student === first?.id_student)?.subgroup, 2);
  assert.equal(
    now.find((row) => row.id_student === first?.id_student)?.id_studentJournalVisit_subgroup,
    done?.id_studentJournalVisit_subgroup,
  );
  const c = column();
  const part = await teacher.get(journal.studentsOfColumn, { ...k, ...c, typeGroup: 1, subgroup: 2 });
  assert.deepEqual(
    part.map((row) => row.id_student),
    [first?.id_student],
  );
  const other = { ...k, ...c, typeGroup: 1, subgroup: 2, id_student: second?.id_student, isVisited: true };
  const refused = await teacher.ask(journal.mark, other);
  assert.deepEqual([refused.status, refused.error?.code], [422, 'journal.notInGroup']);
  await teacher.get(journal.mark, { ...other, id_student: first?.id_student, id_otsenka: 5 });

  const whole = await student.get(journal.own, { ...k, id_vid_zaniatiy: -1 });
  const concerns = whole.some((row) => row.visitDate === c.visitDate && row.timesCount === c.timesCount);
  assert.equal(concerns, student.uid === first?.id_student);
  const strange = await teacher.ask(journal.setSubgroup, { ...k, id_student: 999_999, subgroup: 1 });
  assert.deepEqual([strange.status, strange.error?.code], [422, 'journal.notInGroup']);
  await teacher.get(journal.setSubgroup, { ...k, id_student: first?.id_student, subgroup: 0 });
});

test('[JRN-02] the marks that may be given, "clear" last', async () => {
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

test('[JRN-02] an entry is read in the order of the wire: taken back, absent, mark, present', async () => {
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

test('[JRN-03] the table has a row an entry, one empty row for a student without, and the parts of a column', async () => {
  const c = column();
  await teacher.get(journal.mark, { ...k, ...c, id_student: student.uid, isVisited: true, id_otsenka: 4 });
  const table = await teacher.get(journal.table, { ...k, id_vid_zaniatiy: -1 });
  const cell = table.find(
    (row) => row.id_student === student.uid && row.timesCount === c.timesCount && row.visitDate === c.visitDate,
  );
  assert.deepEqual([cell?.otsenka, cell?.otsenka_ball, cell?.edit], ['4', 4, true]);
  const everybody = new Set((await students()).map((row) => row.id_student));
  assert.deepEqual(new Set(table.map((row) => row.id_student)), everybody);
});

test('[JRN-04] a student reads own rows only: one for every column, newest first', async () => {
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
  const stranger = await portal.as('student3');
  const refused = await stranger.ask(journal.own, { ...k, id_vid_zaniatiy: -1 });
  assert.deepEqual([refused.status, refused.error?.code], [403, 'journal.notYourClass']);
  assert.equal((await student.ask(journal.table, k)).status, 403);
  const nobodys = await student.get(journal.own, { ...k, id_vid_zaniatiy: -1, id_teacher: 999_999_999 });
  assert.deepEqual(nobodys, []);
});

test('[JRN-04] the history of a cell is read by its teacher and its student, by nobody else', async () => {
  const c = column();
  const [row] = await teacher.get(journal.mark, {
    ...k,
    ...c,
    id_student: student.uid,
    isVisited: true,
    id_otsenka: 3,
  });
  const input = { id_studentJournalVisit: row?.id_studentJournalVisit };
  const [entry] = await student.get(journal.history, input);
  assert.deepEqual([entry?.action, entry?.otsenka, entry?.id_by, entry?.holds], ['mark', '3', teacher.uid, true]);
  for (const login of ['student2', 'student3', 'editor'] as const) {
    const refused = await (await portal.as(login)).ask(journal.history, input);
    assert.deepEqual([login, refused.status, refused.error?.code], [login, 403, 'journal.notYourClass']);
  }
});

test('[JRN-05] deleting a column takes away the own entries, keeps those of others and the history', async () => {
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
  await portal.database.own`
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
  await portal.database.own`update journal_cell set teacher_id = ${teacher.uid} where teacher_id = ${admin.uid}`;
});

test('[JRN-07] of two entries the later made holds, whenever it comes; both are in the history', async () => {
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

test('[JRN-07] many entries of one cell at once: none is lost, the table shows the one that holds', async () => {
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
  const c = column();
  const [row] = await teacher.get(journal.mark, {
    ...k,
    ...c,
    id_student: student.uid,
    isVisited: true,
    id_otsenka: 4,
  });
  await teacher.get(journal.markAll, { ...k, ...c });
  const db = portal.database.own;
  const [at] = await db<{ id: number }[]>`
    select column_id as id from journal_cell where id = ${row?.id_studentJournalVisit ?? 0}`;
  const { entries, last } = await chainOf(db, at?.id ?? 0);
  assert.ok(entries.length > 2);
  assert.equal(firstBreak(entries, last), -1);
  assert.equal(
    firstBreak(
      entries.map((e, place) => (place === 1 ? { ...e, action: 'absent' as const } : e)),
      last,
    ),
    1,
  );
  assert.equal(firstBreak(entries.slice(0, -1), last), entries.length - 1);
  await assert.rejects(
    db`update journal_event set mark_id = null, action = 'present' where cell_id = ${row?.id_studentJournalVisit ?? 0}`,
  );
  await assert.rejects(db`delete from journal_event where cell_id = ${row?.id_studentJournalVisit ?? 0}`);
});

/** Rows of the journal in the database, to see that a refusal changed nothing. */
async function size() {
  const [row] = await portal.database.own<{ cells: number; events: number }[]>`
    select (select count(*)::int from journal_cell) as cells, (select count(*)::int from journal_event) as events`;
  return row;
}

test('[JRN-02] refused with a sentence, and nothing is changed', async () => {
  const cell = { ...k, visitDate: day, timesCount: 8, id_student: student.uid, isVisited: true };
  const stranger = (await portal.as('student3')).uid;
  const [term] = await teacher.get(discipline.currentTerm);
  const closed = new Date(Date.parse(term?.startsOn ?? '') - 86_400_000).toISOString().slice(0, 10);
  const was = await size();
  const cases: [object, number, string][] = [
    [{ ...cell, visitDate: '2099-01-01' }, 422, 'journal.future'],
    [{ ...cell, visitDate: closed }, 422, 'journal.closed'],
    [{ ...cell, id_otsenka: 77 }, 422, 'journal.noSuchMark'],
    [{ ...cell, id_student: stranger }, 422, 'journal.notInGroup'],
    [{ ...cell, id_groupOrPorok: 999_999 }, 403, 'journal.notYourClass'],
    [
      { ...cell, id_groupOrPorok: 9_007_199_254_740_991, id_discipline: 9_007_199_254_740_991 },
      403,
      'journal.notYourClass',
    ],
    [{ ...cell, id_semesterOrWs: 9_007_199_254_740_991 }, 403, 'journal.notYourClass'],
    [{ ...cell, id_vid_zaniatiy: 5 }, 403, 'journal.notYourClass'],
    [{ ...cell, credits: 59.5 }, 403, 'journal.notYourClass'],
    [{ ...cell, isPotok: true }, 403, 'journal.notYourClass'],
    [{ ...cell, id_teacher: student.uid }, 403, 'call.notYou'],
    [{ ...cell, timesCount: 9 }, 400, 'call.invalid'],
    [{ ...cell, ageMs: -5 }, 400, 'call.invalid'],
    [{ ...cell, visitDate: '2026-02-31' }, 400, 'call.invalid'],
  ];
  for (const [input, status, code] of cases) {
    const answer = await teacher.ask(journal.mark, input);
    assert.deepEqual([answer.status, answer.error?.code], [status, code], JSON.stringify(input));
    assert.ok(answer.error?.message);
    assert.doesNotMatch(answer.error?.message ?? '', /journal\.|call\./);
  }
  const editor = await portal.as('editor');
  for (const call of [
    journal.mark,
    journal.markAll,
    journal.deleteColumn,
    journal.table,
    journal.studentsOfColumn,
    journal.subgroups,
    journal.setSubgroup,
    journal.lessonDays,
  ]) {
    const answer = await editor.ask(call, { ...cell, subgroup: 1 });
    assert.deepEqual([call.path, answer.status, answer.error?.code], [call.path, 403, 'journal.notYourClass']);
  }
  for (const call of [journal.markAll, journal.deleteColumn]) {
    const future = await teacher.ask(call, { ...cell, visitDate: '2099-01-01' });
    assert.deepEqual([future.status, future.error?.code], [422, 'journal.future']);
    const past = await teacher.ask(call, { ...cell, visitDate: closed });
    assert.deepEqual([past.status, past.error?.code], [422, 'journal.closed']);
  }
  assert.deepEqual(await size(), was);
});

test('[JRN-02] the journal permission acts as the teacher, also on closed days; the history names who it was and why', async () => {
  const admin = await portal.as('admin');
  const [term] = await teacher.get(discipline.currentTerm);
  const closed = new Date(Date.parse(term?.startsOn ?? '') - 86_400_000).toISOString().slice(0, 10);
  const cell = { ...k, visitDate: closed, timesCount: 1, id_student: student.uid, isVisited: true, id_otsenka: 4 };
  const own = await admin.ask(journal.mark, cell);
  assert.deepEqual([own.status, own.error?.code], [403, 'journal.notYourClass']);
  const [row] = await admin.get(journal.mark, { ...cell, id_teacher: teacher.uid, reason: 'Ведомость деканата' });
  assert.deepEqual([row?.otsenka, row?.id_teacher, row?.edit], ['4', teacher.uid, true]);
  const [entry] = await history(row?.id_studentJournalVisit);
  assert.deepEqual([entry?.id_teacher, entry?.id_by, entry?.reason], [teacher.uid, admin.uid, 'Ведомость деканата']);
  const before = await teacher.get(journal.studentsOfColumn, { ...k, visitDate: closed, timesCount: 1 });
  assert.ok(before.every((one) => !one.edit));
  await admin.get(journal.deleteColumn, { ...k, visitDate: closed, timesCount: 1, id_teacher: teacher.uid });
});

test('[JRN-02] a chosen discipline is marked by stream', async () => {
  const [now] = await teacher.get(discipline.currentTerm);
  const [year] = await teacher.get(discipline.currentYear);
  const of = { ws: now?.id_ws, year: year?.id_a_year };
  const one = (await teacher.get(discipline.list, of)).find((each) => each.isSelect);
  const d = { ...of, id_discipline: one?.id, isSelect: true, kredit: one?.kredit };
  const [stream] = await student.get(discipline.groupsForStudent, { ...d, id_semester: of.ws });
  const course = {
    id_a_year: of.year,
    id_semesterOrWs: of.ws,
    isPotok: true,
    id_groupOrPorok: stream?.id_group,
    id_discipline: one?.id,
    credits: one?.kredit,
  };
  const [type] = await teacher.get(journal.classTypes, course);
  const s = { ...course, id_vid_zaniatiy: type?.id_vid_zaniatiy };
  const c = { visitDate: day, timesCount: 1 };
  const [row] = await teacher.get(journal.mark, {
    ...s,
    ...c,
    id_student: student.uid,
    isVisited: true,
    id_otsenka: 5,
  });
  assert.equal(row?.otsenka, '5');
  assert.ok((await teacher.get(journal.table, s)).length > 1);
  const [own] = await student.get(journal.own, { ...course, id_vid_zaniatiy: -1 });
  assert.equal(own?.otsenka, '5');
  const other = (await portal.as('student3')).uid;
  const refused = await teacher.ask(journal.mark, { ...s, ...c, id_student: other, isVisited: true });
  assert.deepEqual([refused.status, refused.error?.code], [422, 'journal.notInGroup']);
});

test('[JRN-03] the overview gives what the totals need', async () => {
  const { id_vid_zaniatiy: _, id_a_year, ...course } = k;
  const [now] = await student.get(discipline.currentTerm);
  const rows = await student.get(journal.overview, { id_a_year, id_ws: now?.id_ws });
  const mine = rows.find((row) => row.id_discipline === course.id_discipline && !row.isPotok);
  const own = await student.get(journal.own, { ...k, id_vid_zaniatiy: -1 });
  assert.deepEqual(
    [mine?.columns, mine?.absences, mine?.sum, mine?.given],
    [
      own.length,
      own.filter((row) => row.isVisited === false).length,
      own.reduce((sum, row) => sum + (row.otsenka_ball ?? 0), 0),
      own.filter((row) => row.otsenka_ball !== null).length,
    ],
  );
});

test('[JRN-01] days of the timetable are proposed for a new column', async () => {
  const days = await teacher.get(journal.lessonDays, k);
  assert.ok(days.length);
  assert.ok(days.every((one) => one.visitDate <= day && one.timesCount >= 1));
});

test('[JRN-07] a mark is told to the teachers and students of that class, and to nobody else', async () => {
  const heard = await Listener.open(student);
  const stranger = await Listener.open(await portal.as('student3'));
  const c = column();
  await teacher.get(journal.mark, { ...k, ...c, id_student: student.uid, isVisited: true });
  const key = [k.id_a_year, k.id_semesterOrWs, 0, k.id_groupOrPorok, k.id_discipline, k.credits].join('/');
  await until('an event with the key of the journal', () =>
    heard.events.some((event) => event.room === 'journal' && event.key === key),
  );
  assert.deepEqual(stranger.events, []);
  heard.close();
  stranger.close();
});
