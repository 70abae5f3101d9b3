import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCombinedDay, formatOtherGroups, parseOtherGroups } from './combined-class.ts';
import type { LessonIdentity } from './term-calendar.ts';

const course = { id_teacher: 1, id_discipline: 2, kredit: 5, isSelect: false, id_vid_zaniatiy: 1 };
const held = (startsAt: string, ...groups: number[]): LessonIdentity => ({
  ...course,
  startsAt,
  groups: groups.map((id_group) => ({ id_group })),
});

test('[NOW-03] a class has one number in the table of its groups, and in each group its own', () => {
  const ofDay = [
    held('08:00', 12),
    held('09:30', 11, 12),
    { ...held('11:00', 11), id_vid_zaniatiy: 2 },
    held('12:30', 11, 12),
    held('14:00', 11),
  ];
  const day = buildCombinedDay(course, ofDay, [11, 12]);
  assert.deepEqual(
    [1, 2, 3].map((times) => day.inTable(11, times)),
    [2, 3, 4],
  );
  assert.deepEqual(
    [1, 2, 3].map((times) => day.inTable(12, times)),
    [1, 2, 3],
  );
  // The first class is not for group 11, the last one not for group 12.
  assert.deepEqual(
    [1, 2, 3, 4].map((number) => [day.inJournal(11, number), day.inJournal(12, number)]),
    [
      [null, 1],
      [1, 2],
      [2, 3],
      [3, null],
    ],
  );
});

test('[NOW-03] what the timetable does not know comes after it, in its order, and nothing is lost on the way', () => {
  const ofDay = [held('08:00', 12), held('09:30', 11, 12)];
  const day = buildCombinedDay(course, ofDay, [11, 12]);
  assert.deepEqual([day.inTable(11, 2), day.inTable(12, 3)], [3, 3]);
  assert.deepEqual([day.inJournal(11, 3), day.inJournal(12, 3)], [2, 3]);
  for (const group of [11, 12])
    for (let times = 1; times <= 8; times++)
      assert.equal(day.inJournal(group, day.inTable(group, times)), times, `${group} ${times}`);
  assert.equal(day.inJournal(12, 9), null);
  const without = buildCombinedDay(course, [], [11, 12]);
  assert.deepEqual([without.inTable(11, 2), without.inTable(12, 2), without.inJournal(12, 2)], [2, 2, 2]);
});

test('[NOW-03] the other groups of a table are read from the address as they were written; nonsense is none', () => {
  const others = [
    { id_group: 12, id_semester: 5 },
    { id_group: 13, id_semester: 7 },
  ];
  assert.equal(formatOtherGroups(others), '12-5.13-7');
  assert.deepEqual(parseOtherGroups('12-5.13-7'), others);
  for (const text of [undefined, 12.5, '', '12', '12-5.', '12-5 or 1', 'x-y', `${'1'.repeat(11)}-5`])
    assert.deepEqual(parseOtherGroups(text), []);
});
