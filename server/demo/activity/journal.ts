import type { Input } from '@bilim/contract/call.ts';
import type { journal } from '@bilim/contract/journal.ts';
import { now } from '../../core/clock.ts';
import type { Db } from '../../database/database.ts';
import { authorizeJournal, withCourseId } from '../../rooms/journal/journal.access.ts';
import { type ChainEntry, computeEntryHash } from '../../rooms/journal/journal.chain.ts';
import { readLessonDays } from '../../rooms/journal/journal.class.queries.ts';
import { readStudentsWithoutEntry } from '../../rooms/journal/journal.queries.ts';
import {
  appendEntries,
  ensureJournalCourse,
  ensureLockedColumn,
  type NewJournalEntry,
} from '../../rooms/journal/journal.writing.queries.ts';
import { alphabetCollationSql } from '../../university/university.queries.ts';
import type { ActivityContext, DemoActor, RoomActivity } from '../activity.ts';
import { createSeededRandom } from '../random.ts';

type Key = Omit<Input<typeof journal.table>, 'id_vid_zaniatiy'> & { id_vid_zaniatiy: number };

/** Classes that a journal has behind it, at most: those of the known teacher, and of who else teaches the known student. */
const most = 9;
const maxOtherJournals = 6;
/** Lectures, which give no marks. */
const lecture = 1;

/**
 * The journals that a teacher has this term, one a class type: a group of each discipline, of groups before streams, or
 * all of group `only`.
 */
async function journalsOf(
  { db, settings }: ActivityContext,
  teacher: number,
  only: number | null = null,
): Promise<Key[]> {
  return await db<Key[]>`
    with now as (
      select year_id, term_id from academic_calendar
      where starts_on <= (now() at time zone ${settings.timeZone})::date order by starts_on desc limit 1),
    chosen as (
      select distinct on (t.is_select, t.discipline_id, t.credits) t.* from course_teacher t
      join now using (year_id, term_id)
      where t.teacher_id = ${teacher} and (${only}::int is null or (t.course_id = ${only} and not t.is_select))
      order by t.is_select, t.discipline_id, t.credits, t.semester_id, t.course_id)
    select x.* from (
      select distinct t.year_id as id_a_year, t.semester_id as "id_semesterOrWs", t.is_select as "isPotok",
        t.course_id as "id_groupOrPorok", t.discipline_id as id_discipline, t.credits,
        t.class_type_id as id_vid_zaniatiy
      from course_teacher t join chosen
        using (teacher_id, year_id, term_id, semester_id, discipline_id, credits, is_select, course_id)) x
    join discipline d on d.id = x.id_discipline
    order by x."isPotok", d.name_ru ${alphabetCollationSql(db, 'ru')}, x.credits, x.id_vid_zaniatiy limit 5`;
}

/**
 * Half a term of attendance and marks in the journals of the teacher and of the student whom everybody can sign in as. A
 * class is entered at once, as the calls of the journal would write it: a call for each cell would take minutes.
 */
export const journalActivity: RoomActivity = async (context) => {
  const { actor, db } = context;
  const teacher = await actor('teacher');
  const student = await actor('student');
  const by = createSeededRandom(26);
  for (const key of await journalsOf(context, teacher.uid)) await fill(context, teacher, { key, atMost: most, by });
  const others = await db<{ id: number; group: number }[]>`
    select distinct l.teacher_id as id, m.group_id as "group"
    from group_membership m join group_load l on l.group_id = m.group_id
    where m.student_id = ${student.uid} and m.ends_on is null and l.teacher_id <> ${teacher.uid} order by 1`;
  for (const { id, group } of others) {
    const other = await actor(id);
    for (const key of await journalsOf(context, id, group))
      await fill(context, other, { key, atMost: maxOtherJournals, by });
  }
  await moveBack(db);
};

/** What is entered where: a journal, on at most so many of its last days. */
interface Filling {
  readonly key: Key;
  readonly atMost: number;
  readonly by: ReturnType<typeof createSeededRandom>;
}

/** Lets a teacher keep a journal. */
async function fill(context: ActivityContext, teacher: DemoActor, { key, atMost, by }: Filling): Promise<void> {
  await context.transaction(async (db) => {
    const open = await authorizeJournal(db, teacher.caller, context.settings, key);
    const days = (await readLessonDays(db, open)).slice(0, atMost).reverse();
    if (!days.length) return;
    const begun = withCourseId(open, await ensureJournalCourse(db, open));
    for (const { visitDate, timesCount } of days) {
      const column = await ensureLockedColumn(db, begun, {
        type: key.id_vid_zaniatiy,
        day: visitDate,
        times: timesCount,
      });
      const { missing } = await readStudentsWithoutEntry(db, begun, { ...column, subgroup: 0 });
      const entries = missing.map((student) => entryOf(student, key, by));
      const ageMs = Math.max(0, now().getTime() - Date.parse(`${visitDate}T06:00:00Z`));
      await appendEntries(db, begun, column, 0, entries, { clientId: null, ageMs, reason: null });
    }
  });
}

/** What a student's class was like: missed, with a mark, or simply attended. */
function entryOf(student: number, { id_vid_zaniatiy }: Key, by: Filling['by']): NewJournalEntry {
  const diligent = 0.55 + (student % 5) * 0.1;
  if (by.in(0.11 * (1.4 - diligent))) return { student, action: 'absent', mark: null };
  if (id_vid_zaniatiy === lecture || !by.in(0.3)) return { student, action: 'present', mark: null };
  return { student, action: 'mark', mark: by.in(diligent) ? (by.in(0.5) ? 5 : 4) : 3 };
}

/**
 * Brings what was just entered back to the days on which it is said to have been made, as if it had arrived at once,
 * and hashes it again. Nothing else ever rewrites entries, which is why their guard steps aside here.
 */
async function moveBack(db: Db): Promise<void> {
  const entries = await db<(ChainEntry & { id: number })[]>`
    select e.id, c.column_id as "column", c.student_id as student, e.action, e.mark_id as mark,
      e.teacher_id as teacher, e.by_id as by, e.client_id as "clientId", 0 as "ageMs", e.made_at as at,
      e.made_at as "madeAt", e.held, e.reason
    from journal_event e join journal_cell c on c.id = e.cell_id
    order by e.id`;
  const last = new Map<number, Buffer>();
  const hashed = entries.map(({ id, ...entry }) => {
    const hash = computeEntryHash(last.get(entry.column) ?? Buffer.alloc(0), entry);
    last.set(entry.column, hash);
    return { id, hash: `\\x${hash.toString('hex')}` };
  });
  const columns = [...last].map(([id, hash]) => ({ id, hash: `\\x${hash.toString('hex')}` }));
  await db`alter table journal_event disable trigger journal_event_stays`;
  try {
    await db`
      update journal_event e set at = e.made_at, age_ms = 0, hash = r.hash
      from jsonb_to_recordset(${JSON.stringify(hashed)}::text::jsonb) as r (id bigint, hash bytea) where e.id = r.id`;
    await db`
      update journal_column c set last_hash = r.hash
      from jsonb_to_recordset(${JSON.stringify(columns)}::text::jsonb) as r (id bigint, hash bytea) where c.id = r.id`;
  } finally {
    await db`alter table journal_event enable trigger journal_event_stays`;
  }
}
