import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMovedBetweenRooms, isRoomChange } from './texts.ts';
import type { TimetableClass } from './timetable-changes.data.ts';

const place = { date: '2026-11-24', startsAt: '09:00', auditorium: '102' };
const one = {
  ...{ day: '2026-11-24', id_time: 2, discipline: 'Physics', id_vid_zaniatiy: 1, subgroup: 0, groups: ['PI-2'] },
  ...{ step: 'moved', state: 'held' },
} as TimetableClass;

test('[IMPORT-05] a change is one of the room when day and hour stay', () => {
  assert.ok(isRoomChange({ step: 'moved', was: place, now: { ...place, auditorium: '116' } }));
  assert.ok(!isRoomChange({ step: 'moved', was: place, now: { ...place, startsAt: '10:30' } }));
  assert.ok(!isRoomChange({ step: 'cancelled', was: place, now: null }));
});

test('[IMPORT-05] a class has another room when both its places are at the same hour', () => {
  const gone: TimetableClass = { ...one, state: 'moved' };
  assert.ok(isMovedBetweenRooms(one, [one, gone]) && isMovedBetweenRooms(gone, [one, gone]));
  assert.ok(!isMovedBetweenRooms(one, [one]));
  assert.ok(!isMovedBetweenRooms(one, [one, { ...gone, id_time: 3 }]));
  assert.ok(!isMovedBetweenRooms({ ...one, step: null }, [one, gone]));
});
