import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';

let at: JournalFixture;
before(async () => {
  at = await openJournalFixture();
});
after(() => at.portal.close());

/** All that is stored of the journal, to see that a refusal changed nothing. */
async function stored() {
  const [row] = await at.portal.database.autocommit<{ all: string }[]>`
    select md5(concat(
      (select string_agg(c::text, ',' order by c.id) from journal_cell c),
      (select count(*) from journal_event), (select string_agg(l.id::text || l.last_hash, ',' order by l.id)
        from journal_column l), (select string_agg(s::text, ',' order by s.id) from journal_subgroup s))) as all`;
  return row?.all;
}

/** Each of these must be refused with a sentence and leave everything as it was. */
describe('[JRN-02] an entry is refused', () => {
  const cellOf = () => ({ ...at.k, visitDate: at.day, timesCount: 8, id_student: at.student.uid, isVisited: true });
  const refused = async (login: 'teacher' | 'editor', input: object, status: number, code: string) => {
    const was = await stored();
    const person = login === 'teacher' ? at.teacher : await at.portal.as(login);
    const answer = await person.ask(journal.mark, input);
    assert.deepEqual([answer.status, answer.error?.code], [status, code]);
    assert.match(answer.error?.message ?? '', /^[А-Я].*\.$/);
    assert.equal(await stored(), was);
  };

  test('to a teacher who does not teach this class', () => refused('editor', cellOf(), 403, 'journal.notYourClass'));
  test('to its teacher in a class type that another teacher has', () =>
    refused('teacher', { ...cellOf(), id_vid_zaniatiy: 5 }, 403, 'journal.notYourClass'));
  test('for a student of another group', async () =>
    refused('teacher', { ...cellOf(), id_student: (await at.portal.as('student3')).uid }, 422, 'journal.notInGroup'));
  test('for a day on which the student did not belong to the group yet', async () => {
    const { autocommit } = at.portal.database;
    await autocommit`update group_membership set starts_on = ${at.day}::date + 1
      where student_id = ${at.student.uid} and ends_on is null`;
    await refused('teacher', cellOf(), 422, 'journal.notInGroup');
    await autocommit`update group_membership set starts_on = ${at.day}::date - 400
      where student_id = ${at.student.uid} and ends_on is null`;
  });
  test('for a student who has left, also for a day before that', async () => {
    const { autocommit } = at.portal.database;
    const move = (ends: string | null) => autocommit`
      update group_membership set ends_on = ${ends}::date, starts_on = ${at.day}::date - 400
      where student_id = ${at.student.uid} and starts_on < ${at.day}`;
    const before = new Date(Date.parse(at.day) - 86_400_000).toISOString().slice(0, 10);
    await move(before);
    await refused('teacher', { ...cellOf(), visitDate: before }, 422, 'journal.notInGroup');
    const all = { ...at.k, visitDate: before, timesCount: 8 };
    // The list of the class says so.
    assert.equal((await at.rowOf(all, at.student.uid))?.edit, false);
    // Nor with all the others at once; the permission enters it.
    await at.teacher.get(journal.markAll, { ...all, isVisited: true });
    const entered = async () => (await at.rowOf(all, at.student.uid))?.id_studentJournalVisit ?? null;
    assert.equal(await entered(), null);
    const admin = await at.portal.as('admin');
    await admin.get(journal.mark, { ...cellOf(), visitDate: before, id_teacher: at.teacher.uid });
    assert.notEqual(await entered(), null);
    await move(null);
  });
  test('for a student of another subgroup', async () => {
    await at.teacher.get(journal.setSubgroup, { ...at.k, id_student: at.student.uid, subgroup: 1 });
    await refused('teacher', { ...cellOf(), typeGroup: 1, subgroup: 2 }, 422, 'journal.notInGroup');
    await at.teacher.get(journal.setSubgroup, { ...at.k, id_student: at.student.uid, subgroup: 0 });
  });
  test('on a day that has not come', () =>
    refused('teacher', { ...cellOf(), visitDate: '2099-01-01' }, 422, 'journal.future'));
  test('with a mark that is not offered', () =>
    refused('teacher', { ...cellOf(), id_otsenka: 77 }, 422, 'journal.noSuchMark'));
  test('in somebody else’s name without the permission', () =>
    refused('teacher', { ...cellOf(), id_teacher: at.student.uid }, 403, 'call.notYou'));
});

test('[JRN-05] a column that another teacher entered cannot be deleted', async () => {
  const { portal, teacher, column, students, k } = at;
  const c = column();
  const [first] = await students();
  await teacher.get(journal.mark, { ...k, ...c, id_student: first?.id_student, isVisited: true, id_otsenka: 4 });
  // A colleague takes the class over.
  const colleague = await portal.as('editor');
  const loads = await portal.database.autocommit<{ id: number }[]>`
    update group_load set teacher_id = ${colleague.uid} where teacher_id = ${teacher.uid}
      and group_id = ${Number(k.id_groupOrPorok)} and discipline_id = ${Number(k.id_discipline)} returning id`;
  const was = await stored();
  const theirs = await colleague.ask(journal.deleteColumn, { ...k, ...c });
  assert.deepEqual([theirs.status, theirs.error?.code], [404, 'journal.noColumn']);
  const former = await teacher.ask(journal.deleteColumn, { ...k, ...c });
  assert.deepEqual([former.status, former.error?.code], [403, 'journal.notYourClass']);
  assert.equal(await stored(), was);
  await portal.database.autocommit`
    update group_load set teacher_id = ${teacher.uid} where id = any (${loads.map(({ id }) => id)}::int[])`;
});

describe('[JRN-02] the journal permission', () => {
  /** The day before the term, which is closed to its teachers. */
  const closedDay = async () => {
    const [term] = await at.teacher.get(discipline.currentTerm);
    return new Date(Date.parse(term?.startsOn ?? '') - 86_400_000).toISOString().slice(0, 10);
  };
  const reason = 'Ведомость деканата';

  test('acts as the teacher, also on closed days; the history names who it was and why', async () => {
    const { portal, teacher, student, history, k } = at;
    const admin = await portal.as('admin');
    const day = { visitDate: await closedDay(), timesCount: 1 };
    const cell = { ...k, ...day, id_student: student.uid, isVisited: true, id_otsenka: 4 };
    const own = await admin.ask(journal.mark, { ...cell, reason });
    assert.deepEqual([own.status, own.error?.code], [403, 'journal.notYourClass']);
    const acting = { ...cell, id_teacher: teacher.uid, reason };
    const [row] = await admin.get(journal.mark, acting);
    assert.deepEqual([row?.otsenka, row?.id_teacher, row?.edit], ['4', teacher.uid, true]);
    await admin.get(journal.markAll, { ...acting, id_student: undefined });
    const [entry] = await history(row?.id_studentJournalVisit);
    assert.deepEqual([entry?.id_teacher, entry?.id_by, entry?.reason], [teacher.uid, admin.uid, reason]);
    const before = await teacher.get(journal.studentsOfColumn, { ...k, ...day });
    assert.ok(before.length && before.every((one) => !one.edit && one.isVisited));
    const late = await teacher.ask(journal.mark, { ...cell, reason });
    assert.deepEqual([late.status, late.error?.code], [422, 'journal.closed']);
    await admin.get(journal.deleteColumn, { ...k, ...day, id_teacher: teacher.uid, reason });
    const [last] = await history(row?.id_studentJournalVisit);
    assert.deepEqual([last?.action, last?.id_by, last?.reason], ['deleted', admin.uid, reason]);
  });

  test('writes nothing to a closed day without a reason, and to an open one like the teacher', async () => {
    const { portal, teacher, student, day, history, k } = at;
    const admin = await portal.as('admin');
    const cell = { ...k, visitDate: await closedDay(), timesCount: 8, id_student: student.uid, isVisited: true };
    const acting = { ...cell, id_teacher: teacher.uid };
    const was = await stored();
    for (const why of [undefined, '', '   ', '\u200b\u2060'])
      for (const call of [journal.mark, journal.markAll, journal.deleteColumn]) {
        const answer = await admin.ask(call, { ...acting, reason: why });
        assert.deepEqual([call.path, answer.status, answer.error?.code], [call.path, 422, 'journal.reason']);
        assert.match(answer.error?.fields?.reason ?? '', /причин/);
      }
    for (const call of [journal.mark, journal.markAll, journal.deleteColumn]) {
      const answer = await admin.ask(call, { ...acting, reason: 'x'.repeat(301) });
      assert.deepEqual([answer.status, Object.keys(answer.error?.fields ?? {})], [400, ['reason']]);
    }
    assert.equal(await stored(), was);
    const [row] = await admin.get(journal.mark, { ...acting, visitDate: day });
    const [entry] = await history(row?.id_studentJournalVisit);
    assert.deepEqual([entry?.id_teacher, entry?.id_by, entry?.reason], [teacher.uid, admin.uid, null]);
  });

  test('finds journals by words of names or by teacher; without it there is no list', async () => {
    const { portal, teacher, k } = at;
    const admin = await portal.as('admin');
    const [term] = await teacher.get(discipline.currentTerm);
    const of = { id_a_year: k.id_a_year, id_ws: term?.id_ws };
    const theirs = await admin.get(journal.journals, { ...of, id_teacher: teacher.uid });
    const mine = theirs.find((one) => one.id_discipline === k.id_discipline && !one.isPotok);
    assert.deepEqual(
      [mine?.id_groupOrPorok, mine?.id_semesterOrWs, mine?.credits],
      [k.id_groupOrPorok, k.id_semesterOrWs, k.credits],
    );
    assert.ok(theirs.every((one) => one.id_teacher === teacher.uid));
    const search = `${mine?.t_fio.split(' ')[0]?.toLowerCase()} ${mine?.p20}`;
    const found = await admin.get(journal.journals, { ...of, search });
    assert.ok(found.some((one) => one.id_teacher === teacher.uid && one.id_discipline === k.id_discipline));
    assert.ok(found.every((one) => one.p20 === mine?.p20));
    assert.deepEqual(await admin.get(journal.journals, { ...of, search: '100%_' }), []);
    const refused = await teacher.ask(journal.journals, of);
    assert.deepEqual([refused.status, refused.error?.code], [403, 'call.notAllowed']);
  });
});
