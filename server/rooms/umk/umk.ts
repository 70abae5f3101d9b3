import { randomBytes } from 'node:crypto';
import { umk as calls } from '@bilim/contract/umk.ts';
import { sha256 } from '../../auth/session.ts';
import { runPrecheck } from '../../call/dry-run.ts';
import { readPathParameter } from '../../call/path-parameter.ts';
import { type CallContext, room } from '../../call/room.ts';
import { ensurePdfPages, findPdfFile, requestPdfPages } from '../../converting/converting.queries.ts';
import { findViolatedConstraint, Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { insertFileRows } from '../../files/files.ts';
import { readReadingPosition, saveReadingPosition } from '../../files/reading-place.ts';
import { requestTextExtraction } from '../../fulltext/search.ts';
import { notifyMaterials } from '../../notices/writing.queries.ts';
import { withdrawLibraryReferences } from '../../university/materials.queries.ts';
import { addTeacherNamesakeHints } from '../../university/namesakes.queries.ts';
import { readCurrentTerm } from '../../university/university.queries.ts';
import {
  asTaughtMaterialSet,
  authorizeMaterial,
  authorizeMaterialChange,
  authorizeMaterialChangeWithoutLock,
  authorizeMaterialPublishing,
  authorizeMaterialScope,
  authorizeMaterialUpload,
  authorizeOwnGroup,
  authorizeReferencedMaterial,
  authorizeStudiedMaterialSet,
  checkMaterialReplacement,
  type MaterialSetKey,
} from './umk.access.ts';
import {
  readControlForms,
  readDisciplineChoicesOfTeacher,
  readDisciplineTeachersOfStudent,
  readMaterialSemestersOfTeacher,
  readStudentMaterialSemesters,
  readStudiedDisciplines,
} from './umk.choice.queries.ts';
import {
  addWebBookKey,
  copyMaterials,
  deleteMaterial,
  findWebBookKey,
  insertMaterial,
  isContentShared,
  type MaterialContent,
  type MaterialRow,
  type MaterialValues,
  readBookCategories,
  readContentOrigin,
  readMaterial,
  readMaterialFile,
  readMaterialsForStudent,
  readMaterialsForTeacher,
  readMaterialsOfOtherSets,
  readMaterialTypes,
  readStudentsOfMaterialSet,
  recordMaterialVisit,
  updateMaterial,
} from './umk.queries.ts';
import { searchMaterials } from './umk.search.queries.ts';

/** Teaching materials: choosing a discipline, its set, files, HTML books. */
export const umk = room('umk', calls, {
  handlers: {
    async semesters({ db, caller, language, input }) {
      return await readMaterialSemestersOfTeacher(db, caller, language, input.idYear);
    },

    async semestersForStudent({ db, caller, language, input, app }) {
      const group = await authorizeOwnGroup(db, caller, input.id_group);
      const now = await readCurrentTerm(db, app.settings.timeZone, language);
      if (!now) return [];
      return await readStudentMaterialSemesters(db, caller, language, group, { year: now.yearId, term: now.termId });
    },

    async disciplines({ db, caller, language, input }) {
      return await readDisciplineChoicesOfTeacher(db, caller, language, {
        year: input.idYear,
        semester: input.id_semester,
        isSelect: input.isSelect,
        departments: input.ignoreTeacher ?? false,
      });
    },

    async disciplinesForStudent({ db, caller, language, input }) {
      const group = await authorizeOwnGroup(db, caller, input.id_group);
      return await readStudiedDisciplines(db, caller, language, {
        group,
        year: input.idYear,
        semester: input.id_semester,
        isSelect: input.isSelect ?? false,
      });
    },

    async examTypes(ctx) {
      return await studied(ctx);
    },

    async teachers(ctx) {
      const examinations = await studied(ctx);
      const wanted = ctx.input.id_examination;
      if (wanted !== undefined && !examinations.some((one) => one.id_examination === wanted)) return [];
      const group = await authorizeOwnGroup(ctx.db, ctx.caller, ctx.input.id_group);
      const { db, caller, language } = ctx;
      const teachers = await readDisciplineTeachersOfStudent(db, caller, language, {
        ...disciplineOf(ctx.input),
        group,
      });
      return await addTeacherNamesakeHints(db, language, teachers);
    },

    async types({ db, language }) {
      return await readMaterialTypes(db, language);
    },

    async list({ db, caller, language, input }) {
      const shelf = await authorizeMaterialScope(db, caller, input.id_human);
      const wanted = { shelf, set: setOf(input), narrow: narrowOf(input) };
      return await addTeacherNamesakeHints(db, language, await readMaterialsForTeacher(db, caller, language, wanted));
    },

    async listForStudent({ db, caller, language, input }) {
      await authorizeOwnGroup(db, caller, input.id_group);
      const set = await authorizeStudiedMaterialSet(db, caller, setOf(input));
      const narrow = { ...narrowOf(input), teacher: input.id_teacher };
      return await addTeacherNamesakeHints(
        db,
        language,
        await readMaterialsForStudent(db, caller, language, { set, narrow }),
      );
    },

    async search({ db, caller, language, input }) {
      return await addTeacherNamesakeHints(db, language, await searchMaterials(db, caller, language, input.text));
    },

    async bookCategories({ db, language, input }) {
      return await readBookCategories(db, language, input.id_baseBookCategory);
    },

    async save(ctx) {
      const [file] = ctx.files;
      // Unpacking a web book takes seconds: no transaction waits for it.
      if (file && ctx.input.isHTMLBook) await ctx.app.webBooks.unpack(file, 'umk.notHtml');
      return await ctx.transact((db) => save({ ...ctx, db }));
    },

    async deleteCheck({ db, caller, input, app, language }) {
      return await runPrecheck(app.translations, language, async () => {
        if (await isContentShared(db, await authorizeMaterialChangeWithoutLock(db, caller, input.id_books)))
          throw new Refusal('umk.shared', 409);
      });
    },

    async deleteBook({ db, caller, language, input, publish }) {
      const material = await authorizeMaterialChange(db, caller, input.id_books);
      if (await isContentShared(db, material)) throw new Refusal('umk.shared', 409);
      const [row] = await readMaterial(db, caller, language, material);
      await deleteMaterial(db, caller, material);
      if (row) {
        await publishSetChange({ db, publish }, row.id_teacher, setOf(row));
        if (row.isForEBooks) publish(['all'], null, 'library');
      }
      return [{ result: 1 }];
    },

    async download({ db, caller, input, app, request }) {
      const material = await authorizeMaterial(db, caller, input.id_books, 'file.notFound');
      const original = await readMaterialFile(db, material);
      const file = original && input.pages ? await findPdfFile(db, original) : original;
      if (!file) throw new Refusal('file.notFound', 404);
      return app.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },

    async openHtmlBook({ db, caller, input, app }) {
      const material = await authorizeMaterial(db, caller, input.id_books, 'umk.notFound');
      const file = await readMaterialFile(db, material);
      if (!file?.isHtml) throw new Refusal('umk.notFound', 404);
      const key = randomBytes(24).toString('base64url');
      await addWebBookKey(db, caller, material, sha256(key));
      return [{ url: app.webBooks.address(`${key}/index.html`) }];
    },

    /** Everything of a book is asked for by its key alone: at each file it is looked up who that is, and what they may. */
    async htmlBook({ db, app, request }) {
      const [key, path] = [readPathParameter(request, 'key'), readPathParameter(request, '*')];
      const of = await findWebBookKey(db, sha256(key));
      const caller = of && (await app.sessions.findById(db, of.session));
      if (!caller) throw new Refusal('file.notFound', 404);
      const file = await readMaterialFile(db, await authorizeMaterial(db, caller, of.material, 'file.notFound'));
      if (!file?.isHtml) throw new Refusal('file.notFound', 404);
      // Made when the database is left, as every answer that waits for the store of files.
      return () => app.webBooks.answer(request, file, path, caller);
    },

    async uploadCheck({ db, caller, input, app, language }) {
      return await runPrecheck(app.translations, language, () =>
        authorizeMaterialUpload(db, app.settings.timeZone, caller, setOf(input)),
      );
    },

    async earlier({ db, caller, language, input }) {
      return await addTeacherNamesakeHints(
        db,
        language,
        await readMaterialsOfOtherSets(db, caller, language, setOf(input)),
      );
    },

    async copy({ db, caller, input, app, publish }) {
      const set = await authorizeMaterialUpload(db, app.settings.timeZone, caller, setOf(input));
      const what = { ids: input.id_books ?? [], examination: input.id_examination, speciality: input.id_speciality };
      const copied = await known(copyMaterials(db, caller, set, what));
      await notifyMaterials(db, copied);
      await publishSetChange({ db, publish }, caller.uid, set);
      return [{ result: 1, copied: copied.length }];
    },

    async visit({ db, caller, input }) {
      return [{ since: await recordMaterialVisit(db, caller, input.id_discipline) }];
    },

    async pages({ db, caller, input, app }) {
      const file = await readMaterialFile(db, await authorizeMaterial(db, caller, input.id_books, 'umk.notFound'));
      return [file ? await ensurePdfPages(db, app, file) : { state: 'none', size: 0 }];
    },

    async place({ db, caller, input }) {
      const file = await readMaterialFile(db, await authorizeMaterial(db, caller, input.id_books, 'umk.notFound'));
      return [{ page: file ? await readReadingPosition(db, caller.uid, file.id) : 1 }];
    },

    async keepPlace({ db, caller, input }) {
      const file = await readMaterialFile(db, await authorizeMaterial(db, caller, input.id_books, 'umk.notFound'));
      if (file) await saveReadingPosition(db, caller.uid, file.id, input.page);
      return [{ result: 1 }];
    },
  },
});

interface SetInput {
  readonly id_discipline: number;
  readonly kredits: number;
  readonly id_semester: number;
  readonly isSelect?: boolean | undefined;
}

function setOf(input: SetInput): MaterialSetKey {
  return {
    discipline: input.id_discipline,
    credits: input.kredits,
    semester: input.id_semester,
    isSelect: input.isSelect ?? false,
  };
}

function narrowOf(input: {
  id_typeUmk?: number | undefined;
  id_examination?: number | undefined;
  id_speciality?: number | undefined;
}) {
  return { type: input.id_typeUmk, examination: input.id_examination, speciality: input.id_speciality };
}

function disciplineOf(input: { id_semester: number; id_discipline: number; kredits: number }) {
  return { semester: input.id_semester, discipline: input.id_discipline, credits: input.kredits };
}

/** The forms of control of a discipline; nothing found is the one answer for "not there" and "not yours". */
async function studied({
  db,
  caller,
  language,
  input,
}: Pick<CallContext<typeof calls.examTypes>, 'db' | 'caller' | 'language' | 'input'>) {
  const group = await authorizeOwnGroup(db, caller, input.id_group);
  const rows = await readControlForms(db, caller, language, { ...disciplineOf(input), group });
  if (!rows.length) throw new Refusal('discipline.notYours', 403);
  return rows;
}

/** What the saving of a material is given, inside its transaction. */
type Saving = CallContext<typeof calls.save> & { readonly db: Db };

/** Enters or changes a material: its own file, a reference, or (on a change) the content that it has. */
async function save({ db, caller, language, input, files, app, publish }: Saving) {
  const id = input.id_books ?? input.idBook;
  const inLibrary = input.isForEBooks ?? false;
  const name = input.bookName.trim();
  const author = (input.author ?? '').trim();
  const missing = {
    ...(!name && { bookName: 'field.required' }),
    ...(inLibrary && !author && { author: 'field.required' }),
    ...(inLibrary && input.id_bookCategory === undefined && { id_bookCategory: 'field.required' }),
  };
  if (Object.keys(missing).length) throw new Refusal('call.invalid', 400, { fields: missing });

  const own = id === undefined ? null : await authorizeMaterialChange(db, caller, id);
  const [was] = own ? await readMaterial(db, caller, language, own) : [];
  const wanted = setOf(input);
  const content = await contentOf({ db, caller, input, files, app }, was);
  const { timeZone } = app.settings;
  const stays = was && isSame(setOf(was), wanted);
  const set =
    own && stays ? asTaughtMaterialSet(own, wanted) : await authorizeMaterialUpload(db, timeZone, caller, wanted);
  // What is in a set already may be described again after the last day, but not replaced.
  if (stays && content && was.id_teacher === caller.uid) await checkMaterialReplacement(db, timeZone, caller, wanted);
  if (!content && !was) throw new Refusal('umk.fileRequired', 400, { fields: { files: 'umk.fileRequired' } });
  const isHtml = content ? content.isHtml : (was?.isHTMLBook ?? false);
  // A plain file does not become a web book by a tick: it has to be handed in as one.
  if (input.isHTMLBook && !isHtml) throw new Refusal('umk.notHtml', 400, { fields: { files: 'umk.notHtml' } });

  const teacherOf = was?.id_teacher ?? caller.uid;
  if (inLibrary && (content || !was?.isForEBooks)) {
    const shown = content ? content.material : await readContentOrigin(db, own);
    await authorizeMaterialPublishing(db, caller, { teacher: teacherOf, shown });
  }

  const values: MaterialValues = {
    set,
    name,
    type: input.id_typeUmk,
    examination: input.id_examination,
    speciality: input.id_speciality,
    studentKind: input.id_forStudentKind ?? 0,
    isHtml,
    inLibrary,
    author,
    description: (input.description ?? '').trim(),
    pages: input.totalPages ?? null,
    category: input.id_bookCategory ?? null,
  };
  const material = await known(
    own
      ? updateMaterial(db, caller, own, values, content)
      : insertMaterial(db, caller, set, values, content as MaterialContent),
  );
  if (was?.isForEBooks && !inLibrary) await withdrawLibraryReferences(db, caller, material.id);
  if (!own) await notifyMaterials(db, [material.id]);
  await publishSetChange({ db, publish }, teacherOf, set);
  if (inLibrary || was?.isForEBooks) publish(['all'], null, 'library');
  return await readMaterial(db, caller, language, material);
}

const isSame = (a: MaterialSetKey, b: MaterialSetKey) =>
  a.discipline === b.discipline && a.credits === b.credits && a.semester === b.semester && a.isSelect === b.isSelect;

/** The new content of a material: the file that came, or an original; null leaves what it has. */
async function contentOf(
  { db, caller, input, files, app }: Pick<Saving, 'db' | 'caller' | 'input' | 'files' | 'app'>,
  was: MaterialRow | undefined,
): Promise<MaterialContent | null> {
  const [file] = await insertFileRows(db, caller.uid, files);
  if (file) {
    await requestTextExtraction(db, file);
    await requestPdfPages(db, app.settings, file);
    return { file: file.id, material: null, ebook: null, isHtml: input.isHTMLBook ?? false };
  }
  const original = input.id_booksShare;
  const fromLibrary = input.isSharedBookFromEBooks ?? false;
  if (original === undefined) return null;
  if (was && was.id_booksShare === original && was.isSharedBookFromEBooks === fromLibrary) return null;
  if (was && !fromLibrary && was.id_books === original) return null;
  return { file: null, ...(await authorizeReferencedMaterial(db, caller, original, fromLibrary)) };
}

/** Which field named something that does not exist. */
const fieldOfConstraint: Record<string, string> = {
  material_type_id_fkey: 'id_typeUmk',
  material_discipline_id_fkey: 'id_discipline',
  material_control_form_id_fkey: 'id_examination',
  material_speciality_id_fkey: 'id_speciality',
  material_category_id_fkey: 'id_bookCategory',
};

/** Waits for a write; an id of something that does not exist is the field's fault. */
async function known<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const field = fieldOfConstraint[findViolatedConstraint(error) ?? ''];
    if (field) throw new Refusal('call.invalid', 400, { fields: { [field]: 'field.range' } });
    throw error;
  }
}

/** Tells the teacher and the students of a set that it changed. */
async function publishSetChange(
  { db, publish }: Pick<CallContext, 'db' | 'publish'>,
  teacher: number,
  set: MaterialSetKey,
): Promise<void> {
  const readers = await readStudentsOfMaterialSet(db, teacher, set);
  const students = readers.map((id) => `u:${id}` as const);
  publish([`u:${teacher}`, ...students]);
  publish(students, null, 'notices');
}
