import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  findByFormsThenPrefixes,
  fullTextQuery,
  type MatchMode,
  parseFoldedSearchWords,
  selectPagesWithWords,
} from '../../fulltext/search.ts';
import { createListSnippet } from '../../fulltext/snippet.ts';
import { joinMaterialFile, mayListMaterial } from '../../university/materials.access.ts';
import { materialMatchesWords } from '../../university/word-match.queries.ts';
import { type MaterialRow, readListedMaterials } from './umk.queries.ts';

/** Most materials of one search by what is on the cover; as many again by what is inside. */
const maxFound = 100;

/** A found material: where in it, when its text holds the words. */
export type MaterialSearchResult = MaterialRow & { page: number | null; snippet: string | null; marks: number[] };

/**
 * Materials that the caller may list, whose name, author, description or discipline, or whose text on one page, holds
 * all words; those found on the cover first, and of equals a teacher's own before those of colleagues. Case, ё/е, ө/о, ү/у, ң/н do not matter.
 */
export async function searchMaterials(
  db: Db,
  caller: Caller,
  language: Language,
  text: string,
): Promise<MaterialSearchResult[]> {
  const words = parseFoldedSearchWords(text);
  if (!words.length) return [];
  const hits = await findByFormsThenPrefixes((sense) => holders(db, caller, words, sense));
  const rows = await readListedMaterials(
    db,
    caller,
    language,
    hits.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id_books, row]));
  return hits.flatMap(({ id, page, content: onPage }) => {
    const row = byId.get(id);
    return row ? [{ ...row, page, ...createListSnippet(onPage, words) }] : [];
  });
}

interface Hit {
  id: number;
  page: number | null;
  content: string | null;
}

async function holders(db: Db, caller: Caller, words: readonly string[], sense: MatchMode): Promise<Hit[]> {
  return await db<Hit[]>`
    with mine as materialized (
      select m.id, f.id as file_id, m.teacher_id = ${caller.uid} as own
      from material m ${joinMaterialFile(db)} where m.deleted_at is null and ${mayListMaterial(db, caller)}),
    pages as materialized (${selectPagesWithWords(db, words, sense, db`p.file_id in (select file_id from mine)`)}),
    covers as (
      select m.id, m.words @@ (${fullTextQuery(db, words, sense)}) as by_name
      from mine join material m on m.id = mine.id
      where ${materialMatchesWords(db, 'm', words, sense)}
      order by by_name desc, own desc, m.created_at desc, m.id desc
      limit ${maxFound})
    select mine.id, pages.page, p.content
    from mine
    left join covers on covers.id = mine.id
    left join pages on pages.file_id = mine.file_id
    left join file_page p on p.file_id = pages.file_id and p.page = pages.page
    where covers.id is not null or pages.file_id is not null
    order by covers.by_name desc nulls last, mine.own desc, pages.rank desc nulls last, mine.id desc
    limit ${2 * maxFound}`;
}
