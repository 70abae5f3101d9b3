import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallAccess, mayCall, parseRole } from './access.ts';
import { permissions } from './permissions.ts';

test('[BASE-03] 1 is a teacher, any other value a student', () => {
  for (const teacher of [1, '1']) assert.equal(parseRole(teacher), 1);
  for (const other of [2, '2', 0, -1, 3, 1.5, '01', ' 1', true, null, undefined, [1], {}])
    assert.equal(parseRole(other), 2);
});

test('[BASE-12] who may make a call: role, permission, anybody signed in, anybody', () => {
  const everyWho: CallAccess[] = ['all', 'in', 'staff', 'student', 'mover', ...permissions];
  const granted = (person: Parameters<typeof mayCall>[0]) => everyWho.filter((who) => mayCall(person, who));
  assert.deepEqual(granted(null), ['all']);
  assert.deepEqual(granted({ role: 2, permissions: [] }), ['all', 'in', 'student']);
  assert.deepEqual(granted({ role: 1, permissions: [] }), ['all', 'in', 'staff', 'mover']);
  assert.deepEqual(granted({ role: 1, permissions: ['news', 'umk'] }), ['all', 'in', 'staff', 'mover', 'news', 'umk']);
  assert.deepEqual(granted({ role: 2, permissions: ['timetable'] }), ['all', 'in', 'student', 'mover', 'timetable']);
});
