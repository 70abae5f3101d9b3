import type { Fragment } from 'postgres';
import type { Caller } from '../auth/session.ts';
import type { Db } from '../database/database.ts';
import { studiesCourse, teachesCourse, teachesStudent } from './courses.access.ts';
import { disciplineColumns, membershipDayInTermSql } from './courses.queries.ts';
import { belongsToConversationOffice, isMemberOfOfficeConversation } from './office-mailboxes.access.ts';
import { sqlFragment } from './university.queries.ts';

/** What a conversation hangs on: another person, an office, a group, or a stream. */
export type ConversationKind = 'person' | 'office' | 'group' | 'stream';

/**
 * SQL condition: the caller is a member of the conversation that the columns of `k` name (year_id, term_id,
 * discipline_id, credits, person_a, person_b, is_select, course_id), by enrolment and teaching load on the day of the
 * term: whoever left a group loses access with the next call. A group needs a teacher, so that a made-up discipline
 * opens nothing. A conversation with a teacher who left the university stays readable for the student. With a `kind`
 * only that part is checked, without `isReadOnlyAfterMerge`: such a statement is planned faster.
 */
export function isCallerMember(db: Db, caller: Caller, timeZone: string, kind: ConversationKind | 'any' = 'any') {
  const takesPart = isActiveMember(db, caller, timeZone, kind);
  return kind === 'any' ? db`(${takesPart} or ${isReadOnlyAfterMerge(db, caller, 'k')})` : takesPart;
}

/** SQL condition: the same without those who only read after a merge. */
export function isActiveMember(db: Db, caller: Caller, timeZone: string, kind: ConversationKind | 'any' = 'any') {
  const self = { id: db`${caller.uid}::bigint`, isTeacher: caller.role === 1 };
  return belongsAs(db, self, timeZone, kind, isMemberOfOfficeConversation(db, caller));
}

/**
 * SQL condition: the caller only reads a conversation, which an account that was merged into theirs, or into that of the other
 * side, could open (docs/decisions/0043-two-accounts-of-one-person.md).
 */
export function isReadOnlyAfterMerge(db: Db, caller: Caller, conversation: 'c' | 'k') {
  return db`exists (select from merged_conversation old
    where old.conversation_id = ${db(conversation)}.id and old.person_id = ${caller.uid})`;
}

/**
 * SQL condition: the same of person `w` (person_id, role), for statements about many at once; conversation `k` is one
 * that is there. Those who only read it after a merge are not meant: they are notified of nothing new.
 */
export function isPersonMember(db: Db, timeZone: string) {
  const id = sqlFragment(db, 'w.person_id');
  const as = (isTeacher: boolean) => belongsAs(db, { id, isTeacher }, timeZone, 'any', belongsToConversationOffice(db));
  return db`(case when w.role = 1 then ${as(true)} else ${as(false)} end)`;
}

function belongsAs(
  db: Db,
  { id: self, isTeacher }: { id: Fragment; isTeacher: boolean },
  timeZone: string,
  kind: ConversationKind | 'any',
  inOffice: Fragment,
) {
  const term = disciplineColumns(db, 'k');
  const now = { day: membershipDayInTermSql(db, timeZone, term.year, term.term) };
  const withPerson = () => {
    const other = db`(case when k.person_a = ${self} then k.person_b else k.person_a end)`;
    const [teacher, student] = isTeacher ? [self, other] : [other, self];
    const isTaught = teachesStudent(db, teacher, student, term, now);
    return db`(${self} in (k.person_a, k.person_b)
      and ${isTeacher ? isTaught : db`(${isTaught} or ${isLeftBehind(db, other)})`})`;
  };
  const ofCourse = (isSelect: boolean) => {
    const key = { ...term, isSelect, group: sqlFragment(db, 'k.course_id') };
    return isTeacher ? teachesCourse(db, self, key) : studiesCourse(db, self, key, now);
  };
  if (kind === 'person') return withPerson();
  if (kind === 'office') return inOffice;
  if (kind !== 'any') return ofCourse(kind === 'stream');
  return db`(case when k.discipline_id is null then ${inOffice} when k.course_id is null then ${withPerson()}
    when k.is_select then ${ofCourse(true)} else ${ofCourse(false)} end)`;
}

/** SQL condition: the other person of `k` has left the university, and something was said before. */
function isLeftBehind(db: Db, other: Fragment) {
  return db`(${hasLeftUniversity(db, other)} and exists (
    select from conversation x
    where x.person_a = k.person_a and x.person_b = k.person_b and x.year_id = k.year_id and x.term_id = k.term_id
      and x.discipline_id = k.discipline_id and x.credits = k.credits and x.live > 0))`;
}

/** SQL condition: a person has left the university. */
export function hasLeftUniversity(db: Db, person: Fragment) {
  return db`exists (select from person gone where gone.id = ${person} and gone.closed_on is not null)`;
}
