import type { Role } from '@bilim/contract/access.ts';
import type { Fragment } from 'postgres';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { isAnnouncementAddressed } from '../university/addressees.access.ts';
import { teachesCourse } from '../university/courses.access.ts';
import { disciplineColumns, isInStream, isMemberAt, type ValueOrColumn } from '../university/courses.queries.ts';
import { isMaterialForStudentKind, isMaterialOfTeacherRow, joinMaterialFile } from '../university/materials.access.ts';
import { nameColumn, sqlFragment, streamNameColumn, universityTodaySql } from '../university/university.queries.ts';
import { absenceNoticeThreshold } from './writing.queries.ts';

/** For whom notices are read: a caller, or columns of a list of people who have one role. */
export interface NoticeReader {
  readonly caller: {
    readonly uid: ValueOrColumn;
    readonly role: Role;
    readonly groupId: ValueOrColumn | null;
    readonly faculties: readonly number[] | Fragment;
  };
  readonly language: Language;
  readonly timeZone: string;
}

/**
 * What a notice says is read from the thing itself, in the reader's language, one function a kind. Each gives SQL that
 * selects `about` (a part of the contract's notice) and `known` (the person has met the thing elsewhere) for the row
 * `notice` of its kind: no row when the thing is gone, or when the person may not see it any more.
 */
type Kind = (db: Db, reader: NoticeReader) => Fragment;

/** SQL: a course as the address names it; `group`, the group or stream, `semester` and `name` are SQL too. */
const course = (db: Db, language: Language, row: string, more: { isSelect: string; semester: string; group: string }) =>
  db`jsonb_build_object('year', ${sqlFragment(db, `${row}.year_id`)}, 'ws', ${sqlFragment(db, `${row}.term_id`)},
    'id_discipline', d.id, 'discipline', ${nameColumn(db, 'd', language)}, 'kredit', ${sqlFragment(db, `${row}.credits`)},
    'isSelect', ${sqlFragment(db, more.isSelect)}, 'id_semester', ${sqlFragment(db, more.semester)},
    'id_group', ${sqlFragment(db, more.group)})`;

/** SQL: a person as notices name one. */
const person = (db: Db) => sqlFragment(db, `jsonb_build_object('id', p.id, 'fullName', p.full_name)`);

const ofJournal = { isSelect: 'j.stream_id is not null', group: 'coalesce(j.stream_id, j.group_id)' };

/** A student's own cell: what was entered of a student stays theirs to read. */
const mark: Kind = (db, { language }) => db`
  select jsonb_build_object(
    'step', case when c.visited then 'mark' else 'absent' end, 'mark', o.label, 'person', ${person(db)},
    'course', ${course(db, language, 'j', { ...ofJournal, semester: 'coalesce(j.semester_id, j.term_id)' })},
    'lesson', jsonb_build_object('id_vid_zaniatiy', ct.id, 'name_vid_zaniatiy', ${nameColumn(db, 'ct', language)},
      'subgroup', c.subgroup, 'visitDate', k.visit_date, 'timesCount', k.times_count)) as about, false as known
  from journal_cell c
  join journal_column k on k.id = c.column_id
  join journal_course j on j.id = k.course_id
  join discipline d on d.id = j.discipline_id
  join class_type ct on ct.id = k.class_type_id
  join person p on p.id = c.teacher_id
  left join journal_mark o on o.id = c.mark_id
  where notice.kind = 'mark' and c.column_id = notice.thing and c.student_id = notice.person_id
    and (c.visited is false or c.mark_id is not null)`;

/** A student of the teacher who was absent often; as long as that is so, and the teacher teaches there. */
const absences: Kind = (db, { caller, language }) => {
  const taught = (isSelect: boolean) =>
    teachesCourse(db, caller.uid, {
      ...disciplineColumns(db, 'j'),
      isSelect,
      group: sqlFragment(db, isSelect ? 'j.stream_id' : 'j.group_id'),
    });
  return db`
    select jsonb_build_object('step', null, 'count', a.count, 'person', ${person(db)},
      'course', ${course(db, language, 'j', { ...ofJournal, semester: 'coalesce(j.semester_id, j.term_id)' })},
      'lesson', jsonb_build_object('id_vid_zaniatiy', ct.id, 'name_vid_zaniatiy', ${nameColumn(db, 'ct', language)},
        'subgroup', last.subgroup, 'visitDate', last.visit_date, 'timesCount', last.times_count)) as about,
      false as known
    from journal_course j
    join discipline d on d.id = j.discipline_id
    join person p on p.id = notice.part
    cross join lateral (select count(*)::int as count from journal_cell c join journal_column k on k.id = c.column_id
      where c.student_id = notice.part and c.visited is false and k.course_id = j.id) a
    cross join lateral (select c.subgroup, k.class_type_id, k.visit_date, k.times_count
      from journal_cell c join journal_column k on k.id = c.column_id
      where c.student_id = notice.part and c.visited is false and k.course_id = j.id
      order by k.visit_date desc, k.times_count desc, k.id desc limit 1) last
    join class_type ct on ct.id = last.class_type_id
    where notice.kind = 'absences' and j.id = notice.thing and a.count >= ${absenceNoticeThreshold}
      and case when j.stream_id is null then ${taught(false)} else ${taught(true)} end`;
};

/** Journals that a teacher was reminded of. */
const journals: Kind = (db) => db`
  select jsonb_build_object('step', null, 'count', (notice.detail->>'count')::int) as about, false as known
  where notice.kind = 'journals'`;

/** A material of one of the student's teachers; `own_teachers`: teachersOfStudent. */
const material: Kind = (db, { caller, language }) => db`
  select jsonb_build_object('step', null, 'title', m.name,
    'fileName', case when m.is_html then 'book.html' else f.name end, 'person', ${person(db)},
    'course', ${course(db, language, 'g', { isSelect: 'm.is_select', semester: 'm.semester_id', group: 'null::int' })})
      as about, false as known
  from material m
  ${joinMaterialFile(db)}
  join person p on p.id = m.teacher_id
  join discipline d on d.id = m.discipline_id
  cross join lateral (select t.year_id, t.term_id, t.credits from own_teachers t where ${isMaterialOfTeacherRow(db)}
    order by t.year_id desc limit 1) g
  where notice.kind = 'material' and m.id = notice.thing and m.deleted_at is null and ${isMaterialForStudentKind(db, caller.groupId)}`;

/** SQL: the side of a change of the timetable that `detail` holds under a key. */
const side = (db: Db, key: 'was' | 'now') => db`(
  select jsonb_build_object('day_number', s.value->'day', 'date', s.value->'date', 'auditorium', a.number,
    'startsAt', to_char(slot.starts_at, 'HH24:MI'), 'endsAt', to_char(slot.ends_at, 'HH24:MI'))
  from (select ${sqlFragment(db, `notice.detail->'${key}'`)} as value) s
  join pair_slot slot on slot.id = (s.value->>'slot')::int
  left join auditorium a on a.id = (s.value->>'room')::int)`;

/**
 * A class that was moved, cancelled, added or given by another teacher: for its teacher, and for whoever is still in one
 * of its groups or in its stream. A class that a notice calls held must still be in the timetable.
 */
const lesson: Kind = (db, { caller, language, timeZone }) => {
  const now = universityTodaySql(db, timeZone);
  const isStudent = db`(exists (select from group_student member
      where member.student_id = ${caller.uid} and ${isMemberAt(db, { day: db`greatest(c.starts_on, least(c.ends_on, ${now}))` })}
        and notice.detail->'groups' @> to_jsonb(member.group_id))
    or ${isInStream(db, caller.uid, sqlFragment(db, "(notice.detail->>'stream')::int"))})`;
  // What was changed by hand (part: the change) has a notice of its own for each teacher.
  const who =
    caller.role === 1 ? db`(notice.step = 'cancelled' or notice.part > 0 or l.teacher_id = ${caller.uid})` : isStudent;
  return db`
    select jsonb_build_object('step', notice.step, 'was', ${side(db, 'was')}, 'now', ${side(db, 'now')},
      'person', ${person(db)},
      'course', ${course(db, language, 'x', { isSelect: 'coalesce(s.is_chosen, false)', semester: 'null::int', group: 'null::int' })},
      'lesson', jsonb_build_object('id_vid_zaniatiy', ct.id, 'name_vid_zaniatiy', ${nameColumn(db, 'ct', language)},
        'subgroup', x.subgroup, 'visitDate', null, 'timesCount', null),
      'reason', notice.detail->'reason') as about, false as known
    from jsonb_to_record(jsonb_build_object('year_id', notice.detail->'year', 'term_id', notice.detail->'term',
        'discipline_id', notice.detail->'discipline', 'credits', notice.detail->'credits', 'type_id', notice.detail->'type',
        'teacher_id', notice.detail->'teacher', 'stream_id', notice.detail->'stream', 'subgroup', notice.detail->'subgroup'))
      as x (year_id int, term_id int, discipline_id int, credits numeric, type_id int, teacher_id bigint, stream_id int,
        subgroup int)
    join academic_calendar c on c.year_id = x.year_id and c.term_id = x.term_id
    join discipline d on d.id = x.discipline_id
    join class_type ct on ct.id = x.type_id
    join person p on p.id = x.teacher_id
    left join stream s on s.id = x.stream_id
    left join lesson l on l.id = notice.thing
    where notice.kind = 'lesson' and (notice.step = 'cancelled' or notice.part > 0 or l.id is not null) and ${who}`;
};

/** Several changes of the timetable by one load, with the first disciplines of which they are. */
const lessons: Kind = (db, { language }) => db`
  select jsonb_build_object('step', notice.step, 'count', (notice.detail->>'count')::int, 'title', (
      select string_agg(${nameColumn(db, 'd', language)}, ', ' order by d.id) from discipline d
      where notice.detail->'disciplines' @> to_jsonb(d.id))) as about, false as known
  where notice.kind = 'lesson' and notice.step = 'several'`;

/**
 * Days without classes, or days that have them again, with how many of the person's own it is about. Where some of the days
 * have their classes again it tells those that are left, and counts on them alone; null: this was not kept day by day.
 */
const holiday: Kind = (db, { language }) => db`
  select jsonb_build_object('step', notice.step, 'title', h.name,
    'day', coalesce(h."first", x."from"), 'until', coalesce(h."last", x."to"),
    'count', own.count) as about, false as known
  from jsonb_to_record(notice.detail) as x ("from" date, "to" date, counts jsonb)
  cross join lateral (
    select min(one.day) as "first", max(one.day) as "last",
      (array_agg(${nameColumn(db, 'one', language)} order by one.day))[1] as name
    from holiday one where one.day between x."from" and x."to") h
  cross join lateral (
    select sum(of.count::int)::int as count from jsonb_each_text(x.counts) as of (day, count)
    where exists (select from holiday one where one.day = of.day::date) = (notice.step = 'set')) own
  where notice.kind = 'holiday' and (h.name is not null) = (notice.step = 'set')
    and (x.counts is null or own.count is not null)`;

/**
 * A student who was moved to another group, as long as that is their last one: for the student, and for whoever teaches one
 * of the two groups. A teacher is led to what they teach there.
 */
const group: Kind = (db, { caller, language }) => {
  const isTeacher = caller.role === 1;
  const taught = db`
    select ${course(db, language, 't', { isSelect: 'false', semester: 't.semester_id', group: 't.course_id' })} as value
    from course_teacher t
    join academic_calendar c on c.year_id = t.year_id and c.term_id = t.term_id and c.ends_on >= x.since
    join discipline d on d.id = t.discipline_id
    where not t.is_select and t.teacher_id = ${caller.uid} and t.course_id in (x.left_id, x.joined_id)
    order by t.course_id <> x.joined_id, c.starts_on, t.discipline_id, t.semester_id limit 1`;
  const whose = isTeacher
    ? db`notice.step = 'student' and taught.value is not null`
    : db`notice.step = 'own' and x.student = ${caller.uid}`;
  return db`
    select jsonb_build_object('step', notice.step, 'person', ${person(db)}, 'course', taught.value,
      'groups', jsonb_build_object('from', w.name, 'to', n.name, 'since', x.since)) as about, false as known
    from (select (notice.detail->>'student')::bigint as student, (notice.detail->>'left')::int as left_id,
      (notice.detail->>'joined')::int as joined_id, (notice.detail->>'since')::date as since) x
    join study_group w on w.id = x.left_id
    join study_group n on n.id = x.joined_id
    join person p on p.id = x.student
    left join lateral (${isTeacher ? taught : db`select null::jsonb as value`}) taught on true
    where notice.kind = 'group' and ${whose} and (x.joined_id = (select member.group_id from group_student member
        where member.student_id = x.student order by member.starts_on desc, member.ends_on desc nulls first limit 1)
      or exists (select from group_student member
        where member.student_id = x.student and member.group_id = x.joined_id and member.is_current))`;
};

/** Several students who were moved by one load, with the first groups that they came to. */
const groups: Kind = (db) => db`
  select jsonb_build_object('step', notice.step, 'count', (notice.detail->>'count')::int, 'title', (
      select string_agg(g.name, ', ' order by g.name, g.id) from study_group g
      where notice.detail->'groups' @> to_jsonb(g.id))) as about, false as known
  where notice.kind = 'group' and notice.step = 'several'`;

/**
 * A student who was moved to another stream, as long as they are in it: for the student, and for whoever teaches one of the
 * two. A teacher is led to the journal of the stream that is theirs.
 */
const stream: Kind = (db, { caller, language }) => {
  const isTeacher = caller.role === 1;
  const whose = isTeacher
    ? db`notice.step = 'student' and ${caller.uid} in (now_by.teacher_id, before_by.teacher_id)`
    : db`notice.step = 'own' and x.student = ${caller.uid}`;
  const own = isTeacher ? db`case when now_by.teacher_id = ${caller.uid} then n.id else w.id end` : db`n.id`;
  return db`
    select jsonb_build_object('step', notice.step, 'person', ${person(db)},
      'course', ${course(db, language, 'n', {
        isSelect: 'n.is_chosen',
        semester: 'case when n.is_chosen then n.term_id else seat.semester_id end',
        group: 'case when n.is_chosen then own.id else seat.group_id end',
      })},
      'groups', jsonb_build_object('from', coalesce(${streamNameColumn(db, 'w', language)}, '—'),
        'to', ${streamNameColumn(db, 'n', language)}, 'since', x.since)) as about, false as known
    from (select (notice.detail->>'student')::bigint as student, (notice.detail->>'left')::int as left_id,
      (notice.detail->>'joined')::int as joined_id, (notice.detail->>'since')::date as since) x
    join stream n on n.id = x.joined_id
    join stream_teacher now_by on now_by.stream_id = n.id
    left join stream w on w.id = x.left_id
    left join stream_teacher before_by on before_by.stream_id = w.id
    cross join lateral (select ${own} as id) own
    join discipline d on d.id = n.discipline_id
    join class_type ct on ct.id = n.class_type_id
    join person p on p.id = x.student
    join stream_student seat on seat.stream_id = n.id and seat.student_id = x.student
    where notice.kind = 'stream' and ${whose}`;
};

/** Several students who were moved to other streams at once, or several streams of one, with the first disciplines. */
const streams: Kind = (db, { caller, language }) => db`
  select jsonb_build_object('step', notice.step, 'count', (notice.detail->>'count')::int, 'title', (
      select string_agg(${nameColumn(db, 'd', language)}, ', ' order by d.id) from discipline d
      where notice.detail->'disciplines' @> to_jsonb(d.id))) as about, false as known
  where notice.kind = 'stream' and notice.step = ${caller.role === 1 ? 'students' : 'several'}`;

/** A step of one's own order, or a word of the desk about it; what was fetched or handed out is not new. */
const order: Kind = (db, { language }) => db`
  select jsonb_build_object('step', case when o.revoked_at is not null then 'revoked'
      when notice.step = 'written' or notice.step = 'reminded' and o.handed_at is null then notice.step else o.status end,
    'title', ${nameColumn(db, 't', language)}, 'place', coalesce(${sqlFragment(db, `t.pickup_${language}`)}, t.pickup_ru),
    'reason', case when notice.step = 'written' then (select e.reason from order_event e
      where e.order_id = o.id and e.action = 'written' order by e.id desc limit 1) else o.reason end) as about,
    o.status = 'prepared' and o.revoked_at is null and (o.handed_at is not null
      or o.seen_at is not null and notice.step is distinct from 'written') as known
  from document_order o join document_type t on t.id = o.document_id
  where notice.kind = 'order' and o.id = notice.thing and o.person_id = notice.person_id
    and (o.status <> 'waiting' or notice.step = 'written')`;

const longestTitle = 200;

/** An announcement that is addressed to the person. */
const news: Kind = (db, { caller }) => db`
  select jsonb_build_object('step', null, 'title', left(n.message, ${longestTitle}::int), 'person', ${person(db)}) as about, false as known
  from news n join person p on p.id = n.author_id
  where notice.kind = 'news' and n.id = notice.thing and n.deleted_at is null and ${isAnnouncementAddressed(db, caller)}`;

/** A seat that was given, changed or taken, or a place in line that was lost; what has been put right since is gone. */
const seat: Kind = (db, { caller, language }) => db`
  select jsonb_build_object('step', notice.step, 'title', ${streamNameColumn(db, 's', language)}, 'person', ${person(db)},
    'course', ${course(db, language, 's', { isSelect: 's.is_chosen', semester: 'null::int', group: 's.id' })},
    'reason', case when notice.step = 'dropped' then (
      select case when s.closed_at is not null and e.reason = 'registration.wrongSubgroup' then 'ended'
        else split_part(e.reason, '.', 2) end
      from registration_event e where e.student_id = notice.person_id and e.stream_id = s.id and e.kind = 'dropped'
      order by e.id desc limit 1) end) as about, false as known
  from stream s
  join discipline d on d.id = s.discipline_id
  join class_type ct on ct.id = s.class_type_id
  join person p on p.id = notice.person_id
  where notice.kind = 'seat' and s.id = notice.thing
    and (notice.step in ('removed', 'dropped')) <> ${isInStream(db, caller.uid, sqlFragment(db, 's.id'))}`;

/** A registration window of the student's own faculty and form of education, as it stands today. */
const window: Kind = (db, { caller, language, timeZone }) => db`
  select jsonb_build_object('until', w.ends_on, 'title', ${nameColumn(db, 't', language)},
    'step', case when w.closed_at is not null or w.ends_on < ${universityTodaySql(db, timeZone)} then 'closed'
      else coalesce(nullif(notice.step, 'closed'), 'open') end) as about, false as known
  from registration_window w
  join term t on t.id = w.term_id
  join study_group g on g.id = ${caller.groupId}
  join speciality s on s.id = g.speciality_id and s.faculty_id = w.faculty_id
  join education_form e on e.id = s.education_form_id and e.part_time = w.part_time
  where notice.kind = 'window' and w.id = notice.thing`;

/** A right that was given, as long as the person has it. */
const right: Kind = (db, { caller, language }) => db`
  select jsonb_build_object('step', r.code, 'title', ${nameColumn(db, 'f', language)}) as about, false as known
  from permission_now r left join faculty f on f.id = r.faculty_id
  where notice.kind = 'right' and r.id = notice.thing and r.person_id = ${caller.uid}`;

/** An own message that a moderator removed, with the reason, or brought back. */
const message: Kind = (db) => db`
  select jsonb_build_object('step', case when r.message_id is null then 'restored' else 'removed' end, 'reason', e.reason)
    as about, false as known
  from message m left join message_removal r on r.message_id = m.id left join moderation_event e on e.id = r.event_id
  where notice.kind = 'message' and m.id = notice.thing and m.author_id = notice.person_id`;

/** A check, a load or an undo of data that is over, for who began it (of a push: all), as long as that person may load. */
const load: Kind = (db, { caller }) => db`
  select jsonb_build_object('step', case when j.kind = 'undo' then case j.state when 'done' then 'undone' else 'kept' end
      when j.state = 'checked' and f.count > 0 then 'faulty' else j.state end, 'title', j.name, 'count', f.count) as about,
    false as known
  from import_job j cross join lateral (
    select count(*)::int + coalesce(sum((one->>'more')::int), 0)::int as count from jsonb_array_elements(j.faults) one
    where not (one->>'warning')::boolean) f
  where notice.kind = 'load' and j.id = notice.thing and (j.person_id = notice.person_id or j.token_id is not null)
    and j.state in ('checked', 'done', 'failed') and exists (select from permission_now r
      where r.person_id = ${caller.uid} and r.code = 'import' and r.faculty_id is null)`;

/** What changed in how the person signs in; of a sign-in on a new device which it is, and where; of several of the last one. */
const signInMethods: Kind = (db, { language }) => db`
  select jsonb_build_object('step', notice.step, 'title', notice.detail->>'device', 'count', (notice.detail->>'count')::int,
    'place', nullif(concat_ws(' · ', notice.detail->'network'->>${language}::text, notice.detail->>'address'), '')) as about,
    false as known
  where notice.kind = 'signInMethods'`;

/** The person's own archive, as long as it can be taken, or none has come about. */
const archive: Kind = (db, { timeZone }) => db`
  select jsonb_build_object('step', a.state, 'until', (a.ends_at at time zone ${timeZone})::date) as about, false as known
  from personal_archive a
  where notice.kind = 'archive' and a.person_id = notice.person_id and a.state = notice.step and a.ends_at > now()`;

const ofStudents: readonly Kind[] = [
  mark,
  material,
  lesson,
  lessons,
  holiday,
  group,
  stream,
  streams,
  order,
  news,
  seat,
  window,
  right,
  message,
  load,
  signInMethods,
  archive,
];
const ofTeachers: readonly Kind[] = [
  absences,
  journals,
  lesson,
  lessons,
  holiday,
  group,
  groups,
  stream,
  streams,
  order,
  news,
  right,
  message,
  load,
  signInMethods,
  archive,
];

/** SQL `select about, known`: what row `notice` says to its person; no row when it says nothing any more. */
export function selectNoticeContent(db: Db, reader: NoticeReader): Fragment {
  const kinds = reader.caller.role === 1 ? ofTeachers : ofStudents;
  return kinds.map((kind) => kind(db, reader)).reduce((all, one) => db`${all} union all ${one}`);
}
