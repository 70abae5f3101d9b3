import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { matchesAllWordForms, mayContainWords, russianFormMatchesSql } from '../../fulltext/plain-texts.ts';
import type { MatchMode } from '../../fulltext/search.ts';
import { mayReadAnnouncement } from '../../university/addressees.access.ts';
import { sqlFragment } from '../../university/university.queries.ts';

/** Newest announcements that one search looks through, and those of them that may hold the words. */
const maxSearchedNews = 5000;
const maxRankedNews = 100;

/** Announcements that the caller may read and that hold all words, newest first. */
export async function searchNews(
  db: Db,
  caller: Caller,
  { words, sense }: { words: readonly string[]; sense: MatchMode },
) {
  const text = sqlFragment(db, 'n.message');
  const rows = await db<
    { id_eventMessage: number; message: string; author: string; created: string; russian: boolean[] }[]
  >`
    with newest as materialized (
      select * from news n where ${mayReadAnnouncement(db, caller)} order by n.id desc limit ${maxSearchedNews})
    select n.id as "id_eventMessage", n.message, p.full_name as author, n.created_at as created,
      ${russianFormMatchesSql(db, text, words)} as russian
    from newest n join person p on p.id = n.author_id
    where ${mayContainWords(db, text, words)}
    order by n.id desc limit ${maxRankedNews}`;
  return rows
    .filter((row) => matchesAllWordForms(row.message, words, row.russian, sense))
    .map(({ russian: _, ...row }) => row);
}
