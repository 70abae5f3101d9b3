import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { notices } from '@bilim/contract/notices.ts';
import { generateUniversity } from '../../demo/generate.ts';
import { type ImportFolder, importFolderAt, requireFixtureRow as row } from '../../import/fixture.ts';
import { type ImportOptions, importFolder } from '../../import/import.ts';
import { type JournalFixture, openJournalFixture } from '../../test/journal.ts';
import { testDay } from '../../test/moment.ts';
import type { TestClient } from '../../test/test-client.ts';

let at: JournalFixture;
let path: string;
let whole: ImportFolder;
let folder: ImportFolder;
/** Code of the journal's group in the folder, its name, and that of a fellow student's membership. */
let group: string;

before(async () => {
  at = await openJournalFixture();
  path = await mkdtemp(join(tmpdir(), 'bilim-moves-'));
  // The very folder of which the tests' university was made.
  await generateUniversity({ size: 'tiny', today: testDay, seed: 2026 }, path);
  whole = importFolderAt(path);
  const [found] = await at.portal.database.autocommit<{ code: string }[]>`
    select code from study_group where id = ${Number(at.k.id_groupOrPorok)}`;
  group = found?.code ?? '';
});
beforeEach(() => {
  folder = whole.copy();
});
after(async () => {
  await at?.portal.close();
  await rm(path, { recursive: true, force: true });
});

/** Loads the folder as a registrar does, while the portal runs. */
async function load(options: Partial<ImportOptions> = {}): Promise<void> {
  const sql = at.portal.ownerSql;
  const { problems } = await importFolder({
    sql,
    folder: folder.path,
    today: testDay,
    demo: true,
    language: 'en',
    ...options,
  });
  assert.deepEqual(problems, []);
}

/** Gives the student a mark in a column of its own. */
async function mark(student: number, value: number) {
  const column = at.column();
  const [entry] = await at.teacher.get(journal.mark, {
    ...at.k,
    ...column,
    id_student: student,
    isVisited: true,
    id_otsenka: value,
  });
  return { ...column, id: entry?.id_studentJournalVisit };
}

/** What a table of marks says of a student: the entries' numbers and marks. */
const marksOf = (
  rows: readonly { id_student: number; id_studentJournalVisit: number | null; otsenka: string | null }[],
  id: number,
) => new Map(rows.filter((one) => one.id_student === id).map((one) => [one.id_studentJournalVisit, one.otsenka]));

/** The key of the journal in which the classes of a stream are entered. */
async function journalOf(stream: Record<string, string>): Promise<Record<string, number | boolean>> {
  const isPotok = stream.is_chosen === '1';
  const [ids] = await at.portal.database.autocommit<
    { stream: number; term: number; discipline: number; type: number }[]
  >`
    select id as stream, term_id as term, discipline_id as discipline, class_type_id as type from stream
    where code = ${stream.code ?? ''}`;
  const [plan] = await at.portal.database.autocommit<{ semester: number; group: number }[]>`
    select semester_id as semester, group_id as group from registration
    where student_id = ${at.student.uid} and discipline_id = ${ids?.discipline ?? 0}
      and year_id = ${Number(at.k.id_a_year)}`;
  return {
    id_a_year: at.k.id_a_year ?? 0,
    id_semesterOrWs: (isPotok ? ids?.term : plan?.semester) ?? 0,
    isPotok,
    id_groupOrPorok: (isPotok ? ids?.stream : plan?.group) ?? 0,
    id_discipline: ids?.discipline ?? 0,
    credits: Number(stream.credits),
    id_vid_zaniatiy: ids?.type ?? 0,
  };
}

/** The rows of the load that make the teacher the teacher of this journal. */
async function ownLoad() {
  const [names] = await at.portal.database.autocommit<{ discipline: string; teacher: string }[]>`
    select d.code as discipline, p.code as teacher from discipline d, person p
    where d.id = ${Number(at.k.id_discipline)} and p.id = ${at.teacher.uid}`;
  const is = (one: Record<string, string>) =>
    one.group === group && one.discipline === names?.discipline && one.teacher === names?.teacher;
  return { is, ...names };
}

/** Somebody's notices of a kind. */
async function noticesOf(person: TestClient, kind: 'group' | 'stream') {
  const [list] = await person.get(notices.list);
  return (list?.notices ?? []).filter((one) => one.kind === kind);
}

describe('[JRN-11] what the registrar changes hides nothing', () => {
  test('a group renamed: journal, marks and chat stay under the new name', async () => {
    const { id, ...column } = await mark(at.student.uid, 4);
    const [now] = await at.teacher.get(discipline.currentTerm);
    const course = {
      year: at.k.id_a_year,
      semester: now?.id_ws,
      discipline: at.k.id_discipline,
      kredit: at.k.credits,
      isSelect: false,
      group_subgroup: at.k.id_groupOrPorok,
    };
    const message = {
      ...course,
      message: 'before the renaming',
      currentContactId: -1,
      currentContactType: 2,
      IsGroupChat: true,
    };
    assert.equal((await at.teacher.ask(chat.insert, message, { key: crypto.randomUUID() })).status, 200);

    folder.edit('groups', (rows) => {
      for (const one of rows) if (one.code === group) one.name = 'ИСТ-3а-26';
    });
    await load();
    const table = await at.teacher.get(journal.table, at.k);
    assert.equal(marksOf(table, at.student.uid).get(id ?? 0), '4');
    assert.ok(table.every(({ p20 }) => p20 === 'ИСТ-3а-26'));
    const own = await at.student.get(journal.own, { ...at.k, ...column });
    assert.equal(marksOf(own, at.student.uid).get(id ?? 0), '4');
    const read = await at.student.get(chat.groupMessages, {
      year: at.k.id_a_year,
      ws: now?.id_ws,
      id_discipline: at.k.id_discipline,
      kredit: at.k.credits,
      IsSelect: false,
      gr_potok: at.k.id_groupOrPorok,
    });
    assert.ok(read.messages.some(({ message }) => message === 'before the renaming'));
    await rewind();
  });

  test('a teacher replaced in mid-term: the new one sees the journal before, the journal permission all of it', async () => {
    const { id } = await mark(at.student.uid, 5);
    const { is, teacher } = await ownLoad();
    const other = folder.rows('teachers').find((one) => one.login === 'editor');
    assert.ok(other && teacher);
    folder.edit('group_load', (rows) => {
      for (const one of rows) if (is(one)) one.teacher = other.code ?? '';
    });
    for (const file of ['lessons', 'lesson_groups']) folder.remove(`${file}.csv`);
    await load({ allowRemoving: { group_load: 50 } });
    const refused = await at.teacher.ask(journal.table, at.k);
    assert.deepEqual([refused.status, refused.error?.code], [403, 'journal.notYourClass']);
    const history = await at.history(id);
    assert.equal(history.length, 1, 'the history of an own entry stays open');
    const own = await at.student.get(journal.own, at.k);
    assert.equal(marksOf(own, at.student.uid).get(id ?? 0), '5');

    const successor = await at.portal.as('editor');
    const theirs = await successor.get(journal.table, at.k);
    assert.equal(marksOf(theirs, at.student.uid).get(id ?? 0), '5');
    const admin = await at.portal.as('admin');
    for (const uid of [successor.uid, at.teacher.uid])
      assert.equal(
        marksOf(await admin.get(journal.table, { ...at.k, id_teacher: uid }), at.student.uid).get(id ?? 0),
        '5',
      );
    await rewind();
  });

  test('a load that nobody has any more: the journal permission finds the journal and reads it, others do not', async () => {
    const { id } = await mark(at.student.uid, 3);
    const { is } = await ownLoad();
    folder.replace('group_load', (rows) => rows.filter((one) => !is(one)));
    for (const file of ['lessons', 'lesson_groups']) folder.remove(`${file}.csv`);
    await load({ allowRemoving: { group_load: 50 } });
    const admin = await at.portal.as('admin');
    const [term] = await at.teacher.get(discipline.currentTerm);
    const found = await admin.get(journal.journals, {
      id_a_year: at.k.id_a_year,
      id_ws: term?.id_ws,
      id_teacher: at.teacher.uid,
    });
    const lost = found.filter(
      (one) => one.id_groupOrPorok === at.k.id_groupOrPorok && one.id_discipline === at.k.id_discipline && !one.isPotok,
    );
    assert.deepEqual(
      lost.map((one) => one.id_teacher),
      [at.teacher.uid],
    );
    const acting = { ...at.k, id_teacher: at.teacher.uid };
    assert.equal(marksOf(await admin.get(journal.table, acting), at.student.uid).get(id ?? 0), '3');
    const types = await admin.get(journal.classTypes, { ...acting, id_vid_zaniatiy: undefined });
    assert.ok(types.some((one) => one.id_vid_zaniatiy === at.k.id_vid_zaniatiy));
    const own = await at.teacher.ask(journal.table, at.k);
    assert.deepEqual([own.status, own.error?.code], [403, 'journal.notYourClass']);
    const others = await at.student.ask(journal.table, acting);
    assert.equal(others.status, 403);
    await rewind();
  });

  test('a student moved to another group: the old teacher, the student and the permission read the marks', async () => {
    const fellows = await at.students();
    const fellow = fellows.find((one) => one.id_student !== at.student.uid);
    const { id } = await mark(at.student.uid, 4);
    const kept = await mark(fellow?.id_student ?? 0, 2);
    const target = row(
      folder.rows('groups').filter((one) => one.code !== group && one.speciality),
      0,
    );
    const [student] = await at.portal.database.autocommit<
      { code: string }[]
    >`select code from person where id = ${at.student.uid}`;
    folder.edit('memberships', (rows) => {
      const old = rows.find((one) => one.student === student?.code);
      assert.ok(old);
      old.ends_on = testDay;
      rows.push({ ...old, group: target.code ?? '', starts_on: testDay, ends_on: '' });
    });
    for (const file of ['registrations', 'registration_classes']) folder.remove(`${file}.csv`);
    await load();
    const table = await at.teacher.get(journal.table, at.k);
    assert.equal(marksOf(table, at.student.uid).get(id ?? 0), '4');
    assert.equal(marksOf(table, fellow?.id_student ?? 0).get(kept.id ?? 0), '2');
    const own = await at.student.get(journal.own, at.k);
    assert.equal(marksOf(own, at.student.uid).get(id ?? 0), '4');
    const [term] = await at.student.get(discipline.currentTerm);
    const overview = await at.student.get(journal.overview, { id_a_year: at.k.id_a_year, id_ws: term?.id_ws });
    const former = overview.filter((one) => one.id_groupOrPorok === at.k.id_groupOrPorok && !one.isPotok);
    assert.ok(former.some((one) => one.id_discipline === at.k.id_discipline));
    assert.ok(former.every(({ ended }) => ended));

    // The table tells since when, and takes nothing more.
    const [sheet] = await at.teacher.get(journal.sheet, at.k);
    const leftOf = (id: number) => sheet?.students.find((one) => one.id === id)?.left;
    assert.deepEqual(leftOf(at.student.uid), { since: testDay, moved: true });
    assert.equal(leftOf(fellow?.id_student ?? 0), null);
    assert.ok(table.filter((one) => one.id_student === at.student.uid).every(({ edit }) => !edit));
    const later = at.column();
    const entry = { ...at.k, ...later, id_student: at.student.uid, isVisited: true };
    const refused = await at.teacher.ask(journal.mark, entry);
    assert.deepEqual([refused.status, refused.error?.code], [422, 'journal.notInGroup']);
    await at.teacher.get(journal.markAll, { ...at.k, ...later });
    const after = await at.student.get(journal.own, at.k);
    assert.ok(after.every((one) => one.visitDate !== later.visitDate || one.timesCount !== later.timesCount));

    // Whom it concerns is notified, once each.
    const [mine, ...more] = await noticesOf(at.student, 'group');
    assert.deepEqual([mine?.step, mine?.groups?.to, mine?.groups?.since, more], ['own', target.name, testDay, []]);
    const [teachers] = await noticesOf(at.teacher, 'group');
    assert.deepEqual(
      [teachers?.step, teachers?.person?.id, teachers?.groups?.to],
      ['student', at.student.uid, target.name],
    );
    // To the group that the student came to where this teacher has it too, else to the one that was left.
    assert.ok(teachers?.course?.id_group);
    assert.deepEqual(await noticesOf(await at.portal.as('student2'), 'group'), []);

    const admin = await at.portal.as('admin');
    const all = await admin.get(journal.table, { ...at.k, id_teacher: at.teacher.uid });
    assert.equal(marksOf(all, at.student.uid).get(id ?? 0), '4');
    await rewind();
  });

  test('a student moved to another stream: the teacher before, the student and the permission read the marks', async () => {
    const [names] = await at.portal.database.autocommit<{ student: string; teacher: string }[]>`
      select s.code as student, t.code as teacher from person s, person t
      where s.id = ${at.student.uid} and t.id = ${at.teacher.uid}`;
    const other = folder.rows('teachers').find((one) => one.code !== names?.teacher);
    const streams = folder.rows('streams');
    const year = streams.reduce((last, one) => Math.max(last, Number(one.year)), 0);
    const places = folder.rows('registration_classes').filter((one) => one.student === names?.student);
    /** The teacher's stream in which the student is: of a discipline of choice, or of one that streams divide. */
    const ofTeacher = (isChosen: string) => {
      const mine = streams.filter(
        (one) => one.is_chosen === isChosen && one.teacher === names?.teacher && Number(one.year) === year,
      );
      return row(
        mine.filter(({ code }) => places.some(({ stream }) => stream === code)),
        0,
      );
    };
    const moved = [ofTeacher('1'), ofTeacher('0')];
    const journals: { key: Record<string, number | boolean>; id: number | null | undefined }[] = [];
    for (const stream of moved) {
      const key = await journalOf(stream);
      const entry = { ...key, ...at.column(), id_student: at.student.uid, isVisited: true, id_otsenka: 5 };
      const [entered] = await at.teacher.get(journal.mark, entry);
      journals.push({ key, id: entered?.id_studentJournalVisit });
    }

    folder.edit('streams', (rows) => {
      for (const stream of moved)
        rows.push({ ...stream, code: `${stream.code}-other`, teacher: other?.code ?? '', number: '9' });
    });
    folder.edit('registration_classes', (rows) => {
      for (const one of rows)
        if (one.student === names?.student && moved.some(({ code }) => code === one.stream)) one.stream += '-other';
    });
    await load();
    const admin = await at.portal.as('admin');
    const [term] = await at.student.get(discipline.currentTerm);
    const overview = await at.student.get(journal.overview, { id_a_year: at.k.id_a_year, id_ws: term?.id_ws });
    for (const { key, id } of journals) {
      const tables = [
        await at.teacher.get(journal.table, key),
        await admin.get(journal.table, { ...key, id_teacher: at.teacher.uid }),
        await at.student.get(journal.own, key),
      ];
      for (const table of tables) assert.equal(marksOf(table, at.student.uid).get(id ?? 0), '5');
      assert.ok(tables[0]?.filter((one) => one.id_student === at.student.uid).every(({ edit }) => !edit));
      const types = await at.student.get(journal.classTypes, { ...key, id_vid_zaniatiy: undefined });
      assert.ok(types.some((one) => one.id_vid_zaniatiy === key.id_vid_zaniatiy));
      assert.ok(overview.some((one) => one.id_groupOrPorok === key.id_groupOrPorok && one.isPotok === key.isPotok));
      const [sheet] = await at.teacher.get(journal.sheet, key);
      const left = sheet?.students.find((one) => one.id === at.student.uid)?.left;
      assert.deepEqual(left, { since: testDay, moved: true }, 'the row says since when');
    }
    assert.deepEqual(
      (await noticesOf(at.student, 'stream')).map(({ step, count }) => [step, count]),
      [['several', 2]],
    );
    // Two streams of one student are one matter for the teacher.
    const teachers = await noticesOf(at.teacher, 'stream');
    assert.deepEqual(
      teachers.map(({ step, person, groups }) => [step, person?.id, groups?.since]),
      [['student', at.student.uid, testDay]],
    );
    assert.ok(journals.some(({ key }) => key.id_groupOrPorok === teachers[0]?.course?.id_group));
    // What is entered there from now on is no class of the student's any more.
    for (const { key } of journals) {
      const later = at.column();
      const students = await at.teacher.get(journal.subgroups, key);
      assert.ok(students.every((one) => one.id_student !== at.student.uid));
      const [fellow] = students;
      const entry = { ...key, ...later, id_student: fellow?.id_student ?? 0, isVisited: true, id_otsenka: 3 };
      await at.teacher.get(journal.mark, entry);
      const own = await at.student.get(journal.own, key);
      assert.ok(own.every((one) => one.visitDate !== later.visitDate || one.timesCount !== later.timesCount));
    }
    await rewind({ streams: 2 });
  });

  test('[AUTH-03] whom an import closes is signed out and refused, until the file has them again', async () => {
    const leaver = await at.portal.as('student3');
    const [person] = await at.portal.database.autocommit<
      { code: string }[]
    >`select code from person where id = ${leaver.uid}`;
    folder.replace('students', (rows) => rows.filter((one) => one.code !== person?.code));
    for (const file of [
      'memberships',
      'registrations',
      'registration_classes',
      'optional_grants',
      'results',
      'permissions',
    ])
      folder.replace(file, (rows) => rows.filter((one) => (one.student ?? one.person) !== person?.code));
    await load();
    assert.equal((await leaver.ask(discipline.currentTerm)).status, 401);
    await assert.rejects(at.portal.byPassword('student3'), /login\.wrong/);
    await rewind();
    assert.equal((await at.portal.byPassword('student3')).uid, leaver.uid);
  });
});

/** Back to the folder from which the university was made. */
async function rewind(more: Record<string, number> = {}): Promise<void> {
  folder = whole.copy();
  await load({ allowRemoving: { group_load: 50, memberships: 5, ...more } });
}
