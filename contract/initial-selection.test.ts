import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInitialSelection, type InitialSelection } from './initial-selection.ts';
import type { Lesson } from './timetable.ts';

const term = { startsOn: '2026-09-01', endsOn: '2027-01-16' };
const day = '2026-11-19';
const lesson = (id: number, startsAt: string, endsAt: string, more: Partial<Lesson> = {}) =>
  ({
    ...{ startsAt, endsAt, week_kind: 0, week_from: 1, week_to: 20, date: null, subgroup: 0 },
    ...{ id_discipline: id, kredit: 5, isSelect: false, id_vid_zaniatiy: 2, id_teacher: 77 },
    groups: [{ id_group: 11, p20: 'Г-11', id_semester: 5 }],
    ...more,
  }) as Lesson;
const timetable = {
  term,
  week: [
    { day_number: 4, lessons: [lesson(301, '10:00', '11:20'), lesson(302, '13:00', '14:20', { subgroup: 2 })] },
    { day_number: 6, lessons: [lesson(303, '09:00', '10:20')] },
  ],
};
const used = { year: 26, ws: 1, d: '399.1.4', sem: 1, g: 904 };

const at = (time: string, more: Partial<Parameters<typeof findInitialSelection>[0]> = {}): InitialSelection | null =>
  findInitialSelection({
    timetable,
    now: { day, time },
    viewer: { teacher: true, group: null },
    looked: {},
    used: null,
    has: () => true,
    ...more,
  });

test('[NOW-04] the class going on comes first, with its column; then what was used last; then the next class', () => {
  assert.deepEqual(at('10:00', { used }), {
    selection: { d: '301.0.5', sem: 5, g: 11 },
    place: { t: 2, col: `${day}.1` },
    goesOn: true,
  });
  assert.deepEqual(at('11:20', { used }), { selection: { d: '399.1.4', sem: 1, g: 904 }, place: null, goesOn: false });
  assert.deepEqual(at('11:20'), {
    selection: { d: '302.0.5', sem: 5, g: 11 },
    place: { t: 2, part: 2 },
    goesOn: false,
  });
  assert.deepEqual(at('14:20')?.selection, { d: '303.0.5', sem: 5, g: 11 });
});

test('[NOW-04] what the person does not have is passed over, and without anything there is no opening', () => {
  assert.deepEqual(at('10:30', { has: (d) => d !== '301.0.5' })?.selection.d, '302.0.5');
  assert.deepEqual(at('11:30', { used, has: (d) => d !== used.d })?.selection.d, '302.0.5');
  assert.equal(at('10:30', { has: () => false }), null);
  assert.equal(at('10:30', { timetable: undefined }), null);
  assert.equal(at('10:30', { timetable: { week: [], term: null } }), null);
});

test('[NOW-04] a student is led to the discipline alone, and a term in the address stays', () => {
  const opened = at('10:30', { viewer: { teacher: false, group: 11 }, looked: { year: 26, ws: 1 } });
  assert.deepEqual(opened, { selection: { year: 26, ws: 1, d: '301.0.5', sem: 5, g: 11 }, place: null, goesOn: true });
});

test('[NOW-04] [JRN-11] a student who keeps a seat beside the former group is led to the present one, and of what was chosen to the stream', () => {
  const viewer = { teacher: false, group: 12 };
  assert.deepEqual(at('10:30', { viewer })?.selection, { d: '301.0.5' });
  const elective = lesson(301, '10:00', '11:20', { isSelect: true });
  const opened = at('10:30', { viewer, timetable: { term, week: [{ day_number: 4, lessons: [elective] }] } });
  assert.deepEqual(opened?.selection, { d: '301.1.5', sem: 5, g: 11 });
});
