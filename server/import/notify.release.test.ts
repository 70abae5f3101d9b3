import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createPostgresClient } from '../database/postgres-client.ts';
import { openStatementCounter } from '../test/statement-counter.ts';
import { fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';
import { undoStoredImport } from './undo.ts';

const trial = new ImportFixture();

interface NoticeRow {
  person: number;
  step: string;
  count: number;
  seen: boolean;
}

const notices = async () => [
  ...(await trial.sql<NoticeRow[]>`
    select person_id::int as person, step, coalesce((detail->>'count')::int, 1) as count, seen_at is not null as seen
    from notice where kind = 'lesson' order by person_id`),
];

/** Every class begins one bell later, the last ones with the first. */
function shift(): number {
  const slots = trial.folder.rows('pair_slots').length;
  trial.folder.edit('lessons', (rows) => {
    for (const row of rows) row.slot = String((Number(row.slot) % slots) + 1);
  });
  return trial.folder.rows('lessons').length;
}

const undo = async (run: number | null, options: { tellNobody?: boolean } = {}) =>
  await undoStoredImport({ sql: trial.sql, run: run ?? 0, today: fixtureDay, language: 'en', ...options });

describe('[IMPORT-02] a shifted grid of bells', () => {
  test('is counted by people before it is written, and notified to each in one notice after the transaction', async () => {
    await trial.begin();
    const classes = shift();
    const trialRun = await trial.load({ dryRun: true });
    assert.deepEqual(
      trialRun.problems.map(({ code }) => code),
      ['change.tooMany'],
    );
    assert.ok(trialRun.affected > 20);
    assert.deepEqual(await notices(), []);
    let within: { notices: number; waiting: number } | undefined;
    const { affected } = await trial.loaded({
      allowRemoving: { classes },
      onStored: async (db) => {
        [within] = await db<{ notices: number; waiting: number }[]>`
          select (select count(*)::int from notice) as notices, (select count(*)::int from import_notice) as waiting`;
      },
    });
    assert.deepEqual({ ...within }, { notices: 0, waiting: affected }, 'the transaction of the import tells nobody');
    assert.equal(affected, trialRun.affected);
    const all = await notices();
    assert.equal(all.length, affected);
    assert.equal(new Set(all.map(({ person }) => person)).size, affected, 'one notice a person');
    assert.ok(all.every(({ step, count }) => (step === 'several') === count > 1));
  });

  test('costs as many statements as one class that moves', async () => {
    await trial.begin();
    const counter = await openStatementCounter(trial.url);
    const sql = createPostgresClient(counter.url, { max: 2, onnotice: () => undefined });
    try {
      /** How many statements an import takes for whom it tells of, from the look at what changed on. */
      const costOf = async (options: Parameters<typeof trial.loaded>[0]) => {
        counter.take();
        const { affected } = await trial.loaded({ sql, ...options });
        const asked = counter
          .take()
          .filter((text) => /\b(affected|unnotified|import_notice|notice|pg_notify)\b/.test(text));
        return { affected, asked };
      };
      trial.folder.edit('lessons', (rows) => {
        const lesson = rows.find((row) => row.year === '2026' && row.term === '1' && row.only_date === '');
        if (lesson) lesson.slot = String((Number(lesson.slot) % 6) + 1);
      });
      const one = await costOf({});
      const all = await costOf({ allowRemoving: { classes: shift() } });
      assert.ok(one.affected > 0 && all.affected > one.affected, `${one.affected}, ${all.affected}`);
      assert.ok(one.asked.length > 0);
      assert.equal(all.asked.length, one.asked.length, all.asked.map((text) => text.slice(0, 200)).join('\n\n'));
    } finally {
      await sql.end();
      await counter.close();
    }
  });

  test('that is undone before anybody has seen it is not notified at all; who has seen it is notified of both', async () => {
    await trial.begin();
    const classes = shift();
    const { run, affected } = await trial.loaded({ allowRemoving: { classes } });
    const [first] = await notices();
    assert.ok(first && affected > 1);
    await trial.sql`update notice set seen_at = now() where person_id = ${first.person}`;
    await undo(run);
    const left = await notices();
    assert.deepEqual(
      left.map(({ person, count, seen }) => [person, count, seen]),
      [[first.person, first.count, false]],
    );
    const [waiting] = await trial.sql<{ count: number }[]>`select count(*)::int as count from import_notice`;
    assert.equal(waiting?.count, 0);
  });

  test('is undone without notices where whoever undoes it says so, and so is that undo', async () => {
    await trial.begin();
    const { run } = await trial.loaded({ allowRemoving: { classes: shift() } });
    await trial.sql`update notice set seen_at = now()`;
    const seen = (await notices()).length;
    const { run: back } = await undo(run, { tellNobody: true });
    const all = await notices();
    assert.ok(all.length === seen && all.every((one) => one.seen), 'nobody is told of the end');
    await undo(back);
    assert.ok(
      (await notices()).every((one) => one.seen),
      'nor of the beginning again',
    );
  });

  test('that was sent to a device is not undone without a notice', async () => {
    await trial.begin();
    const { run } = await trial.loaded({ allowRemoving: { classes: shift() } });
    const all = await notices();
    const [sent, waits] = [all[0]?.person ?? 0, all[1]?.person ?? 0];
    await trial.sql`
      insert into notification_outbox (person_id, topic, thing, notices, due_at, outcome)
      select n.person_id, 'lessons', 0, array[n.id], now(), case when n.person_id = ${sent} then 'sent' end
      from notice n join account a on a.person_id = n.person_id where n.person_id in (${sent}, ${waits})`;
    await undo(run);
    assert.deepEqual(
      (await notices()).map(({ person }) => person),
      [sent],
    );
  });

  test('notifies nobody where whoever imports says so, nor does its undo', async () => {
    await trial.begin();
    const { run, affected } = await trial.loaded({ allowRemoving: { classes: shift() }, tellNobody: true });
    assert.ok(affected > 20);
    assert.deepEqual(await notices(), []);
    await undo(run);
    assert.deepEqual(await notices(), []);
  });
});

describe('[IMPORT-02] bells that ring an hour later', () => {
  /** Times of the bells alone, in a folder of their own. */
  function ringLater(): void {
    trial.folder = trial.untouched.copy();
    for (const { name } of readdirSync(trial.folder.path, { withFileTypes: true }))
      if (name.endsWith('.csv') && name !== 'pair_slots.csv') trial.folder.remove(name);
    trial.folder.edit('pair_slots', (rows) => {
      for (const row of rows)
        for (const side of ['starts_at', 'ends_at'])
          row[side] = (row[side] ?? '').replace(/^\d+/, (hour) => String(Number(hour) + 1).padStart(2, '0'));
    });
  }

  test('are counted by the classes that they move, and notified to each in one notice; an undo withdraws that', async () => {
    await trial.begin();
    const [{ classes } = { classes: 0 }] = await trial.sql<{ classes: number }[]>`
      select count(*)::int as classes from lesson`;
    ringLater();
    const asked = await trial.load({ dryRun: true });
    assert.deepEqual(
      asked.problems.map(({ code, file, values }) => [code, file, values.table, values.count]),
      [['change.tooMany', 'pair_slots.csv', 'times_of_classes', classes]],
    );
    assert.ok(asked.affected > 20);
    const { run, affected } = await trial.loaded({ allowRemoving: { times_of_classes: classes } });
    const all = await notices();
    assert.deepEqual([affected, all.length], [asked.affected, asked.affected]);
    assert.ok(all.every(({ step, count }) => step === 'several' && count > 0));
    assert.equal(new Set(all.map(({ person }) => person)).size, affected, 'one notice a person');
    await undo(run);
    assert.deepEqual(await notices(), []);
  });

  test('are notified to nobody where whoever imports says so', async () => {
    await trial.begin();
    ringLater();
    const { affected } = await trial.loaded({ allowRemoving: { times_of_classes: 10_000 }, tellNobody: true });
    assert.ok(affected > 20);
    assert.deepEqual(await notices(), []);
  });
});

describe('[JRN-11] a student who is moved to another group', () => {
  const notifiedOfGroups = async () => [
    ...(await trial.sql<{ person: string; step: string; count: number }[]>`
      select p.code as person, n.step, coalesce((n.detail->>'count')::int, 1) as count
      from notice n join person p on p.id = n.person_id where n.kind = 'group' order by p.code`),
  ];
  /** Moves the first students of a group to another one from today on; gives their codes. */
  const move = (count: number): string[] => {
    const { group } = requireFixtureRow(
      trial.folder.rows('memberships').filter(({ ends_on }) => !ends_on),
      0,
    );
    const target = requireFixtureRow(
      trial.folder.rows('groups').filter(({ code }) => code !== group),
      0,
    );
    const moved: string[] = [];
    trial.folder.edit('memberships', (rows) => {
      for (const row of rows.filter((one) => one.group === group && !one.ends_on).slice(0, count)) {
        row.ends_on = fixtureDay;
        rows.push({ ...row, group: target.code ?? '', starts_on: fixtureDay, ends_on: '' });
        moved.push(row.student ?? '');
      }
    });
    for (const file of ['registrations', 'registration_classes']) trial.folder.remove(`${file}.csv`);
    return moved.sort();
  };

  test('is notified, and each teacher of both groups in one notice, however many are moved', async () => {
    await trial.begin();
    const [student] = move(1);
    const { affected } = await trial.loaded();
    const one = await notifiedOfGroups();
    assert.equal(one.length, affected);
    assert.deepEqual(
      one.filter(({ step }) => step === 'own').map(({ person }) => person),
      [student],
    );
    assert.ok(one.length > 1 && one.every(({ person, step }) => person === student || step === 'student'));

    await trial.begin();
    trial.folder = trial.untouched.copy();
    const students = move(3);
    await trial.loaded();
    const many = await notifiedOfGroups();
    assert.deepEqual(
      many.filter(({ step }) => step === 'own').map(({ person }) => person),
      students,
    );
    const teachers = many.filter(({ step }) => step !== 'own');
    assert.ok(teachers.length > 0 && teachers.every(({ step, count }) => step === 'several' && count === 3));
  });

  test('is not notified where that is undone before anybody has seen it', async () => {
    await trial.begin();
    move(1);
    const { run } = await trial.loaded();
    assert.ok((await notifiedOfGroups()).length > 1);
    await undo(run);
    assert.deepEqual(await notifiedOfGroups(), []);
  });

  test('and returns, because that is undone later, is notified of the day', async () => {
    await trial.begin();
    const [student] = move(1);
    const { run } = await trial.loaded();
    await trial.sql`update notice set seen_at = now() where kind = 'group'`;
    await undo(run);
    const [told] = await trial.sql<{ since: string }[]>`
      select n.detail->>'since' as since from notice n join person p on p.id = n.person_id
      where n.kind = 'group' and n.step = 'own' and p.code = ${student ?? ''}`;
    assert.equal(told?.since, fixtureDay);
  });
});

describe('[JRN-11] students who are moved to another stream', () => {
  const notifiedOfStreams = async () => [
    ...(await trial.sql<{ person: string; step: string; count: number }[]>`
      select p.code as person, n.step, coalesce((n.detail->>'count')::int, 1) as count
      from notice n join person p on p.id = n.person_id where n.kind = 'stream' order by p.code`),
  ];

  test('are notified, and the teachers of both streams in one notice each; undone unseen nobody is notified', async () => {
    await trial.begin();
    trial.folder = trial.untouched.copy();
    const places = trial.folder.rows('registration_classes');
    const year = trial.folder.rows('academic_years').find(({ is_default }) => is_default === '1')?.year;
    const running = trial.folder.rows('streams').filter((one) => one.year === year && one.term === '1');
    const seatsOf = ({ code }: { code?: string }) => places.filter((one) => one.stream === code);
    const left = running.find((one) => seatsOf(one).length > 1) ?? assert.fail('a stream of this term has students');
    const [stream, seats] = [left.code, seatsOf(left)];
    const other = requireFixtureRow(
      trial.folder.rows('teachers').filter(({ code }) => code !== left.teacher),
      0,
    );
    const moved = seats.slice(0, 2).map(({ student }) => student ?? '');
    trial.folder.edit('streams', (rows) => {
      rows.push({ ...left, code: 'another', teacher: other.code ?? '', number: '9' });
    });
    trial.folder.edit('registration_classes', (rows) => {
      for (const row of rows) if (row.stream === stream && moved.includes(row.student ?? '')) row.stream = 'another';
    });
    const { run } = await trial.loaded();
    assert.deepEqual(
      (await notifiedOfStreams()).map(({ person, step, count }) => [person, step, count]),
      [
        ...moved.map((code) => [code, 'own', 1]),
        ...[left.teacher, other.code].map((code) => [code, 'students', 2]),
      ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
    const [{ since } = { since: null }] = await trial.sql<{ since: Date }[]>`
      select distinct day_of(c.registered_at) as since from registration_class c join stream s on s.id = c.stream_id
      where s.code = 'another'`;
    const [day] = await trial.sql<{ today: Date }[]>`select today() as today`;
    assert.ok(since);
    assert.deepEqual(since, day?.today);
    await undo(run);
    assert.deepEqual(await notifiedOfStreams(), []);
  });
});
