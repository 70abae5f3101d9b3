import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { absentMarkId } from '@bilim/contract/limits.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

interface CascadePath {
  id_discipline: number;
  isSelect: boolean;
  kredit: number;
  id_semester: number;
  id_group: number;
}

let portal: TestPortal;
let teacher: TestClient;
let colleague: TestClient;
let student: TestClient;
let now: { year: number; ws: number };

before(async () => {
  portal = await openPortal();
  [teacher, colleague, student] = await Promise.all([portal.as('teacher'), portal.as('editor'), portal.as('student')]);
  const [[year], [term]] = [await teacher.get(discipline.currentYear), await teacher.get(discipline.currentTerm)];
  now = { year: year?.id_a_year ?? 0, ws: term?.id_ws ?? 0 };
});
after(() => portal.close());

/** Every group and stream of the teacher. */
async function openCascadePaths(): Promise<CascadePath[]> {
  const found: CascadePath[] = [];
  for (const { id, isSelect, kredit } of await teacher.get(discipline.list, now)) {
    const of = { ...now, id_discipline: id, isSelect, kredit };
    for (const { id_semester } of await teacher.get(discipline.semesters, of))
      for (const { id_group } of await teacher.get(discipline.groups, { ...of, id_semester }))
        found.push({ id_discipline: id, isSelect, kredit, id_semester, id_group });
  }
  return found;
}

/** A class of today: all were there, the first was absent, the second has a mark; who the students are. */
async function markClass(path: CascadePath): Promise<number[]> {
  const [type] = await teacher.get(journal.classTypes, journalOf(path));
  const [day] = await portal.database.autocommit<
    { day: string }[]
  >`select (now() at time zone 'Asia/Bishkek')::date as day`;
  const column = {
    ...journalOf(path),
    ...{ id_vid_zaniatiy: type?.id_vid_zaniatiy, visitDate: day?.day, timesCount: 6 },
  };
  await teacher.get(journal.markAll, { ...column, isVisited: true });
  const students = (await teacher.get(journal.subgroups, column)).map(({ id_student }) => id_student);
  await teacher.get(journal.mark, { ...column, id_student: students[0], isVisited: false });
  await teacher.get(journal.mark, { ...column, id_student: students[1], isVisited: true, id_otsenka: 4 });
  return students;
}

const inputOf = ({ id_discipline, isSelect, kredit }: Pick<CascadePath, 'id_discipline' | 'isSelect' | 'kredit'>) => ({
  ...{ id_a_year: now.year, id_ws: now.ws, id_discipline },
  ...{ isPotok: isSelect, credits: kredit },
});

const journalOf = ({ id_discipline, isSelect, kredit, id_semester, id_group }: CascadePath) => ({
  ...{ id_a_year: now.year, id_semesterOrWs: id_semester, isPotok: isSelect, id_groupOrPorok: id_group },
  ...{ id_discipline, credits: kredit },
});

describe('a teacher’s groups of a discipline', () => {
  test('[NOW-05] every group and stream of the own ones, with the students and the sums that its table has', async () => {
    const all = await openCascadePaths();
    for (const isSelect of [false, true]) {
      const path = all.find((one) => one.isSelect === isSelect);
      assert.ok(path);
      const [first, second] = await markClass(path);
      assert.ok(first && second);
    }
    let seen = 0;
    for (const key of new Set(all.map((path) => JSON.stringify(inputOf(path))))) {
      const input = JSON.parse(key) as ReturnType<typeof inputOf>;
      const mine = all.filter((path) => JSON.stringify(inputOf(path)) === key);
      const groups = await teacher.get(journal.figures, input);
      const named = (list: readonly (string | number)[][]) => list.map((one) => one.join()).toSorted();
      assert.deepEqual(
        named(groups.map((one) => [one.id_semesterOrWs, one.id_groupOrPorok])),
        named(mine.map((one) => [one.id_semester, one.id_group])),
      );
      for (const path of mine) {
        const group = groups.find(
          (one) => one.id_groupOrPorok === path.id_group && one.id_semesterOrWs === path.id_semester,
        );
        const table = await teacher.get(journal.table, journalOf(path));
        for (const one of group?.students ?? []) {
          const rows = table.filter(({ id_student }) => id_student === one.id_student);
          const balls = rows.flatMap(({ otsenka_ball }) => otsenka_ball ?? []);
          assert.ok(rows.length, 'the table has the student too');
          assert.deepEqual(
            [one.s_fio, one.entered, one.absences, one.given, one.sum],
            [
              rows[0]?.s_fio,
              rows.filter(({ isVisited }) => isVisited !== null).length,
              rows.filter(({ isVisited }) => isVisited === false).length,
              balls.length,
              balls.reduce((sum, ball) => sum + ball, 0),
            ],
          );
          seen += one.entered;
        }
        const names = group?.students.map(({ s_fio }) => s_fio) ?? [];
        assert.deepEqual(names, names.toSorted(new Intl.Collator('ru').compare));
      }
    }
    assert.ok(seen > 0, 'something is entered');
  });

  test('[NOW-05] an absence and a mark more are there with the next answer, whoever was not there', async () => {
    const path = (await openCascadePaths()).find(({ isSelect }) => !isSelect);
    assert.ok(path);
    const read = async (id: number) =>
      (await teacher.get(journal.figures, inputOf(path)))
        .find((one) => one.id_groupOrPorok === path.id_group)
        ?.students.find((one) => one.id_student === id);
    const [type] = await teacher.get(journal.classTypes, journalOf(path));
    const [one] =
      (await teacher.get(journal.figures, inputOf(path))).find(
        ({ id_groupOrPorok }) => id_groupOrPorok === path.id_group,
      )?.students ?? [];
    assert.ok(type && one);
    const [day] = await portal.database.autocommit<
      { day: string }[]
    >`select (now() at time zone 'Asia/Bishkek')::date as day`;
    const cell = {
      ...journalOf(path),
      ...{ id_vid_zaniatiy: type.id_vid_zaniatiy, visitDate: day?.day, id_student: one.id_student },
    };
    await teacher.get(journal.mark, { ...cell, timesCount: 7, isVisited: false, id_otsenka: absentMarkId });
    await teacher.get(journal.mark, { ...cell, timesCount: 8, isVisited: true, id_otsenka: 5 });
    const after = await read(one.id_student);
    assert.deepEqual(
      [after?.entered, after?.absences, after?.given, after?.sum],
      [one.entered + 2, one.absences + 1, one.given + 1, one.sum + 5],
    );
  });

  test('[NOW-05] whoever teaches none of it gets nothing, as of one that is not there; students are not asked', async () => {
    const path = (await openCascadePaths())[0];
    assert.ok(path);
    assert.equal((await teacher.ask(journal.figures, inputOf(path))).status, 200, 'the right one in the same set-up');
    const taken = new Set((await colleague.get(discipline.list, now)).map(({ id }) => id));
    const other = (await openCascadePaths()).find(({ id_discipline }) => !taken.has(id_discipline)) ?? path;
    const [theirs, missing, former] = [
      await colleague.ask(journal.figures, inputOf(other)),
      await colleague.ask(journal.figures, { ...inputOf(other), id_discipline: 987_654 }),
      await teacher.ask(journal.figures, { ...inputOf(path), id_a_year: now.year - 20 }),
    ];
    for (const refused of [theirs, missing, former])
      assert.deepEqual([refused.status, refused.error?.code], [403, 'journal.notYourClass']);
    assert.equal((await student.ask(journal.figures, inputOf(path))).status, 403);
  });

  test('[NOW-05] names of groups and class types come in the language of the reader', async () => {
    const path = (await openCascadePaths()).find(({ isSelect }) => isSelect);
    assert.ok(path);
    teacher.cookies.set('lang', 'en');
    const [group] = await teacher.get(journal.figures, inputOf(path));
    teacher.cookies.set('lang', 'ru');
    const [russian] = await teacher.get(journal.figures, inputOf(path));
    assert.notDeepEqual(group?.types, russian?.types);
    assert.doesNotMatch(group?.types.join() ?? 'нет', /[а-яёңөү]/i);
  });
});
