import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Call } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { discipline: calls } = callsByRoom;

/** One way through the cascade down to a group or stream. */
interface CascadePath {
  year: number;
  ws: number;
  id_discipline: number;
  isSelect: boolean;
  kredit: number;
  id_semester: number;
  id_group: number;
}

let portal: TestPortal;
let teacher: TestClient;
let student: TestClient;
let student2: TestClient;
let student3: TestClient;
let now: { year: number; ws: number };
before(async () => {
  portal = await openPortal();
  [teacher, student, student2, student3] = await Promise.all([
    portal.as('teacher'),
    portal.as('student'),
    portal.as('student2'),
    portal.as('student3'),
  ]);
  const [[year], [term]] = [await student.get(calls.currentYear), await student.get(calls.currentTerm)];
  now = { year: year?.id_a_year ?? 0, ws: term?.id_ws ?? 0 };
});
after(() => portal.close());

/** Every way of a person through the cascade, or those of one kind. */
async function cascadePathsOf(person: TestClient, isSelect: boolean): Promise<CascadePath[]> {
  const isTeacher = person === teacher;
  const [list, semesters, groups] = isTeacher
    ? [calls.list, calls.semesters, calls.groups]
    : [calls.listForStudent, calls.semestersForStudent, calls.groupsForStudent];
  const found: CascadePath[] = [];
  for (const { id, kredit } of (await person.get(list, now)).filter((one) => one.isSelect === isSelect)) {
    const key = { ...now, id_discipline: id, isSelect, kredit };
    for (const { id_semester } of await person.get(semesters, key))
      for (const { id_group } of await person.get(groups, { ...key, id_semester }))
        found.push({ ...key, id_semester, id_group });
  }
  return found;
}

/** A way that the teacher and the student both have. */
async function common(isSelect: boolean): Promise<CascadePath> {
  const theirs = (await cascadePathsOf(student, isSelect)).map((path) => JSON.stringify(path));
  const path = (await cascadePathsOf(teacher, isSelect)).find((one) => theirs.includes(JSON.stringify(one)));
  assert.ok(path, `teacher and student have nothing in common with isSelect ${isSelect}`);
  return path;
}

async function refused(person: TestClient, call: Call, input: object): Promise<void> {
  const answer = await person.ask(call, input);
  assert.deepEqual([answer.status, answer.error?.code], [403, 'discipline.notYours'], JSON.stringify(input));
  assert.equal(answer.data, null);
}

describe('time', () => {
  test('[SHELL-08] the current term has its first and last day, the current year its label', async () => {
    const [term] = await student.get(calls.currentTerm);
    assert.match(term?.startsOn ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.ok(term && term.startsOn < term.endsOn && [1, 2, 3].includes(term.id_ws));
    const [year] = await student.get(calls.currentYear);
    assert.match(year?.p32 ?? '', /^\d{4}-\d{4}$/);
    student.cookies.set('lang', 'en');
    assert.match((await student.get(calls.currentTerm))[0]?.ws ?? '', /^[a-z ]+$/i);
    student.cookies.set('lang', 'ru');
  });

  test('[SHELL-08] years: newest first, from four back to one ahead of the default one', async () => {
    const years = (await student.get(calls.years)).map((one) => one.id_a_year);
    const standard = (await student.get(calls.defaultYear))[0]?.id_a_year_def ?? 0;
    assert.deepEqual(
      years,
      years.toSorted((a, b) => b - a),
    );
    assert.ok(years.includes(standard) && Math.max(...years) <= standard + 1 && Math.min(...years) >= standard - 4);
  });
});

describe('the way down', () => {
  for (const isSelect of [false, true])
    test(`[SHELL-08] isSelect ${isSelect}: disciplines, semesters, groups, people, for teacher and student alike`, async () => {
      const path = await common(isSelect);
      if (isSelect) assert.equal(path.id_semester, path.ws, 'of a chosen one the semester is the term');
      else assert.equal(path.id_group, (await student.get(callsByRoom.profile.data))[0]?.id_group);
      const students = await teacher.get(calls.students, { uid: teacher.uid, ...path });
      const teachers = await student.get(calls.teachers, { uid: student.uid, ...path });
      const group = (await teacher.get(calls.groups, path)).find((one) => one.id_group === path.id_group);
      for (const list of [students, teachers]) {
        const [first] = list;
        assert.deepEqual([first?.idid, first?.id_type, first?.fio], [-1, -1, 'Групповой чат']);
        assert.deepEqual([first?.faculty, first?.group, first?.countMessages], [null, group?.p20, 0]);
        const names = list.slice(1).map((one) => one.fio);
        assert.deepEqual(names, names.toSorted(new Intl.Collator('ru').compare));
      }
      const ids = students.map((one) => one.idid);
      assert.ok(ids.includes(student.uid) && ids.includes(student2.uid) && !ids.includes(student3.uid));
      assert.equal(new Set(ids).size, ids.length);
      const mine = teachers.find((one) => one.idid === teacher.uid);
      assert.deepEqual([mine?.id_type, mine?.group], [1, null]);
      assert.ok(mine?.faculty && mine.doljnost);
      const me = students.find((one) => one.idid === student.uid);
      assert.deepEqual([me?.id_type, Boolean(me?.group && me.faculty)], [2, true]);
    });

  test('[SHELL-08] the list is unique, sorted by the shown name, in the language of the reader', async () => {
    for (const [lang, alphabet] of [
      ['ru', 'ru'],
      ['kg', 'ky'],
      ['en', 'en'],
    ] as const) {
      for (const [person, call] of [
        [teacher, calls.list],
        [student, calls.listForStudent],
      ] as const) {
        person.cookies.set('lang', lang);
        const list = await person.get(call, now);
        person.cookies.set('lang', 'ru');
        const names = list.map((one) => one.discipline);
        assert.ok(names.length > 1);
        assert.deepEqual(names, names.toSorted(new Intl.Collator(alphabet).compare));
        const keys = list.map((one) => `${one.id}|${one.isSelect}|${one.kredit}`);
        assert.equal(new Set(keys).size, keys.length);
        if (lang === 'en') assert.doesNotMatch(names.join(), /[а-яёңөү]/i);
      }
    }
  });

  test("[SHELL-08] the group's chat has its name in the language of the reader", async () => {
    const path = await common(false);
    const names = new Set<string | undefined>();
    for (const lang of ['ru', 'kg', 'en']) {
      student.cookies.set('lang', lang);
      names.add((await student.get(calls.teachers, path))[0]?.fio);
    }
    student.cookies.set('lang', 'ru');
    assert.equal(names.size, 3);
  });

  test('[SHELL-08] 0 and 1, digits and 4.0 mean the same; a discipline narrows the semesters of a student', async () => {
    const path = await common(false);
    const asText = {
      year: `${path.year}`,
      ws: `${path.ws}`,
      id_discipline: `${path.id_discipline}`,
      isSelect: '0',
      kredit: path.kredit.toFixed(2),
    };
    assert.deepEqual(await teacher.get(calls.semesters, asText), await teacher.get(calls.semesters, path));
    const narrow = await student.get(calls.semestersForStudent, { ...path, group: path.id_group });
    const wide = await student.get(calls.semestersForStudent, { ...path, id_discipline: -1, group: null });
    assert.deepEqual(narrow, [{ id_semester: path.id_semester, p43: narrow[0]?.p43 }]);
    assert.ok(wide.some((one) => one.id_semester === path.id_semester));
  });

  test('[SHELL-08] a term without teaching is an empty list, not a failure', async () => {
    const [oldest] = (await student.get(calls.years)).toReversed();
    for (const input of [
      { year: oldest?.id_a_year, ws: 3 },
      { year: 99, ws: 1 },
    ]) {
      assert.deepEqual(await teacher.get(calls.list, input), []);
      assert.deepEqual(await student.get(calls.listForStudent, input), []);
    }
  });
});

describe('the wrong person', () => {
  test('[BASE-12] a teacher gets nothing of what others teach', async () => {
    const editor = await portal.as('editor');
    for (const path of [await common(false), await common(true)]) {
      for (const call of [calls.semesters, calls.groups, calls.students]) await refused(editor, call, path);
      assert.equal((await teacher.ask(calls.students, path)).status, 200, 'the right one in the same set-up');
    }
  });

  test('[BASE-12] a student gets nothing of other groups and streams', async () => {
    for (const path of [await common(false), await common(true)]) {
      await refused(student3, calls.groupsForStudent, path);
      await refused(student3, calls.teachers, path);
      await refused(student3, calls.semestersForStudent, { ...path, group: path.id_group });
      assert.equal((await student.ask(calls.teachers, path)).status, 200, 'the right one in the same set-up');
    }
  });

  test('[BASE-12] what is not there gets the same answer as what is not yours', async () => {
    const path = await common(false);
    const [own] = await cascadePathsOf(student3, false);
    const others: Partial<CascadePath>[] = [
      { id_discipline: 999_999 },
      { kredit: path.kredit + 0.5 },
      { isSelect: true },
      { year: path.year - 20 },
      { ws: path.ws === 3 ? 1 : 3 },
    ];
    for (const other of others) {
      const input = { ...path, ...other };
      for (const call of [calls.semesters, calls.groups, calls.students]) await refused(teacher, call, input);
      for (const call of [calls.groupsForStudent, calls.teachers]) await refused(student, call, input);
    }
    for (const input of [
      { ...path, id_group: 999_999 },
      { ...path, id_group: own?.id_group },
      { ...path, id_semester: 12 },
    ]) {
      await refused(teacher, calls.students, input);
      await refused(student, calls.teachers, input);
    }
    const [missing, theirs] = [
      await student.ask(calls.teachers, { ...path, id_group: 999_999 }),
      await student.ask(calls.teachers, { ...path, id_group: own?.id_group }),
    ];
    assert.equal(missing.text, theirs.text);
  });

  test('[BASE-12] who left the group in this term is no longer in it', async () => {
    const path = await common(false);
    await portal.database.autocommit`
      update group_membership set ends_on = today() - 2 where student_id = ${student2.uid} and ends_on is null`;
    const leaver = await portal.as('student2');
    await refused(leaver, calls.teachers, path);
    const students = await teacher.get(calls.students, path);
    assert.ok(!students.some((one) => one.idid === leaver.uid));
    await portal.database.autocommit`update group_membership set ends_on = null where student_id = ${leaver.uid}`;
    assert.equal((await leaver.ask(calls.teachers, path)).status, 200);
  });
});
