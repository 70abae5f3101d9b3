import type { ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportScope } from './scope.ts';
import type { ImportConnection } from './stage.ts';
import { isOverRemovalLimit } from './threshold.ts';

/** Faculties that are named. */
const maxNamed = 10;
/** Students of a faculty who are not all missing by chance. */
const smallest = 3;

/**
 * Says of a list of students that lacks many whom the portal holds, from which faculties they are: a file that was cut at the
 * end of a line looks like a whole one. Among errors it comes first, for most of those follow from it.
 */
export async function reportMissingStudents(
  db: ImportConnection,
  files: ParsedFiles,
  scope: ImportScope,
  report: ImportReport,
): Promise<void> {
  const file = files.get('students');
  // Whose code is only mistyped is not missing, and was named.
  const isMistyped = report.problems.some(({ code, file: name }) => code === 'key.similar' && name === file?.name);
  if (!file || scope !== null || isMistyped) return;
  const codes = file.rows.flatMap(({ cells }) => cells.code ?? []);
  const faculties = await db<{ name: string | null; here: number; total: number }[]>`
    select f.short as name, count(c.code)::int as here, count(*)::int as total
    from student s join person p on p.id = s.id and p.closed_on is null
    left join group_student gs on gs.student_id = s.id and gs.is_current
    left join study_group g on g.id = gs.group_id left join speciality sp on sp.id = g.speciality_id
    left join faculty f on f.id = sp.faculty_id
    left join (select distinct unnest(${codes}::text[]) as code) c on c.code = p.code
    group by f.id order by count(c.code) > 0, count(*) - count(c.code) desc, f.short`;
  const say = (code: 'vanish.faculties' | 'vanish.students', values: Record<string, string | number>) => {
    const before = report.problems.length;
    report[report.errorCount() > 0 ? 'error' : 'warning'](code, { file: file.name }, values);
    report.problems.unshift(...report.problems.splice(before));
  };
  const total = faculties.reduce((sum, one) => sum + one.total, 0);
  const count = total - faculties.reduce((sum, one) => sum + one.here, 0);
  const whole = faculties.filter(({ name, here, total: all }) => name !== null && here === 0 && all >= smallest);
  if (!isOverRemovalLimit('students', count, total) && whole.length === 0) return;
  if (whole.length > 0 && whole.length < faculties.length) {
    const none = whole.slice(0, maxNamed).map(({ name }) => name);
    say('vanish.faculties', { none: none.join('\n'), count, total });
    return;
  }
  const lacking = faculties.filter((one) => one.here < one.total).slice(0, maxNamed);
  const list = lacking.map((one) => `${one.name ?? '–'} ${one.here}/${one.total}`).join(', ');
  say('vanish.students', { count, total, list });
}
