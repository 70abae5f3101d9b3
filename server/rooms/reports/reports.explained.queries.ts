import type { Output } from '@bilim/contract/call.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Db } from '../../database/database.ts';
import { arePeopleInScope, isFacultyInScope, type ReportScope } from './reports.access.ts';
import type { AuthorizedAttentionSign } from './reports.attention-signs.access.ts';
import { maxExplanations } from './reports.attention-signs.ts';
import type { ReportQuery } from './reports.queries.ts';
import { attentionSignContextColumns, attentionSignContextJoins } from './reports.signs.queries.ts';

/** SQL condition: what `x` was about lies within the faculties of the scope, or all its people work there. */
const isIn = (
  db: Db,
  scope: ReportScope,
) => db`case when x.course_id is null then ${arePeopleInScope(db, scope, db`x.people`)}
  else exists (
    select from journal_course j
    left join study_group g on g.id = j.group_id left join speciality sp on sp.id = g.speciality_id
    left join stream s on s.id = j.stream_id left join department k on k.id = s.department_id
    where j.id = x.course_id and ${isFacultyInScope(db, scope, db`coalesce(sp.faculty_id, k.faculty_id)`)}) end`;

/** How much was explained at the scope's faculties, at any time. */
export async function countExplanations(db: Db, scope: ReportScope): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from report_explanation x where ${isIn(db, scope)}`;
  return row?.count ?? 0;
}

/** What was explained, the latest first. */
export async function readExplanations(db: Db, { scope, language }: ReportQuery) {
  return await db<Output<typeof calls.explained>>`
    select x.kind, x.day, x.explanation, by_whom.full_name as fio, x.at, ${attentionSignContextColumns(db, language)}
    from report_explanation x join person by_whom on by_whom.id = x.by_id ${attentionSignContextJoins(db)}
    where ${isIn(db, scope)}
    order by x.id desc limit ${maxExplanations}`;
}

/** Writes down why something is in order; null: somebody else has done so in this moment. */
export async function explainAttentionSign(
  db: Db,
  { kind, subject, course, people, day }: AuthorizedAttentionSign,
  { explanation, by }: { explanation: string; by: number },
): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into report_explanation (kind, subject, course_id, people, day, explanation, by_id)
    values (${kind}, ${subject}, ${course}, ${people as number[]}::bigint[], ${day}, ${explanation}, ${by})
    on conflict on constraint report_explanation_subject do nothing
    returning id`;
  return row?.id ?? null;
}
