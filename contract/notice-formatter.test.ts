import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNoticeFormatter } from './notice-formatter.ts';

type Notice = Parameters<ReturnType<typeof createNoticeFormatter>['whole']>[0];

const words = createNoticeFormatter({
  t: (key, { discipline = '' }) => [key, discipline].filter(Boolean).join(' '),
  date: (day) => day,
  days: (first, last) => `${first} ${last}`,
  dayAndMonth: (day) => day,
  weekday: (number) => `day ${number}`,
});

const place = { date: '2026-11-24', day_number: 2, startsAt: '09:00', auditorium: '102' };
const moved = (now: Partial<typeof place>) =>
  ({
    ...{ kind: 'lesson', step: 'moved', was: place, now: { ...place, ...now }, course: { discipline: 'Physics' } },
    ...{
      title: null,
      person: null,
      mark: null,
      count: null,
      lesson: null,
      reason: null,
      groups: null,
      until: null,
      day: null,
    },
  }) as unknown as Notice;

test('[JRN-11] a class is called moved when its time is another, and by its room when only that is', () => {
  assert.equal(words.whole(moved({ auditorium: '116' })).title, 'lesson.room Physics');
  assert.equal(words.whole(moved({ startsAt: '10:30', auditorium: '116' })).title, 'lesson.moved Physics');
  assert.equal(words.whole(moved({ date: '2026-12-01' })).title, 'lesson.moved Physics');
});
