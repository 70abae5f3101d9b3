import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { selectRegistrations } from '../../university/courses.queries.ts';
import { alphabetCollationSql, nameColumn, sqlFragment } from '../../university/university.queries.ts';
import type { AuthorizedOrder } from './singlewindow.access.ts';

type Names = Readonly<Record<'ru' | 'kg' | 'en', string>>;

/** What a certificate says, frozen on the day of issue. */
export interface CertificateContent {
  kind: 'study' | 'military' | 'social' | 'transcript';
  university: Names;
  fullName: string;
  studentNumber: string;
  group: string;
  course: number;
  speciality: Names;
  classifier: string;
  faculty: Names;
  form: Names;
  years: number;
  admission: number;
  region: Names;
  district: Names;
  disciplines: TranscriptRow[];
}

/** A discipline of a transcript; what the university has not given to the portal is null. */
export interface TranscriptRow {
  name: Names;
  semester: number;
  credits: number | null;
  control: Names | null;
  passed: boolean | null;
  /** Of a term that is not over; missing in papers issued before this was asked. */
  running?: boolean;
  points: number | null;
  letter: string | null;
  mark: Names | null;
  /** What the mark counts in the average. */
  value: number | null;
}

/** SQL: the three names of a table's row. */
const names = (db: Db, table: string) =>
  db`jsonb_build_object('ru', ${db(`${table}.name_ru`)}, 'kg', ${db(`${table}.name_kg`)}, 'en', ${db(`${table}.name_en`)})`;

/**
 * SQL: the disciplines of student `p` in group `g` up to year `y`, with their results: what the plan holds for the
 * semesters that have begun, what the student registered for, and what has a result.
 */
const studied = (db: Db) => db`coalesce((
  select jsonb_agg(jsonb_build_object('name', ${names(db, 'd')}, 'semester', semester_id, 'credits', c.credits,
    'control', case when cf.id is not null then ${names(db, 'cf')} end, 'passed', x.passed, 'points', x.points,
    'running', coalesce(c.running, false),
    'letter', m.letter, 'value', m.value, 'mark', case when m.letter is not null then ${names(db, 'm')} end)
    order by semester_id, d.name_ru)
  from (
    select discipline_id, semester_id, credits, control_form_id, bool_or(exists (
      select from academic_calendar a
      where a.year_id = o.year_id and a.term_id = o.term_id and a.ends_on >= today())) as running
    from (
      select i.discipline_id, i.semester_id, i.credits, i.control_form_id, i.year_id, i.term_id
      from group_plan i
      where i.group_id = g.id and i.year_id <= y.id
        and not exists (select from academic_calendar a
          where a.year_id = i.year_id and a.term_id = i.term_id and a.starts_on > today())
      union
      select r.discipline_id, r.semester_id, r.credits, r.control_form_id, r.year_id, r.term_id
      from (${selectRegistrations(db, sqlFragment(db, 'p.id'))}) r) o
    group by discipline_id, semester_id, credits, control_form_id
  ) c
  full join (
    select distinct on (discipline_id, semester_id) discipline_id, semester_id, passed, points
    from discipline_result where student_id = p.id
    order by discipline_id, semester_id, year_id desc
  ) x using (discipline_id, semester_id)
  join discipline d on d.id = discipline_id
  left join control_form cf on cf.id = c.control_form_id
  left join lateral (
    select * from final_mark where points_from <= x.points order by points_from desc limit 1) m on true), '[]')`;

/** SQL: what the certificate of order `o` says; null when its text does not follow from the data. */
export function certificateContentSql(db: Db) {
  return db`(
    select jsonb_build_object(
      'kind', dt.certificate, 'university', ${names(db, 'u')}, 'fullName', p.full_name, 'studentNumber', st.number,
      'group', g.name, 'course', least(greatest(y.id - g.admission_year + 1, 1), sp.years),
      'speciality', ${names(db, 'sp')}, 'classifier', sp.classifier, 'faculty', ${names(db, 'f')},
      'form', ${names(db, 'ef')}, 'years', sp.years, 'admission', 2000 + g.admission_year,
      'region', ${names(db, 're')}, 'district', ${names(db, 'di')},
      'disciplines', case when dt.certificate = 'transcript' then ${studied(db)} else '[]' end)
    from document_type dt
    join person p on p.id = o.person_id
    join student st on st.id = p.id
    join group_student gs on gs.student_id = st.id and gs.is_current
    join study_group g on g.id = gs.group_id
    join speciality sp on sp.id = g.speciality_id
    join faculty f on f.id = sp.faculty_id
    join education_form ef on ef.id = sp.education_form_id
    join district di on di.id = o.district_id
    join region re on re.id = di.region_id
    join academic_year y on y.is_default
    cross join university u
    where dt.id = o.document_id and dt.certificate is not null)`;
}

/** A certificate with the code that proves it. */
export interface Certificate {
  readonly content: CertificateContent;
  readonly number: string;
  readonly code: string;
  readonly issued: string;
  readonly revoked: boolean;
}

/** Those of several orders that lie ready or were handed out, by surname, with their certificates. */
export async function readPrintableOrders(db: Db, orders: readonly AuthorizedOrder[], language: Language) {
  return await db<
    { fullName: string; group: string | null; document: string; number: string; certificate: Certificate | null }[]
  >`
    select p.full_name as "fullName", g.name as group, ${nameColumn(db, 'dt', language)} as document,
      o.number_year || '-' || lpad(o.number::text, 6, '0') as number,
      case when o.content is not null then jsonb_build_object('content', o.content, 'code', o.check_code,
        'number', o.number_year || '-' || lpad(o.number::text, 6, '0'), 'issued', o.changed_at, 'revoked', false)
      end as certificate
    from document_order o
    join document_type dt on dt.id = o.document_id
    join person p on p.id = o.person_id
    left join group_student gs on gs.student_id = p.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    where o.id = any (${orders.map(({ id }) => id)}::bigint[]) and o.status = 'prepared' and o.revoked_at is null
    order by p.full_name ${alphabetCollationSql(db, language)}, o.id`;
}

/** A prepared certificate, or null when the order has none. */
export async function readCertificate(db: Db, order: AuthorizedOrder): Promise<Certificate | null> {
  const [row] = await db<Certificate[]>`
    select content, number_year || '-' || lpad(number::text, 6, '0') as number, check_code as code,
      changed_at as issued, revoked_at is not null as revoked
    from document_order where id = ${order.id} and content is not null`;
  return row ?? null;
}
