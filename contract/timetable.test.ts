import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findUpcomingClasses,
  type Lesson,
  lessonMinutesLeft,
  lessonProgress,
  lessonState,
  listCancelledClasses,
  listLessonsOnDay,
  type TimetableWeek,
} from './timetable.ts';

const term = { startsOn: '2026-09-01', endsOn: '2027-01-16' };
const lesson = (startsAt: string, endsAt: string, more: Partial<Lesson> = {}) =>
  ({ startsAt, endsAt, week_kind: 0, week_from: 1, week_to: 20, date: null, ...more }) as Lesson;
const week: TimetableWeek = [
  { day_number: 1, lessons: [lesson('10:00', '11:20'), lesson('13:30', '14:50', { week_kind: 2 })] },
  { day_number: 2, lessons: [lesson('11:30', '12:50', { date: '2026-09-15' })] },
];

test('[SCH-01] a day holds the lessons of its week and of its date', () => {
  const count = (day: string) => listLessonsOnDay(week, term, day).length;
  assert.deepEqual(['2026-09-07', '2026-09-14', '2026-09-15', '2026-09-08'].map(count), [2, 1, 1, 0]);
  assert.deepEqual(['2026-08-31', '2027-01-18'].map(count), [0, 0]);
  assert.deepEqual(listLessonsOnDay(week, null, '2026-09-07'), []);
});

test('[IMPORT-05] what was moved, cancelled or falls on a holiday is not held, and is listed with the reason', () => {
  const why = { step: 'cancelled', reason: 'Болезнь', now: null };
  const cancelled = lesson('10:00', '11:20', {
    id_time: 1,
    id_discipline: 3,
    notHeld: [{ day: '2026-09-07', ...why }],
  });
  const changed: TimetableWeek = [{ day_number: 1, lessons: [cancelled] }];
  assert.deepEqual(
    [listLessonsOnDay(changed, term, '2026-09-07'), listLessonsOnDay(changed, term, '2026-09-14').length],
    [[], 1],
  );
  assert.deepEqual(
    listCancelledClasses(changed, term, '2026-09-07').map((one) => one.why.reason),
    ['Болезнь'],
  );
  assert.deepEqual(listCancelledClasses(changed, term, '2026-09-14'), []);
  const replaced = lesson('10:00', '11:20', {
    ...cancelled,
    notHeld: [{ day: '2026-09-07', ...why, step: 'replaced' }],
  });
  const { notHeld: _, ...rest } = replaced;
  const given: Lesson = { ...rest, date: '2026-09-07', change: { step: 'replaced', reason: 'Болезнь', was: null } };
  assert.equal(
    listCancelledClasses([{ day_number: 1, lessons: [replaced] }], term, '2026-09-07').length,
    1,
    'to who gave it before',
  );
  assert.deepEqual(listCancelledClasses([{ day_number: 1, lessons: [replaced, given] }], term, '2026-09-07'), []);
});

test('[SHELL-10] now, next, and the first class of a later day', () => {
  const at = (time: string, day = '2026-09-07') => findUpcomingClasses(week, term, { day, time });
  assert.equal(at('09:00').next?.startsAt, '10:00');
  assert.equal(at('10:00').current?.startsAt, '10:00');
  assert.equal(at('10:00').next?.startsAt, '13:30');
  assert.deepEqual([at('11:20').current, at('11:20').next?.startsAt], [null, '13:30']);
  assert.deepEqual([at('15:00').later?.day, at('15:00').later?.ahead], ['2026-09-14', 7]);
  assert.equal(at('15:00', '2026-09-14').later?.day, '2026-09-15');
  assert.equal(at('15:00', '2026-08-01').later, null);
});

test('how far a class is', () => {
  const one = lesson('10:00', '11:20');
  assert.deepEqual(
    ['09:59', '10:00', '11:19', '11:20'].map((time) => lessonState(one, time)),
    ['later', 'now', 'now', 'past'],
  );
  assert.deepEqual([lessonMinutesLeft(one, '10:54'), lessonProgress(one, '10:20')], [26, 0.25]);
});
