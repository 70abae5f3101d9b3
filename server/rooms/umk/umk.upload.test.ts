import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { umk, library, apps } = callsByRoom;

let portal: TestPortal;
let teacher: TestClient;
let student: TestClient;
let admin: TestClient;
let set: MaterialSetFixture;
let chosen: MaterialSetFixture;
const file = { name: 'Дарс.txt', content: Buffer.from('Саламатсызбы') };

before(async () => {
  portal = await openPortal();
  [teacher, student, admin] = [await portal.as('teacher'), await portal.as('student'), await portal.as('admin')];
  const [settings] = await student.get(apps.settings, { role: 2 });
  const year = (settings as { id_a_year_def: number }).id_a_year_def;
  const [row] = await portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${student.uid} and ends_on is null`;
  const where = { year, group: row?.id ?? 0 };
  set = await findSharedMaterialSet(teacher, student, { ...where, isSelect: false });
  chosen = await findSharedMaterialSet(teacher, student, { ...where, isSelect: true });
});
beforeEach(async () => {
  await portal.database.autocommit`delete from umk_upload_ban`;
  await portal.database.autocommit`delete from umk_upload_deadline`;
});
after(() => portal.close());

const save = (person: TestClient, more: object, files = [file]) =>
  person.ask(umk.save, { id_books: -1, bookName: 'Дарс', ...set, ...more }, { files });
const key = ({ id_discipline, id_semester, isSelect, kredits }: MaterialSetFixture) => ({
  id_discipline,
  id_semester,
  isSelect,
  kredits,
});
const refused = (answer: { status: number; error: { code: string } | null }) => [answer.status, answer.error?.code];

/** The last day of the term of the teacher's sets (or of another one), so many days from now. */
const endIn = (days: number, other = 0) => portal.database.autocommit`
  insert into umk_upload_deadline (year_id, term_id, ends_on)
  select y.id, (select term_id from semester where id = ${set.id_semester}) + ${other}::int,
    (now() at time zone ${portal.settings.timeZone})::date + ${days}::int
  from academic_year y where y.is_default`;

async function made(more: object = {}): Promise<number> {
  const answer = await save(teacher, more);
  assert.equal(answer.status, 200);
  return answer.data[0]?.id_books ?? 0;
}

describe('who hands materials in, and until when', () => {
  test('[UMK-01] whoever may not upload is refused new material, another file and taking over, and reads that beforehand', async () => {
    assert.deepEqual(await teacher.get(umk.uploadCheck, key(set)), [{ result: 1, code: null, message: null }]);
    const own = await made({ isForEBooks: true, author: 'Автор', id_bookCategory: await shelf() });
    await portal.database.autocommit`insert into umk_upload_ban values (${teacher.uid})`;
    const [check] = await teacher.get(umk.uploadCheck, key(set));
    assert.deepEqual(check, {
      result: 0,
      code: 'umk.mayNotUpload',
      message: 'Загружать материалы вам не разрешено: обратитесь в учебный отдел.',
    });
    const no = [403, 'umk.mayNotUpload'];
    assert.deepEqual(refused(await save(teacher, {})), no);
    assert.deepEqual(refused(await save(teacher, { id_books: own })), no);
    assert.deepEqual(refused(await save(teacher, { id_booksShare: own }, [])), no);
    const copy = { ...key(set), id_examination: set.id_examination, id_speciality: set.id_speciality, id_books: [own] };
    assert.deepEqual(refused(await teacher.ask(umk.copy, copy)), no);
    const inLibrary = { id_eBook: own, isFromUmk: true, name: 'Дарс', author: 'Автор', id_bookCategory: await shelf() };
    assert.deepEqual(refused(await teacher.ask(library.save, inLibrary, { files: [file] })), no);

    assert.equal((await teacher.ask(library.save, { ...inLibrary, name: 'Башкача' })).status, 200, 'words may change');
    assert.equal((await save(teacher, { id_books: own, bookName: 'Башкача' }, [])).status, 200);
    assert.equal((await teacher.ask(umk.deleteBook, { id_books: own })).status, 200, 'and it may go');
    assert.equal((await save(admin, {})).status, 200, 'who manages materials is not asked');
  });

  test('[UMK-01] after the last day of its term a set takes nothing more; the day itself and other terms do', async () => {
    await endIn(0);
    assert.equal((await save(teacher, {})).status, 200);
    await portal.database.autocommit`update umk_upload_deadline set ends_on = ends_on - 1`;
    const no = [422, 'umk.uploadClosed'];
    assert.deepEqual(refused(await save(teacher, {})), no);
    assert.deepEqual(refused(await save(teacher, chosen)), no, 'a chosen discipline has the term itself');
    const [check] = await teacher.get(umk.uploadCheck, key(chosen));
    assert.deepEqual([check?.result, check?.code], [0, 'umk.uploadClosed']);
    assert.match(
      check?.message ?? '',
      /^Материалы этого семестра больше не принимаются: последним днём было \d\d\.\d\d\.\d{4}\.$/,
    );
    assert.deepEqual((await admin.get(umk.uploadCheck, key(set)))[0]?.result, 1);
    await portal.database.autocommit`delete from umk_upload_deadline`;
    await endIn(-1, 1);
    assert.equal((await save(teacher, {})).status, 200, 'the end of another term');
    await portal.database.autocommit`update umk_upload_deadline set term_id = term_id - 1, year_id = year_id - 1`;
    assert.equal((await save(teacher, {})).status, 200, "last year's end");
  });

  test('a set that is not taught stays refused as before, and a student cannot ask', async () => {
    const strange = { ...key(set), id_discipline: 999_999 };
    assert.deepEqual((await teacher.get(umk.uploadCheck, strange))[0]?.code, 'umk.notYourDiscipline');
    assert.deepEqual(refused(await student.ask(umk.uploadCheck, key(set))), [403, 'call.notAllowed']);
  });
});

test('[UMK-02] teachers of a list of the same name are distinguished', async () => {
  const { autocommit } = portal.database;
  const [mine, theirs] = [await made(), await made()];
  const [other] = await autocommit<{ id: number }[]>`
    select theirs.teacher_id as id from employment mine join employment theirs using (department_id)
    where mine.teacher_id = ${teacher.uid} and theirs.teacher_id <> ${teacher.uid} order by theirs.id limit 1`;
  assert.ok(other);
  await autocommit`update material set teacher_id = ${other.id} where id = ${theirs}`;
  const apart = async () => {
    const rows = await teacher.get(umk.list, { ...key(set), id_human: -1 });
    const found = [mine, theirs].map((id) => rows.find((row) => row.id_books === id) ?? assert.fail());
    return found.map((row) => row.apart);
  };
  assert.deepEqual(await apart(), [undefined, undefined]);
  await autocommit`update person p set surname = t.surname, name = t.name, patronymic = t.patronymic
    from person t where t.id = ${teacher.uid} and p.id = ${other.id}`;
  const [one, two] = await apart();
  assert.ok(one && two && one !== two, `${one} | ${two}`);
  // They are of one department: the posts alone distinguish them, where these differ, and the line stays short.
  const of = async () => (await apart()).map((text) => text?.includes(', '));
  const posts = await autocommit<{ id: number }[]>`select id from post order by id limit 2`;
  for (const [place, id] of [teacher.uid, other.id].entries())
    await autocommit`update employment set post_id = ${posts[place]?.id ?? 0} where teacher_id = ${id}`;
  assert.deepEqual(await of(), [false, false]);
  await autocommit`update employment set post_id = ${posts[0]?.id ?? 0} where teacher_id = any (${[teacher.uid, other.id]}::bigint[])`;
  assert.deepEqual(await of(), [true, true], 'department, post and number where nothing else is left');
});

async function shelf(): Promise<number> {
  return (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
}
