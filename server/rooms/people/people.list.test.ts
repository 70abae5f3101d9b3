import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { containsAllWords } from '@bilim/contract/texts.ts';
import { type Language, wireLanguages } from '../../core/translations.ts';
import { addPasswordRequests, markSignedIn, recordMerge } from '../../test/factories/accounts.ts';
import { createDuplicateAccount, createStudents } from '../../test/factories/people.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';
import { alphabetCollationSql } from '../../university/university.queries.ts';
import { type PeopleFilter, readPeople } from './people.queries.ts';

/** An account with all that a filter looks at. */
interface Account {
  id: number;
  name: string;
  login: string;
  number: string | null;
  group_id: number | null;
  group_name: string | null;
  role: number;
  state: string;
  ending: boolean;
  asked: boolean;
  gone: boolean;
  /** Accounts of this name and role, this one too, but none that was merged into another. */
  alike: number;
  rights: string[];
  /** Faculties of now, and of now or of the last day. */
  at: number[];
  ever: number[];
}

const everybody: PeopleFilter = {
  search: '',
  ...{ role: null, faculties: null, people: null, group: null, state: null, permission: null, after: null },
  descending: false,
};

let portal: TestPortal;
let accounts: Map<Language, Account[]>;

before(async () => {
  portal = await openPortal();
  const { ownerSql } = portal;
  const made = await createStudents(ownerSql, 'student', 120);
  await ownerSql`
    update person set surname = (array['Ёлкин', 'ёлкин', 'Елкин', 'Өзгөнов', 'ӨЗГӨНОВ', 'Озгонов', 'Үсөнов', 'Ңуров'])[1 + id % 8]
    where id = any (${made})`;
  await ownerSql`update person set name = 'Азамат' where id = any (${made}) and id % 3 = 0`;
  const all = (await ownerSql<{ id: string }[]>`select person_id as id from account`).map(({ id }) => Number(id));
  await markSignedIn(
    ownerSql,
    all.filter((id) => id % 3 === 0),
  );
  await ownerSql`update account set blocked = true where person_id % 17 = 0`;
  await ownerSql`update person set closed_on = '2026-11-01' where id % 13 = 0`;
  await ownerSql`update account set login = 'Өмүр.' || login where person_id = any (${made}) and person_id % 7 = 0`;
  await ownerSql`delete from group_membership where student_id = any (${made}) and student_id % 5 = 0`;
  await addPasswordRequests(
    ownerSql,
    all.filter((id) => id % 19 === 0),
  );
  for (const id of made.slice(0, 9))
    await grantPermissions(ownerSql, id, 'news', { until: '2026-12-01', faculty: 'first' });
  await createDuplicateAccount(ownerSql, 'student2');
  const { id: gone } = await createDuplicateAccount(ownerSql, 'student3');
  await recordMerge(ownerSql, 'student3', gone);
  await readAllAccounts();
});
after(() => portal.close());

async function readAllAccounts(): Promise<void> {
  accounts = new Map();
  for (const language of wireLanguages) accounts.set(language, await readAccounts(language));
}

/** Everybody in the order of a language, each by subqueries of their own. */
const readAccounts = (language: Language) => portal.database.autocommit<Account[]>`
  select p.id, p.full_name as name, a.login, st.number, gm.group_id, g.name as group_name, a.role,
    case when p.closed_on is not null then 'closed' when a.blocked then 'blocked'
      when p.id in (select person_id from signin_first) then 'working' else 'never' end as state,
    p.id in (select person_id from permission_now where ends_on <= today() + 30) as ending,
    p.id in (select person_id from forgotten_password) as asked,
    p.id in (select gone_id from person_merge where undone_at is null) as gone,
    (count(*) filter (where p.id not in (select gone_id from person_merge where undone_at is null))
      over (partition by a.role, p.folded))::int as alike,
    array(select code from permission_now r where r.person_id = p.id) as rights,
    array(select s.faculty_id from group_membership m join study_group g on g.id = m.group_id
        join speciality s on s.id = g.speciality_id where m.student_id = p.id and m.ends_on is null
      union select d.faculty_id from employment e join department d on d.id = e.department_id
        where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())) as at,
    array(select s.faculty_id from group_membership m join study_group g on g.id = m.group_id
        join speciality s on s.id = g.speciality_id where m.student_id = p.id and (m.ends_on is null or p.closed_on is not null)
      union select d.faculty_id from employment e join department d on d.id = e.department_id
        where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today() or p.closed_on is not null)) as ever
  from account a join person p on p.id = a.person_id left join student st on st.id = p.id
  left join group_membership gm on gm.student_id = p.id and gm.ends_on is null left join study_group g on g.id = gm.group_id
  order by p.full_name ${alphabetCollationSql(portal.database.autocommit, language)}, p.id`;

/** Whether an account is in a state that a filter names. */
function isIn(state: string, one: Account): boolean {
  if (state === 'ending') return one.ending;
  if (state === 'asked') return one.asked;
  if (state === 'nogroup') return one.role === 2 && one.state !== 'closed' && one.group_id === null;
  if (state === 'double') return !one.gone && one.alike > 1;
  return one.state === state;
}

/** Of all accounts those that are wanted, in order. */
function expected(language: Language, limited: readonly number[] | undefined, wanted: PeopleFilter): number[] {
  const all = accounts.get(language) ?? [];
  const { search, role, faculties, people, group, state, permission, descending } = wanted;
  const found = all.filter(
    (one) =>
      (!limited || one.at.some((faculty) => limited.includes(faculty))) &&
      containsAllWords([one.name, one.login, one.number, one.group_name].join(' '), search) &&
      (role === null || one.role === role) &&
      (faculties === null || one.ever.some((faculty) => faculties.includes(faculty))) &&
      (people === null || people.includes(one.id)) &&
      (group === null || one.group_id === group) &&
      (state === null || isIn(state, one)) &&
      (permission === null || one.rights.includes(permission)),
  );
  const ids = found.map(({ id }) => id);
  return descending ? ids.toReversed() : ids;
}

/** The list page by page to its end. */
async function readAll(language: Language, limited: readonly number[] | undefined, wanted: PeopleFilter) {
  const all: number[] = [];
  for (;;) {
    const after = all.at(-1) ?? null;
    const caller = { limitedTo: limited ? { accounts: limited } : {} };
    const rows = await portal.database.readLong((db) => readPeople(db, caller, language, { ...wanted, after }));
    all.push(...rows.map(({ id_person: id }) => id));
    if (rows.length < 50) return all;
  }
}

test('[PEOPLE-01] all pages together are the whole list, for every filter, order, language and limited permission', async () => {
  const all = accounts.get('ru') ?? [];
  const [faculty = 0, other = 0] = [...new Set(all.flatMap(({ at }) => at))];
  const group = all.find(({ login }) => login === 'student')?.group_id ?? 0;
  const filters: Partial<PeopleFilter>[] = [
    {},
    { role: 1 },
    { role: 2 },
    { faculties: [faculty] },
    { faculties: [faculty, other] },
    { people: all.slice(3, 90).map(({ id }) => id) },
    { group },
    ...['working', 'never', 'blocked', 'closed', 'ending', 'nogroup', 'asked', 'double'].map((state) => ({ state })),
    { permission: 'news' },
    { permission: 'accounts' },
    ...['озгон', 'елк азам', 'crowd', 'омур', 'ӨМҮР азам', 'student2', 'азам c500', 'a', 'zzz'].map((search) => ({
      search,
    })),
    { search: `азам ${all.find(({ group_id }) => group_id === group)?.group_name}` },
    { search: 'азам', role: 2, state: 'working', group },
    { role: 2, state: 'working', faculties: [faculty] },
  ];
  const readers: [Language, boolean, number[]?][] = [
    ['ru', false],
    ['kg', true],
    ['en', false],
    ['kg', false, [faculty]],
    ['en', true, [other]],
  ];
  const sizes = new Map<string, number>();
  for (const filter of filters)
    for (const [language, descending, limited] of readers) {
      const wanted = { ...everybody, ...filter, descending };
      const [what, right] = [JSON.stringify(filter), expected(language, limited, wanted)];
      assert.deepEqual(
        await readAll(language, limited, wanted),
        right,
        `${what} ${language} ${limited ?? 'everywhere'}`,
      );
      sizes.set(what, Math.max(sizes.get(what) ?? 0, right.length));
    }
  const empty = [...sizes].filter(([, size]) => !size).map(([filter]) => filter);
  assert.deepEqual(empty, ['{"search":"zzz"}'], 'every other filter finds somebody');
  assert.ok([...sizes.values()].filter((size) => size > 50).length > 8, 'and most have more than one page');
});

test('[PEOPLE-01] so is the list of doubles where very many share a name', async () => {
  const made = await createStudents(portal.ownerSql, 'student', 1200);
  await portal.ownerSql`update person set name = 'Двойник ' || id / 2 where id = any (${made})`;
  await readAllAccounts();
  for (const descending of [false, true]) {
    const wanted = { ...everybody, state: 'double', descending };
    const right = expected('kg', undefined, wanted);
    assert.ok(right.length > 1000);
    assert.deepEqual(await readAll('kg', undefined, wanted), right);
  }
});
