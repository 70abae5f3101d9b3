import type { ImportRow } from './read-file.ts';
import { joinKeyColumns, type RuleContext, toCalendarYear } from './rule.ts';

/** The timetable: nobody is in two places, and every lesson has somebody to come. */
export function checkLessons(rules: RuleContext): void {
  const { rows, by, at, report, has } = rules;
  if (!has('lessons')) return;
  const groups = new Map<string, ImportRow[]>();
  for (const row of rows('lesson_groups')) {
    const lesson = row.cells.lesson ?? '';
    groups.set(lesson, [...(groups.get(lesson) ?? []), row]);
  }
  const streams = by('streams', 'code');
  const busy = new Map<string, ImportRow[]>();
  for (const row of rows('lessons')) {
    const { code, stream, building, auditorium, teacher } = row.cells;
    const own = groups.get(code ?? '') ?? [];
    if (code && !stream && own.length === 0 && has('lesson_groups'))
      report.error('lesson.nobody', at('lessons', row, 'stream'));
    const streamRow = streams.get(stream ?? '');
    if (stream && streamRow && !sameTeaching(row, streamRow))
      report.error('lesson.otherStream', at('lessons', row, 'stream'), { value: stream });
    checkDays(rules, row);
    if (!row.cells.slot || !row.cells.day_number) continue;
    const clash = (owner: string) => takeSlot(busy, owner, row);
    const sameTeacher = teacher ? clash(`teacher ${teacher}`) : undefined;
    if (sameTeacher)
      report.warning('lesson.teacherTwice', at('lessons', row, 'teacher'), {
        value: teacher ?? '',
        first: sameTeacher.row,
      });
    const sameRoom = building && auditorium ? clash(`room ${building} ${auditorium}`) : undefined;
    if (sameRoom)
      report.warning('lesson.roomTwice', at('lessons', row, 'auditorium'), {
        value: auditorium ?? '',
        first: sameRoom.row,
      });
    for (const member of own) {
      const group = member.cells.group ?? '';
      const sameGroup = clash(`group ${group}`);
      if (sameGroup)
        report.warning('lesson.groupTwice', at('lesson_groups', member, 'group'), {
          value: group,
          first: sameGroup.row,
          other: rules.nameOf('lessons'),
        });
    }
  }
  checkSeats(rules, groups);
}

function sameTeaching(lesson: ImportRow, stream: ImportRow): boolean {
  const columns = ['year', 'term', 'teacher', 'discipline', 'credits', 'class_type'];
  return joinKeyColumns(lesson, ...columns) === joinKeyColumns(stream, ...columns);
}

function checkDays({ rows, at, report }: RuleContext, row: ImportRow): void {
  const { week_from: from, week_to: to, only_date: day, day_number: number, year, term } = row.cells;
  if (from && to && Number(from) > Number(to))
    report.error('lesson.weeks', at('lessons', row, 'week_to'), { from, to });
  if (!day) return;
  const days = rows('calendar').find(
    (candidate) => candidate.cells.year === year && candidate.cells.term === term,
  )?.cells;
  if (days?.starts_on && days.ends_on && (day < days.starts_on || day > days.ends_on)) {
    report.error('lesson.outsideTerm', at('lessons', row, 'only_date'), { value: day, year: toCalendarYear(year) });
  }
  // Sunday is 7 here and 0 in JavaScript.
  if (number && (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) !== Number(number)) {
    report.error('lesson.otherDay', at('lessons', row, 'only_date'), { value: day });
  }
}

/** Notes that somebody or something is taken; returns the lesson that has the slot already. */
function takeSlot(busy: Map<string, ImportRow[]>, owner: string, row: ImportRow): ImportRow | undefined {
  const key = `${owner} ${joinKeyColumns(row, 'year', 'term', 'day_number', 'slot')}`;
  const before = busy.get(key) ?? [];
  busy.set(key, [...before, row]);
  return before.find((other) => meet(other, row));
}

/** Whether two lessons of one slot fall into the same week; halves of a group may meet at the same time. */
function meet(a: ImportRow, b: ImportRow): boolean {
  const kinds = [a.cells.week_kind, b.cells.week_kind];
  if (!kinds.includes('0') && kinds[0] !== kinds[1]) return false;
  if (a.cells.only_date && b.cells.only_date) return a.cells.only_date === b.cells.only_date;
  if (a.cells.only_date || b.cells.only_date) return false;
  if (
    a.cells.teacher !== b.cells.teacher &&
    a.cells.subgroup !== b.cells.subgroup &&
    a.cells.subgroup !== '0' &&
    b.cells.subgroup !== '0'
  )
    return false;
  return Number(a.cells.week_from) <= Number(b.cells.week_to) && Number(b.cells.week_from) <= Number(a.cells.week_to);
}

function checkSeats({ rows, at, report, has }: RuleContext, groups: ReadonlyMap<string, readonly ImportRow[]>): void {
  if (!has('memberships') || !has('auditoriums')) return;
  const seats = new Map(
    rows('auditoriums').map((row) => [joinKeyColumns(row, 'building', 'number'), Number(row.cells.seats ?? 0)]),
  );
  const sizes = new Map<string, number>();
  for (const row of rows('memberships')) {
    const group = row.cells.group ?? '';
    if (!row.cells.ends_on) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  for (const row of rows('lessons')) {
    const room = seats.get(joinKeyColumns(row, 'building', 'auditorium'));
    const own = groups.get(row.cells.code ?? '') ?? [];
    if (!room || row.cells.subgroup !== '0') continue;
    const count = own.reduce((sum, member) => sum + (sizes.get(member.cells.group ?? '') ?? 0), 0);
    if (count > room) report.warning('lesson.crowded', at('lessons', row, 'auditorium'), { seats: room, count });
  }
}
