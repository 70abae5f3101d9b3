import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInitialDay } from './findInitialDay.ts';

const term = { startsOn: '2026-09-07', endsOn: '2026-12-27' };

test('[SCH-01] on a Sunday without classes the timetable opens with the coming week', () => {
  assert.equal(findInitialDay(term, '2026-11-21', 6), '2026-11-21');
  assert.equal(findInitialDay(term, '2026-11-22', 6), '2026-11-23');
  assert.equal(findInitialDay(term, '2026-11-22', 7), '2026-11-22');
  assert.equal(findInitialDay(null, '2026-11-22', 6), '2026-11-23');
  assert.equal(findInitialDay(term, '2026-12-27', 6), '2026-12-28', 'the next week is one of the next term');
});

test('[SCH-01] outside of the term it opens with its nearest day', () => {
  assert.equal(findInitialDay(term, '2026-08-30', 6), '2026-09-07');
  assert.equal(findInitialDay(term, '2027-02-01', 6), '2026-12-27');
});
