import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { teachesCourseInAnyYear } from '../../university/courses.access.ts';
import { isInGroup, selectStudiedDisciplines } from '../../university/courses.queries.ts';
import {
  isTeacherInCallersDepartment,
  isTeacherInUmkScope,
  mayListMaterial,
  mayOpenMaterial,
} from '../../university/materials.access.ts';
import { checkMaterialUpload } from '../../university/uploads.access.ts';

/** What names a set of materials: a discipline with its credits in a semester (of a chosen one: in a term). */
export interface MaterialSetKey {
  readonly discipline: number;
  readonly credits: number;
  readonly semester: number;
  readonly isSelect: boolean;
}

/** A material that the caller may open; only this file makes one. */
export type AuthorizedMaterial = { readonly id: number } & { readonly __authorized: 'material' };
/** A material that the caller may change or delete; its row is locked. */
export type EditableMaterial = AuthorizedMaterial & { readonly __own: 'material' };
/** A set that the caller teaches, or may fill by permission. */
export type TaughtMaterialSet = MaterialSetKey & { readonly __authorized: 'set' };
/** A set that the caller studies. */
export type StudiedMaterialSet = MaterialSetKey & { readonly __studied: 'set' };
/** A group that the caller is or was in. */
export type OwnGroup = { readonly id: number } & { readonly __own: 'group' };
/** Whose materials a teacher looks at: one teacher, or null for all of the own departments. */
export type AuthorizedMaterialScope = { readonly teacher: number | null } & { readonly __authorized: 'shelf' };

/** SQL: the caller may change material `m`. */
export function mayChangeMaterial(db: Db, caller: Caller) {
  if (caller.role !== 1) return db`false`;
  return db`(m.teacher_id = ${caller.uid} or ${isTeacherInUmkScope(db, caller, 'm.teacher_id')})`;
}

/** Opens a material that the caller may list, or that is in the library; else 404 with the given code. */
export async function authorizeMaterial(
  db: Db,
  caller: Caller,
  id: number,
  refusal: string,
): Promise<AuthorizedMaterial> {
  const [row] = await db`
    select from material m
    where m.id = ${id} and ${mayOpenMaterial(db, caller)}`;
  if (!row) throw new Refusal(refusal, 404);
  return { id } as AuthorizedMaterial;
}

/** Opens a material for change and locks it: 404 when the caller may not even list it, 403 umk.notYours otherwise. */
export async function authorizeMaterialChange(db: Db, caller: Caller, id: number): Promise<EditableMaterial> {
  await db`select from material where id = ${id} for no key update`;
  return await authorizeMaterialChangeWithoutLock(db, caller, id);
}

/** The same without the lock, for asking beforehand. */
export async function authorizeMaterialChangeWithoutLock(
  db: Db,
  caller: Caller,
  id: number,
): Promise<EditableMaterial> {
  const [row] = await db<{ changeable: boolean }[]>`
    select ${mayChangeMaterial(db, caller)} as changeable
    from material m
    where m.id = ${id} and ${mayOpenMaterial(db, caller)}`;
  if (!row) throw new Refusal('umk.notFound', 404);
  if (!row.changeable) throw new Refusal('umk.notYours', 403);
  return { id } as EditableMaterial;
}

/**
 * Opens a set for handing materials in: to whoever teaches it in some year and may (see checkMaterialUpload), or manages it by
 * the umk permission; else 403 umk.notYourDiscipline.
 */
export async function authorizeMaterialUpload(
  db: Db,
  timeZone: string,
  caller: Caller,
  key: MaterialSetKey,
): Promise<TaughtMaterialSet> {
  const { teaches, manages } = await holdOn(db, caller, key);
  if (!teaches && !manages) throw new Refusal('umk.notYourDiscipline', 403);
  if (!manages) await checkMaterialUpload(db, timeZone, caller.uid, key);
  return key as TaughtMaterialSet;
}

/** Takes the set of a material for one that the caller teaches, without a look: that the caller may change the material was checked. */
export function asTaughtMaterialSet(_material: EditableMaterial, key: MaterialSetKey): TaughtMaterialSet {
  return key as TaughtMaterialSet;
}

/** The material that the caller has just handed in is theirs. */
export function asOwnMaterial(id: number): EditableMaterial {
  return { id } as EditableMaterial;
}

/** Lets the content of one's own material be replaced: as for a new one, whether it is still taught or not. */
export async function checkMaterialReplacement(
  db: Db,
  timeZone: string,
  caller: Caller,
  key: MaterialSetKey,
): Promise<void> {
  if (!(await holdOn(db, caller, key)).manages) await checkMaterialUpload(db, timeZone, caller.uid, key);
}

/** Whether the caller teaches a set, and whether their permission covers it. */
async function holdOn(db: Db, caller: Caller, key: MaterialSetKey): Promise<{ teaches: boolean; manages: boolean }> {
  if (caller.permissions.includes('umk') && !caller.limitedTo.umk) return { teaches: false, manages: true };
  const limits = (caller.limitedTo.umk ?? []) as number[];
  const managed = key.isSelect
    ? db`select from stream i join department d on d.id = i.department_id
        where i.discipline_id = ${key.discipline} and i.credits = ${key.credits} and i.term_id = ${key.semester}
          and i.is_chosen and d.faculty_id = any (${limits}::int[])`
    : db`select from plan_item i join department d on d.id = i.department_id
        where i.discipline_id = ${key.discipline} and i.credits = ${key.credits} and i.semester_id = ${key.semester}
          and d.faculty_id = any (${limits}::int[])`;
  const [row] = await db<{ teaches: boolean; manages: boolean }[]>`
    select ${teachesCourseInAnyYear(db, caller.uid, key)} as teaches, exists (${managed}) as manages`;
  return row ?? { teaches: false, manages: false };
}

/** Opens a set to a student who has it in the plan or chose it; else 403 discipline.notYours. */
export async function authorizeStudiedMaterialSet(
  db: Db,
  caller: Caller,
  key: MaterialSetKey,
): Promise<StudiedMaterialSet> {
  const [row] = await db`
    select from (${selectStudiedDisciplines(db, caller.uid)}) s
    where s.discipline_id = ${key.discipline} and s.credits = ${key.credits} and s.semester_id = ${key.semester}
      and s.is_select = ${key.isSelect}`;
  if (!row) throw new Refusal('discipline.notYours', 403);
  return key as StudiedMaterialSet;
}

/** Opens a group to those who are or were in it; else 403 discipline.notYours. */
export async function authorizeOwnGroup(db: Db, caller: Caller, group: number): Promise<OwnGroup> {
  const [row] = await db`select where ${isInGroup(db, caller.uid, group, 'ever')}`;
  if (!row) throw new Refusal('discipline.notYours', 403);
  return { id: group } as OwnGroup;
}

/** Opens the materials of one teacher (left out: the caller; -1: all of the own departments) to colleagues. */
export async function authorizeMaterialScope(
  db: Db,
  caller: Caller,
  teacher: number | undefined,
): Promise<AuthorizedMaterialScope> {
  if (teacher === -1) return { teacher: null } as AuthorizedMaterialScope;
  if (teacher === undefined || teacher === caller.uid) return { teacher: caller.uid } as AuthorizedMaterialScope;
  const [row] = await db<{ open: boolean }[]>`
    select ${isTeacherInUmkScope(db, caller, 't.id')} or ${isTeacherInCallersDepartment(db, caller, 't.id')} as open
    from teacher t where t.id = ${teacher}`;
  if (!row?.open) throw new Refusal('umk.notYourDepartment', 403);
  return { teacher } as AuthorizedMaterialScope;
}

/**
 * Lets a material into the library: by its own teacher, and where it shows a colleague's, when the library has that already.
 * Refuses with 403 umk.notYoursForLibrary: whose material it is decides that everybody may read it.
 */
export async function authorizeMaterialPublishing(
  db: Db,
  { uid }: Pick<Caller, 'uid'>,
  { teacher, shown }: { teacher: number; shown: number | null },
): Promise<void> {
  const [hidden] = await db`
    select from material origin
    where origin.id = ${shown} and origin.teacher_id <> ${uid} and not origin.in_library`;
  if (teacher !== uid || hidden) throw new Refusal('umk.notYoursForLibrary', 403);
}

/**
 * What a new material may refer to instead of a file: a library book, or a material of the own departments. Gives
 * the original, so that no reference leads to a reference; 404 umk.notFound when there is none for the caller.
 */
export async function authorizeReferencedMaterial(
  db: Db,
  caller: Caller,
  id: number,
  fromLibrary: boolean,
): Promise<{ material: number | null; ebook: number | null; isHtml: boolean }> {
  type Original = { material: number | null; ebook: number | null; isHtml: boolean };
  const [row] = fromLibrary
    ? await db<Original[]>`
        select null::bigint as material, e.id as ebook, false as "isHtml" from ebook e
        where e.id = ${id} and e.deleted_at is null for no key update`
    : await db<Original[]>`
        select case when m.of_ebook_id is null then coalesce(m.of_material_id, m.id) end as material,
          m.of_ebook_id as ebook, m.is_html as "isHtml"
        from material m
        where m.id = ${id} and m.deleted_at is null and ${mayListMaterial(db, caller)} for no key update`;
  if (!row) throw new Refusal('umk.notFound', 404);
  return row;
}
