import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JournalTableRow, packJournalTable, unpackJournalTable } from './journal-table.ts';

const key = { id_a_year: 26, id_semesterOrWs: 5, isPotok: false, id_groupOrPorok: 812, id_discipline: 29, credits: 5 };

/** A large group's term: every cell filled, most of a column at one moment. */
function term(students: number, days: number): JournalTableRow[] {
  const rows: JournalTableRow[] = [];
  for (let student = 0; student < students; student++)
    for (let day = 0; day < days; day++) {
      const date = new Date(Date.UTC(2026, 8, 1 + 2 * day));
      const visitDate = date.toISOString().slice(0, 10);
      const mark = (student + day) % 7;
      rows.push({
        ...key,
        id_studentJournalVisit: 1_500_000 + day * 200 + student,
        id_student: 30_000 + student,
        s_fio: `Сүйүндүкова Гүлзат Эрлановна ${student}`,
        p20: 'ПИ-1-24',
        id_teacher: 77,
        id_vid_zaniatiy: 1,
        visitDate,
        dates: visitDate.split('-').reverse().join('.'),
        timesCount: 1,
        isVisited: mark !== 0,
        id_otsenka: mark === 0 ? 6 : mark > 4 ? mark - 2 : null,
        otsenka: mark === 0 ? 'н/б' : mark > 4 ? String(mark - 2) : null,
        otsenka_ball: mark > 4 ? mark - 2 : null,
        subgroup: 0,
        edit: day > days - 3,
        left: student === 1 ? { since: '2026-11-26', moved: true } : null,
        changedAt: new Date(date.getTime() + (mark ? 0 : student * 40_000) + 123).toISOString(),
      });
    }
  return rows;
}

describe('a table, packed', () => {
  it('comes out as it went in', () => {
    const rows = term(3, 4);
    const empty: JournalTableRow = {
      ...(rows[0] as JournalTableRow),
      ...{ id_studentJournalVisit: null, id_student: 9, id_teacher: null, id_vid_zaniatiy: null, visitDate: null },
      ...{ dates: null, timesCount: null, isVisited: null, id_otsenka: null, otsenka: null, otsenka_ball: null },
      ...{ edit: true, changedAt: null },
    };
    assert.deepEqual(unpackJournalTable(packJournalTable([...rows, empty])), [...rows, empty]);
    assert.deepEqual(unpackJournalTable(packJournalTable([])), []);
  });

  it('weighs less than 25 kB for 25 students and 40 columns', () => {
    const rows = term(25, 40);
    assert.ok(JSON.stringify(rows).length > 400_000);
    const packed = JSON.stringify({ result: 0, error: null, data: packJournalTable(rows) });
    assert.ok(Buffer.byteLength(packed) < 25_000, String(Buffer.byteLength(packed)));
  });
});
