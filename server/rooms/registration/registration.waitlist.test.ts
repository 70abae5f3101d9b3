import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { openDatabase } from '../../database/database.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import {
  expectRegistrationSaved,
  fetchPlanDisciplines,
  findFreeStream,
  isElective,
  portal,
  queryRows,
  type StreamReference,
  semester,
  setFreeSeats,
  setUpRegistrationPortal,
  student,
  year,
} from '../../test/registration.ts';
import type { TestClient } from '../../test/test-client.ts';

setUpRegistrationPortal();

const { registration: calls } = callsByRoom;

const isIn = (person: TestClient, place: StreamReference) => async () =>
  (await fetchPlanDisciplines(person)).some((row) => row.subgroup === place.subgroup);
const kindsOf = async (person: TestClient) =>
  (
    await queryRows<{ kind: string }>`
    select kind from registration_event where student_id = ${person.uid} order by id`
  ).map(({ kind }) => kind);

/** A full stream with so many newcomers in its line. */
async function fullWithLine(count: number) {
  const place = await findFreeStream(student, isElective);
  await setFreeSeats(place.subgroup, 1);
  const holder = await expectRegistrationSaved(student, place);
  const line = await addStudents(portal, 'student', count);
  for (const one of line) await one.get(calls.wait, { isByPlan: true, ...place });
  return { place, holder, line };
}

describe('the line moves by itself', () => {
  test('[REG-06] from the start on: a seat that became free while no portal ran is given when one starts', async () => {
    const { place, line } = await fullWithLine(1);
    const [first] = line;
    assert.ok(first);
    // As an import, or a node that died between the commit and its look at the line, leaves it.
    await portal.database.autocommit`update stream set capacity = capacity + 1 where id = ${place.subgroup}`;
    const database = openDatabase(portal.database.url, portal.settings);
    const second = await createApp({ settings: portal.settings, database, log: pino({ level: 'silent' }) });
    try {
      await waitUntil('the first in line has the seat', isIn(first, place));
      assert.deepEqual(await kindsOf(first), ['waiting', 'promoted']);
    } finally {
      await second.close();
      await database.close();
    }
  });

  test('[REG-06] through a closed period: nobody loses the place in line, and it moves when the period opens again', async () => {
    const { place, line } = await fullWithLine(2);
    const [first, second] = line;
    assert.ok(first && second);
    const office = await portal.as('admin');
    const [window] = (await office.get(calls.officeWindows, { id_a_year: year })).filter(
      (one) => one.isOpen && !one.isPartTime,
    );
    assert.ok(window);
    await office.get(calls.officeClose, { id_window: window.id_window });
    const [stream] = await queryRows<{ capacity: number }>`select capacity from stream where id = ${place.subgroup}`;
    const capacity = (stream?.capacity ?? 0) + 1;
    await office.get(calls.officeSeats, { subgroup: place.subgroup, capacity, reason: 'Вторая аудитория' });
    await office.get(calls.officeOpen, {
      id_a_year: year,
      id_ws: window.id_ws,
      id_faculty: window.id_faculty,
      isPartTime: false,
      startDate: window.startDate,
      endDate: window.endDate,
    });
    await waitUntil('the first in line has the seat', isIn(first, place));
    assert.deepEqual(await kindsOf(first), ['waiting', 'promoted']);
    assert.deepEqual(await kindsOf(second), ['waiting']);
  });

  test('[REG-06] a period that opens while the line is asked lets nobody pass the one before', async () => {
    const { place, line } = await fullWithLine(2);
    const [first, second] = line;
    assert.ok(first && second);
    const open = await queryRows<{ id: number }>`
      update registration_window set closed_at = now() where closed_at is null returning id`;
    await portal.database.autocommit`update stream set capacity = capacity + 1 where id = ${place.subgroup}`;
    let isOpen = false;
    // The first was refused and rests; nothing else runs here until the period is open.
    const openInBetween = (text: string, values: readonly unknown[]) => {
      const [resting] = values as number[][];
      if (isOpen || !text.includes('skip locked') || !resting?.length) return;
      isOpen = true;
      const ids = open.map(({ id }) => id).join();
      const program = `import postgres from 'postgres';
        const sql = postgres(process.env.URL, { max: 1 });
        await sql.unsafe('update registration_window set closed_at = null where id in (${ids})');
        await sql.end();`;
      const env = { ...process.env, URL: portal.database.url };
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname, env });
    };
    const database = openDatabase(portal.database.url, portal.settings, { watch: openInBetween });
    const other = await createApp({ settings: portal.settings, database, log: pino({ level: 'silent' }) });
    try {
      await waitUntil(
        'somebody has the seat',
        async () => (await isIn(first, place)()) || (await isIn(second, place)()),
      );
      assert.ok(isOpen);
      assert.deepEqual(await kindsOf(first), ['waiting', 'promoted']);
      assert.deepEqual(await kindsOf(second), ['waiting']);
    } finally {
      await other.close();
      await database.close();
    }
  });

  test('[REG-06] many seats at once go to as many, in their order', async () => {
    const { place, line } = await fullWithLine(6);
    const office = await portal.as('admin');
    const [stream] = await queryRows<{ capacity: number }>`select capacity from stream where id = ${place.subgroup}`;
    const capacity = (stream?.capacity ?? 0) + 4;
    await office.get(calls.officeSeats, { subgroup: place.subgroup, capacity, reason: 'Вторая аудитория' });
    for (const one of line.slice(0, 4)) await waitUntil('they have their seats', isIn(one, place));
    for (const [at, one] of line.slice(4).entries())
      assert.deepEqual(
        (await one.get(calls.waiting, { id_a_year: year, id_semester: semester })).map((row) => row.place),
        [at + 1],
      );
  });

  test('[REG-06] a student who was busy when their turn came gets the seat afterwards', async () => {
    const { place, holder, line } = await fullWithLine(1);
    const [first] = line;
    assert.ok(first);
    let free = () => {};
    const held = new Promise<void>((done) => {
      free = done;
    });
    const busy = portal.database.transaction(async (db) => {
      await db`select from student where id = ${first.uid} for update`;
      await student.get(calls.delete, { id_disciplineForStudent: holder.id_disciplineForStudent });
      await held;
    });
    await waitUntil('the seat is free', async () => {
      const [row] = await queryRows<{ free: number }>`
        select capacity - taken as free from stream where id = ${place.subgroup}`;
      return row?.free === 1;
    });
    assert.equal(await isIn(first, place)(), false);
    free();
    await busy;
    await waitUntil('the first in line has the seat', isIn(first, place));
  });
});
