import { findFoldedMatch, parseSearchWords } from '@bilim/contract/texts.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { matchesAllWordForms, mayContainWords, russianFormMatchesSql } from '../../fulltext/plain-texts.ts';
import { findMatchOffsets } from '../../fulltext/snippet.ts';
import { isStudentInRegistrationScope, selectContacts } from '../../university/contacts.access.ts';
import { searchOffices } from '../../university/messages.queries.ts';
import { nameContainsWords } from '../../university/names.queries.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import { alphabetCollationSql, nameColumn, sqlFragment } from '../../university/university.queries.ts';

/** Rows of a group that are looked at; so many are shown at most. */
const most = 100;

interface Course {
  year: number;
  ws: number;
  id_discipline: number;
  isSelect: boolean;
  kredit: number;
  id_semester: number;
  id_group: number;
}

/** SQL: a row `c` of `selectContacts` or of own courses as a room's address names it. */
const courseFields = (db: Db) =>
  sqlFragment(
    db,
    `c.year_id as year, c.term_id as ws, c.discipline_id as id_discipline, c.is_select as "isSelect", c.credits as kredit,
      c.semester_id as id_semester, c.course_id as id_group`,
  );

interface FoundDiscipline extends Course {
  name: string;
  people: string;
}

/** The caller's disciplines of the default year whose name, in any language, holds the words; of each one course. */
export async function searchDisciplines(
  db: Db,
  caller: Caller,
  language: Language,
  words: readonly string[],
): Promise<FoundDiscipline[]> {
  if (!words.length) return [];
  const names = sqlFragment(db, `concat_ws(E'\\n', d.name_ru, d.name_kg, d.name_en)`);
  // Of a student the teachers are below the name, of a teacher the groups and streams.
  const [other, join] =
    caller.role === 1
      ? ['coalesce(s.name, g.name)', '']
      : ["p.surname || ' ' || left(p.name, 1) || '.'", 'join person p on p.id = c.person_id'];
  const rows = await db<(FoundDiscipline & { names: string; russian: boolean[] })[]>`
    with own as materialized (${selectContacts(db, caller)})
    select * from (
      select distinct on (c.discipline_id, c.credits, c.is_select) ${courseFields(db)},
        ${nameColumn(db, 'd', language)} as name, ${names} as names, ${russianFormMatchesSql(db, names, words)} as russian,
        (select string_agg(distinct ${sqlFragment(db, other)}, ', ')
          from own c left join study_group g on g.id = c.course_id and not c.is_select
          left join stream s on s.id = c.course_id and c.is_select ${sqlFragment(db, join)}
          where c.discipline_id = d.id) as people
      from own c join discipline d on d.id = c.discipline_id
      where ${mayContainWords(db, names, words)}
      order by c.discipline_id, c.credits, c.is_select, c.term_id = ${currentTermId(db)} desc, c.term_id, c.course_id) c
    order by name ${alphabetCollationSql(db, language)}, id_discipline limit ${most}`;
  return rows
    .filter((row) => matchesAllWordForms(row.names, words, row.russian, 'beginnings'))
    .map(({ names: _, russian: __, ...row }) => row);
}

/** A discipline as the search shows it. */
export function toDisciplineResult({ name, ...row }: FoundDiscipline, words: readonly string[]) {
  return { ...row, name: { text: name, marks: findMatchOffsets(name, words) } };
}

/** SQL: the term that holds today, else the last begun. */
const currentTermId = (db: Db) =>
  sqlFragment(
    db,
    `(select c.term_id from academic_calendar c where c.starts_on <= today() order by c.starts_on desc limit 1)`,
  );

interface FoundPerson {
  idid: number;
  fio: string;
  apart?: string;
  post: string;
  /** The discipline that is shared with a contact. */
  course: Course | null;
  id_office: number | null;
}

/** Offices, which are few, and then people whose name holds the words, however it is typed. */
export async function searchPeopleAndOffices(
  db: Db,
  caller: Caller,
  language: Language,
  text: string,
): Promise<FoundPerson[]> {
  const [people, offices] = await Promise.all([
    peopleHolding(db, caller, language, text),
    searchOffices(db, caller, language, { text, most }),
  ]);
  const unlike = await addNamesakeHints(db, language, people, ({ idid: id, fio: name }) => ({ id, name }));
  return [
    ...offices.map(({ idid, fio }) => ({ idid, fio, post: '', course: null, id_office: idid })),
    ...unlike.map(({ idid, fio, apart, post, isContact, ...course }) => ({
      ...{ idid, fio, post, id_office: null, ...(apart !== undefined && { apart }) },
      course: isContact ? course : null,
    })),
  ];
}

/** Those whom the caller may write to, and then students whom the caller's permission covers, by name. */
async function peopleHolding(db: Db, caller: Caller, language: Language, text: string) {
  const folded = sqlFragment(db, 'p.folded');
  return await db<(Course & { idid: number; fio: string; post: string; isContact: boolean })[]>`
    with own as materialized (
      select distinct on (c.person_id) c.* from (${selectContacts(db, caller)}) c
      order by c.person_id, c.term_id = ${currentTermId(db)} desc, c.term_id, c.discipline_id, c.course_id),
    seen as (
      select p.id from own join person p on p.id = own.person_id where ${nameContainsWords(db, folded, text)}
      union
      select p.id from student st join person p on p.id = st.id
      where ${isStudentInRegistrationScope(db, caller)} and p.closed_on is null and ${nameContainsWords(db, folded, text)}),
    first as materialized (
      select p.id from seen join person p on p.id = seen.id left join own c on c.person_id = p.id
      order by c.person_id is null, p.full_name ${alphabetCollationSql(db, language)}, p.id limit ${most})
    select p.id as idid, p.full_name as fio, c.person_id is not null as "isContact", ${courseFields(db)},
      coalesce(g.name, w.post, '') as post
    from first x
    join person p on p.id = x.id
    left join own c on c.person_id = p.id
    left join group_student gs on gs.student_id = p.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    left join lateral (
      select ${nameColumn(db, 'o', language)} || ' · ' || ${nameColumn(db, 'k', language)} as post
      from employment e join post o on o.id = e.post_id join department k on k.id = e.department_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true
    order by c.person_id is null, p.full_name ${alphabetCollationSql(db, language)}, p.id`;
}

/** A person or an office as the search shows them. */
export function toPersonResult({ fio, ...row }: FoundPerson, text: string) {
  return { ...row, fio: { text: fio, marks: marksOf(fio, text) } };
}

/** The places of the searched words in a name. */
function marksOf(name: string, text: string): number[] {
  const found = parseSearchWords(text).flatMap(({ folded }) => findFoldedMatch(name, folded) ?? []);
  return found.sort((one, other) => one.from - other.from).flatMap(({ from, to }) => [from, to]);
}
