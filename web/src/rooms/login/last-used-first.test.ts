import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortLastUsedFirst } from './last-used-first.ts';

test('[AUTH-12] the method by which this browser signed in last comes first, the others keep their order', () => {
  const methods = ['uni', 'state', 'bank'].map((id) => ({ id }));
  const order = (last: string | null) => sortLastUsedFirst(methods, last).map(({ id }) => id);
  assert.deepEqual(order('bank'), ['bank', 'uni', 'state']);
  assert.deepEqual(order('uni'), ['uni', 'state', 'bank']);
  assert.deepEqual(order(null), ['uni', 'state', 'bank']);
  assert.deepEqual(order('gone from the settings'), ['uni', 'state', 'bank']);
});
