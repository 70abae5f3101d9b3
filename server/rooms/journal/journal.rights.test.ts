import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';

let at: JournalFixture;
before(async () => {
  at = await openJournalFixture();
});
after(() => at.portal.close());

/** Rows of the journal in the database, to see that a refusal changed nothing. */
async function size() {
  const [row] = await at.portal.database.autocommit<{ cells: number; events: number }[]>`
    select (select count(*)::int from journal_cell) as cells, (select count(*)::int from journal_event) as events`;
  return row;
}

test('[JRN-01] a subgroup is chosen for a student and narrows the list of a column', async () => {
  const { teacher, student, column, students, k } = at;
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

test('[JRN-04] the history of a cell is read by its teacher and its student, by nobody else', async () => {
  const { portal, teacher, student, column, k } = at;
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

test('[JRN-02] refused with a sentence, and nothing is changed', async () => {
  const { portal, teacher, student, day, k } = at;
  const cell = { ...k, visitDate: day, timesCount: 8, id_student: student.uid, isVisited: true };
  const outsider = (await portal.as('student3')).uid;
  const [term] = await teacher.get(discipline.currentTerm);
  const closed = new Date(Date.parse(term?.startsOn ?? '') - 86_400_000).toISOString().slice(0, 10);
  const was = await size();
  const cases: [object, number, string][] = [
    [{ ...cell, visitDate: '2099-01-01' }, 422, 'journal.future'],
    [{ ...cell, visitDate: closed }, 422, 'journal.closed'],
    [{ ...cell, id_otsenka: 77 }, 422, 'journal.noSuchMark'],
    [{ ...cell, id_student: outsider }, 422, 'journal.notInGroup'],
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
    journal.sheet,
    journal.studentsOfColumn,
    journal.subgroups,
    journal.setSubgroup,
    journal.lessonDays,
  ]) {
    const answer = await editor.ask(call, { ...cell, subgroup: 1 });
    assert.deepEqual([call.path, answer.status, answer.error?.code], [call.path, 403, 'journal.notYourClass']);
  }
  for (const [call, status, code] of [
    [journal.markAll, 422, 'journal.future'],
    [journal.deleteColumn, 404, 'journal.noColumn'],
  ] as const) {
    const future = await teacher.ask(call, { ...cell, visitDate: '2099-01-01' });
    assert.deepEqual([future.status, future.error?.code], [status, code]);
    const past = await teacher.ask(call, { ...cell, visitDate: closed });
    assert.deepEqual([past.status, past.error?.code], [422, 'journal.closed']);
  }
  assert.deepEqual(await size(), was);
});

test('[JRN-02] [BASE-12] the permission for one faculty opens the journals of that one alone', async () => {
  const { portal, teacher, student, column, k } = at;
  const { autocommit } = portal.database;
  const clerk = await portal.as('clerk');
  const [of] = await autocommit<{ faculty: number; other: number }[]>`
    select sp.faculty_id as faculty, (select min(f.id) from faculty f where f.id <> sp.faculty_id) as other
    from study_group g join speciality sp on sp.id = g.speciality_id where g.id = ${Number(k.id_groupOrPorok)}`;
  const [now] = await teacher.get(discipline.currentTerm);
  const ws = now?.id_ws ?? 0;
  const cell = { ...k, ...column(), id_student: student.uid, isVisited: true, id_teacher: teacher.uid };
  const may = async (faculty: number | undefined) => {
    await withdrawPermissions(autocommit, clerk.uid, 'journal');
    await grantPermissions(autocommit, clerk.uid, 'journal', { faculty });
    portal.app.context.sessions.forget(clerk.uid);
    const asked = [await clerk.ask(journal.table, cell), await clerk.ask(journal.mark, cell)];
    const listed = await clerk.get(journal.journals, {
      id_a_year: Number(k.id_a_year),
      id_ws: ws,
      id_teacher: teacher.uid,
    });
    const isListed = listed.some((one) => !one.isPotok && one.id_groupOrPorok === k.id_groupOrPorok);
    return [...asked.map(({ status, error }) => [status, error?.code]), isListed];
  };
  const refused = [403, 'journal.notYourClass'];
  assert.deepEqual(await may(of?.other), [refused, refused, false]);
  assert.deepEqual(await may(of?.faculty), [[200, undefined], [200, undefined], true]);
  await withdrawPermissions(autocommit, clerk.uid, 'journal');
  portal.app.context.sessions.forget(clerk.uid);
});

test('[JRN-02] a chosen discipline is marked by stream', async () => {
  const { portal, teacher, student, day } = at;
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
  const { student, k } = at;
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
  const { teacher, k, day } = at;
  const days = await teacher.get(journal.lessonDays, k);
  assert.ok(days.length);
  assert.ok(days.every((one) => one.visitDate <= day && one.timesCount >= 1));
});

test('[JRN-07] a mark is notified to the teachers and students of that class, and to nobody else', async () => {
  const { portal, teacher, student, k, column } = at;
  const received = await LiveEventListener.open(student);
  const outsider = await LiveEventListener.open(await portal.as('student3'));
  const c = column();
  await teacher.get(journal.mark, { ...k, ...c, id_student: student.uid, isVisited: true });
  const key = [k.id_a_year, k.id_semesterOrWs, 0, k.id_groupOrPorok, k.id_discipline, k.credits].join('/');
  await waitUntil('an event with the key of the journal', () =>
    received.events.some((event) => event.room === 'journal' && event.key === key),
  );
  // Of their own affairs, such as this new device, everybody is notified.
  assert.deepEqual(
    outsider.events.filter(({ room }) => room === 'journal'),
    [],
  );
  received.close();
  outsider.close();
});
