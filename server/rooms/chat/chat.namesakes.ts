import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';

interface Member {
  readonly idid: number;
  readonly fio: string;
  /** 1: somebody who teaches. */
  readonly id_type: number;
}

/**
 * Members of a conversation with what tells those apart who are called the same. A student's number is for those who teach,
 * not for fellow students.
 */
export async function membersApart<R extends Member>(
  { db, language, caller }: { readonly db: Db; readonly language: Language; readonly caller: Caller },
  members: readonly R[],
): Promise<(R & { apart?: string })[]> {
  const hinted = await addNamesakeHints(db, language, members, ({ idid: id, fio: name }) => ({ id, name }), 'list');
  return hinted.map((one, place) => (caller.role === 1 || one.id_type === 1 ? one : (members[place] as R)));
}
