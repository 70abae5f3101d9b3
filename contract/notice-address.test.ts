import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeAddress } from './notice-address.ts';
import type { Lesson, Timetable } from './timetable.ts';

type Notice = Parameters<typeof noticeAddress>[0];

/** A Monday. */
const today = '2026-11-23';
const course = {
  ...{ year: 2026, ws: 1, id_discipline: 29, discipline: 'Физика', kredit: 5, isSelect: false },
  ...{ id_semester: 5, id_group: 11 },
};
const lesson = {
  ...{ id_vid_zaniatiy: 1, name_vid_zaniatiy: 'Лекция', subgroup: 0 },
  ...{ visitDate: '2026-11-19', timesCount: 1 },
};
const place = { day_number: 3, date: null, startsAt: '10:00', endsAt: '11:20', auditorium: '214' };
const term = { year: 2026, ws: 1 };
const inCourse = { ...term, d: '29.0.5', sem: 5, g: 11 };

const notice = (kind: string, more: Partial<Notice> = {}): Notice => ({
  ...{ id: 1, kind, step: null, at: '2026-11-23T08:00:00Z', isNew: true, thing: 77 },
  ...{ course: null, lesson: null, was: null, now: null, title: null, fileName: null, person: null, mark: null },
  ...{ count: null, day: null, until: null, place: null, reason: null, groups: null },
  ...more,
});

const cases: readonly [name: string, notice: Notice, to: string, search: Record<string, string | number>][] = [
  [
    'a mark, the journal at its class',
    notice('mark', { course, lesson }),
    '/journal',
    { ...inCourse, t: 1, col: '2026-11-19.1' },
  ],
  [
    'a mark in a subgroup at the second class of a day, this very column',
    notice('mark', { course, lesson: { ...lesson, subgroup: 2, timesCount: 2 } }),
    '/journal',
    { ...inCourse, t: 1, part: 2, col: '2026-11-19.2' },
  ],
  [
    'a mark in a discipline of choice, its stream',
    notice('mark', { course: { ...course, isSelect: true, id_semester: 1, id_group: 904 }, lesson }),
    '/journal',
    { ...term, d: '29.1.5', sem: 1, g: 904, t: 1, col: '2026-11-19.1' },
  ],
  [
    'absences, the last of them in the journal',
    notice('absences', { course, lesson, count: 3 }),
    '/journal',
    { ...inCourse, t: 1, col: '2026-11-19.1' },
  ],
  ['an own move to a group, the journal', notice('group', { step: 'own' }), '/journal', {}],
  ['a student’s move, what is taught there', notice('group', { step: 'student', course }), '/journal', inCourse],
  ['a move to a stream, its journal', notice('stream', { step: 'own', course }), '/journal', inCourse],
  ['a material, this one opened', notice('material', { course }), '/umk', { ...inCourse, read: 77 }],
  [
    'a class of one date, this day',
    notice('lesson', { course, now: { ...place, date: '2026-12-04' }, was: place }),
    '/schedule',
    { ...term, day: '2026-12-04' },
  ],
  [
    'a class of every week, its next day',
    notice('lesson', { course, now: place }),
    '/schedule',
    { ...term, day: '2026-11-25' },
  ],
  [
    'a class of this weekday, today',
    notice('lesson', { course, now: { ...place, day_number: 1 } }),
    '/schedule',
    { ...term, day: today },
  ],
  [
    'a cancelled class, the day on which it would have been',
    notice('lesson', { step: 'cancelled', course, was: { ...place, date: '2026-11-27' } }),
    '/schedule',
    { ...term, day: '2026-11-27' },
  ],
  ['several classes, today', notice('lesson', { step: 'several', count: 4 }), '/schedule', { day: today }],
  [
    'days without classes, the first',
    notice('holiday', { step: 'set', day: '2026-12-31' }),
    '/schedule',
    { day: '2026-12-31' },
  ],
  ['a document, its order', notice('order', { step: 'prepared' }), '/singlewindow', { order: 77 }],
  ['an announcement, itself', notice('news'), '/news', { item: 77 }],
  ['a message that was reported, the conversations', notice('message', { step: 'removed' }), '/chat', {}],
  ['a load of data, itself', notice('load', { step: 'done' }), '/data', { job: 77 }],
  [
    'a sign-in on a new device, the devices',
    notice('signInMethods', { step: 'device' }),
    '/profile',
    { at: 'devices' },
  ],
  ['a new key, the profile', notice('signInMethods', { step: 'keyAdded' }), '/profile', {}],
  ['the own data, their page', notice('archive', { step: 'ready' }), '/profile/mydata', {}],
  ['journals to be filled, the day', notice('journals', { count: 2 }), '/apps', {}],
  ['a right, the day', notice('right', { step: 'news' }), '/apps', {}],
  ['a seat, the registration of its year', notice('seat', { step: 'promoted', course }), '/registration', { ry: 2026 }],
  ['the dates of registration, its page', notice('window', { step: 'open' }), '/registration', {}],
];

for (const [name, one, to, search] of cases)
  test(`[NOW-02] a notice leads to its thing: ${name}`, () => {
    assert.deepEqual(noticeAddress(one, { today }), { to, search });
  });

test('[JRN-11] a mark of a group that its student has left leads to the course of that group', () => {
  const { search } = noticeAddress(notice('mark', { course: { ...course, id_group: 8 }, lesson }), { today });
  assert.deepEqual([search.d, search.g, search.sem], ['29.0.5', 8, 5]);
});

test('[NOW-02] absences in a combined class lead its teacher to the table over all its groups', () => {
  const group = (id_group: number, id_semester: number) => ({ id_group, p20: `Г-${id_group}`, id_semester });
  const combined: Lesson = {
    ...{ id_time: 2, startsAt: '10:00', endsAt: '11:20', week_kind: 0, week_from: 1, week_to: 20, date: null },
    ...{ id_discipline: 29, discipline: 'Физика', kredit: 5, isSelect: false },
    ...{ id_vid_zaniatiy: 1, name_vid_zaniatiy: 'Лекция', short_name: 'лк' },
    ...{ id_teacher: 77, t_fio: 'Асанбаев Д. Н.', auditorium: '214', building: null, subgroup: 0 },
    groups: [group(10, 3), group(11, 5)],
  };
  const timetable: Timetable = {
    week: [{ day_number: 4, lessons: [combined] }],
    term: { startsOn: '2026-09-01', endsOn: '2027-01-20' },
  };
  const absences = notice('absences', { course, lesson, count: 3 });
  assert.deepEqual(noticeAddress(absences, { today, timetable }), {
    to: '/journal',
    search: { ...term, d: '29.0.5', sem: 3, g: 10, t: 1, col: '2026-11-19.1', also: '11-5' },
  });
  const ofOneGroup = { ...timetable, week: [{ day_number: 4, lessons: [{ ...combined, groups: [group(11, 5)] }] }] };
  assert.deepEqual(noticeAddress(absences, { today, timetable: ofOneGroup }).search, {
    ...inCourse,
    ...{ t: 1, col: '2026-11-19.1' },
  });
});
