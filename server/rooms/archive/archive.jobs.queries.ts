import type { archive } from '@bilim/contract/archive.ts';
import type { Output } from '@bilim/contract/call.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { notifyArchive } from '../../notices/writing.queries.ts';

/** Days for which an archive can be taken, or its failure is shown. */
const retentionDays = 7;
/** Longer than a node is silent that still works: it renews its lease (archive.maker.ts). */
const leaseFor = '2 minutes';

type ArchiveState = Output<typeof archive.state>[number];

/** Why no archive came about. */
export type ArchiveFailureReason = 'noRoom' | 'away' | 'failed';

/** An archive that this node makes. */
export interface LeasedArchive {
  readonly uid: number;
  readonly fullName: string;
  readonly language: Language;
  /** This one counts. */
  readonly tries: number;
  readonly lease: string;
}

const none: ArchiveState = { state: 'none', askedAt: null, size: null, readyAt: null, until: null, reason: null };

/** How a person's archive stands. */
export async function readArchiveState(db: Db, uid: number): Promise<ArchiveState> {
  const [row] = await db<ArchiveState[]>`
    select case state when 'waiting' then 'making' else state end as state, asked_at as "askedAt", size,
      ready_at as "readyAt", case when state = 'ready' then ends_at end as until, reason
    from personal_archive where person_id = ${uid} and (ends_at is null or ends_at > now())`;
  return row ?? none;
}

/** Asks for an archive. Null: one is being made; else the keys of the files of the one before. */
export async function requestArchive(db: Db, uid: number, language: Language): Promise<string[] | null> {
  // Whoever presses twice at once waits for the first, and finds what that one asked for.
  const [before] = await db<
    { key: string | null }[]
  >`select key from personal_archive where person_id = ${uid} for update`;
  const { count } = await db`
    insert into personal_archive as a (person_id, language) values (${uid}, ${language})
    on conflict (person_id) do update
      set language = excluded.language, state = 'waiting', asked_at = now(), tries = 0, lease = null, leased_until = null,
        key = null, size = null, ready_at = null, reason = null, ends_at = null
      where a.state <> 'waiting'`;
  if (!count) return null;
  return before?.key ? [before.key] : [];
}

/** The key of a person's archive that is ready; null: there is none. */
export async function readReadyArchive(db: Db, uid: number): Promise<string | null> {
  const [row] = await db<{ key: string }[]>`
    select key from personal_archive where person_id = ${uid} and state = 'ready' and ends_at > now()`;
  return row?.key ?? null;
}

/** Takes the next archive that waits; as long as its lease lasts no other node does. Null: none waits. */
export async function leaseArchive(db: Db): Promise<LeasedArchive | null> {
  const [row] = await db<LeasedArchive[]>`
    with next as (
      select person_id from personal_archive
      where state = 'waiting' and (leased_until is null or leased_until < now())
      order by asked_at limit 1 for update skip locked)
    update personal_archive a set tries = a.tries + 1, lease = gen_random_uuid(), leased_until = now() + ${leaseFor}::interval
    from next join person p on p.id = next.person_id where a.person_id = next.person_id
    returning a.person_id as uid, p.full_name as "fullName", a.language, a.tries, a.lease`;
  return row ?? null;
}

/** Seconds until an archive may be taken whose lease ends by itself; null: none waits. */
export async function readSecondsUntilNextArchive(db: Db): Promise<number | null> {
  const [row] = await db<{ seconds: number | null }[]>`
    select extract(epoch from min(coalesce(leased_until, now())) - now())::float8 as seconds
    from personal_archive where state = 'waiting'`;
  return row?.seconds ?? null;
}

/** SQL: the row of this try; no row when it was taken away, or when its lease ended and others have it. */
const ofLease = (db: Db, { uid, lease }: LeasedArchive) =>
  db`person_id = ${uid} and state = 'waiting' and lease = ${lease}`;

/** Says that the work goes on; false: nobody waits for it any more. */
export async function renewArchiveLease(db: Db, leased: LeasedArchive): Promise<boolean> {
  const { count } = await db`
    update personal_archive set leased_until = now() + ${leaseFor}::interval where ${ofLease(db, leased)}`;
  return count > 0;
}

/** Lets others take it at once; this try does not count. */
export async function releaseArchiveLease(db: Db, leased: LeasedArchive): Promise<void> {
  await db`
    update personal_archive set tries = tries - 1, lease = null, leased_until = null where ${ofLease(db, leased)}`;
}

/** Writes down that an archive is ready, and notifies its person. False: nobody waits for it any more. */
export async function markArchiveReady(
  db: Db,
  leased: LeasedArchive,
  { key, size }: { key: string; size: number },
): Promise<boolean> {
  const { count } = await db`
    update personal_archive
    set state = 'ready', key = ${key}, size = ${size}, ready_at = now(), lease = null, leased_until = null,
      ends_at = now() + make_interval(days => ${retentionDays})
    where ${ofLease(db, leased)}`;
  if (count) await notifyArchive(db, leased.uid, 'ready');
  return count > 0;
}

/** Writes down that no archive comes about, and notifies its person. False: nobody waits for it any more. */
export async function markArchiveFailed(db: Db, leased: LeasedArchive, reason: ArchiveFailureReason): Promise<boolean> {
  const { count } = await db`
    update personal_archive
    set state = 'failed', reason = ${reason}, lease = null, leased_until = null,
      ends_at = now() + make_interval(days => ${retentionDays})
    where ${ofLease(db, leased)}`;
  if (count) await notifyArchive(db, leased.uid, 'failed');
  return count > 0;
}

/** Forgets archives whose days are over; gives the keys of their files. */
export async function deleteExpiredArchives(db: Db): Promise<string[]> {
  const rows = await db<{ key: string | null }[]>`delete from personal_archive where ends_at < now() returning key`;
  return rows.flatMap(({ key }) => key ?? []);
}
