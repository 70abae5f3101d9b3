import { accounts } from '@bilim/contract/accounts.ts';
import { audit } from '@bilim/contract/audit.ts';
import type { Call, Input } from '@bilim/contract/call.ts';
import { moderation } from '@bilim/contract/moderation.ts';
import { people } from '@bilim/contract/people.ts';
import {
  type BenchCall,
  defineBenchInput,
  findPersonIdByLogin,
  type OwnerConnection,
  withBulkConnection,
} from './bench.ts';

let filled: Promise<void> | null = null;

/** What a university leaves behind in two weeks: everybody's sign-ins, readings of journals, reported messages. */
const fillOnce = (database: OwnerConnection): Promise<void> => {
  filled ??= fillTrail(database);
  return filled;
};

async function fillTrail(database: OwnerConnection): Promise<void> {
  await withBulkConnection(database, async (db) => {
    await db`
      insert into audit (person_id, action, at, address)
      select person_id, 'login.in', now() - (day + (person_id % 36000) / 100000.0) * interval '1 day', '203.0.113.7'
      from account cross join generate_series(0, 14) day
      order by 3`;
    await db`
      insert into journal_reading (reader_id, course_id, students, at, times)
      select t.id, c.id, array(select student_id from group_membership m where m.group_id = c.group_id),
        now() - (c.id % 14000) / 1000.0 * interval '1 day', 1
      from journal_course c cross join lateral (select min(teacher_id) as id from group_load) t
      where c.group_id is not null`;
    await db`
      with reported as (
        insert into moderation_case (message_id)
        select id from message where deleted_at is null order by id desc limit 200 returning id, message_id)
      insert into message_report (message_id, person_id, case_id, kind)
      select r.message_id, s.id, r.id, 'spam' from reported r
      join lateral (select id from student order by id limit 3) s on true`;
  });
  await database.autocommit`vacuum analyze`;
}

const one = <C extends Call>(
  name: string,
  call: C,
  input: Input<C> | ((database: OwnerConnection) => Promise<Input<C>>),
): BenchCall => ({
  name,
  async make({ database }) {
    await fillOnce(database);
    const uid = await findPersonIdByLogin(database, 'admin');
    return defineBenchInput({ uid, call, input: typeof input === 'function' ? await input(database) : input });
  },
});

const aStudent = async (database: OwnerConnection) => ({ id_person: await findPersonIdByLogin(database, 'student') });
const aReported = async ({ autocommit }: OwnerConnection) => {
  const [row] = await autocommit<{ id: number }[]>`select max(id)::int as id from moderation_case`;
  return { id_case: row?.id ?? 0 };
};

/** What an administrator waits for: the day's start, everybody's accounts, what was done, what was reported. */
export const peopleCalls: readonly BenchCall[] = [
  one('accounts-overview', accounts.overview, {}),
  one('people-list', people.list, {}),
  one('people-list-names', people.list, { search: 'абды бак' }),
  one('people-list-doubles', people.list, { state: 'double' }),
  one('people-list-never', people.list, { state: 'never' }),
  one('people-figures', people.figures, {}),
  one('people-groups', people.groups, {}),
  one('people-person', people.person, aStudent),
  one('people-doubles', people.doubles, aStudent),
  one('people-history', people.history, aStudent),
  one('audit-list', audit.list, {}),
  one('audit-list-names', audit.list, { search: 'абды' }),
  one('audit-list-rights', audit.list, { category: 'rights' }),
  one('audit-strip', audit.strip, {}),
  one('audit-strip-names', audit.strip, { search: 'абды' }),
  one('audit-retention', audit.retention, {}),
  one('moderation-list', moderation.list, { state: 'open' }),
  one('moderation-figures', moderation.figures, {}),
  one('moderation-around', moderation.around, aReported),
];
