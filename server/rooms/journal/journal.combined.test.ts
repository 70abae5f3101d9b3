import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { journal } from '@bilim/contract/journal.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';

let at: JournalFixture;
/** Keys of the class in the journals of its two groups, and what a combined act names instead. */
let first: JournalFixture['k'];
let second: JournalFixture['k'];
let combined: Record<string, number | boolean | number[]>;

before(async () => {
  at = await openJournalFixture();
  first = at.k;
  second = { ...at.k, id_groupOrPorok: await secondGroup() };
  const { isPotok: _, id_groupOrPorok: __, id_semesterOrWs: ___, ...course } = at.k;
  const of = (name: string) => [Number(first[name]), Number(second[name])];
  combined = { ...course, groups: of('id_groupOrPorok'), semesters: of('id_semesterOrWs') };
});
after(() => at?.portal.close());

/** Another group to which the teacher gives the same class. */
async function secondGroup(): Promise<number> {
  const [other] = await at.portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_load where teacher_id = ${at.teacher.uid} and class_type_id = ${Number(at.k.id_vid_zaniatiy)}
      and group_id <> ${Number(at.k.id_groupOrPorok)} and discipline_id = ${Number(at.k.id_discipline)}
      and year_id = ${Number(at.k.id_a_year)} and semester_id = ${Number(at.k.id_semesterOrWs)}`;
  return other?.id ?? 0;
}

/** Two columns of one day that no other test has: the class is another one by number in each journal. */
function columns() {
  const one = at.column();
  const two = { ...one, timesCount: (one.timesCount % 8) + 1 };
  return { one, two, fields: { ...combined, visitDate: one.visitDate, numbers: [one.timesCount, two.timesCount] } };
}

const signsOf = async (key: object, column: object) =>
  (await at.teacher.get(journal.studentsOfColumn, { ...key, ...column })).map((row) => row.otsenka ?? row.isVisited);

/** Number of entries in both journals. */
async function entries(): Promise<number> {
  const [row] = await at.portal.database.autocommit<
    { count: number }[]
  >`select count(*)::int as count from journal_event`;
  return row?.count ?? 0;
}

describe('[NOW-03] a class of several groups', () => {
  test('is marked in the journal of each, by the number that it has there; who has an entry keeps it', async () => {
    const { teacher } = at;
    const { one, two, fields } = columns();
    const [student] = await teacher.get(journal.studentsOfColumn, { ...second, ...two });
    await teacher.get(journal.mark, { ...second, ...two, id_student: student?.id_student, isVisited: false });
    const rows = await teacher.get(journal.markAllCombined, fields);
    const [ofFirst, ofSecond] = [await signsOf(first, one), await signsOf(second, two)];
    assert.ok(ofFirst.length > 2 && ofSecond.length > 2);
    assert.deepEqual(
      new Map(rows.map((row) => [row.id_groupOrPorok, [row.inserted, row.skipped]])),
      new Map([
        [first.id_groupOrPorok, [ofFirst.length, 0]],
        [second.id_groupOrPorok, [ofSecond.length - 1, 1]],
      ]),
    );
    assert.ok(ofFirst.every((sign) => sign === true));
    assert.deepEqual(
      ofSecond.filter((sign) => sign !== true),
      ['н/б'],
    );
    // The other columns of the day are none of this class.
    assert.ok((await signsOf(first, two)).every((sign) => sign === null));
    assert.ok((await signsOf(second, one)).every((sign) => sign === null));
  });

  test('is written once under its key, whatever the repeat says of its age', async () => {
    const { fields } = columns();
    const key = randomUUID();
    const reply = await at.teacher.get(journal.markAllCombined, { ...fields, ageMs: 10 }, { key });
    const was = await entries();
    assert.deepEqual(await at.teacher.get(journal.markAllCombined, { ...fields, ageMs: 9_000 }, { key }), reply);
    assert.equal(await entries(), was);
    const [row] = await at.portal.database.autocommit<{ columns: number }[]>`
      select count(distinct c.column_id)::int as columns from journal_event e join journal_cell c on c.id = e.cell_id
      where e.client_id = ${key}`;
    assert.equal(row?.columns, 2);
  });

  test('is refused whole to who may not write in one of the journals, and on a closed day', async () => {
    const { one, fields } = columns();
    const was = await entries();
    const refused = async (input: object, status: number, code: string, login = 'teacher' as 'teacher' | 'editor') => {
      const person = login === 'teacher' ? at.teacher : await at.portal.as(login);
      for (const call of [journal.markAllCombined, journal.deleteCombined]) {
        const answer = await person.ask(call, { ...fields, ...input });
        assert.deepEqual([answer.status, answer.error?.code], [status, code], call.path);
      }
      assert.equal(await entries(), was);
    };
    await refused({}, 403, 'journal.notYourClass', 'editor');
    const { autocommit } = at.portal.database;
    const colleague = (await at.portal.as('editor')).uid;
    const give = (to: number) => autocommit`update group_load set teacher_id = ${to}
      where group_id = ${Number(second.id_groupOrPorok)} and discipline_id = ${Number(second.id_discipline)}
        and class_type_id = ${Number(second.id_vid_zaniatiy)}`;
    await give(colleague);
    await refused({}, 403, 'journal.notYourClass');
    await give(at.teacher.uid);
    await refused({ visitDate: '2020-01-01' }, 422, 'journal.closed');
    await refused({ groups: [] }, 400, 'call.invalid');
    await refused({ semesters: [1] }, 400, 'call.invalid');
    await refused({ numbers: [1, 9] }, 400, 'call.invalid');
    await refused({ groups: [first.id_groupOrPorok, first.id_groupOrPorok] }, 400, 'call.invalid');
    const future = await at.teacher.ask(journal.markAllCombined, { ...fields, visitDate: '2099-01-01' });
    assert.deepEqual([future.status, future.error?.code], [422, 'journal.future']);
    assert.ok((await signsOf(first, one)).every((sign) => sign === null));
  });

  test('loses its column in all journals at once, and only the own entries', async () => {
    const { one, two, fields } = columns();
    await at.teacher.get(journal.markAllCombined, fields);
    const rows = await at.teacher.get(journal.deleteCombined, fields);
    assert.ok(rows.length === 2 && rows.every(({ deleted }) => deleted > 2));
    for (const signs of [await signsOf(first, one), await signsOf(second, two)])
      assert.ok(signs.every((sign) => sign === null));
    const again = await at.teacher.ask(journal.deleteCombined, fields);
    assert.deepEqual([again.status, again.error?.code], [404, 'journal.noColumn']);
    // A journal without the column hinders nobody.
    await at.teacher.get(journal.markAll, { ...first, ...one });
    const left = await at.teacher.get(journal.deleteCombined, fields);
    assert.deepEqual(left.map(({ deleted }) => deleted > 0).toSorted(), [false, true]);
  });

  test('is marked by several at once, in whatever order they name the groups', async () => {
    const { fields } = columns();
    const { groups, semesters, numbers } = fields as unknown as Record<string, number[]>;
    const turned = {
      ...fields,
      groups: groups?.toReversed(),
      semesters: semesters?.toReversed(),
      numbers: numbers?.toReversed(),
    };
    const answers = await Promise.all(
      [fields, turned, fields, turned].map((one) => at.teacher.get(journal.markAllCombined, one)),
    );
    const inserted = answers.flat().reduce((sum, row) => sum + row.inserted, 0);
    const skipped = answers.flat().reduce((sum, row) => sum + row.skipped, 0);
    assert.equal(skipped, inserted * 3);
  });
});
