import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { readAttentionSigns } from './reports.attention-signs.queries.ts';
import { type AttentionSignKind, toAttentionSignKind } from './reports.attention-signs.ts';
import type { ReportQuery } from './reports.queries.ts';

/** Something worth a look that the caller is shown; only this file makes one. */
export type AuthorizedAttentionSign = {
  readonly kind: AttentionSignKind;
  readonly subject: string;
  /** Null: about people alone. */
  readonly course: number | null;
  readonly people: readonly number[];
  readonly day: string | null;
  readonly begins: string;
  readonly ends: string;
} & { readonly __authorized: 'sign' };

/** Opens what the caller's page shows under a name, by finding it again; 404 for anything else. */
export async function authorizeAttentionSign(
  db: Db,
  query: ReportQuery,
  subject: string,
): Promise<AuthorizedAttentionSign> {
  const kind = toAttentionSignKind(subject);
  const [row] = kind ? await readAttentionSigns(db, query, { of: [kind], subject }) : [];
  if (!kind || !row) throw new Refusal('reports.nothingToExplain', 404);
  const { course, by: people, day, begins, ends } = row;
  return { kind, subject, course, people, day, begins, ends } as unknown as AuthorizedAttentionSign;
}
