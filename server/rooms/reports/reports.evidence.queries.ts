import type { Output } from '@bilim/contract/call.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Fragment } from 'postgres';
import type { Db } from '../../database/database.ts';
import { nameColumn, sqlFragment } from '../../university/university.queries.ts';
import type { AuthorizedAttentionSign } from './reports.attention-signs.access.ts';
import { type AttentionSignKind, attentionSignThresholds, maxEvidenceRows } from './reports.attention-signs.ts';
import type { ReportQuery } from './reports.queries.ts';
import { changedMarksCtes, journalColumnCte, scopeJournalCtes, teacherSignInCtes } from './reports.signs.queries.ts';

type Evidence = Output<typeof calls.evidence>;

/** SQL: the marks of a card, in the order in which they were changed. */
const marks = (db: Db, { course, people, begins, ends, kind }: AuthorizedAttentionSign) => db`
  select p.full_name as name, x.visit_date as "visitDate", x.made_at as at, gone.label as was, given.label as now,
    null::int as classes, null::int as entered, null::int as absences
  from changed x
  join person p on p.id = x.student_id
  join journal_mark gone on gone.id = x.former_id join journal_mark given on given.id = x.mark_id
  where x.course_id = ${course} and x.by_id = any (${people as number[]}::bigint[])
    and x.made_at between ${begins}::timestamptz and ${ends}::timestamptz
    and ${sqlFragment(db, kind === 'night' ? 'x.is_night' : 'x.is_closing and x.is_raised')}
  order by x.made_at, p.full_name, x.id limit ${maxEvidenceRows}`;

/** SQL: all disciplines of a group, each with its classes and absences: the card's own first, to compare the others with it. */
const disciplines = (db: Db, { course, people }: AuthorizedAttentionSign, { language }: ReportQuery) => db`
  select ${nameColumn(db, 'd', language)} || ' · ' || p.full_name as name, null::date as "visitDate", max(sheet.filled_at) as at,
    null::text as was, null::text as now, count(*)::int as classes, sum(sheet.entered)::int as entered,
    sum(sheet.absences)::int as absences
  from sheet join journal_course j on j.id = sheet.course_id join discipline d on d.id = j.discipline_id
  join person p on p.id = sheet.teacher_id
  where sheet.group_id = (select group_id from kept where id = ${course})
  group by d.id, p.id, sheet.course_id
  order by (sheet.course_id = ${course} and p.id = any (${people as number[]}::bigint[])) desc, absences desc, name
  limit ${maxEvidenceRows}`;

/** SQL: the classes of a sitting, each with the moment of its first entry. */
const sitting = (db: Db, { course, people, begins, ends }: AuthorizedAttentionSign) => db`
  select p.full_name as name, sheet.visit_date as "visitDate", sheet.filled_at as at, null::text as was, null::text as now,
    null::int as classes, sheet.entered, sheet.absences
  from sheet join person p on p.id = sheet.teacher_id
  where sheet.course_id = ${course} and sheet.teacher_id = any (${people as number[]}::bigint[])
    and sheet.filled_at between ${begins}::timestamptz and ${ends}::timestamptz
  order by sheet.filled_at, sheet.visit_date, sheet.id limit ${maxEvidenceRows}`;

/** SQL: sign-ins of two teachers on browsers that both used. */
const signIns = (db: Db, { people }: AuthorizedAttentionSign) => db`
  select p.full_name as name, null::date as "visitDate", s.at, null::text as was, null::text as now, null::int as classes,
    null::int as entered, null::int as absences
  from signin s join person p on p.id = s.person_id
  where s.person_id = any (${people as number[]}::bigint[]) and s.device in (
    select device from signin where person_id = any (${people as number[]}::bigint[])
      and device in (select device from browser where teachers <= ${attentionSignThresholds.deviceTeachers})
    group by device having count(distinct person_id) = 2)
  order by s.at desc limit ${maxEvidenceRows}`;

const rows: Readonly<
  Record<AttentionSignKind, (db: Db, sign: AuthorizedAttentionSign, query: ReportQuery) => Fragment>
> = {
  night: marks,
  raised: marks,
  present: disciplines,
  atOnce: sitting,
  device: signIns,
};

/** The rows behind a card. */
export async function readEvidence(db: Db, query: ReportQuery, sign: AuthorizedAttentionSign): Promise<Evidence> {
  return await db<Evidence>`
    with ${scopeJournalCtes(db, query)}, ${journalColumnCte(db, query)}, ${changedMarksCtes(db, query)}, ${teacherSignInCtes(db, query)}
    ${rows[sign.kind](db, sign, query)}`;
}
