import type { Role } from '@bilim/contract/who.ts';
import type { Db } from '../../core/database.ts';
import type { Language } from '../../core/words.ts';
import { named } from '../../university/university.queries.ts';

/** The external links for a role, in their stored order. */
export async function linksOf(db: Db, role: Role, language: Language) {
  return await db<{ id_dynUrl: number; name: string; url: string; isBaner: boolean }[]>`
    select id as "id_dynUrl", ${named(db, 'l', language)} as name, url, is_banner as "isBaner"
    from dynamic_link l where role is null or role = ${role}
    order by sort, id limit 100`;
}
