import { library } from '@bilim/contract/library.ts';
import { umk } from '@bilim/contract/umk.ts';
import { type BenchCall, defineBenchInput, findPersonIdByLogin } from './bench.ts';
import { fillShelves } from './materials.shelves.ts';

/** Two words that some books hold, one that is on every second page, three in one book or none, a shelf's name. */
const searches = Object.entries({
  'two-words': 'матрица вероятности',
  'common-word': 'на',
  'three-words': 'договор рынка закон',
  shelf: 'математика',
}).map(
  ([name, text]): BenchCall => ({
    name: `library-search-${name}`,
    async make({ database }) {
      await fillShelves(database);
      return defineBenchInput({
        uid: await findPersonIdByLogin(database, 'student'),
        call: library.search,
        input: { text },
      });
    },
  }),
);

/** A shelf of four hundred books, a student's set, and a search through the text of all books. */
export const materialCalls: readonly BenchCall[] = [
  {
    name: 'library-list',
    async make({ database }) {
      await fillShelves(database);
      const [shelf] = await database.autocommit<{ id: number }[]>`select min(id) as id from book_category`;
      const uid = await findPersonIdByLogin(database, 'student');
      return defineBenchInput({ uid, call: library.list, input: { id_bookCategory: shelf?.id } });
    },
  },
  ...searches,
  {
    name: 'umk-list',
    async make({ database }) {
      const student = await findPersonIdByLogin(database, 'student');
      const [set] = await database.autocommit<
        { id_discipline: number; id_semester: number; id_group: number; kredits: number; teacher: number }[]
      >`
        select l.discipline_id as id_discipline, l.semester_id as id_semester, l.credits as kredits,
          l.group_id as id_group, l.teacher_id as teacher
        from group_load l
        join academic_year y on y.id = l.year_id and y.is_default
        join group_membership m on m.group_id = l.group_id and m.ends_on is null and m.student_id = ${student}
        limit 1`;
      if (!set) throw new Error('the student studies nothing');
      const { teacher, ...key } = set;
      await database.autocommit`
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
      return defineBenchInput({ uid: student, call: umk.listForStudent, input: { ...key, isSelect: false } });
    },
  },
];
