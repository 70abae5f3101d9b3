import type { Db } from '../database/database.ts';
import { typesSearchedByOwnText } from '../fulltext/search.ts';

/** The channel on which the database notifies that pages are asked for (functions/file_pdf.sql). */
export const convertingChannel = 'bilim_converting';
/** Longer than a conversion and all around it take. */
const leaseFor = '5 minutes';

/** A content whose pages are to be made. */
export interface LeasedConversion {
  readonly id: number;
  readonly type: string;
  /** This one counts. */
  readonly tries: number;
  /** The key of a file with this content; null when the last one is gone. */
  readonly source: string | null;
}

/** The pages that were made of a content. */
interface Pages {
  readonly key: string;
  readonly size: number;
  readonly pages: number;
}

/** Takes the next content that waits and that has a file; for a while no other node does. Null: none waits. */
export async function leaseConversion(db: Db): Promise<LeasedConversion | null> {
  const [row] = await db<LeasedConversion[]>`
    with next as (
      select id from file_pdf p
      where state = 'waiting' and (leased_until is null or leased_until < now())
        and exists (select from file f where f.sha256 = p.sha256 and f.type = p.type)
      order by id limit 1 for update skip locked)
    update file_pdf p set tries = tries + 1, leased_until = now() + ${leaseFor}::interval
    from next where p.id = next.id
    returning p.id, p.type, p.tries,
      (select f.key from file f where f.sha256 = p.sha256 and f.type = p.type order by f.id limit 1) as source`;
  return row ?? null;
}

/** Seconds until a content may be taken whose lease ends by itself; null: nothing waits. */
export async function secondsUntilNextConversion(db: Db): Promise<number | null> {
  const [row] = await db<{ seconds: number | null }[]>`
    select extract(epoch from min(coalesce(leased_until, now())) - now())::float8 as seconds
    from file_pdf p
    where state = 'waiting' and exists (select from file f where f.sha256 = p.sha256 and f.type = p.type)`;
  return row?.seconds ?? null;
}

/** Lets others take it. */
export async function releaseConversionLease(db: Db, id: number, tries: number): Promise<void> {
  await db`update file_pdf set tries = ${tries}, leased_until = null where id = ${id} and state = 'waiting'`;
}

/** Takes a try back that came to nothing by no fault of the content; its lease stays, so that nobody tries at once. */
export async function refundConversionAttempt(db: Db, id: number): Promise<void> {
  await db`update file_pdf set tries = tries - 1 where id = ${id} and state = 'waiting'`;
}

export async function markConversionFailed(db: Db, id: number): Promise<void> {
  await db`
    update file_pdf set state = 'failed', leased_until = null, at = now() where id = ${id} and state = 'waiting'`;
}

/**
 * Writes down the pages of a content, and lets the texts of its files be read from them. False: nobody waits for them any
 * more.
 */
export async function storeConvertedPages(db: Db, id: number, { key, size, pages }: Pages): Promise<boolean> {
  const { count } = await db`
    update file_pdf set state = 'made', key = ${key}, size = ${size}, pages = ${pages}, leased_until = null, at = now()
    where id = ${id} and state = 'waiting'`;
  if (!count) return false;
  await db`
    insert into file_text (file_id)
    select f.id from file_pdf p join file f on f.sha256 = p.sha256 and f.type = p.type
    where p.id = ${id} and f.type <> all (${typesSearchedByOwnText as string[]}::text[])
      and (exists (select from ebook e where e.file_id = f.id) or exists (select from material m where m.file_id = f.id))
    on conflict (file_id) do update set state = 'waiting', tries = 0, at = now(), leased_until = null`;
  return true;
}
