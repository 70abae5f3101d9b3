import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

/**
 * SQL joins behind `academic_calendar cal`: its days between two days as `d.day`, each with the lessons `l` that the
 * timetable has on it. Study week 1 holds the term's first day; odd weeks are 1, even weeks 2.
 */
export function joinPlannedLessons(db: Db, { from, to }: { from: Fragment; to: Fragment }) {
  return db`
    cross join lateral (
      select x::date as day, (x::date - date_trunc('week', cal.starts_on)::date) / 7 + 1 as week
      from generate_series(greatest(cal.starts_on, ${from}), least(cal.ends_on, ${to}), interval '1 day') x) d
    join lesson l on l.year_id = cal.year_id and l.term_id = cal.term_id and l.day_number = extract(isodow from d.day)
      and case when l.only_date is null
        then d.week between l.week_from and l.week_to and (l.week_kind = 0 or l.week_kind = 2 - d.week % 2)
        else l.only_date = d.day end`;
}

/** The same, without what was moved or cancelled by hand, and without holidays: the lessons that are held. */
export function joinLessonOccurrences(db: Db, days: { from: Fragment; to: Fragment }) {
  return db`${joinPlannedLessons(db, days)}
      and not exists (select from holiday where holiday.day = d.day)
      and not exists (select from class_change away where away.lesson_id = l.id and away.day = d.day
        and away.undone_at is null and away.step <> 'added')`;
}
