import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { fullTextQuery, type MatchMode, selectPagesWithWords } from '../../fulltext/search.ts';
import { createSnippet, findMatchOffsets } from '../../fulltext/snippet.ts';
import { joinMaterialFile, mayListMaterial, mayOpenMaterial } from '../../university/materials.access.ts';
import { nameColumn } from '../../university/university.queries.ts';
import { bookMatchesWords, materialMatchesWords } from '../../university/word-match.queries.ts';

/** Most books whose cover holds the words, and most that are shown. */
const maxCoverMatches = 100;
const most = 100;

/** A book or material that was found; `joinMaterialFile` is the page that fits best. */
interface FoundBook {
  id: number;
  isFromUmk: boolean;
  course: { id_discipline: number; isSelect: boolean; kredit: number } | null;
  name: string;
  about: string;
  fileName: string;
  page: number | null;
  content: string | null;
}

/**
 * Books of the library and materials that the caller may list whose title, category or discipline, or whose text on
 * one page, holds all words, by the same rules as in library and materials. Matches of names first, then other
 * matches of titles, then by how well the page fits. What is both is listed once, as the material.
 */
export async function searchBooksAndMaterials(
  db: Db,
  caller: Caller,
  language: Language,
  { words, sense }: { words: readonly string[]; sense: MatchMode },
): Promise<FoundBook[]> {
  const all = fullTextQuery(db, words, sense);
  const mayOpen = mayOpenMaterial(db, caller);
  const isOpen = db`(
    coalesce((select true from ebook b where b.file_id = p.file_id and b.deleted_at is null limit 1), false)
    or p.file_id in (select f.id from material m ${joinMaterialFile(db)} where ${mayOpen}))`;
  return await db<FoundBook[]>`
    with pages as materialized (${selectPagesWithWords(db, words, sense, isOpen)}),
    hits as materialized (
      (select b.id, false as from_umk, (b.words @@ (${all}))::int + 1 as on_cover from ebook b
        where b.deleted_at is null and ${bookMatchesWords(db, 'b', words, sense)}
        order by on_cover desc, b.id desc limit ${maxCoverMatches})
      union all
      (select m.id, true, (m.words @@ (${all}))::int + 1 as on_cover from material m
        where ${materialMatchesWords(db, 'm', words, sense)} and ${mayOpen}
        order by on_cover desc, m.id desc limit ${maxCoverMatches})
      union all
      select b.id, false, 0 from ebook b join pages on pages.file_id = b.file_id where b.deleted_at is null
      union all
      select m.id, true, 0 from material m ${joinMaterialFile(db)} join pages on pages.file_id = f.id
      where ${mayOpen}),
    books as (
      select x.id, false as from_umk, x.on_cover, b.name, b.author as about, b.file_id, null::jsonb as course
      from (select id, max(on_cover) as on_cover from hits where not from_umk group by id) x
      join ebook b on b.id = x.id
      union all
      select x.id, true, x.on_cover, m.name, ${nameColumn(db, 'd', language)}, f.id,
        case when ${mayListMaterial(db, caller)} then jsonb_build_object('id_discipline', m.discipline_id,
          'isSelect', m.is_select, 'kredit', m.credits) end
      from (select id, max(on_cover) as on_cover from hits where from_umk group by id) x
      join material m on m.id = x.id join discipline d on d.id = m.discipline_id ${joinMaterialFile(db)})
    select b.id, b.from_umk as "isFromUmk", b.course, b.name, b.about, f.name as "fileName", pages.page, p.content
    from books b
    join file f on f.id = b.file_id
    left join pages on pages.file_id = b.file_id
    left join file_page p on p.file_id = pages.file_id and p.page = pages.page
    order by b.on_cover desc, pages.rank desc nulls last, b.course is null, b.name, b.id
    limit ${most}`;
}

/** A book as the search shows it: with the marked words in its name, and the piece of the page around them. */
export function toBookResult({ name, content: text, ...row }: FoundBook, words: readonly string[]) {
  return {
    ...row,
    name: { text: name, marks: findMatchOffsets(name, words) },
    snippet: text === null ? null : createSnippet(text, words),
  };
}
