import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { noticeKinds } from '@bilim/contract/notice-kinds.ts';

test('the kinds of notices are those that the table takes', () => {
  const schema = readFileSync(new URL('../database/schema.sql', import.meta.url), 'utf8');
  const [, list = ''] = /constraint notice_kind CHECK \(\(kind = ANY \(ARRAY\[(.*?)\]/i.exec(schema) ?? [];
  const stored = [...list.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  assert.deepEqual(stored.sort(), [...noticeKinds].sort());
});
