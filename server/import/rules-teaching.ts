import type { ImportRow } from './read-file.ts';
import { joinKeyColumns, type RuleContext, toCalendarYear } from './rule.ts';

const maxCredits = 45;
const summer = '3';

/** Plans, load, streams, registrations. */
export function checkTeaching(rules: RuleContext): void {
  if (rules.has('plan')) checkPlan(rules);
  const plan = new Map(
    rules
      .rows('plan')
      .map((row) => [joinKeyColumns(row, 'speciality', 'year', 'semester', 'discipline', 'credits'), row]),
  );
  if (rules.has('group_load')) checkLoad(rules, plan);
  checkStreams(rules);
  if (rules.has('registrations')) checkRegistrations(rules, plan);
  checkClasses(rules);
}

function checkPlan({ rows, by, at, report, has }: RuleContext): void {
  const specialities = by('specialities', 'code');
  const semesters = by('semesters', 'semester');
  const blocks = new Map<string, ImportRow[]>();
  const sums = new Map<string, number>();
  const taught = new Set(
    rows('plan_hours').map((row) => joinKeyColumns(row, 'speciality', 'year', 'semester', 'discipline', 'credits')),
  );
  for (const row of rows('plan')) {
    const { speciality, semester, credits, elective_block: block } = row.cells;
    if (!speciality || !semester) continue;
    const years = specialities.get(speciality)?.cells.years;
    const course = semesters.get(semester)?.cells.course;
    if (years && course && Number(course) > Number(years)) {
      report.error('plan.beyondYears', at('plan', row, 'semester'), { semester, course, years });
    }
    if (
      has('plan_hours') &&
      !taught.has(joinKeyColumns(row, 'speciality', 'year', 'semester', 'discipline', 'credits'))
    ) {
      report.warning('plan.noHours', at('plan', row));
    }
    const place = joinKeyColumns(row, 'speciality', 'year', 'semester');
    if (block) blocks.set(`${place} ${block}`, [...(blocks.get(`${place} ${block}`) ?? []), row]);
    else {
      const before = sums.get(place) ?? 0;
      const sum = before + Number(credits ?? 0);
      sums.set(place, sum);
      if (before <= maxCredits && sum > maxCredits)
        report.warning('plan.manyCredits', at('plan', row, 'credits'), { sum });
    }
  }
  for (const [only, ...others] of blocks.values()) {
    if (only && others.length === 0)
      report.warning('plan.oneAlternative', at('plan', only, 'elective_block'), {
        block: only.cells.elective_block ?? '',
      });
  }
}

function checkLoad(rules: RuleContext, plan: ReadonlyMap<string, ImportRow>): void {
  const { rows, by, at, report, has } = rules;
  const groups = by('groups', 'code');
  const semesters = by('semesters', 'semester');
  const hours = new Set(
    rows('plan_hours').map((row) =>
      joinKeyColumns(row, 'speciality', 'year', 'semester', 'discipline', 'credits', 'class_type'),
    ),
  );
  for (const row of rows('group_load')) {
    const { group, year, term, semester, discipline, credits, class_type: type } = row.cells;
    const groupRow = groups.get(group ?? '');
    if (!group || !groupRow || !year || !semester || !term) continue;
    const course = toCalendarYear(year) - toCalendarYear(groupRow.cells.admission_year) + 1;
    const semesterRow = semesters.get(semester);
    if (semesterRow && Number(semesterRow.cells.course) !== course) {
      report.error('load.otherCourse', at('group_load', row, 'semester'), { group, course, semester });
      continue;
    }
    if (semesterRow && semesterRow.cells.term !== term && term !== summer) {
      report.error('load.otherTerm', at('group_load', row, 'term'), { semester, term });
    }
    if (!has('plan')) continue;
    const key = [groupRow.cells.speciality, year, semester, discipline, credits].join('\u001f');
    if (!plan.has(key)) report.error('load.notInPlan', at('group_load', row, 'discipline'), { group });
    else if (has('plan_hours') && !hours.has(`${key}\u001f${type}`))
      report.warning('load.noSuchClass', at('group_load', row, 'class_type'));
  }
}

function checkStreams({ rows, at, report }: RuleContext): void {
  const first = new Map<string, number>();
  const taken = new Map<string, number>();
  for (const row of rows('registration_classes')) {
    const stream = row.cells.stream ?? '';
    taken.set(stream, (taken.get(stream) ?? 0) + 1);
  }
  for (const row of rows('streams')) {
    const key = joinKeyColumns(row, 'year', 'term', 'teacher', 'discipline', 'credits', 'class_type', 'number');
    const before = first.get(key);
    if (before === undefined) first.set(key, row.row);
    else if (row.cells.number) report.error('stream.numberTwice', at('streams', row, 'number'), { first: before });
    const { code, capacity } = row.cells;
    const count = taken.get(code ?? '') ?? 0;
    if (code && capacity && count > Number(capacity)) {
      report.error('stream.overfull', at('streams', row, 'capacity'), { value: code, taken: count, capacity });
    }
  }
}

function checkRegistrations(rules: RuleContext, plan: ReadonlyMap<string, ImportRow>): void {
  const { rows, by, at, report, has } = rules;
  const groups = by('groups', 'code');
  const members = new Set(rows('memberships').map((row) => joinKeyColumns(row, 'student', 'group')));
  const blocks = new Map<string, ImportRow>();
  for (const row of rows('registrations')) {
    const {
      student,
      group,
      year,
      semester,
      discipline,
      credits,
      is_by_plan: byPlan,
      department,
      control_form: control,
    } = row.cells;
    if (!student || !group) continue;
    if (has('memberships') && !members.has(joinKeyColumns(row, 'student', 'group'))) {
      report.error('registration.notMember', at('registrations', row, 'group'), { student, group });
    }
    if (byPlan === 'f') {
      if (!department || !control)
        report.error('registration.extraNeeds', at('registrations', row, department ? 'control_form' : 'department'));
      continue;
    }
    const groupRow = groups.get(group);
    if (!has('plan') || !groupRow) continue;
    const planned = plan.get([groupRow.cells.speciality, year, semester, discipline, credits].join('\u001f'));
    if (!planned) {
      report.error('registration.notInPlan', at('registrations', row, 'discipline'), { group });
      continue;
    }
    const block = planned.cells.elective_block;
    if (!block) continue;
    const key = `${joinKeyColumns(row, 'student', 'year', 'semester')} ${block}`;
    const before = blocks.get(key);
    if (!before) blocks.set(key, row);
    else
      report.error('registration.blockTwice', at('registrations', row, 'discipline'), {
        block,
        other: before.cells.discipline ?? '',
        first: before.row,
      });
  }
}

/** Each class type of a registration is in a stream of that very discipline, year, term and type. */
function checkClasses({ rows, by, at, report, has }: RuleContext): void {
  if (!has('streams')) return;
  const streams = by('streams', 'code');
  const semesters = by('semesters', 'semester');
  const credits = new Map(
    rows('registrations').map((row) => [
      joinKeyColumns(row, 'student', 'year', 'semester', 'discipline'),
      row.cells.credits,
    ]),
  );
  for (const row of rows('registration_classes')) {
    const stream = streams.get(row.cells.stream ?? '')?.cells;
    if (!stream) continue;
    const own = credits.get(joinKeyColumns(row, 'student', 'year', 'semester', 'discipline'));
    const term = semesters.get(row.cells.semester ?? '')?.cells.term;
    const same =
      stream.discipline === row.cells.discipline &&
      stream.year === row.cells.year &&
      stream.class_type === row.cells.class_type &&
      (own === undefined || own === stream.credits) &&
      (term === undefined || term === stream.term || stream.term === summer);
    if (!same)
      report.error('class.otherStream', at('registration_classes', row, 'stream'), { value: row.cells.stream ?? '' });
  }
}
