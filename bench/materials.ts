import { library } from '@bilim/contract/library.ts';
import { umk } from '@bilim/contract/umk.ts';
import type { Database } from '../server/core/database.ts';
import type { BenchCall } from './bench.ts';

const books = 20_000;
const shelfOf = 400;

/** Words of which the invented texts are made; a search takes two of them. */
const words =
  'предел производная интеграл матрица вектор граф вероятность алгоритм индекс транзакция сеть протокол закон договор рынок спрос китеп сөз тил тоо көл жер суу табият маданият тарых укук илим мектеп окуучу'.split(
    ' ',
  );

/** Twenty thousand books with a page of text each, once a run. */
async function fillShelves({ own }: Database): Promise<void> {
  const [full] = await own`select from ebook offset ${books - 1} limit 1`;
  if (full) return;
  await own`set statement_timeout = 0`;
  await own`
    with made as (
      insert into file (key, name, size, type, sha256, owner_id)
      select gen_random_uuid(), 'Книга ' || n || '.pdf', 40000 + n, 'application/pdf', decode(md5(n::text), 'hex'),
        (select person_id from account where login = 'teacher')
      from generate_series(1, ${books}) n returning id, owner_id),
    listed as (
      insert into ebook (owner_id, file_id, name, author, description, total_pages, category_id)
      select owner_id, id, 'Книга о предмете ' || id, 'Автор ' || id % 700, 'Учебное пособие с задачами', 1 + id % 300,
        (select min(id) from book_category) + case when row_number() over () <= ${shelfOf} then 0 else 1 end
      from made returning file_id),
    texts as (
      select l.file_id, string_agg((${words}::text[])[1 + abs(hashint8(l.file_id * 131 + k)) % ${words.length}], ' ') as content
      from listed l, generate_series(1, 180) k group by l.file_id)
    insert into file_page (file_id, page, content, words)
    select file_id, 1, content, words_of(content) from texts`;
  await own`analyze file, ebook, file_page`;
}

const person = async ({ own }: Database, login: string): Promise<number> => {
  const [row] = await own<{ uid: number }[]>`select person_id as uid from account where login = ${login}`;
  if (!row) throw new Error(`nobody is called ${login}`);
  return row.uid;
};

/** A shelf of four hundred books, a student's set, and a search through the text of all books. */
export const materialCalls: readonly BenchCall[] = [
  {
    name: 'library-list',
    async make({ database }) {
      await fillShelves(database);
      const [shelf] = await database.own<{ id: number }[]>`select min(id) as id from book_category`;
      const uid = await person(database, 'student');
      return { uid, call: library.list, input: { id_bookCategory: shelf?.id } };
    },
  },
  {
    name: 'library-search',
    async make({ database }) {
      await fillShelves(database);
      return { uid: await person(database, 'student'), call: library.search, input: { text: 'матрица вероятности' } };
    },
  },
  {
    name: 'umk-list',
    async make({ database }) {
      const student = await person(database, 'student');
      const [set] = await database.own<
        { id_discipline: number; id_semester: number; kredits: number; teacher: number }[]
      >`
        select l.discipline_id as id_discipline, l.semester_id as id_semester, l.credits as kredits,
          l.teacher_id as teacher
        from group_load l
        join academic_year y on y.id = l.year_id and y.is_default
        join group_membership m on m.group_id = l.group_id and m.ends_on is null and m.student_id = ${student}
        limit 1`;
      if (!set) throw new Error('the student studies nothing');
      const { teacher, ...key } = set;
      await database.own`
        with made as (
          insert into file (key, name, size, type, sha256, owner_id)
          select gen_random_uuid(), 'Лекция ' || n || '.pdf', 40000 + n, 'application/pdf', decode(md5(n::text), 'hex'),
            ${teacher}::bigint
          from generate_series(1, 40) n returning id)
        insert into material (teacher_id, name, type_id, discipline_id, is_select, semester_id, credits, control_form_id,
          speciality_id, file_id)
        select ${teacher}::bigint, 'Лекция ' || id, (select min(id) from umk_type), ${key.id_discipline}::int, false,
          ${key.id_semester}::smallint, ${key.kredits}::numeric, (select min(id) from control_form),
          (select min(id) from speciality), id
        from made`;
      return { uid: student, call: umk.listForStudent, input: { ...key, isSelect: false } };
    },
  },
];
