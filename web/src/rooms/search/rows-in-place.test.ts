import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allRows, keepRowsInPlace } from './rows-in-place.ts';
import { type SearchOption, type SearchOptionGroup, toUnhighlightedText } from './search-option.ts';

const row = (key: string, text = key): SearchOption => ({ key, sign: null, title: toUnhighlightedText(text) });
const group = (name: string, keys: readonly string[], rest: Partial<SearchOptionGroup> = {}): SearchOptionGroup => ({
  ...{ name, title: name },
  options: keys.map((key) => row(key)),
  ...rest,
});
const keysOf = (groups: readonly SearchOptionGroup[]) => allRows(groups).map(({ key }) => key);

test('[FIND-01] rows that arrive later stand behind those that somebody goes through, in whichever group they belong', () => {
  const held = [group('open', ['timetable', 'theme'])];
  const found = [
    group('open', ['timetable', 'order', 'theme']),
    group('people', ['Asanbaev'], { more: row('more people') }),
  ];
  const shown = keepRowsInPlace(held, found);
  assert.deepEqual(keysOf(shown), ['timetable', 'theme', 'order', 'Asanbaev', 'more people']);
  assert.deepEqual(
    shown.map(({ title }) => title),
    ['open', 'open', 'people'],
  );
  assert.equal(new Set(shown.map(({ name }) => name)).size, 3, 'each group has a name of its own');
  // The next rows come behind these again.
  assert.deepEqual(keysOf(keepRowsInPlace(shown, [group('texts', ['book']), ...found])), [...keysOf(shown), 'book']);
});

test('[FIND-01] a row that somebody goes through stays when it is no longer found, and takes its newest words', () => {
  const held = [group('people', ['Asanbaev', 'Asanova'], { more: row('more people', 'ещё 3') })];
  const found = [group('people', ['Asanova'], { more: row('more people', 'ещё 2') })];
  const [people] = keepRowsInPlace(held, found);
  assert.deepEqual(
    people?.options.map(({ key }) => key),
    ['Asanbaev', 'Asanova'],
  );
  assert.equal(people?.more?.title.text, 'ещё 2');
});

test('[FIND-01] a group that is still searched waits behind the rows, and is gone when its rows have come', () => {
  const held = [group('open', ['timetable']), group('texts', [], { isWaiting: true })];
  const waiting = keepRowsInPlace(held, [group('open', ['timetable']), group('texts', [], { isWaiting: true })]);
  assert.deepEqual(
    waiting.map(({ isWaiting = false }) => isWaiting),
    [false, true],
  );
  assert.deepEqual(keepRowsInPlace(held, [group('open', ['timetable'])]).length, 1);
});
