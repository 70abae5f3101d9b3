import { expiringPermissionDays } from '@bilim/contract/limits.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import { parseSearchWords } from '@bilim/contract/texts.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { SharedCountCache } from '../../call/shared-counts.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isOrWasAtFaculties, joinCurrentGroup } from '../../university/memberships.queries.ts';
import { columnsContainWords, containsLongestWord, mayContainLongestWord } from '../../university/names.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import { isAccountAtFaculty, isAccountInScope } from './people.access.ts';

/** People a page. */
const page = 50;

/** What of the people is wanted; undefined and null: all. */
export interface PeopleFilter {
  readonly search: string;
  readonly role: number | null;
  readonly faculties: readonly number[] | null;
  readonly people: readonly number[] | null;
  readonly group: number | null;
  readonly state: string | null;
  readonly permission: string | null;
  readonly after: number | null;
  readonly descending: boolean;
}

interface Listed {
  id_person: number;
  fio: string;
  login: string;
  role: number;
  place: string | null;
  under: string | null;
  permissions: string[];
  seen: string | null;
  state: string;
}

/** SQL: somebody signed in to `a`. */
const hasSignedIn = (db: Db) => db`exists (select from signin_first f where f.person_id = a.person_id)`;

/** SQL: where the account of `a` and `p` stands. */
export const accountStateColumn = (
  db: Db,
) => db`case when p.closed_on is not null then 'closed' when a.blocked then 'blocked'
  when not ${hasSignedIn(db)} then 'never' else 'working' end`;

/** SQL: a right of `a` ends soon. */
const endsSoon = (db: Db) => db`exists (select from permission_now r where r.person_id = a.person_id
  and r.ends_on <= today() + ${expiringPermissionDays}::int)`;

/** SQL: `a` asked for a new password and has none yet. */
const hasAsked = (db: Db) => db`exists (select from forgotten_password w where w.person_id = a.person_id)`;

/** SQL: a student who is here, and in no group. */
const isWithoutGroup = (db: Db) => db`(a.role = 2 and p.closed_on is null
  and not exists (select from group_student gs where gs.student_id = a.person_id and gs.is_current))`;

/** SQL: an account of the person `m.id` went into another one. */
const isGone = (db: Db, person: 'p.id' | 'o.id') =>
  db`exists (select from person_merge m where m.gone_id = ${db(person)} and m.undone_at is null)`;

/** SQL: `a` of `p` looks like another account of the same person. */
const isDouble = (db: Db) => db`(not ${isGone(db, 'p.id')} and exists (
  select from person o join account x on x.person_id = o.id
  where o.folded = p.folded and o.id <> p.id and x.role = a.role and not ${isGone(db, 'o.id')}))`;

/** SQL: group and speciality, or the chief post and its department, of the person `p`. */
export const affiliationJoins = (db: Db, language: Language) => db`
  left join lateral (
    select g.name as place, ${nameColumn(db, 's', language)} as under, s.faculty_id, student.number
    from student join group_student gs on gs.student_id = student.id
    join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id
    where student.id = p.id order by gs.is_current desc, gs.starts_on desc limit 1) study on true
  left join lateral (
    select ${nameColumn(db, 'o', language)} as place, ${nameColumn(db, 'd', language)} as under, d.faculty_id
    from employment e join post o on o.id = e.post_id join department d on d.id = e.department_id
    where e.teacher_id = p.id
    order by (e.ends_on is null or e.ends_on >= today()) desc, e.rate desc, e.id limit 1) work on true`;

/** SQL: a login or a number of a record book, folded. Folding takes its time: those alone that are not plain Latin. */
const foldedPlain = (db: Db, column: 'a.login' | 'st.number') =>
  db`case when octet_length(${db(column)}) = length(${db(column)}) then lower(${db(column)} collate "C")
    else translate(lower(${db(column)}), 'ёөүң', 'еоун') end`;

/**
 * SQL: whom a search finds, as `candidate`, and the names of groups, as `named`: who has its longest word in one of the columns,
 * each of which is looked through by itself. The other words are looked for among these.
 */
const searchCandidates = (db: Db, search: string) => db`
  named as materialized (select id, fold_text(name) as folded from study_group),
  candidate as materialized (
    select p.id from person p where ${containsLongestWord(db, db`p.folded`, search)}
    union select a.person_id from account a
    where ${mayContainLongestWord(db, 'a.login', search)} and ${containsLongestWord(db, foldedPlain(db, 'a.login'), search)}
    union select st.id from student st
    where ${mayContainLongestWord(db, 'st.number', search)} and ${containsLongestWord(db, foldedPlain(db, 'st.number'), search)}
    union select gs.student_id from named n join group_student gs on gs.group_id = n.id and gs.is_current
    where ${containsLongestWord(db, db`n.folded`, search)})`;

const hasSeveralWords = (search: string): boolean => parseSearchWords(search).length > 1;

/** SQL: a search finds `p`. Of several words the candidates are few, and each is looked at; one letter finds almost everybody. */
function isFoundBySearch(db: Db, search: string): Fragment {
  if (search.trim() === '') return db`true`;
  if (!hasSeveralWords(search)) return db`p.id in (select id from candidate)`;
  const columns = [db`p.folded`, db`n.folded`, foldedPlain(db, 'a.login'), foldedPlain(db, 'st.number')];
  return db`p.id = any (array(select id from candidate)) and ${columnsContainWords(db, columns, search)}`;
}

/** SQL: the accounts `a` of `p` in which a state is looked for. */
const stateConditions = (db: Db): Readonly<Record<string, Fragment>> => ({
  closed: db`p.closed_on is not null`,
  blocked: db`(p.closed_on is null and a.blocked)`,
  never: db`(p.closed_on is null and not a.blocked and not ${hasSignedIn(db)})`,
  working: db`(p.closed_on is null and not a.blocked and ${hasSignedIn(db)})`,
  ending: endsSoon(db),
  nogroup: isWithoutGroup(db),
  asked: hasAsked(db),
  double: isDouble(db),
});

/** States of a few accounts: all of these are found first, and put in order then. */
const rareStates = ['blocked', 'ending', 'asked', 'nogroup'];

/** So many names of several people are looked up one by one; where more have one, a page is full after a few rows. */
const maxSharedNames = 500;

/** Names that several people have; null: too many to look them up. */
async function readSharedNames(db: Db): Promise<readonly string[] | null> {
  const rows = await db<{ folded: string }[]>`
    select folded from person group by folded having count(*) > 1 ${db.unsafe(`limit ${maxSharedNames + 1}`)}`;
  return rows.length > maxSharedNames ? null : rows.map(({ folded }) => folded);
}

/** SQL: people and their accounts whom the caller may see and who are wanted, with one of these names unless null. */
function wantedPeople(
  db: Db,
  caller: Pick<Caller, 'limitedTo'>,
  language: Language,
  { names, ...wanted }: PeopleFilter & { readonly names: readonly string[] | null },
): Fragment {
  const { search, role, faculties, people, group, state, permission, after, descending } = wanted;
  const order = alphabetCollationSql(db, language);
  const accounts = db`account a join person p on p.id = a.person_id ${group === null ? db`` : joinCurrentGroup(db)}`;
  // The group by a value and no join: of the few rows that the planner expects it would go through `named` for each.
  const found = hasSeveralWords(search)
    ? db`${accounts} left join student st on st.id = p.id left join named n on n.id = (
        select gs.group_id from group_student gs where gs.student_id = p.id and gs.is_current)`
    : accounts;
  return db`
    select p.id, p.full_name from ${found}
    where ${isAccountInScope(db, caller)} and ${isFoundBySearch(db, search)}
      and ${names === null ? db`true` : db`p.folded = any (${names as string[]}::text[])`}
      and ${role === null ? db`true` : db`a.role = ${role}`}
      and ${faculties === null ? db`true` : isOrWasAtFaculties(db, faculties)}
      and ${people === null ? db`true` : db`p.id = any (${people as number[]}::bigint[])`}
      and ${group === null ? db`true` : db`gm.group_id = ${group}`}
      and ${(state !== null && stateConditions(db)[state]) || db`true`}
      and ${
        permission === null
          ? db`true`
          : db`exists (select from permission_now r where r.person_id = a.person_id and r.code = ${permission})`
      }
      and ${
        after === null
          ? db`true`
          : // A row of two values that are known before, so that the index begins there.
            db`(p.full_name ${order}, p.id) ${descending ? db`<` : db`>`}
              ((select full_name from person where id = ${after}), ${after}::bigint)`
      }`;
}

/**
 * A page of the people whom the caller may see, by name, from the first or from the last. Where many are wanted it is read in the
 * order of the index and ends with its last row; few are found by what makes them few.
 */
export async function readPeople(
  db: Db,
  caller: Pick<Caller, 'limitedTo'>,
  language: Language,
  wanted: PeopleFilter,
): Promise<Listed[]> {
  const { search, people, group, state, permission, descending } = wanted;
  const order = alphabetCollationSql(db, language);
  const direction = descending ? db`desc` : db`asc`;
  const names = state === 'double' ? await readSharedNames(db) : null;
  const areFew =
    [people, group, permission, names].some((one) => one !== null) ||
    hasSeveralWords(search) ||
    rareStates.includes(state ?? '');
  return await db<Listed[]>`
    with ${search.trim() === '' ? db`` : db`${searchCandidates(db, search)},`}
    found as ${areFew ? db`materialized` : db`not materialized`} (${wantedPeople(db, caller, language, { ...wanted, names })}),
    listed as materialized (
      select id from found order by full_name ${order} ${direction}, id ${direction} ${db.unsafe(`limit ${page}`)}),
    page as (
      select p.id, p.full_name, a.login, a.role, ${accountStateColumn(db)} as state,
        coalesce(study.place, work.place) as place, coalesce(study.under, work.under) as under
      from listed join person p on p.id = listed.id join account a on a.person_id = p.id ${affiliationJoins(db, language)})
    select page.id as id_person, full_name as fio, login, role, place, under, state,
      coalesce((select array_agg(distinct r.code order by r.code) from permission_now r where r.person_id = page.id), '{}')
        as permissions,
      greatest(
        (select u.at from audit u where u.person_id = page.id and u.action = 'login.in' order by u.at desc limit 1),
        (select max(s.last_seen_at) from session s where s.person_id = page.id and s.invented is null)) as seen
    from page order by full_name ${order} ${direction}, id ${direction}`;
}

interface Figures {
  people: number;
  never: number;
  ending: number;
  blocked: number;
  nogroup: number;
  double: number;
  rights: { permission: string; people: number }[];
  faculties: { id_faculty: number; name: string }[];
}

/** The faculties whose people are counted; undefined: all. */
interface CountedFaculties {
  readonly faculties: readonly number[] | undefined;
}

/** What the room keeps in each process: its figures, which look through all accounts. */
export type PeopleCountsCache = SharedCountCache<CountedFaculties, Figures>;

/** How many there are of whom; the faculties are those at which somebody may look. */
export async function countPeople(db: Db, { faculties }: CountedFaculties): Promise<Figures> {
  const [row] = await db<Figures[]>`
    with doubles as materialized (
      select a.person_id from account a join person p on p.id = a.person_id where ${isDouble(db)}),
    seen as materialized (
      select a.person_id, ${accountStateColumn(db)} as state, ${endsSoon(db)} as ending, ${isWithoutGroup(db)} as nogroup,
        a.person_id in (select person_id from doubles) as double
      from account a join person p on p.id = a.person_id where ${isAccountAtFaculty(db, faculties)}),
    holders as (
      select r.code, count(distinct r.person_id)::int as people from permission_now r join seen s using (person_id) group by 1)
    select count(*) filter (where state <> 'closed')::int as people,
      count(*) filter (where state = 'never')::int as never,
      count(*) filter (where ending)::int as ending, count(*) filter (where state = 'blocked')::int as blocked,
      count(*) filter (where nogroup)::int as nogroup, count(*) filter (where double)::int as double,
      (select coalesce(jsonb_agg(jsonb_build_object('permission', k.code, 'people',
          coalesce(h.people, 0)) order by k.place), '[]')
        from unnest(${[...permissions]}::text[]) with ordinality k (code, place) left join holders h using (code)) as rights,
      (select coalesce(jsonb_agg(jsonb_build_object('id_faculty', f.id, 'name', f.short) order by f.short), '[]')
        from faculty f where ${faculties ? db`f.id = any (${faculties as number[]}::int[])` : db`true`}) as faculties
    from seen`;
  if (!row) throw new Error('a sum without a row');
  return row;
}

/** How many wait for a new password: few, and the office looks for somebody who has asked a moment ago. */
export async function countPasswordRequests(db: Db, { faculties }: CountedFaculties): Promise<number> {
  const [row] = await db<{ asked: number }[]>`
    select count(*)::int as asked from forgotten_password w
    join account a on a.person_id = w.person_id join person p on p.id = a.person_id
    where ${isAccountAtFaculty(db, faculties)}`;
  return row?.asked ?? 0;
}
