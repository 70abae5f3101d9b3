import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { addAuditEntries } from '../../test/factories/audit-entries.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';
import { attentionSignThresholds } from './reports.attention-signs.ts';

const { reports, audit, login } = callsByRoom;
const zone = '+06:00';

let portal: TestPortal;
let admin: TestClient;
let today: string;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '1000' });
  admin = await portal.as('admin');
  const [row] = await portal.ownerSql<{ day: string }[]>`select (now() at time zone 'Asia/Bishkek')::date::text as day`;
  today = row?.day ?? '';
});
after(() => portal.close());

const ago = (days: number) => addDays(today, -days);
const moment = (day: string, minute: number) =>
  `${day}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00${zone}`;

interface Journal {
  readonly id: number;
  readonly faculty: number;
  readonly group: number;
  readonly teacher: number;
  readonly students: number[];
}

/** A journal of a group that has none yet, as long as there are such; `of`: another one of the same group. */
async function newJournal(of?: Journal): Promise<Journal> {
  const [row] = await portal.ownerSql<
    (Omit<Journal, 'teacher' | 'students'> & { teacher: string; students: string[] })[]
  >`
    with load as (
      select l.*, sp.faculty_id from group_load l
      join academic_calendar cal on cal.year_id = l.year_id and cal.term_id = l.term_id
        and ${today}::date between cal.starts_on and cal.ends_on
      join study_group g on g.id = l.group_id join speciality sp on sp.id = g.speciality_id
      where (${of?.group ?? null}::int is null or l.group_id = ${of?.group ?? null}::int)
        and not exists (select from journal_course j where j.group_id = l.group_id
          and (j.discipline_id, j.credits) = (l.discipline_id, l.credits))
      order by exists (select from journal_course j where j.group_id = l.group_id), l.id limit 1),
    made as (
      insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
      select year_id, term_id, semester_id, group_id, discipline_id, credits from load returning id)
    select made.id, load.faculty_id as faculty, load.group_id as group, load.teacher_id as teacher,
      array(select m.student_id from group_membership m where m.group_id = load.group_id and m.ends_on is null
        order by m.student_id) as students
    from made, load`;
  assert.ok(row && row.students.length >= 5, 'a group with some students');
  return { ...row, teacher: Number(row.teacher), students: row.students.map(Number) };
}

/** An entry as the journal writes it: the column, the cell as it is then, and its event. */
interface Entry {
  readonly day: string;
  readonly times?: number;
  readonly student: number;
  readonly at: string;
  /** Null: absent. Left out: present, without a mark. */
  readonly mark?: number | null;
}

async function enter(journal: Journal, entries: readonly Entry[]): Promise<void> {
  for (const { day, times = 1, student, at, mark } of entries)
    await portal.ownerSql`
      with col as (
        insert into journal_column (course_id, class_type_id, visit_date, times_count)
        values (${journal.id}, 1, ${day}, ${times})
        on conflict on constraint journal_column_unique do update set times_count = excluded.times_count returning id),
      cell as (
        insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, mark_id, made_at)
        select id, ${student}, 0, ${journal.teacher}, ${journal.teacher}, ${mark !== null}, ${mark ?? null}, ${at} from col
        on conflict on constraint journal_cell_unique
          do update set visited = excluded.visited, mark_id = excluded.mark_id, made_at = excluded.made_at
        returning id)
      insert into journal_event (cell_id, action, mark_id, teacher_id, by_id, age_ms, at, made_at, held, hash)
      select id, ${mark === null ? 'absent' : mark === undefined ? 'present' : 'mark'}, ${mark ?? null}, ${journal.teacher},
        ${journal.teacher}, 0, ${at}, ${at}, true, '' from cell`;
}

/** So many cells of a journal, each first with one mark by day and then with another. */
async function change(
  journal: Journal,
  { from, to, was, now, day }: { from: number; to: number; was: string; now: string; day: string },
): Promise<void> {
  const cells = Array.from({ length: to - from }, (_, place) => {
    const n = from + place;
    const student = journal.students[n % journal.students.length] ?? 0;
    return { day, times: Math.floor(n / journal.students.length) + 1, student };
  });
  await enter(
    journal,
    cells.map((cell) => ({ ...cell, at: was, mark: 3 })),
  );
  await enter(
    journal,
    cells.map((cell) => ({ ...cell, at: now, mark: 5 })),
  );
}

async function worth(person = admin, input: object = {}) {
  const [page] = await person.get(reports.worth, input);
  assert.ok(page && page.count === page.rows.length);
  return page;
}
/** The cards of a kind about a journal. */
async function cards(kind: string, { id }: Journal, person = admin) {
  const { rows } = await worth(person);
  return rows.filter(({ subject }) => subject.startsWith(`${kind}.${id}.`));
}
const wholeClass = (journal: Journal, day: string, at: string, more: Partial<Entry> = {}) =>
  journal.students.map((student): Entry => ({ day, student, at, ...more }));

test('[PEOPLE-08] marks changed at night are worth a look from five on, with what they were', async () => {
  const journal = await newJournal();
  const [day, night] = [ago(2), ago(1)];
  const four = { was: moment(day, 600), day };
  await change(journal, { ...four, from: 0, to: attentionSignThresholds.nightMarks - 1, now: moment(night, 70) });
  // Late, but not at night any more.
  await change(journal, { ...four, from: 10, to: 16, now: moment(night, attentionSignThresholds.nightUntil * 60) });
  assert.deepEqual(await cards('night', journal), []);
  await change(journal, {
    ...four,
    from: attentionSignThresholds.nightMarks - 1,
    to: attentionSignThresholds.nightMarks,
    now: moment(night, 94),
  });
  const [card, ...others] = await cards('night', journal);
  assert.ok(card && others.length === 0);
  assert.deepEqual(
    [card.count, card.students, card.was, card.now, card.day, Date.parse(card.begins), Date.parse(card.ends)],
    [5, 5, '3', '5', night, Date.parse(moment(night, 70)), Date.parse(moment(night, 94))],
  );
  assert.ok(card.discipline && card.group && card.usual !== null && card.usual < 50);
  const rows = await admin.get(reports.evidence, { subject: card.subject });
  assert.deepEqual(
    rows.map(({ was, now, visitDate }) => [was, now, visitDate]),
    rows.map(() => ['3', '5', day]),
  );
  assert.equal(rows.length, 5);
});

test('[PEOPLE-08] nobody absent for three weeks is worth a look where others see absences', async () => {
  const journal = await newJournal();
  const other = await newJournal(journal);
  const { students } = journal;
  const classes = Math.max(2, Math.ceil(attentionSignThresholds.presentEntries / students.length));
  // All but the last class on the last day, so that only the days between decide.
  for (let times = 1; times < Math.min(8, classes); times++)
    await enter(journal, wholeClass(journal, ago(1), moment(ago(1), 700), { times }));
  for (let times = 8; times <= classes; times++)
    await enter(journal, wholeClass(journal, ago(2), moment(ago(2), 700), { times: times - 7 }));
  const first = ago(1 + attentionSignThresholds.presentDays);
  await enter(journal, wholeClass(journal, addDays(first, 1), moment(addDays(first, 1), 700)));
  const elsewhere = (absent: number) =>
    enter(
      other,
      students.map((student, place) => ({
        ...{ day: ago(3), student, at: moment(ago(3), 700) },
        ...(place < absent && { mark: null }),
      })),
    );
  await elsewhere(students.length);
  assert.deepEqual(await cards('present', journal), [], 'a day less than three weeks');
  await enter(journal, wholeClass(journal, first, moment(first, 700)));
  const [card] = await cards('present', journal);
  assert.ok(card);
  assert.deepEqual([card.students, card.firstDay, card.lastDay, card.usual], [students.length, first, ago(1), 100]);
  const rows = await admin.get(reports.evidence, { subject: card.subject });
  assert.deepEqual(
    rows.map(({ absences, classes: held }) => [absences, held]),
    [
      [0, card.count],
      [students.length, 1],
    ],
  );
  await elsewhere(0);
  assert.deepEqual(await cards('present', journal), [], 'a group that comes to everything');
  await elsewhere(students.length);
  await enter(journal, [{ day: first, student: students[0] ?? 0, at: moment(first, 720), mark: null }]);
  assert.deepEqual(await cards('present', journal), [], 'somebody was absent once');
});

test('[PEOPLE-08] a month of classes filled at one sitting is worth a look, on their own days it is not', async () => {
  const journal = await newJournal();
  const days = [22, 15, 8, 3].map(ago);
  for (const [place, day] of days.slice(1).entries())
    await enter(journal, wholeClass(journal, day, moment(ago(2), 1100 + place * 10)));
  await enter(journal, wholeClass(journal, ago(2), moment(ago(2), 1125)));
  assert.deepEqual(await cards('atOnce', journal), [], 'three days, and a fourth on its own day');
  await enter(journal, wholeClass(journal, ago(22), moment(ago(2), 1151)));
  assert.deepEqual(await cards('atOnce', journal), [], 'the first was more than half an hour before');
  await portal.ownerSql`
    update journal_cell set made_at = ${moment(ago(2), 1130)}
    where column_id = (select id from journal_column where course_id = ${journal.id} and visit_date = ${ago(22)})`;
  const [card] = await cards('atOnce', journal);
  assert.ok(card);
  assert.deepEqual(
    [card.count, card.day, card.firstDay, card.lastDay, card.begins, card.ends].map(String),
    [4, ago(2), ago(22), ago(3), ...[1100, 1130].map((minute) => new Date(moment(ago(2), minute)).toISOString())].map(
      String,
    ),
  );
  const rows = await admin.get(reports.evidence, { subject: card.subject });
  assert.deepEqual(
    rows.filter(({ visitDate }) => visitDate !== ago(2)).map(({ visitDate }) => visitDate),
    [ago(15), ago(8), ago(3), ago(22)],
  );
});

test('[PEOPLE-08] two teachers by turns on one browser are worth a look, a browser of many is not', async () => {
  const teachers = await portal.ownerSql<{ id: string }[]>`
    select distinct on (t.id) t.id from teacher t join employment e on e.teacher_id = t.id order by t.id limit 6`;
  const [a, b, ...many] = teachers.map(({ id }) => Number(id));
  assert.ok(a && b && many.length >= 4);
  const signIn = (device: string, person: number, minute: number) =>
    addAuditEntries(portal.ownerSql, 'login.in', { person, at: moment(ago(1), minute), detail: { device } });
  await signIn('one', a, 600);
  await signIn('one', b, 620);
  await signIn('one', a, 720);
  for (const [place, person] of many.entries()) await signIn('lectern', person, 600 + place * 5);
  for (const [place, person] of many.entries()) await signIn('lectern', person, 700 + place * 5);
  assert.deepEqual(
    (await worth()).rows.filter(({ kind }) => kind === 'device'),
    [],
    'once, and an hour and more later',
  );
  await signIn('one', b, 780);
  const [card, ...others] = (await worth()).rows.filter(({ kind }) => kind === 'device');
  assert.ok(card && others.length === 0);
  assert.deepEqual([card.count, card.people.map(({ uid }) => uid).sort(), card.discipline], [2, [a, b].sort(), null]);
  assert.equal((await admin.get(reports.evidence, { subject: card.subject })).length, 4);
  assert.equal((await worth(admin, { course: 1 })).rows.filter(({ kind }) => kind === 'device').length, 0);
});

test('[PEOPLE-08] a sign-in notes by which browser it came, unless others use it too', async () => {
  const devices = async (person: TestClient) => {
    const rows = await portal.ownerSql<{ device: string | null }[]>`
      select detail->>'device' as device from audit where action = 'login.in' and person_id = ${person.uid} order by id`;
    return rows.map(({ device }) => device);
  };
  const editor = await portal.byPassword('editor');
  await waitUntil('noted', async () => (await devices(editor)).length === 1);
  const [device] = await devices(editor);
  assert.match(device ?? '', /^[0-9a-f]{24}$/);
  await editor.ask(login.authorize, { login: 'editor', password: 'Editor1' });
  await editor.ask(login.authorize, { login: 'editor', password: 'Editor1', shared: true });
  await waitUntil('noted', async () => (await devices(editor)).length === 3);
  assert.deepEqual(await devices(editor), [device, device, null]);
});

test('[PEOPLE-08] what is explained is gone for all and kept; nobody of another faculty is shown or may explain it', async () => {
  const journal = await newJournal();
  await change(journal, { from: 0, to: 6, was: moment(ago(3), 600), now: moment(ago(2), 60), day: ago(3) });
  const [card] = await cards('night', journal);
  assert.ok(card);
  const { subject } = card;
  const [other] = await portal.ownerSql<
    { id: number }[]
  >`select id from faculty where id <> ${journal.faculty} limit 1`;
  assert.ok(other);
  const clerk = await portal.as('clerk');
  for (const [call, input] of [
    [reports.worth, {}],
    [reports.evidence, { subject }],
    [reports.explain, { subject, explanation: 'Обход' }],
    [reports.explained, {}],
  ] as const)
    assert.deepEqual(refusalOf(await clerk.ask(call, input)), [403, 'call.notAllowed']);
  const at = async (faculty: number) => {
    await withdrawPermissions(portal.ownerSql, clerk.uid, 'reports');
    await grantPermissions(portal.ownerSql, clerk.uid, 'reports', { faculty });
    portal.app.context.sessions.forget(clerk.uid);
  };
  await at(other.id);
  assert.deepEqual(await cards('night', journal, clerk), []);
  assert.deepEqual(refusalOf(await clerk.ask(reports.worth, { id_faculty: journal.faculty })), [
    403,
    'reports.notYourFaculty',
  ]);
  for (const ask of [
    clerk.ask(reports.evidence, { subject }),
    clerk.ask(reports.explain, { subject, explanation: 'Чужое' }),
    clerk.ask(reports.explain, { subject: 'night.1', explanation: 'Нет такого' }),
    admin.ask(reports.explain, { subject: 'guess', explanation: 'Нет такого' }),
  ])
    assert.deepEqual(refusalOf(await ask), [404, 'reports.nothingToExplain']);

  await at(journal.faculty);
  const { explained: before } = await worth(clerk);
  const explanation = 'Преподаватель в отъезде, разница во времени';
  await clerk.get(reports.explain, { subject, explanation });
  assert.deepEqual(await cards('night', journal), []);
  assert.equal((await worth(clerk)).explained, before + 1);
  assert.deepEqual(refusalOf(await admin.ask(reports.explain, { subject, explanation })), [
    404,
    'reports.nothingToExplain',
  ]);
  const [explained] = await admin.get(reports.explained);
  assert.deepEqual(
    [explained?.kind, explained?.day, explained?.explanation, explained?.group],
    ['night', ago(2), explanation, card.group],
  );
  const entries = (await admin.get(audit.list, { category: 'data' })).filter(
    ({ action }) => action === 'reports.explained',
  );
  assert.deepEqual(
    entries.map(({ by, whom, reason }) => [by?.uid, whom?.uid, reason]),
    [[clerk.uid, journal.teacher, explanation]],
  );
  await at(other.id);
  assert.deepEqual(await clerk.get(reports.explained), []);
  assert.equal((await worth(clerk)).explained, 0);
  await assert.rejects(portal.ownerSql`delete from report_explanation`, { code: '42501' }, 'the history stays');
});

test('[PEOPLE-08] many marks raised before the term’s end are worth a look, unless they were raised before as well', async () => {
  const journal = await newJournal();
  // The last test of the file, for it moves the end of the term.
  await portal.ownerSql`
    update academic_calendar set ends_on = ${today} where ${today}::date between starts_on and ends_on`;
  const early = { was: moment(ago(20), 600), day: ago(20) };
  await change(journal, { ...early, from: 0, to: attentionSignThresholds.raisedMarks - 1, now: moment(ago(1), 600) });
  assert.deepEqual(await cards('raised', journal), []);
  await change(journal, {
    ...early,
    from: attentionSignThresholds.raisedMarks - 1,
    to: attentionSignThresholds.raisedMarks,
    now: moment(ago(6), 600),
  });
  const [card] = await cards('raised', journal);
  assert.deepEqual([card?.count, card?.day, card?.usual, card?.was, card?.now], [10, today, 0, '3', '5']);
  assert.equal((await admin.get(reports.evidence, { subject: card?.subject })).length, 10);
  await change(journal, { ...early, from: 10, to: 15, now: moment(ago(7), 600) });
  assert.deepEqual(await cards('raised', journal), [], 'half as many a week before');
});
