import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { testDay } from '../../test/moment.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { 'timetable-changes': calls, notices } = callsByRoom;

let portal: TestPortal;
let office: TestClient;
let teacher: TestClient;
before(async () => {
  portal = await openPortal();
  [office, teacher] = [await portal.as('admin'), await portal.as('teacher')];
});
after(() => portal.close());

test('[IMPORT-05] days without classes are two months at most, and say so when the last is before the first', async () => {
  const refusedUntil = async (until: string, sentence: string) => {
    const days = { day: testDay, until, name_ru: 'Каникулы' };
    for (const call of [calls.checkHoliday, calls.setHoliday]) {
      const { status, error } = await office.ask(call, days);
      assert.deepEqual([status, error?.fields], [400, { until: sentence }]);
    }
  };
  await refusedUntil(addDays(testDay, 61), 'Значение вне допустимых границ.');
  await refusedUntil(addDays(testDay, -1), 'Последний день раньше первого.');
  assert.equal((await portal.database.autocommit`select from holiday`).length, 0);
});

/** Days without classes that the teacher was notified of, newest first. */
const readNotices = async () =>
  ((await teacher.get(notices.list))[0]?.notices ?? [])
    .filter(({ kind }) => kind === 'holiday')
    .map(({ step, day, until, count }) => ({ step, day, until, count }));
/** The days of the next week on which the teacher has classes, and how many. */
async function readDays(): Promise<[day: string, count: number][]> {
  const [week] = await office.get(calls.week, { kind: 'teacher', id: teacher.uid, day: addDays(testDay, 7) });
  const held = (week?.classes ?? []).filter(({ state }) => state === 'held');
  const counts = Map.groupBy(held, ({ day }) => day);
  return [...counts].map(([day, { length }]): [string, number] => [day, length]).sort();
}
const lift = (...days: string[]) => Promise.all(days.map((day) => office.get(calls.removeHoliday, { day })));

test('[IMPORT-05] of days of which one has its classes again the notice counts the classes of those that are left', async () => {
  const [one, two, three] = await readDays();
  assert.ok(one && two && three);
  const [[first, ofFirst], [second, ofSecond], [third, ofThird]] = [one, two, three];
  const all = { day: first, until: third, name_ru: 'Каникулы' };
  await office.get(calls.setHoliday, all);
  const told = { step: 'set', day: first, until: third };
  const sum = ofFirst + ofSecond + ofThird;
  assert.deepEqual(await readNotices(), [{ ...told, count: sum }]);
  await lift(second);
  const [, left] = await readNotices();
  assert.deepEqual(left, { ...told, count: ofFirst + ofThird });
  await office.get(calls.setHoliday, all);
  const again = { step: 'set', day: second, until: second, count: ofSecond };
  assert.deepEqual(await readNotices(), [again, { ...told, count: sum }], 'told of that day alone');
  await lift(first);
  const [, , later] = await readNotices();
  assert.deepEqual(later, { ...told, day: later?.day, count: ofSecond + ofThird });
  await lift(second, third);
});

test('[IMPORT-05] of days that overlap others the notice is about those alone that are new', async () => {
  const [one, two, three] = await readDays();
  assert.ok(one && two && three);
  const [[first, ofFirst], [second, ofSecond], [third, ofThird]] = [one, two, three];
  await office.get(calls.setHoliday, { day: first, until: second, name_ru: 'Каникулы' });
  await office.get(calls.setHoliday, { day: second, until: third, name_ru: 'Каникулы' });
  const [late, early] = await readNotices();
  assert.deepEqual(early, { step: 'set', day: first, until: second, count: ofFirst + ofSecond });
  assert.deepEqual([late?.until, late?.count], [third, ofThird]);
  assert.ok(late?.day && late.day > second);
  await lift(first, second, third);
});

test('[IMPORT-05] of two who set the same days at the same time the second notifies nobody', async () => {
  await grantPermissions(portal.database.autocommit, 'clerk', 'timetable');
  const clerk = await portal.as('clerk');
  const days = { day: addDays(testDay, 14), until: addDays(testDay, 15), name_ru: 'Праздник' };
  const { both } = await portal.database.transaction(async (lock) => {
    await lock`select from academic_calendar for no key update`;
    const both = [office.get(calls.setHoliday, days), clerk.get(calls.setHoliday, days)];
    for (let waiting = 0; waiting < 2; ) {
      await new Promise((done) => setImmediate(done));
      waiting = (
        await portal.ownerSql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length;
    }
    return { both };
  });
  const notified = (await Promise.all(both)).map(([row]) => row?.told ?? 0);
  assert.deepEqual([Math.min(...notified), Math.max(...notified) > 0], [0, true]);
  await lift(days.day, days.until);
});

test('[IMPORT-05] a second clerk gives days that are without classes no other name unasked', async () => {
  const day = addDays(testDay, 28);
  await office.get(calls.setHoliday, { day, name_ru: 'Каникулы' });
  const clerk = await portal.as('clerk');
  const other = { day: addDays(day, -1), until: day, name_ru: 'Ремонт' };
  const refused = await clerk.ask(calls.setHoliday, other);
  assert.deepEqual(refusalOf(refused), [409, 'changes.holidayNamed']);
  assert.match(refused.error?.message ?? '', /«Каникулы»/);
  const names = async () => (await office.get(calls.holidays)).map(({ name }) => name);
  assert.deepEqual(await names(), ['Каникулы']);
  await clerk.get(calls.setHoliday, { ...other, rename: true });
  assert.deepEqual(await names(), ['Ремонт', 'Ремонт']);
  await lift(other.day, day);
});

test('[SAFE-11] who lifts a day that a colleague has just lifted has not reached for what is not theirs', async () => {
  const day = addDays(testDay, 21);
  await office.get(calls.setHoliday, { day, until: day, name_ru: 'Праздник' });
  await lift(day);
  assert.deepEqual(refusalOf(await office.ask(calls.removeHoliday, { day })), [404, 'changes.noHoliday']);
  assert.equal((await portal.ownerSql`select from audit where action = 'refused'`).length, 0);
});
