import { library } from '@bilim/contract/library.ts';
import type { RoomActivity } from '../activity.ts';
import { createDocx, createPdf, createPptx, createTextFile, createXlsx } from '../book-files.ts';
import { type DemoBook, generateBooks } from '../book-texts.ts';
import { createSeededRandom } from '../random.ts';

/** Teachers who fill the shelves; one person may write sixty times a minute. */
const librarians = 10;

const makers: Readonly<Record<string, (book: DemoBook['text']) => Buffer | Promise<Buffer>>> = {
  pdf: createPdf,
  docx: createDocx,
  pptx: createPptx,
  xlsx: createXlsx,
  txt: createTextFile,
};

/** A few hundred small books of every kind of file, in three languages; one in four PDFs, which take time to set. */
export const libraryActivity: RoomActivity = async ({ actor, db }) => {
  const shelves = await db<{ id: number; code: string }[]>`select id, code from book_category`;
  const people = await db<{ id: number; author: string }[]>`
    select t.id, p.surname || ' ' || left(p.name, 1) || '.' || coalesce(' ' || left(p.patronymic, 1) || '.', '') as author
    from teacher t join person p on p.id = t.id order by t.id limit 40`;
  const writers = await Promise.all(
    [{ id: 'teacher' as const }, ...people.slice(0, librarians)].map(({ id }) => actor(id)),
  );
  const by = createSeededRandom(8);
  const books = generateBooks(
    by,
    people.map(({ author }) => author),
  ).filter(({ kind }, index) => kind !== 'pdf' || index % 4 < 2);
  // An earlier start may have been stopped in the middle: it goes on with the first book that is not there.
  const there = await db<{ name: string; author: string; n: number }[]>`
    select name, author, count(*)::int as n from ebook group by name, author`;
  const made = new Map(there.map(({ name, author, n }) => [`${name}\n${author}`, n]));
  for (const [index, { shelf, kind, description, text }] of books.entries()) {
    const category = shelves.find(({ code }) => code === shelf);
    const writer = writers[index % writers.length];
    const before = made.get(`${text.title}\n${text.author}`) ?? 0;
    if (before) {
      made.set(`${text.title}\n${text.author}`, before - 1);
      continue;
    }
    const content = await makers[kind]?.(text);
    if (!category || !writer || !content) continue;
    await writer.ask(
      library.save,
      {
        id_eBook: -1,
        nameBook: text.title,
        author: text.author,
        description,
        totalPages: text.chapters.length + 1,
        id_bookCategory: category.id,
      },
      [{ name: `${text.title}.${kind}`, content }],
    );
  }
  const titles = books.map(({ text }) => text.title);
  await db`
    update ebook set created_at = created_at - (id % 300) * interval '1 day' where name = any (${titles}::text[])`;
};
