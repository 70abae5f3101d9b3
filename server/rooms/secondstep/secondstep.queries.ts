import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { named } from '../../university/university.queries.ts';

/** What an app shows its codes under: the university's name, or the product's while none was imported. */
export async function nameOfUniversity(db: Db, language: Language): Promise<string> {
  const [row] = await db<{ name: string }[]>`select ${named(db, 'u', language)} as name from university u`;
  return row?.name ?? 'Bilim';
}
