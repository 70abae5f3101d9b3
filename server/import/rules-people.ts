import type { ImportRow } from './read-file.ts';
import { checkEndNotBeforeStart, checkUniqueColumn, type RuleContext, toCalendarYear } from './rule.ts';

const maxEmploymentRate = 1.5;

/** People, logins, posts, groups of students. */
export function checkPeople(rules: RuleContext): void {
  const { rows, at, report } = rules;
  checkUniqueColumn(rules, 'students', 'number');
  const teachers = rules.by('teachers', 'code');
  for (const row of rows('students')) {
    const teacher = teachers.get(row.cells.code ?? '');
    if (row.cells.code && teacher) {
      report.error('person.bothKinds', at('students', row, 'code'), {
        value: row.cells.code,
        first: teacher.row,
        other: rules.nameOf('teachers'),
      });
    }
  }
  checkLogins(rules);
  checkEndNotBeforeStart(rules, 'employments', 'starts_on', 'ends_on');
  checkEndNotBeforeStart(rules, 'memberships', 'starts_on', 'ends_on');
  if (rules.has('employments')) checkEmployments(rules);
  if (rules.has('memberships')) checkMemberships(rules);
}

function checkLogins({ rows, at, report, nameOf }: RuleContext): void {
  const first = new Map<string, { file: string; row: number; code: string | null | undefined }>();
  for (const file of ['teachers', 'students']) {
    for (const row of rows(file)) {
      const login = row.cells.login ?? row.cells.code;
      if (!login) continue;
      const before = first.get(login.toLowerCase());
      // A code that stands twice has a sentence of its own already.
      if (!row.cells.login && login === before?.code) continue;
      if (!before) first.set(login.toLowerCase(), { file: nameOf(file), row: row.row, code: row.cells.code });
      else
        report.error('login.twice', at(file, row, row.cells.login ? 'login' : 'code'), {
          value: login,
          other: before.file,
          first: before.row,
        });
    }
  }
}

function checkEmployments({ rows, at, report, nameOf }: RuleContext): void {
  const sums = new Map<string, number>();
  for (const row of rows('employments')) {
    const { teacher, rate, ends_on: ends } = row.cells;
    if (!teacher) continue;
    const sum = (sums.get(teacher) ?? 0) + (ends ? 0 : Number(rate ?? 0));
    sums.set(teacher, sum);
    if (sum > maxEmploymentRate && !ends)
      report.warning('employment.rates', at('employments', row, 'rate'), { sum: sum.toFixed(2) });
  }
  for (const row of rows('teachers')) {
    if (row.cells.code && !sums.has(row.cells.code))
      report.warning('teacher.noPost', { file: nameOf('teachers'), row: row.row });
  }
}

function checkMemberships(rules: RuleContext): void {
  const { rows, at, report, today } = rules;
  const groups = rules.by('groups', 'code');
  const spans = new Map<string, ImportRow[]>();
  for (const row of rows('memberships')) {
    const { student, group, starts_on: starts } = row.cells;
    if (!student || !group || !starts) continue;
    spans.set(student, [...(spans.get(student) ?? []), row]);
    const admission = groups.get(group)?.cells.admission_year;
    if (admission && starts < `${toCalendarYear(admission)}-01-01`) {
      report.error('membership.beforeAdmission', at('memberships', row, 'starts_on'), {
        starts,
        group,
        year: toCalendarYear(admission),
      });
    }
  }
  for (const own of spans.values()) {
    if (own.length < 2) continue;
    own.sort((a, b) => (a.cells.starts_on ?? '').localeCompare(b.cells.starts_on ?? ''));
    own.forEach((row, place) => {
      const before = own[place - 1];
      // The last day in one group may be the first in the next.
      if (before && (before.cells.ends_on ?? '9999') > (row.cells.starts_on ?? '')) {
        report.error('membership.overlap', at('memberships', row, 'starts_on'), {
          group: before.cells.group ?? '',
          first: before.row,
        });
      }
    });
  }
  for (const row of rows('students')) {
    const own = spans.get(row.cells.code ?? '') ?? [];
    // The last day in a group is a day in it.
    const isInGroup = own.some(({ cells }) => !cells.ends_on || cells.ends_on >= today);
    if (row.cells.code && !isInGroup) report.warning('student.noGroup', at('students', row));
  }
}
