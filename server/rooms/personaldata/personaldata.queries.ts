import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';

interface TextRow {
  version: number;
  at: string;
  text: string;
  asks: boolean;
}

interface ConsentRow {
  version: number;
  at: string;
  given: boolean;
}

/** What the university says now; null: nothing. */
export async function readNewestPrivacyText(db: Db, language: Language): Promise<TextRow | null> {
  const [row] = await db<TextRow[]>`
    select id as version, at, asks, coalesce(nullif(${db(`text_${language}`)}, ''), text_ru) as text
    from privacy_text order by id desc limit 1`;
  return row ?? null;
}

/** What a person said last; null: nothing yet. */
export async function readConsent(db: Db, uid: number): Promise<ConsentRow | null> {
  const [row] = await db<ConsentRow[]>`
    select text_id as version, at, given from consent where person_id = ${uid} order by id desc limit 1`;
  return row ?? null;
}

/** Keeps what a person says of the newest version; false: this is not the newest one, or it asks nobody. */
export async function storeConsent(db: Db, uid: number, version: number, given: boolean): Promise<boolean> {
  // Two answers of one person come one after the other.
  await db`select from account where person_id = ${uid} for update`;
  const [kept] = await db<object[]>`
    insert into consent (person_id, text_id, given)
    select ${uid}, t.id, ${given} from privacy_text t
    where t.id = ${version} and t.asks and t.id = (select max(id) from privacy_text) returning id`;
  return kept !== undefined;
}

/** For how many months rows of the audit are kept at most. */
export async function readMaxAuditRetentionMonths(db: Db): Promise<number | null> {
  const [row] = await db<{ months: number | null }[]>`select max(months)::int as months from audit_retention`;
  return row?.months ?? null;
}

interface OfficeText {
  version: number | null;
  text_ru: string;
  text_kg: string;
  text_en: string;
  asks: boolean;
  agreed: number;
  people: number;
}

/** The newest text in all languages, and how many of those who are here agreed with it. */
export async function readOfficePrivacyText(db: Db): Promise<OfficeText[]> {
  return await db<OfficeText[]>`
    with newest as (select * from privacy_text order by id desc limit 1),
    answers as (
      select count(*)::int as people, count(*) filter (where c.given and c.text_id = (select id from newest))::int as agreed
      from account a join person p on p.id = a.person_id and p.closed_on is null
      left join lateral (
        select k.given, k.text_id from consent k where k.person_id = p.id order by k.id desc limit 1) c on true)
    select n.id as version, coalesce(n.text_ru, '') as text_ru, coalesce(n.text_kg, '') as text_kg,
      coalesce(n.text_en, '') as text_en, coalesce(n.asks, true) as asks, s.agreed, s.people
    from answers s left join newest n on true`;
}

/** Makes a new version of the text; gives its number. */
export async function storePrivacyTextVersion(
  db: Db,
  { ru, kg, en, asks, by }: Record<'ru' | 'kg' | 'en', string> & { asks: boolean; by: number },
): Promise<number> {
  const [row] = await db<{ version: number }[]>`
    insert into privacy_text (text_ru, text_kg, text_en, asks, by_id) values (${ru}, ${kg}, ${en}, ${asks}, ${by})
    returning id as version`;
  if (!row) throw new Error('no row came back');
  return row.version;
}
