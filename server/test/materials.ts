import assert from 'node:assert/strict';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { TestClient } from './test-client.ts';

const { umk } = callsByRoom;

/** A set that the teacher teaches and the student studies, with all that a new material needs. */
export interface MaterialSetFixture {
  id_discipline: number;
  id_semester: number;
  isSelect: boolean;
  kredits: number;
  id_examination: number;
  id_speciality: number;
  id_typeUmk: number;
}

/** Looks for a discipline that both have, the way the pages do. */
export async function findSharedMaterialSet(
  teacher: TestClient,
  student: TestClient,
  { year, group, isSelect }: { year: number; group: number; isSelect: boolean },
): Promise<MaterialSetFixture> {
  const [type] = await teacher.get(umk.types);
  const studied = (await student.get(umk.semestersForStudent, { id_group: group })).filter(
    (one) => one.isSelect === isSelect,
  );
  for (const { id_semester } of await teacher.get(umk.semesters, { idYear: year })) {
    if (!studied.some((one) => one.id_semester === id_semester)) continue;
    const where = { id_semester, isSelect, idYear: year };
    const own = await student.get(umk.disciplinesForStudent, { ...where, id_group: group });
    for (const one of await teacher.get(umk.disciplines, where)) {
      if (!own.some((other) => other.id_discipline === one.id_discipline && other.kredits === one.kredits)) continue;
      const of = { id_group: group, id_semester, id_discipline: one.id_discipline, kredits: one.kredits, idYear: year };
      if (!(await student.get(umk.teachers, of)).some((other) => other.id_teacher === teacher.uid)) continue;
      assert.ok(type && one.examinations[0] && one.specialities[0]);
      return {
        id_discipline: one.id_discipline,
        id_semester,
        isSelect,
        kredits: one.kredits,
        id_examination: one.examinations[0].id_examination,
        id_speciality: one.specialities[0].id_speciality,
        id_typeUmk: type.id_typeUmk,
      };
    }
  }
  throw new Error(`teacher and student share no discipline with isSelect ${isSelect}`);
}
