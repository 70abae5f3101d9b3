import { nameColumn } from '../university.queries.ts';
import { type ArchivePart, archiveTimestampSql } from './part.ts';

/** The person, the sign-in methods, what the portal keeps for them, and what they did. No secret of an account is among it. */
export const accountArchiveParts: readonly ArchivePart[] = [
  {
    name: 'person',
    of: [
      'account.person_id',
      'student.id',
      'teacher.id',
      'mail_address.person_id',
      'schedule_feed.person_id',
      'one_time_key.person_id',
      'signin_first.person_id',
      'umk_upload_ban.teacher_id',
    ],
    rows: (asked) => asked.db`
      select p.id as row_order, p.id as number_in_the_portal, p.surname, p.name, p.patronymic, p.email, a.login, a.role,
        (select s.number from student s where s.id = p.id) as student_number,
        exists (select from teacher t where t.id = p.id) as teaches,
        (select m.address from mail_address m where m.person_id = p.id) as mail_for_notices,
        ${archiveTimestampSql(asked, '(select m.confirmed_at from mail_address m where m.person_id = p.id)')} as mail_confirmed_at,
        ${archiveTimestampSql(asked, '(select c.created_at from schedule_feed c where c.person_id = p.id)')} as calendar_since,
        ${archiveTimestampSql(asked, '(select k.confirmed_at from one_time_key k where k.person_id = p.id)')} as one_time_codes_since,
        ${archiveTimestampSql(asked, '(select f.at from signin_first f where f.person_id = p.id)')} as first_sign_in,
        exists (select from umk_upload_ban u where u.teacher_id = p.id) as may_not_add_materials, p.closed_on as left_on
      from person p join account a on a.person_id = p.id where p.id = ${asked.uid}`,
  },
  {
    name: 'sessions',
    of: ['session.person_id'],
    rows: (asked) => asked.db`
      select s.id as row_order, ${archiveTimestampSql(asked, 's.created_at')} as begun_at, ${archiveTimestampSql(asked, 's.last_seen_at')} as seen_at,
        host(s.address) as address, s.agent as browser
      from session s where s.person_id = ${asked.uid} and s.expires_at > now() and s.invented is null`,
  },
  {
    name: 'passkeys',
    of: ['passkey.person_id'],
    rows: (asked) => asked.db`
      select k.id as row_order, ${archiveTimestampSql(asked, 'k.since')} as since, ${archiveTimestampSql(asked, 'k.used_at')} as used_at, k.agent as browser
      from passkey k where k.person_id = ${asked.uid}`,
  },
  {
    name: 'linked-accounts',
    of: ['linked_account.person_id'],
    rows: (asked) => asked.db`
      select row_number() over (order by o.issuer, o.subject) as row_order, o.issuer, ${archiveTimestampSql(asked, 'o.linked_at')} as linked_at
      from linked_account o where o.person_id = ${asked.uid}`,
  },
  {
    name: 'devices',
    of: ['push_device.person_id'],
    rows: (asked) => asked.db`
      select d.id as row_order, ${archiveTimestampSql(asked, 'd.created_at')} as since, ${archiveTimestampSql(asked, 'd.notified_at')} as notified_at,
        d.agent as browser, d.language
      from push_device d where d.person_id = ${asked.uid}`,
  },
  {
    name: 'notice-settings',
    of: ['notification_setting.person_id'],
    rows: ({ db, uid }) => db`
      select t.person_id as row_order, t.is_off, array_to_string(t.push, ' ') as push, array_to_string(t.mail, ' ') as mail,
        t.mail_at_once, t.is_quiet, t.quiet_from, t.quiet_to, t.is_open
      from notification_setting t where t.person_id = ${uid}`,
  },
  {
    name: 'notices',
    of: ['notice.person_id'],
    rows: (asked) => asked.db`
      select n.id as row_order, ${archiveTimestampSql(asked, 'n.at')} as at, n.kind, n.step, ${archiveTimestampSql(asked, 'n.seen_at')} as seen_at,
        d.sign_in->>'device' as device, d.sign_in->'network'->>${asked.language}::text as network, d.sign_in->>'address' as address,
        coalesce(d.sign_in->>'count', case when d.sign_in is not null then '1' end) as sign_ins
      from notice n
      left join lateral (select n.detail as sign_in where n.kind = 'signInMethods' and n.step = 'device') d on true
      where n.person_id = ${asked.uid}`,
  },
  {
    name: 'rights',
    of: ['permission.person_id'],
    rows: ({ db, uid, language }) => db`
      select r.id as row_order, r.code as "right", ${nameColumn(db, 'f', language)} as faculty, r.ends_on as until
      from permission r left join faculty f on f.id = r.faculty_id where r.person_id = ${uid}`,
  },
  {
    name: 'rights-history',
    of: ['permission_event.person_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select e.id as row_order, ${archiveTimestampSql(asked, 'e.at')} as at, e.code as "right", ${nameColumn(db, 'f', language)} as faculty,
          e.granted
        from permission_event e left join faculty f on f.id = e.faculty_id where e.person_id = ${uid}`;
    },
  },
  {
    name: 'account-history',
    of: ['account_event.person_id'],
    rows: (asked) => asked.db`
      select e.id as row_order, ${archiveTimestampSql(asked, 'e.at')} as at, e.action from account_event e where e.person_id = ${asked.uid}`,
  },
  {
    name: 'consents',
    of: ['consent.person_id'],
    rows: (asked) => asked.db`
      select c.id as row_order, ${archiveTimestampSql(asked, 'c.at')} as at, c.text_id as version, c.given,
        coalesce(nullif(${asked.db(`text_${asked.language}`)}, ''), t.text_ru) as text
      from consent c join privacy_text t on t.id = c.text_id where c.person_id = ${asked.uid}`,
  },
  {
    name: 'acts',
    of: ['audit.person_id'],
    // Of a wrong password only the account is known: where it came from may be about somebody else.
    rows: (asked) => asked.db`
      select u.id as row_order, ${archiveTimestampSql(asked, 'u.at')} as at, u.action,
        case when u.action <> 'login.wrong' and u.action not like 'password.%' then host(u.address) end as address
      from audit u where u.person_id = ${asked.uid}`,
  },
  {
    name: 'orders',
    of: ['document_order.person_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select o.id as row_order, o.id as "order", ${nameColumn(db, 't', language)} as document, ${nameColumn(db, 'd', language)} as district,
          o.status, ${archiveTimestampSql(asked, 'o.created_at')} as ordered_at, ${archiveTimestampSql(asked, 'o.changed_at')} as changed_at,
          o.number_year || '-' || lpad(o.number::text, 6, '0') as number, o.reason, o.note,
          ${archiveTimestampSql(asked, 'o.handed_at')} as handed_at, ${archiveTimestampSql(asked, 'o.revoked_at')} as revoked_at
        from document_order o join document_type t on t.id = o.document_id join district d on d.id = o.district_id
        where o.person_id = ${uid}`;
    },
  },
  {
    name: 'order-history',
    of: ['order_event.by_person_id'],
    rows: (asked) => asked.db`
      select e.id as row_order, e.order_id as "order", ${archiveTimestampSql(asked, 'e.at')} as at, e.action,
        e.by_person_id = ${asked.uid} as by_me, e.reason as text
      from document_order o join order_event e on e.order_id = o.id where o.person_id = ${asked.uid}`,
  },
  {
    name: 'payment-codes',
    of: ['payment_code.student_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select c.account::bigint as row_order, c.account as code, ${nameColumn(db, 's', language)} as service, y.label as year,
          g.name as "group", ${archiveTimestampSql(asked, 'c.created_at')} as at
        from payment_code c join paid_service s on s.id = c.service_id join academic_year y on y.id = c.year_id
        join study_group g on g.id = c.group_id where c.student_id = ${uid}`;
    },
  },
  {
    name: 'visits',
    of: ['material_visit.person_id'],
    rows: (asked) => {
      const { db, uid, language } = asked;
      return db`
        select v.discipline_id::bigint as row_order, ${nameColumn(db, 'd', language)} as discipline, ${archiveTimestampSql(asked, 'v.at')} as at
        from material_visit v join discipline d on d.id = v.discipline_id where v.person_id = ${uid}`;
    },
  },
  {
    name: 'reading-places',
    of: ['reading_place.person_id'],
    rows: (asked) => asked.db`
      select r.file_id as row_order, f.name as file, r.page, ${archiveTimestampSql(asked, 'r.at')} as at
      from reading_place r join file f on f.id = r.file_id where r.person_id = ${asked.uid}`,
  },
];
