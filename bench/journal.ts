import { randomUUID } from 'node:crypto';
import { journal } from '@bilim/contract/journal.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { type BenchCall, type BenchContext, type BenchInput, defineBenchInput } from './bench.ts';
import { type LoadRequest, runLoad } from './load.ts';

/** Entries in the whole journal, and in the small one beside which it must be equally fast. */
const many = Number(process.env.BENCH_ENTRIES ?? 2_000_000);
const few = 10_000;
const columns = 40;
/** Columns loaded by one statement, so that none runs long. */
const atOnce = 2_000;

const filled = new WeakMap<object, number>();

/** Fills journals with forty columns each, group after group, until there are enough entries. */
export async function fillJournals({ database }: Pick<BenchContext, 'database'>, entries = many): Promise<void> {
  if (filled.get(database) === entries) return;
  filled.set(database, entries);
  // Loading is no call: it may take longer than one, and what refers to what is known to be right.
  const db = createPostgresClient(database.url, {
    max: 1,
    onnotice: () => undefined,
    connection: { session_replication_role: 'replica' },
  });
  await db`truncate journal_course cascade`;
  await db`
    insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
    select distinct l.year_id, l.term_id, l.semester_id, l.group_id, l.discipline_id, l.credits from group_load l
    on conflict do nothing`;
  await db`
    insert into journal_column (course_id, class_type_id, visit_date, times_count)
    select j.id, t.class_type_id, c.starts_on + n * 3, 1
    from journal_course j
    join academic_calendar c on c.year_id = j.year_id and c.term_id = j.term_id
    cross join lateral (
      select distinct l.class_type_id from group_load l where l.group_id = j.group_id and l.year_id = j.year_id
        and l.term_id = j.term_id and l.discipline_id = j.discipline_id and l.credits = j.credits) t
    cross join generate_series(0, ${columns - 1}::int) n
    order by j.id, t.class_type_id, n
    on conflict do nothing`;
  const [last] = await db<{ id: number }[]>`select max(id) as id from journal_column`;
  for (let from = last?.id ?? 0, count = 0; from > 0 && count < entries; from -= atOnce) {
    const { count: more } = await db`
      insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, mark_id, made_at)
      select col.id, m.student_id, 0, l.teacher_id, l.teacher_id, n.chance <> 0,
        case when n.chance between 1 and 5 then n.chance end, now()
      from journal_column col
      join journal_course j on j.id = col.course_id
      join group_membership m on m.group_id = j.group_id and m.ends_on is null
      cross join lateral (select (col.id * 7 + m.student_id) % 11 as chance) n
      cross join lateral (
        select l.teacher_id from group_load l where l.group_id = j.group_id and l.year_id = j.year_id
          and l.term_id = j.term_id and l.discipline_id = j.discipline_id and l.class_type_id = col.class_type_id
        limit 1) l
      where col.id > ${from - atOnce} and col.id <= ${from}
      on conflict do nothing`;
    count += more;
  }
  await db`analyze`;
  await db.end();
}

/** A full journal of the present term with as many students as any. */
async function busiest({ database }: BenchContext) {
  const [found] = await database.autocommit<
    {
      year: number;
      semester: number;
      group: number;
      discipline: number;
      credits: number;
      type: number;
      teacher: number;
      student: number;
    }[]
  >`
    select j.year_id as year, j.semester_id as semester, j.group_id as "group", j.discipline_id as discipline,
      j.credits, x.type, x.teacher, x.student
    from (
      select col.course_id, col.class_type_id as type, min(c.teacher_id) as teacher, min(c.student_id) as student,
        count(*) as entries
      from journal_column col join journal_cell c on c.column_id = col.id
      group by 1, 2 having count(distinct col.id) = ${columns}) x
    join journal_course j on j.id = x.course_id and j.group_id is not null
    join academic_year y on y.id = j.year_id and y.is_default
    where exists (
      select from group_load l where l.group_id = j.group_id and l.year_id = j.year_id and l.semester_id = j.semester_id
        and l.discipline_id = j.discipline_id and l.class_type_id = x.type and l.teacher_id = x.teacher)
      and not exists (
        select from stream s where s.year_id = j.year_id and s.term_id = j.term_id
          and s.discipline_id = j.discipline_id and not s.is_chosen)
    order by x.entries desc limit 1`;
  if (!found) throw new Error('the journals are empty');
  await database.autocommit`
    update account set must_change = false where person_id in (${found.teacher}, ${found.student})`;
  const key = {
    id_a_year: found.year,
    id_semesterOrWs: found.semester,
    isPotok: false,
    id_groupOrPorok: found.group,
    id_discipline: found.discipline,
    credits: found.credits,
    id_vid_zaniatiy: found.type,
  };
  return { key, teacher: found.teacher, student: found.student };
}

/** One entry after another, each into another cell and with a key of its own, as the browsers send them. */
async function markShots(bench: BenchContext): Promise<(count: number) => LoadRequest> {
  const { key, teacher } = await busiest(bench);
  const places = await bench.database.autocommit<{ id_student: number; visitDate: string; timesCount: number }[]>`
    select c.student_id as id_student, col.visit_date as "visitDate", col.times_count as "timesCount"
    from journal_cell c
    join journal_column col on col.id = c.column_id
    join journal_course j on j.id = col.course_id
    join group_membership m on m.group_id = j.group_id and m.student_id = c.student_id
      and col.visit_date >= m.starts_on and m.ends_on is null
    where j.group_id = ${key.id_groupOrPorok} and j.year_id = ${key.id_a_year} and j.semester_id = ${key.id_semesterOrWs}
      and j.discipline_id = ${key.id_discipline} and col.class_type_id = ${key.id_vid_zaniatiy}
      and col.visit_date <= (now() at time zone 'Asia/Bishkek')::date
    order by md5(c.id::text)`;
  const placeOf = (count: number) => {
    const place = places[count % places.length];
    if (!place) throw new Error('the journal is empty');
    return place;
  };
  const inputOf = (count: number) => ({
    ...key,
    ...placeOf(count),
    isVisited: true,
    id_otsenka: (count % 5) + 1,
  });
  const { shot } = await bench.prepare('journal-mark', { uid: teacher, call: journal.mark, input: inputOf(0) });
  return (count) => ({
    ...shot,
    headers: { ...shot.headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(inputOf(count)),
  });
}

/** The journal's three busy calls with ten thousand and with two million entries in the whole journal. */
export async function measureJournalAtSizes(portal: string, bench: BenchContext): Promise<void> {
  console.log('\njournal: entries          call   conn        /s    p50    p95    p99');
  for (const entries of [few, many]) {
    await fillJournals(bench, entries);
    await bench.database.autocommit`vacuum analyze journal_cell`;
    const shots = new Map<string, (count: number) => LoadRequest>([['mark', await markShots(bench)]]);
    for (const { name, make } of journalCalls) {
      const made = await make(bench, entries);
      const { shot } = await bench.prepare(name, made);
      shots.set(name.replace('journal-', ''), () => shot);
    }
    for (const [name, next] of shots)
      for (const connections of [1, 8]) {
        const { perSecond, p50, p95, p99, failures } = await runLoad(portal, connections, 3, next);
        const figures = [perSecond.toFixed(0), p50.toFixed(1), p95.toFixed(1), p99.toFixed(1)];
        console.log(
          `${String(entries).padStart(16)} ${name.padStart(13)} ${String(connections).padStart(6)} ${figures
            .map((figure, at) => figure.padStart(at ? 6 : 9))
            .join(' ')}${failures ? `  ${failures} FAILED` : ''}`,
        );
      }
  }
}

interface JournalCall extends BenchCall {
  make(bench: BenchContext, entries?: number): Promise<BenchInput>;
}

/** The journal's calls that a person waits for, among two million entries. */
export const journalCalls: readonly JournalCall[] = [
  {
    name: 'journal-table',
    async make(bench, entries = many) {
      await fillJournals(bench, entries);
      const { key, teacher } = await busiest(bench);
      return defineBenchInput({ uid: teacher, call: journal.table, input: key });
    },
  },
  {
    name: 'journal-own',
    async make(bench, entries = many) {
      await fillJournals(bench, entries);
      const { key, student } = await busiest(bench);
      return defineBenchInput({ uid: student, call: journal.own, input: key });
    },
  },
];
