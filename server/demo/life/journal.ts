import type { Input } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { now } from '../../core/clock.ts';
import type { Db } from '../../database/database.ts';
import { type Entry, hashOf } from '../../rooms/journal/journal.chain.ts';
import type { Actor, RoomLife } from '../life.ts';
import { chance } from '../random.ts';

type Key = Omit<Input<typeof journal.table>, 'id_vid_zaniatiy'> & { id_vid_zaniatiy: number };

/** Classes that a journal has behind it, at most: those of the known teacher, and of who else teaches the known student. */
const most = 9;
const mostOfOthers = 6;
const day = 86_400_000;

/**
 * The journals that a teacher has this term, one a class type: a group of each discipline, of groups before streams, or
 * all of group `only`.
 */
async function journalsOf(teacher: Actor, only?: number): Promise<Key[]> {
  const [now] = await teacher.ask(discipline.currentTerm);
  const [year] = await teacher.ask(discipline.currentYear);
  if (!now || !year) return [];
  const term = { ws: now.id_ws, year: year.id_a_year };
  const keys: Key[] = [];
  for (const one of await teacher.ask(discipline.list, term)) {
    const of = { ...term, id_discipline: one.id, isSelect: one.isSelect, kredit: one.kredit };
    const [semester] = await teacher.ask(discipline.semesters, of);
    if (!semester) continue;
    const groups = await teacher.ask(discipline.groups, { ...of, id_semester: semester.id_semester });
    const group = only === undefined ? groups[0] : groups.find(({ id_group }) => !one.isSelect && id_group === only);
    if (!group) continue;
    const key = {
      id_a_year: term.year,
      id_semesterOrWs: semester.id_semester,
      isPotok: one.isSelect,
      id_groupOrPorok: group.id_group,
      id_discipline: one.id,
      credits: one.kredit,
    };
    for (const { id_vid_zaniatiy } of await teacher.ask(journal.classTypes, key))
      keys.push({ ...key, id_vid_zaniatiy });
  }
  return keys.sort((a, b) => Number(a.isPotok) - Number(b.isPotok)).slice(0, 5);
}

/** Half a term of attendance and marks in the journals of the teacher and of the student whom everybody can sign in as. */
export const journalLife: RoomLife = {
  room: 'journal',
  async live({ actor, db }) {
    const teacher = await actor('teacher');
    const student = await actor('student');
    const by = chance(26);
    for (const key of await journalsOf(teacher)) await fill(teacher, key, most, by);
    const others = await db<{ id: number; group: number }[]>`
      select distinct l.teacher_id as id, m.group_id as "group"
      from group_membership m join group_load l on l.group_id = m.group_id
      where m.student_id = ${student.uid} and m.ends_on is null and l.teacher_id <> ${teacher.uid} order by 1`;
    for (const { id, group } of others) {
      const other = await actor(id);
      for (const key of await journalsOf(other, group)) await fill(other, key, mostOfOthers, by);
    }
    await moveBack(db);
  },
};

/** Lets a teacher keep a journal on its last days, at most so many. */
async function fill(teacher: Actor, key: Key, atMost: number, by: ReturnType<typeof chance>): Promise<void> {
  const days = (await teacher.ask(journal.lessonDays, key)).slice(0, atMost).reverse();
  const students = await teacher.ask(journal.subgroups, key);
  for (const { visitDate, timesCount } of days) {
    const column = { ...key, visitDate, timesCount };
    const ageMs = Math.max(0, now().getTime() - Date.parse(`${visitDate}T06:00:00Z`));
    for (const { id_student } of students) {
      const diligent = 0.55 + (id_student % 5) * 0.1;
      if (by.in(0.11 * (1.4 - diligent)))
        await teacher.ask(journal.mark, { ...column, id_student, isVisited: false, ageMs });
      else if (key.id_vid_zaniatiy !== 1 && by.in(0.3))
        await teacher.ask(journal.mark, {
          ...column,
          id_student,
          isVisited: true,
          id_otsenka: by.in(diligent) ? (by.in(0.5) ? 5 : 4) : 3,
          ageMs,
        });
    }
    await teacher.ask(journal.markAll, { ...column, isVisited: true, ageMs: Math.max(0, ageMs - day / 48) });
  }
}

/**
 * Brings what was just entered back to the days on which it is said to have been made, as if it had arrived at once,
 * and hashes it anew. Nothing else ever rewrites entries, which is why their guard steps aside here.
 */
async function moveBack(db: Db): Promise<void> {
  const entries = await db<(Entry & { id: number })[]>`
    select e.id, c.column_id as "column", c.student_id as student, e.action, e.mark_id as mark,
      e.teacher_id as teacher, e.by_id as by, e.client_id as "clientId", 0 as "ageMs", e.made_at as at,
      e.made_at as "madeAt", e.held, e.reason
    from journal_event e join journal_cell c on c.id = e.cell_id
    order by e.id`;
  const last = new Map<number, Buffer>();
  const hashed = entries.map(({ id, ...entry }) => {
    const hash = hashOf(last.get(entry.column) ?? Buffer.alloc(0), entry);
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
