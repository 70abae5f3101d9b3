import type { Sql } from 'postgres';
import { now, today } from '../core/clock.ts';
import { StartupError } from '../core/startup-error.ts';

/** What is asked of the command; moments as they were typed. */
interface MaintenanceOptions {
  readonly begin?: string | undefined;
  readonly until?: string | undefined;
  readonly reason?: string | undefined;
}

/** The work as it is said on the screen, its moments in the university's time. */
interface Shown {
  readonly begins: string;
  readonly ends: string | null;
  readonly hasBegun: boolean;
}

const longestReason = 300;
/** How the trail says a moment. */
const asShown = 'DD.MM.YYYY HH24:MI';

/**
 * Announces work on the server, or begins it when no moment is given; pages tell everybody, and from its beginning on nobody
 * changes anything. What was announced before is replaced.
 * @throws StartupError when a moment or a reason cannot be read
 */
export async function announceMaintenance(
  sql: Sql,
  timeZone: string,
  { begin, until, reason }: MaintenanceOptions,
): Promise<Shown> {
  const [begins, ends] = [begin, until].map((typed) => typed && momentOf(typed, timeZone));
  const at = (moment: string) => sql`${moment}::timestamp at time zone ${timeZone}`;
  const start = begins ? at(begins) : sql`${now()}::timestamptz`;
  const end = ends ? at(ends) : sql`null::timestamptz`;
  const [order] = await sql<{ fits: boolean }[]>`select coalesce(${end} > greatest(${start}, ${now()}), true) as fits`;
  if (!order?.fits) throw new StartupError(`--until ${until} is not after the beginning, or past.`);
  await sql.begin(async (db) => {
    await db`delete from maintenance`;
    await db`insert into maintenance (begins_at, ends_at, reason)
      values (${start}, ${end}, ${reasonOf(reason)}::text::jsonb)`;
    await db`
      insert into audit (action, detail)
      select 'maintenance.announced', jsonb_build_object('day', concat_ws(' – ',
        to_char(begins_at at time zone ${timeZone}, ${asShown}), to_char(ends_at at time zone ${timeZone}, ${asShown})))
      from maintenance`;
  });
  return (await readAnnouncedMaintenance(sql, timeZone)) as Shown;
}

/** Ends the work, or takes back what was announced; false: there was none. */
export async function endMaintenance(sql: Sql): Promise<boolean> {
  return await sql.begin(async (db) => {
    const { count } = await db`delete from maintenance`;
    if (count > 0) await db`insert into audit (action) values ('maintenance.ended')`;
    return count > 0;
  });
}

/** The maintenance that is announced or goes on; null: none. */
export async function readAnnouncedMaintenance(sql: Sql, timeZone: string): Promise<Shown | null> {
  const [row] = await sql<Shown[]>`
    select to_char(begins_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as begins,
      to_char(ends_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as ends, begins_at <= ${now()} as "hasBegun"
    from maintenance`;
  return row ?? null;
}

/** A moment in the university's time: `22:00` of today, or `2026-11-28 22:00`. */
function momentOf(typed: string, timeZone: string): string {
  const [, day = today(timeZone), time] =
    /^(?:(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[ T])?((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(typed.trim()) ?? [];
  const isDay = !Number.isNaN(Date.parse(`${day}T00:00Z`)) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  if (!time || !isDay) throw new StartupError(`"${typed}" is no moment such as 22:00 or "2026-11-28 22:00".`);
  return `${day} ${time}`;
}

/** Why, in one language for all or in Russian, Kyrgyz and English. */
function reasonOf(typed: string | undefined): string | null {
  if (!typed?.trim()) return null;
  const parts = typed.split('|').map((part) => part.trim());
  const [ru = '', kg = ru, en = ru] = parts;
  if (![1, 3].includes(parts.length) || parts.some((part) => !part || part.length > longestReason))
    throw new StartupError(
      `--reason takes one text of up to ${longestReason} characters, or one in Russian, Kyrgyz and English with | between them.`,
    );
  return JSON.stringify({ ru, kg, en });
}
