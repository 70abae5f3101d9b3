import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  addNamesakeHint,
  distinguishFellowStudents,
  distinguishNamesakes,
} from '../../university/namesakes.queries.ts';

interface Member {
  readonly idid: number;
  readonly fio: string;
  /** 1: somebody who teaches. */
  readonly id_type: number;
}

/**
 * Members of a conversation with what distinguishes those who are called the same. A student's number is for those who teach,
 * not for fellow students: these read the group, and the place among namesakes of one group.
 */
export async function distinguishMembers<R extends Member>(
  { db, language, caller }: { readonly db: Db; readonly language: Language; readonly caller: Caller },
  members: readonly R[],
): Promise<(R & { apart?: string })[]> {
  const named = members.map(({ idid: id, fio: name }) => ({ id, name }));
  const marks = await distinguishNamesakes(db, language, named, 'list');
  if (caller.role === 1) return members.map((one) => addNamesakeHint(marks, one.idid, one));
  const fellows = await distinguishFellowStudents(db, named);
  return members.map((one) => addNamesakeHint(one.id_type === 1 ? marks : fellows, one.idid, one));
}
