import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildDisciplineLink,
  type ClassOccurrence,
  type ClassViewer,
  filterGroupsWithJournal,
  findClassOfColumn,
  findJournalPosition,
  findLinkedConversation,
  findLinkedGroups,
} from './class-links.ts';
import type { Lesson } from './timetable.ts';

const teacher: ClassViewer = { teacher: true, group: null };
const student: ClassViewer = { teacher: false, group: 11 };
const day = '2026-11-19';
const group = (id_group: number, id_semester: number | null = 5) => ({ id_group, p20: `Г-${id_group}`, id_semester });
const stream = { id_group: 904, p20: 'Поток 1 (лк)', id_semester: 1 };

function lesson(more: Partial<Lesson> = {}): Lesson {
  return {
    ...{ id_time: 2, startsAt: '10:00', endsAt: '11:20', week_kind: 0, week_from: 1, week_to: 20, date: null },
    ...{ id_discipline: 301, discipline: 'Базы данных', kredit: 5, isSelect: false },
    ...{ id_vid_zaniatiy: 1, name_vid_zaniatiy: 'Лекция', short_name: 'лк' },
    ...{ id_teacher: 77, t_fio: 'Асанбаев Д. Н.', auditorium: '214', building: null, subgroup: 0 },
    groups: [group(11)],
    ...more,
  };
}

const early = { id_time: 1, startsAt: '08:00', endsAt: '09:20' };
const late = { id_time: 5, startsAt: '15:00', endsAt: '16:20' };
const another = lesson({ ...early, id_discipline: 302 });

interface Case {
  name: string;
  lesson: Lesson;
  /** What else is on that day. */
  beside?: Lesson[];
  /** Of each group it leads to: semester, group, and the number of the class; null: no group. */
  teacher: [sem: number | null, g: number, times: number][];
  student: [sem: number | null, g: number, times: number] | null;
}

const cases: Case[] = [];
for (const type of [1, 2, 3])
  for (const subgroup of [0, 1, 2])
    for (const [once, date] of [
      ['weekly', null],
      ['moved or extra', day],
    ] as const) {
      const more = { id_vid_zaniatiy: type, subgroup, date };
      const kind = `type ${type}, subgroup ${subgroup}, ${once}`;
      const plain = lesson(more);
      cases.push(
        { name: `a group, ${kind}`, lesson: plain, teacher: [[5, 11, 1]], student: [5, 11, 1] },
        {
          name: `a combined class, ${kind}`,
          lesson: { ...plain, groups: [group(10, 3), group(11), group(12, 7)] },
          teacher: [
            [3, 10, 1],
            [5, 11, 1],
            [7, 12, 1],
          ],
          student: [5, 11, 1],
        },
        {
          name: `a stream, ${kind}`,
          lesson: { ...plain, isSelect: true, groups: [stream] },
          teacher: [[1, 904, 1]],
          student: [1, 904, 1],
        },
        {
          name: `the second class of the day, ${kind}`,
          lesson: { ...plain, ...late },
          beside: [another, plain],
          teacher: [[5, 11, 2]],
          student: [5, 11, 2],
        },
        {
          name: `at one hour with another subgroup, ${kind}`,
          lesson: plain,
          beside: [lesson({ ...more, subgroup: 3 - subgroup })],
          teacher: [[5, 11, 1]],
          student: [5, 11, 1],
        },
        {
          name: `after classes of another type, credits, kind and teacher, ${kind}`,
          lesson: plain,
          beside: [
            lesson({ ...more, ...early, id_vid_zaniatiy: 4 }),
            lesson({ ...more, ...early, kredit: 4 }),
            lesson({ ...more, ...early, isSelect: true, groups: [stream] }),
            lesson({ ...more, ...early, id_teacher: 78 }),
          ],
          teacher: [[5, 11, 1]],
          student: [5, 11, 1],
        },
        {
          name: `a combined class after one group's own, ${kind}`,
          lesson: { ...plain, groups: [group(10), group(11)] },
          beside: [lesson({ ...more, ...early, groups: [group(11)] })],
          teacher: [
            [5, 10, 1],
            [5, 11, 2],
          ],
          student: [5, 11, 2],
        },
        {
          name: `nobody's load, ${kind}`,
          lesson: { ...plain, groups: [group(11, null)] },
          teacher: [[null, 11, 1]],
          student: [null, 11, 1],
        },
        {
          name: `groups without the student's own, ${kind}`,
          lesson: { ...plain, groups: [group(10), group(12)] },
          teacher: [
            [5, 10, 1],
            [5, 12, 1],
          ],
          student: null,
        },
      );
    }

const leadOf = (occurrence: ClassOccurrence, viewer: ClassViewer) =>
  findLinkedGroups(occurrence.lesson, viewer).map((one) => ({
    ...buildDisciplineLink(occurrence.lesson, one, { year: 26, ws: 1, d: '9.0.9', sem: 9, g: 9, c: 9 }),
    ...findJournalPosition(occurrence, [one]),
  }));

test('[NOW-03] a class leads to its own group or stream, class type, subgroup, date and number, whoever looks', () => {
  assert.equal(cases.length, 162);
  for (const one of cases) {
    const occurrence = { lesson: one.lesson, day, ofDay: [...(one.beside ?? []), one.lesson] };
    const { id_discipline, isSelect, kredit, id_vid_zaniatiy, subgroup } = one.lesson;
    const expected = ([sem, g, times]: [number | null, number, number]) => ({
      ...{ year: 26, ws: 1, d: `${id_discipline}.${isSelect ? 1 : 0}.${kredit}` },
      ...(sem !== null && { sem }),
      ...{ g, t: id_vid_zaniatiy, ...(subgroup && { part: subgroup }), col: `${day}.${times}` },
    });
    assert.deepEqual(leadOf(occurrence, teacher), one.teacher.map(expected), one.name);
    if (one.student) assert.deepEqual(leadOf(occurrence, student), [expected(one.student)], one.name);
    else
      assert.deepEqual(
        leadOf(occurrence, student).map(({ d, sem, g, t }) => [d, sem, g, t]),
        [[`${id_discipline}.0.5`, undefined, undefined, id_vid_zaniatiy]],
        one.name,
      );
  }
});

test('[NOW-03] a combined class leads to one table over the journals of its groups, with its number there', () => {
  const combined = lesson({ groups: [group(10, 3), group(11), group(12, null)] });
  const ofDay = [lesson({ ...early, groups: [group(11)] }), combined];
  const groups = findLinkedGroups(combined, teacher);
  // Who teaches nothing to a group has no journal of it.
  assert.deepEqual(
    filterGroupsWithJournal(groups).map((one) => one?.id_group),
    [10, 11],
  );
  // The first class of group 10 is the second one of the table.
  assert.deepEqual(findJournalPosition({ lesson: combined, day, ofDay }, groups), {
    t: 1,
    col: `${day}.2`,
    also: '11-5',
  });
  assert.deepEqual(findJournalPosition({ lesson: combined, day, ofDay }, [group(11)]), { t: 1, col: `${day}.2` });
  assert.deepEqual(filterGroupsWithJournal([group(12, null)]), [group(12, null)]);
  assert.deepEqual(filterGroupsWithJournal([null]), [null]);
});

test('[NOW-03] a column of a group’s journal is found in the timetable by its number there', () => {
  const alone = lesson({ ...early, groups: [group(11)] });
  const combined = lesson({ groups: [group(10), group(11)] });
  const week = [{ day_number: 4, lessons: [alone, combined] }];
  const term = { startsOn: '2026-09-01', endsOn: '2027-01-20' };
  const column = { id_discipline: 301, kredit: 5, isSelect: false, id_vid_zaniatiy: 1, day };
  const found = (id: number, times: number, on = day) =>
    findClassOfColumn({ week, term }, { ...column, group: id, times, day: on })?.lesson;
  assert.equal(found(11, 1), alone);
  assert.equal(found(11, 2), combined);
  assert.equal(found(10, 1), combined);
  assert.equal(found(10, 2), undefined);
  assert.equal(found(10, 1, '2026-11-20'), undefined);
});

test('[NOW-03] the chat of a class is that with its teacher, or that of its group', () => {
  assert.deepEqual(findLinkedConversation(lesson(), student), { c: 77 });
  assert.deepEqual(findLinkedConversation(lesson(), teacher), { c: -1 });
});

test('[NOW-03] without a year and term in the address the present ones stay', () => {
  assert.deepEqual(buildDisciplineLink(lesson(), group(11), {}), { d: '301.0.5', sem: 5, g: 11 });
});
