import type { PendingQuery, Row } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import { pdfStatusColumn } from '../../converting/converting.queries.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { indexMetadataWords } from '../../fulltext/stemming.ts';
import { isTeacherInCallersDepartment, joinMaterialFile, mayListMaterial } from '../../university/materials.access.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import {
  type AuthorizedMaterial,
  type AuthorizedMaterialScope,
  asOwnMaterial,
  type EditableMaterial,
  type MaterialSetKey,
  mayChangeMaterial,
  type StudiedMaterialSet,
  type TaughtMaterialSet,
} from './umk.access.ts';

/** Most rows of one list. */
const most = 1000;

export interface MaterialRow {
  id_books: number;
  idBook: number;
  bookName: string;
  fileName: string;
  size: number;
  type: string;
  pages: string | null;
  id_typeUmk: number;
  umkName: string;
  id_discipline: number;
  discipline: string;
  id_semester: number;
  isSelect: boolean;
  id_examination: number;
  p30: string;
  id_teacher: number;
  t_fio: string;
  id_speciality: number;
  isHTMLBook: boolean;
  isForEBooks: boolean;
  id_booksShare: number | null;
  isSharedBookFromEBooks: boolean;
  kredits: number;
  id_forStudentKind: number;
  author: string;
  description: string;
  totalPages: number | null;
  id_bookCategory: number | null;
  created: string;
  canEdit: boolean;
  isShared: boolean;
  pageCount: number | null;
  isOpened: boolean;
  openings: number | null;
}

/** SQL: pages of material `m` with the file `f`: as entered, as made of an office file, as counted while a PDF was read. */
function pageCount(db: Db) {
  return db`coalesce(m.total_pages,
    (select made.pages from file_pdf made where made.sha256 = f.sha256 and made.type = f.type),
    (select r.pages from file_text r where r.file_id = f.id and f.type = 'application/pdf'))`;
}

/** SQL: how many students have opened the file `f`; null unless the caller may change material `m`. */
function countReaders(db: Db, caller: Caller) {
  return db`case when ${mayChangeMaterial(db, caller)} then (
    select count(*)::int from reading_place o join student s on s.id = o.person_id where o.file_id = f.id) end`;
}

async function materials(
  db: Db,
  caller: Caller,
  language: Language,
  where: PendingQuery<Row[]>,
): Promise<MaterialRow[]> {
  return await db<MaterialRow[]>`
    select m.id as id_books, m.id as "idBook", m.name as "bookName", f.name as "fileName", f.size, f.type,
      ${pdfStatusColumn(db)} as pages, m.type_id as "id_typeUmk", ${nameColumn(db, 't', language)} as "umkName",
      m.discipline_id as id_discipline, ${nameColumn(db, 'd', language)} as discipline,
      m.semester_id as id_semester, m.is_select as "isSelect",
      m.control_form_id as id_examination, ${nameColumn(db, 'c', language)} as p30,
      m.teacher_id as id_teacher, p.full_name as t_fio, m.speciality_id as id_speciality,
      m.is_html as "isHTMLBook", m.in_library as "isForEBooks",
      coalesce(m.of_material_id, m.of_ebook_id) as "id_booksShare", m.of_ebook_id is not null as "isSharedBookFromEBooks",
      m.credits as kredits, m.student_kind as "id_forStudentKind", m.author, m.description,
      m.total_pages as "totalPages", m.category_id as "id_bookCategory", m.created_at as created,
      ${mayChangeMaterial(db, caller)} as "canEdit",
      exists (select from material r where r.of_material_id = m.id and r.deleted_at is null) as "isShared",
      ${pageCount(db)} as "pageCount",
      exists (select from reading_place o where o.file_id = f.id and o.person_id = ${caller.uid}) as "isOpened",
      ${countReaders(db, caller)} as openings
    from material m
    join umk_type t on t.id = m.type_id
    join discipline d on d.id = m.discipline_id
    join control_form c on c.id = m.control_form_id
    join person p on p.id = m.teacher_id
    ${joinMaterialFile(db)}
    where m.deleted_at is null and ${where}
    order by t.sort, m.created_at desc, m.id desc
    limit ${most}`;
}

/** Filters of a list of materials within its set. */
export interface MaterialFilter {
  readonly type?: number | undefined;
  readonly examination?: number | undefined;
  readonly speciality?: number | undefined;
  readonly teacher?: number | undefined;
}

function ofSet(db: Db, set: MaterialSetKey, narrow: MaterialFilter) {
  return db`m.discipline_id = ${set.discipline} and m.credits = ${set.credits}
    and m.semester_id = ${set.semester} and m.is_select = ${set.isSelect}
    ${narrow.type === undefined ? db`` : db`and m.type_id = ${narrow.type}`}
    ${narrow.examination === undefined ? db`` : db`and m.control_form_id = ${narrow.examination}`}
    ${narrow.speciality === undefined ? db`` : db`and m.speciality_id = ${narrow.speciality}`}
    ${narrow.teacher === undefined ? db`` : db`and m.teacher_id = ${narrow.teacher}`}`;
}

/** A set as a teacher sees it: by type, newest first. */
export async function readMaterialsForTeacher(
  db: Db,
  caller: Caller,
  language: Language,
  ctx: { shelf: AuthorizedMaterialScope; set: MaterialSetKey; narrow: MaterialFilter },
): Promise<MaterialRow[]> {
  const whose =
    ctx.shelf.teacher === null
      ? db`(m.teacher_id = ${caller.uid} or ${isTeacherInCallersDepartment(db, caller, 'm.teacher_id')})`
      : db`m.teacher_id = ${ctx.shelf.teacher}`;
  return await materials(db, caller, language, db`${ofSet(db, ctx.set, ctx.narrow)} and ${whose}`);
}

/** A set as a student sees it: of the own teachers, fit for the own kind. */
export async function readMaterialsForStudent(
  db: Db,
  caller: Caller,
  language: Language,
  ctx: { set: StudiedMaterialSet; narrow: MaterialFilter },
): Promise<MaterialRow[]> {
  return await materials(
    db,
    caller,
    language,
    db`${ofSet(db, ctx.set, ctx.narrow)} and ${mayListMaterial(db, caller)}`,
  );
}

/** These materials, as far as the caller may list them. */
export async function readListedMaterials(
  db: Db,
  caller: Caller,
  language: Language,
  ids: readonly number[],
): Promise<MaterialRow[]> {
  return await materials(
    db,
    caller,
    language,
    db`m.id = any (${ids as number[]}::bigint[]) and ${mayListMaterial(db, caller)}`,
  );
}

/** One material. */
export async function readMaterial(
  db: Db,
  caller: Caller,
  language: Language,
  material: AuthorizedMaterial,
): Promise<MaterialRow[]> {
  return await materials(db, caller, language, db`m.id = ${material.id}`);
}

/** What the own departments have for a discipline outside of this set: for taking over. */
export async function readMaterialsOfOtherSets(
  db: Db,
  caller: Caller,
  language: Language,
  set: MaterialSetKey,
): Promise<MaterialRow[]> {
  return await materials(
    db,
    caller,
    language,
    db`m.discipline_id = ${set.discipline} and m.of_material_id is null and ${mayListMaterial(db, caller)}
      and not (m.teacher_id = ${caller.uid} and m.credits = ${set.credits} and m.semester_id = ${set.semester}
        and m.is_select = ${set.isSelect})
      and not exists (
        select from material mine
        where mine.of_material_id = m.id and mine.deleted_at is null and mine.teacher_id = ${caller.uid}
          and mine.credits = ${set.credits} and mine.semester_id = ${set.semester} and mine.is_select = ${set.isSelect})`,
  );
}

/** What a material is made of. */
export interface MaterialValues {
  readonly set: MaterialSetKey;
  readonly name: string;
  readonly type: number;
  readonly examination: number;
  readonly speciality: number;
  readonly studentKind: number;
  readonly isHtml: boolean;
  readonly inLibrary: boolean;
  readonly author: string;
  readonly description: string;
  readonly pages: number | null;
  readonly category: number | null;
}

/** What a material shows: its own file, or the original of a reference. */
export interface MaterialContent {
  readonly file: number | null;
  readonly material: number | null;
  readonly ebook: number | null;
  readonly isHtml: boolean;
}

function columns(v: MaterialValues) {
  return {
    name: v.name,
    type_id: v.type,
    discipline_id: v.set.discipline,
    is_select: v.set.isSelect,
    semester_id: v.set.semester,
    credits: v.set.credits,
    control_form_id: v.examination,
    speciality_id: v.speciality,
    student_kind: v.studentKind,
    is_html: v.isHtml,
    in_library: v.inLibrary,
    author: v.author,
    description: v.description,
    total_pages: v.pages,
    category_id: v.category,
  };
}

/** Enters a material of a teacher into a set that they teach; gives its id. */
export async function insertMaterial(
  db: Db,
  caller: Caller,
  _set: TaughtMaterialSet,
  values: MaterialValues,
  is: MaterialContent,
): Promise<EditableMaterial> {
  const row = { ...columns(values), teacher_id: caller.uid, file_id: is.file, of_material_id: is.material };
  const [made] = await db<{ id: number }[]>`
    insert into material ${db({ ...row, of_ebook_id: is.ebook })} returning id`;
  if (!made) throw new Error('a material was not stored');
  await indexMetadataWords(db, 'material', [made.id]);
  await remember(db, [made.id], caller, 'created');
  return asOwnMaterial(made.id);
}

/** Changes a material; `is` null leaves its content. */
export async function updateMaterial(
  db: Db,
  caller: Caller,
  material: EditableMaterial,
  values: MaterialValues,
  is: MaterialContent | null,
): Promise<EditableMaterial> {
  await db`update material set ${db(columns(values))} where id = ${material.id}`;
  if (is)
    await db`
      update material set file_id = ${is.file}, of_material_id = ${is.material}, of_ebook_id = ${is.ebook}
      where id = ${material.id}`;
  await indexMetadataWords(db, 'material', [material.id]);
  await remember(db, [material.id], caller, 'changed');
  return material;
}

/** Whose content a material shows: another material's; null: its own file, a library book, or it is new. */
export async function readContentOrigin(db: Db, material: EditableMaterial | null): Promise<number | null> {
  const [row] = material
    ? await db<{ origin: number | null }[]>`select of_material_id as origin from material where id = ${material.id}`
    : [];
  return row?.origin ?? null;
}

/** Marks a material as deleted, with who did it and when. */
export async function deleteMaterial(db: Db, caller: Caller, material: EditableMaterial): Promise<void> {
  await db`update material set deleted_at = now(), deleted_by = ${caller.uid} where id = ${material.id}`;
  await remember(db, [material.id], caller, 'deleted');
}

async function remember(db: Db, ids: readonly number[], caller: Caller, what: string): Promise<void> {
  await db`
    insert into book_event (material_id, what, person_id, now_is)
    select m.id, ${what}, ${caller.uid}, to_jsonb(m) - '{folded,words,stemmed}'::text[] from material m where m.id = any (${ids as number[]}::bigint[])`;
}

/** Whether other materials show this one's content. */
export async function isContentShared(db: Db, material: AuthorizedMaterial): Promise<boolean> {
  const [row] = await db<{ shared: boolean }[]>`
    select exists (select from material where of_material_id = ${material.id} and deleted_at is null) as shared`;
  return row?.shared ?? false;
}

/** Takes materials over into a set as references; gives their ids. What the set shows already is left out. */
export async function copyMaterials(
  db: Db,
  caller: Caller,
  set: TaughtMaterialSet,
  what: { ids: readonly number[]; examination: number; speciality: number },
): Promise<number[]> {
  const made = await db<{ id: number }[]>`
    insert into material (teacher_id, name, type_id, discipline_id, is_select, semester_id, credits, control_form_id,
      speciality_id, student_kind, of_material_id, of_ebook_id, is_html, author, description, total_pages,
      words, stemmed)
    select ${caller.uid}, m.name, m.type_id, m.discipline_id, ${set.isSelect}, ${set.semester}, ${set.credits},
      ${what.examination}, ${what.speciality}, m.student_kind,
      case when m.of_ebook_id is null then coalesce(m.of_material_id, m.id) end, m.of_ebook_id,
      m.is_html, m.author, m.description, m.total_pages, m.words, m.stemmed
    from material m
    where m.id = any (${what.ids as number[]}::bigint[]) and m.discipline_id = ${set.discipline}
      and m.deleted_at is null and ${mayListMaterial(db, caller)}
      and not exists (
        select from material mine
        where mine.deleted_at is null and mine.teacher_id = ${caller.uid} and mine.discipline_id = ${set.discipline}
          and mine.credits = ${set.credits} and mine.semester_id = ${set.semester} and mine.is_select = ${set.isSelect}
          and (mine.id = m.id or mine.of_material_id = coalesce(m.of_material_id, m.id) or mine.of_ebook_id = m.of_ebook_id))
    order by m.id
    returning id`;
  const ids = made.map(({ id }) => id);
  await remember(db, ids, caller, 'created');
  return ids;
}

/** The file that a material shows. */
export async function readMaterialFile(
  db: Db,
  material: AuthorizedMaterial,
): Promise<(StoredFile & { isHtml: boolean }) | null> {
  const [row] = await db<(StoredFile & { isHtml: boolean })[]>`
    select f.id, f.key, f.name, f.size, f.type, m.is_html as "isHtml"
    from material m ${joinMaterialFile(db)} where m.id = ${material.id}`;
  return row ?? null;
}

/** The students who get a teacher's set: who gets its live events. */
export async function readStudentsOfMaterialSet(db: Db, teacher: number, set: MaterialSetKey): Promise<number[]> {
  const students = set.isSelect
    ? db`join stream_student m on m.stream_id = t.course_id where t.is_select`
    : db`join group_student m on m.group_id = t.course_id and m.is_current where not t.is_select`;
  const rows = await db<{ id: number }[]>`
    select distinct m.student_id as id
    from course_teacher t
    join academic_year y on y.id = t.year_id and y.is_default
    ${students} and t.teacher_id = ${teacher} and t.discipline_id = ${set.discipline} and t.credits = ${set.credits}
      and t.semester_id = ${set.semester}`;
  return rows.map(({ id }) => id);
}

/** Gives a key for an HTML book, good for an hour; old keys go. */
export async function addWebBookKey(db: Db, caller: Caller, material: AuthorizedMaterial, hash: Buffer): Promise<void> {
  await db`delete from html_book_key where expires_at < now()`;
  await db`
    insert into html_book_key (hash, material_id, session_id, expires_at)
    values (${hash}, ${material.id}, ${caller.sessionId}, now() + interval '1 hour')`;
}

/** What the key of an HTML book was made for; null when it is none, has run out, or its session has ended. */
export async function findWebBookKey(db: Db, hash: Buffer): Promise<{ material: number; session: number } | null> {
  const [row] = await db<{ material: number; session: number }[]>`
    select material_id as material, session_id as session from html_book_key
    where hash = ${hash} and expires_at > now()`;
  return row ?? null;
}

/** Notes that a person looks at a discipline's materials; gives when they did so the time before. */
export async function recordMaterialVisit(db: Db, caller: Caller, discipline: number): Promise<string | null> {
  // Reloading the page within half an hour is the same visit.
  const [row] = await db<{ since: string | null }[]>`
    insert into material_visit as v (person_id, discipline_id)
    select ${caller.uid}::bigint, d.id from discipline d where d.id = ${discipline}
    on conflict (person_id, discipline_id) do update
      set before_at = case when v.at < now() - interval '30 minutes' then v.at else v.before_at end, at = now()
    returning before_at as since`;
  return row?.since ?? null;
}

/** Kinds of material in their order. */
export async function readMaterialTypes(db: Db, language: Language) {
  return await db<{ id_typeUmk: number; umkName: string; order: number }[]>`
    select id as "id_typeUmk", ${nameColumn(db, 't', language)} as "umkName", sort as "order" from umk_type t order by sort`;
}

/** Categories of one base category. */
export async function readBookCategories(db: Db, language: Language, base: number) {
  return await db<{ id_bookCategory: number; name: string }[]>`
    select id as "id_bookCategory", ${nameColumn(db, 'c', language)} as name from book_category c
    where base_category_id = ${base} order by ${nameColumn(db, 'c', language)} ${alphabetCollationSql(db, language)}`;
}
