import type { TransactionSql } from 'postgres';
import { createSeededRandom } from '../server/demo/random.ts';
import { indexRemainingRows } from '../server/fulltext/stemming.ts';
import { type OwnerConnection, withBulkConnection } from './bench.ts';

const books = 20_000;
const wordsOnPage = 200;
const shelfOf = 400;

/** Words that are in many books; a search takes some of them. */
const known =
  'и в на что как для это по или мен бул жана үчүн менен деген the of and to in is that for система задача метод решение условие пример предел производная интеграл матрица вектор граф вероятность алгоритм индекс транзакция сеть протокол закон договор рынок спрос китеп сөз тил тоо көл жер суу табият маданият тарых укук илим мектеп окуучу матрицы вероятности договора рынка алгоритма тилдин сөздөр китептер equation matrix network theorem market'.split(
    ' ',
  );
const beginnings =
  'ба ве го ди жи за ко лу мо не пра при раз ста тер фор хал шы өз үй кы же чы бол tra con sub mi'.split(' ');
const middles = 'ран лит вор мен нос пик сер так дук цен жол көр күн бай тыш лар кер mer vil tor'.split(' ');
const roots = 'ат ов ин ел он ыр үк ан ош ет им аш or en'.split(' ');
const endings = 'а ы ом ов ами ность ный ения дын га лар ing ed s'.split(' ');

/**
 * Words as a language has them: a few are everywhere, most are rare (the k-th is k times rarer than the first).
 * Inflected forms are beside one another, so that the beginning of a word finds several.
 */
function vocabulary(): string[] {
  const made: string[] = [];
  for (const ending of endings)
    for (const root of roots)
      for (const middle of middles)
        for (const beginning of beginnings)
          if ((beginning.length * 7 + middle.length * 5 + made.length) % 3 === 0)
            made.push(beginning + middle + root + ending);
          else made.push(beginning + root + middle + ending);
  // Neighbours in the list are forms of unlike words: every 7 919th comes next.
  const mixed = made.map((_, place) => made[(place * 7919) % made.length] ?? '');
  return [...known, ...mixed].slice(0, 40_000);
}

/** Twenty thousand books with a page of text each, once a run; four hundred are on one shelf. */
export async function fillShelves(database: OwnerConnection): Promise<void> {
  const [full] = await database.autocommit`select from ebook offset ${books - 1} limit 1`;
  if (!full) await withBulkConnection(database, fill);
}

async function fill(db: TransactionSql): Promise<void> {
  const words = vocabulary();
  await db`set local statement_timeout = 0`;
  const [[owner], [shelf]] = await Promise.all([
    db<{ id: number }[]>`select person_id as id from account where login = 'teacher'`,
    db<{ id: number }[]>`select min(id) as id from book_category`,
  ]);
  if (!owner || !shelf) throw new Error('no teacher, or no shelf');
  const by = createSeededRandom(2026);
  // The k-th word is k times rarer than the first.
  const word = (from = 1) => words[Math.floor(from * (words.length / from) ** by.next())] ?? '';
  const title = () => `${word(30)} ${word(30)} ${word(200)}`;
  for (let first = 1; first <= books; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      number: first + index,
      name: title(),
      author: `${word(1000)} А. Б.`,
      description: `Учебное пособие: ${title()}`,
      category: first + index <= shelfOf ? shelf.id : shelf.id + 1 + ((first + index) % 12),
      content: Array.from({ length: wordsOnPage }, () => word()).join(' '),
    }));
    await db`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as r (number int, name text, author text, description text, category int, content text)),
      made as (
        insert into file (key, name, size, type, sha256, owner_id)
        select gen_random_uuid(), number || '.pdf', 40000 + number, 'application/pdf', decode(md5(number::text), 'hex'),
          ${owner.id} from given returning id, size - 40000 as number),
      listed as (
        insert into ebook (owner_id, file_id, name, author, description, total_pages, category_id)
        select ${owner.id}, m.id, name, author, description, 1 + m.id % 300, category from made m join given using (number))
      insert into file_page (file_id, page, content)
      select m.id, 1, content from made m join given using (number)`;
  }
  await indexRemainingRows(db);
  await db`analyze file, ebook, file_page`;
}
