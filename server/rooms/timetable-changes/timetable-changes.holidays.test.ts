import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/as.ts';
import { testDay } from '../../test/moment.ts';

const { 'timetable-changes': calls } = everything;

let portal: TestPortal;
let office: TestClient;
before(async () => {
  portal = await openPortal();
  office = await portal.as('admin');
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
  assert.equal((await portal.database.own`select from holiday`).length, 0);
});
