import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { parse } from 'csv-parse/sync';
import { formatCsv } from '../core/csv.ts';
import { generateUniversity } from '../demo/generate.ts';
import { importFolder } from '../import/import.ts';
import { DeliveryFixture, deliveryTestTime } from '../test/delivery-fixture.ts';
import { addStudents, signInPeople } from '../test/factories/people.ts';
import { notifyOpenWindow } from '../test/factories/window-notices.ts';
import { waitUntil } from '../test/http.ts';
import { findSharedMaterialSet } from '../test/materials.ts';
import type { PushDevice } from '../test/push-service.ts';
import type { TestClient } from '../test/test-client.ts';

const { notices, umk } = callsByRoom;
const trial = new DeliveryFixture();
const day = deliveryTestTime.slice(0, 10);
const at = (time: string, of = day) => `${of}T${time}:00+06:00`;
type Cells = Record<string, string>;

/** What waits for a person: topic, when it is due by the university's clock, and how many notices. */
const waiting = async ({ uid }: TestClient) =>
  (
    await trial.portal.database.autocommit<{ topic: string; due: string; notices: number }[]>`
      select topic, to_char(due_at at time zone 'Asia/Bishkek', 'YYYY-MM-DD HH24:MI') as due, cardinality(notices) as notices
      from notification_outbox where person_id = ${uid} and outcome is null order by id`
  ).map(({ topic, due, notices }) => [topic, due, notices]);
/** What waits is this, as soon as what was sent before has been noted as sent. */
const expectWaiting = async (person: TestClient, expected: (string | number)[][], why?: string) => {
  const isSo = async () => JSON.stringify(await waiting(person)) === JSON.stringify(expected);
  await waitUntil(why ?? `what waits is ${JSON.stringify(expected)}`, isSo);
};
const newStudent = async () => {
  const [student] = await addStudents(trial.portal, 'student', 1);
  assert.ok(student);
  return student;
};
const came = (device: PushDevice, count = 1) => waitUntil(`${count} came`, () => device.received.length === count);
const planned = () =>
  waitUntil('all is planned', async () => {
    const [row] = await trial.portal.database.autocommit<{ any: boolean }[]>`
      select exists (select from notice where not planned) as any`;
    return row?.any === false;
  });

/** Tells a person that their registration window has opened: at once, unless something holds it. */
const insertWindowNotice = ({ uid }: TestClient, isPlanned = false) =>
  notifyOpenWindow(trial.portal.database.autocommit, uid, { isPlanned });

describe('a choice', () => {
  test('[TOLD-03] of topics, and of nothing at all, is kept, also when it is made before the sending', async () => {
    const people = await addStudents(trial.portal, 'student', 3);
    const [off, other, notified] = people as [TestClient, TestClient, TestClient];
    const devices = await Promise.all(people.map((person) => trial.device(person)));
    await trial.choose(off, { isOff: true });
    await trial.choose(other, { push: ['marks'] });
    for (const person of people) await insertWindowNotice(person);
    await came(devices[2] as PushDevice);
    await waitUntil('it is written down', async () => !(await waiting(notified)).length);
    assert.deepEqual([await waiting(off), await waiting(other), await waiting(notified)], [[], [], []]);
    assert.deepEqual(
      devices.map(({ received }) => received.length),
      [0, 0, 1],
    );
  });

  test('[TOLD-03] materials gather for ten minutes; one of them alone is named', async () => {
    const [teacher, student] = [await trial.portal.as('teacher'), await trial.portal.as('student')];
    const device = await trial.device(student);
    const [of] = await trial.portal.database.autocommit<{ year: number; group: number }[]>`
      select y.id as year, m.group_id as group from academic_year y, group_membership m
      where y.is_default and m.student_id = ${student.uid} and m.ends_on is null`;
    assert.ok(of);
    const set = await findSharedMaterialSet(teacher, student, { ...of, isSelect: false });
    for (const name of ['Лекция 1', 'Лекция 2', 'Лекция 3'])
      await teacher.get(
        umk.save,
        { id_books: -1, bookName: name, ...set },
        { files: [{ name: `${name}.txt`, content: name }], key: randomUUID() },
      );
    await planned();
    assert.deepEqual(
      (await waiting(student)).map(([topic, , notices]) => [topic, notices]),
      [['materials', 3]],
    );
    assert.equal(device.received.length, 0);
    await trial.makeDue();
    await came(device);
    assert.equal(device.received[0]?.title, '3 новых материала');
    assert.equal(device.received[0]?.tag, 'materials');
    const [list] = await student.get(notices.list);
    await student.get(notices.seen, { upTo: list?.notices[0]?.id });
    await teacher.get(
      umk.save,
      { id_books: -1, bookName: 'Лекция 4', ...set },
      { files: [{ name: '4.txt', content: '4' }], key: randomUUID() },
    );
    await planned();
    await trial.makeDue();
    await came(device, 2);
    assert.equal(device.received[1]?.title, 'Новый материал');
  });
});

describe('quiet hours', () => {
  after(() => trial.setClock(deliveryTestTime));

  test('[TOLD-03] hold what comes until their end, as one; who has none is notified', async () => {
    const [student, awake] = [await newStudent(), await newStudent()];
    const [device, other] = [await trial.device(student), await trial.device(awake)];
    await trial.choose(awake, { isQuiet: false });
    await trial.setClock(at('23:30'));
    await insertWindowNotice(student);
    await insertWindowNotice(awake);
    await trial.portal.database.autocommit`
      insert into notice (person_id, kind, thing) select ${student.uid}::bigint, 'news', id from news order by id limit 1`;
    await trial.choose(student);
    await came(other);
    await waitUntil('it waits for the morning', async () =>
      (await waiting(student)).some(([topic]) => topic === 'digest'),
    );
    assert.deepEqual(
      (await waiting(student)).find(([topic]) => topic === 'digest'),
      ['digest', '2026-11-24 07:00', 1],
    );
    assert.equal(device.received.length, 0);
    await trial.setClock(at('07:01', '2026-11-24'));
    await came(device);
    assert.match(device.received[0]?.title ?? '', /^Регистрация открыта/);
    assert.equal(device.received[0]?.tag, 'digest');
  });

  test('[TOLD-04] what somebody took and did not come back from keeps its tag in the night', async () => {
    await trial.setClock(at('22:10'));
    const student = await newStudent();
    const device = await trial.device(student);
    const [notice] = await insertWindowNotice(student, true);
    assert.ok(notice);
    const { id } = notice;
    await trial.portal.database.autocommit`
      insert into notification_outbox (person_id, device_id, topic, thing, notices, due_at, leased_until)
      select person_id, id, 'errands', ${id}, array[${id}::bigint], now(), now() - interval '1 second' from push_device
      where endpoint = ${device.endpoint}`;
    await expectWaiting(student, [['errands', '2026-11-24 07:00', 1]]);
    await trial.setClock(at('07:01', '2026-11-24'));
    await came(device);
    assert.equal(device.received[0]?.tag, `n${id}`);
  });

  test('[TOLD-04] a repeat in the night keeps its tag and waits', async () => {
    await trial.setClock(at('21:59'));
    const student = await newStudent();
    const device = await trial.device(student);
    device.manner = () => 'cut';
    await insertWindowNotice(student);
    await came(device);
    await waitUntil(
      'the answer is missed',
      async () => (await trial.outcomes()).waits === 1 || (await waiting(student)).length === 1,
    );
    await trial.setClock(at('22:10'));
    await trial.makeDue();
    await waitUntil('it waits', async () => (await waiting(student))[0]?.[1] === '2026-11-24 07:00');
    device.manner = () => 201;
    await trial.setClock(at('07:01', '2026-11-24'));
    await came(device, 2);
    assert.equal(device.shown.size, 1);
  });
});

describe('a class that the timetable moves', () => {
  let folder: string;
  let lessons: Cells[];
  let lesson: Cells;
  let people: TestClient[];
  let teacher: TestClient;
  let outsider: TestClient;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bilim-when-'));
    const all = await mkdtemp(join(tmpdir(), 'bilim-when-'));
    await generateUniversity({ size: 'tiny', today: day, seed: 2026 }, all);
    lessons = parse(await readFile(join(all, 'lessons.csv')), { columns: true, bom: true });
    await writeFile(join(folder, 'lesson_groups.csv'), await readFile(join(all, 'lesson_groups.csv')));
    await rm(all, { recursive: true });
    const [row] = await trial.portal.database.autocommit<{ code: string; teacher: number; login: string }[]>`
      select l.code, l.teacher_id as teacher, min(a.login) as login from lesson l
      join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
      join lesson_group g on g.lesson_id = l.id
      join group_membership m on m.group_id = g.group_id and m.ends_on is null join account a on a.person_id = m.student_id
      where ${day}::date between c.starts_on and c.ends_on and l.only_date is null and l.subgroup = 0 and l.week_kind = 0
        and l.stream_id is null and not exists (
          select from stream s where s.discipline_id = l.discipline_id and s.year_id = l.year_id)
      group by l.id having count(distinct g.group_id) = 1 order by l.id limit 1`;
    assert.ok(row);
    lesson = lessons.find(({ code }) => code === row.code) as Cells;
    await addStudents(trial.portal, row.login, 10);
    await trial.portal.database.autocommit`delete from notification_setting`;
    await trial.portal.database.autocommit`delete from push_device`;
    const rows = await trial.portal.database.autocommit<{ id: number }[]>`
      select m.student_id as id from lesson l join lesson_group g on g.lesson_id = l.id
      join group_membership m on m.group_id = g.group_id and m.ends_on is null where l.code = ${row.code}`;
    people = await signInPeople(trial.portal, ...rows.map(({ id }) => id));
    const [other] = await trial.portal.database.autocommit<{ id: number }[]>`
      select student_id as id from group_membership
      where ends_on is null and group_id not in (
        select g.group_id from lesson l join lesson_group g on g.lesson_id = l.id where l.code = ${row.code}) limit 1`;
    [teacher, outsider] = (await signInPeople(trial.portal, row.teacher, other?.id ?? 0)) as [TestClient, TestClient];
  });
  after(() => rm(folder, { recursive: true }));

  const bring = async (change: Cells, today = day) => {
    Object.assign(lesson, change);
    const headings = Object.keys(lesson);
    const rows = lessons.map((row) => headings.map((heading) => row[heading] ?? ''));
    await writeFile(join(folder, 'lessons.csv'), formatCsv([headings, ...rows]));
    const { problems } = await importFolder({ sql: trial.portal.ownerSql, folder, today, demo: true, language: 'en' });
    assert.deepEqual(problems, []);
  };

  test('[TOLD-03] tomorrow: its students and its teacher are notified at once, and nobody else', async () => {
    assert.ok(people.length >= 20, `${people.length}`);
    const devices = await Promise.all([...people, teacher].map((person) => trial.device(person)));
    const foreign = await trial.device(outsider);
    await bring({ day_number: '2', slot: '6' });
    await waitUntil('all are told', () => devices.every(({ received }) => received.length === 1));
    assert.match(devices[0]?.received[0]?.title ?? '', /^Перенос: /);
    assert.match(devices[0]?.received[0]?.body ?? '', /^вторник, \d\d:\d\d/);
    assert.match(devices[0]?.received[0]?.url ?? '', /^\/lms\/schedule\?.*day=2026-11-24/);
    assert.equal(foreign.received.length, 0);
    assert.equal(devices[0]?.headers[0]?.urgency, 'high');
  });

  test('[TOLD-03] on another day of the week, or weeks ahead: it waits for the evening', async () => {
    await trial.portal.database.autocommit`delete from push_device`;
    const [student] = people as [TestClient];
    const device = await trial.device(student);
    await bring({ day_number: '5', slot: '6' });
    await planned();
    await came(device);
    assert.equal(device.received.length, 1, 'tomorrow it is cancelled, so that is told at once');
    await bring({ day_number: '6', slot: '6' });
    await planned();
    await expectWaiting(student, [['lessons', '2026-11-23 19:00', 1]]);
    await bring({ day_number: '2', slot: '6', only_date: '2026-12-15' });
    await planned();
    await expectWaiting(student, [['lessons', '2026-11-23 19:00', 2]], 'one of them is not to be said any more');
    await trial.setClock(at('19:00'));
    await came(device, 2);
    assert.match(device.received[1]?.title ?? '', /^Перенос: /);
    // What comes before that would join it, and wait a minute at most.
    await expectWaiting(student, [], 'it is noted as sent');
    await trial.setClock(at('20:00'));
    await bring({ day_number: '6', slot: '6', only_date: '' });
    await planned();
    assert.deepEqual(await waiting(student), [['lessons', '2026-11-24 19:00', 1]]);
  });

  test('[TOLD-03] in the night: what begins before the morning is notified in the night', async () => {
    await trial.portal.database.autocommit`delete from push_device`;
    const [student, other] = people as [TestClient, TestClient];
    const [device, early] = [await trial.device(student), await trial.device(other)];
    await trial.choose(other);
    await trial.portal.database
      .autocommit`update notification_setting set quiet_to = '10:30' where person_id = ${other.uid}`;
    await trial.setClock(at('23:00'));
    await bring({ day_number: '2', slot: '1', only_date: '' });
    await came(early);
    await waitUntil('the other waits', async () => (await waiting(student))[0]?.[0] === 'digest');
    assert.equal(device.received.length, 0);
  });
});
