import type { Db } from '../database/database.ts';
import type { ExtractedText } from './extract.ts';
import { textLexemes } from './lexemes.ts';
import { typesSearchedByOwnText } from './search.ts';
import { wordsVectorSql } from './stemming.ts';

/** On which the database says that a text is asked for (functions/file_texts.sql). */
export const textExtractionChannel = 'bilim_reading';
/** Longer than taking the text out of a file and writing it down can take. */
const leaseFor = '60 seconds';
/** Before a file that could not be read is tried again. */
const pause = '5 seconds';
/** Pages that are written at a time. */
const together = 200;

/** A file whose text is to be taken out, with what is read for it. */
export interface LeasedExtraction {
  readonly file: number;
  readonly key: string;
  readonly type: string;
  /** This one counts. */
  readonly tries: number;
  /** Token of the lease: the time in the row until which it is ours; a worker that finds another time there writes nothing. */
  readonly lease: string;
}

/** SQL: somebody reads another file of the owner of this one `t` (with its file `f`), or waits before the next try. */
const isBusy = (db: Db) => db`exists (
  select from file_text o join file other on other.id = o.file_id
  where o.state = 'waiting' and o.leased_until > now() and other.owner_id = f.owner_id)`;

/**
 * Leases the next file whose text is to be read; null: none waits. One file of each owner at a time, so that nobody's
 * files hold up all readers. Of office files the PDF is read: places that a search finds are pages of it.
 */
export async function leaseExtraction(db: Db): Promise<LeasedExtraction | null> {
  const [row] = await db<LeasedExtraction[]>`
    with next as (
      select t.file_id from file_text t join file f on f.id = t.file_id
      where t.state = 'waiting' and (t.leased_until is null or t.leased_until < now()) and not ${isBusy(db)}
      order by t.file_id limit 1 for update of t skip locked)
    update file_text t set tries = t.tries + 1, at = now(), leased_until = now() + ${leaseFor}::interval
    from next join file f on f.id = next.file_id
      left join file_pdf p
        on p.sha256 = f.sha256 and p.type = f.type and p.state = 'made' and f.type <> all (${typesSearchedByOwnText as string[]}::text[])
    where t.file_id = next.file_id
    returning t.file_id as file, coalesce(p.key, f.key) as key,
      case when p.key is null then f.type else 'application/pdf' end as type, t.tries, t.leased_until::text as lease`;
  return row ?? null;
}

/** Seconds until a file may be taken whose lease ends by itself; null: nothing waits. */
export async function secondsUntilNextExtraction(db: Db): Promise<number | null> {
  const [row] = await db<{ seconds: number | null }[]>`
    select extract(epoch from min(due) - now())::float8 as seconds from (
      select coalesce(max(t.leased_until) filter (where t.leased_until > now()), now()) as due
      from file_text t join file f on f.id = t.file_id where t.state = 'waiting' group by f.owner_id) owner`;
  return row?.seconds ?? null;
}

/** Lets the file be taken again: after a pause, or at once, and then this try does not count. */
export async function releaseExtractionLease(
  db: Db,
  { file, lease }: LeasedExtraction,
  when: 'later' | 'now',
): Promise<void> {
  await db`
    update file_text set
      leased_until = case when ${when === 'later'} then now() + ${pause}::interval end,
      tries = tries - ${when === 'now' ? 1 : 0}
    where file_id = ${file} and state = 'waiting' and leased_until = ${lease}::timestamptz`;
}

/** Takes a try back that came to nothing by no fault of the file; its lease stays, so that nobody tries at once. */
export async function refundExtractionAttempt(db: Db, { file, lease }: LeasedExtraction): Promise<void> {
  await db`
    update file_text set tries = tries - 1
    where file_id = ${file} and state = 'waiting' and leased_until = ${lease}::timestamptz`;
}

/** Writes what came of a file; where it was asked for again meanwhile, as when its pages were made, it waits on. */
export async function storeExtractionOutcome(
  db: Db,
  { file, lease }: LeasedExtraction,
  state: 'read' | 'none' | 'failed',
  pages: number | null,
): Promise<void> {
  await db`
    update file_text set state = ${state}, pages = ${pages}, at = now(), leased_until = null
    where file_id = ${file} and state = 'waiting' and leased_until = ${lease}::timestamptz`;
}

/** Keeps the text of a file, page by page, instead of what an earlier reading kept. */
export async function storeExtractedText(
  db: Db,
  leased: LeasedExtraction,
  { texts, pages }: ExtractedText,
): Promise<void> {
  const { file } = leased;
  const numbered = texts.map((content, index) => ({ page: index + 1, content })).filter(({ content }) => content);
  for (let from = 0; from < numbered.length; from += together) {
    const some = numbered.slice(from, from + together).map((one) => ({ ...one, ...textLexemes(one.content) }));
    await db`
      insert into file_page (file_id, page, content, words, stemmed)
      select ${file}, page, content, ${db.unsafe(wordsVectorSql)}, true
      from jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) as r (page int, content text, own text, russian text)
      on conflict (file_id, page) do update
        set content = excluded.content, words = excluded.words, stemmed = excluded.stemmed`;
  }
  const kept = numbered.map(({ page }) => page);
  await db`delete from file_page where file_id = ${file} and page <> all (${kept}::int[])`;
  await storeExtractionOutcome(db, leased, kept.length ? 'read' : 'none', pages);
}
