import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';

interface TokenRow {
  id_token: number;
  name: string;
  tables: string[];
  addresses: string[];
  until: string;
  by: string | null;
  at: string;
  usedAt: string | null;
  usedFrom: string | null;
  state: string;
}

/** Programs that may push, those that still may first. */
export async function readTokens(db: Db): Promise<TokenRow[]> {
  return await db<TokenRow[]>`
    select t.id::int as id_token, t.name, t.tables, t.addresses, t.ends_on::text as until, p.full_name as by, t.made_at as at,
      t.used_at as "usedAt", host(t.used_from) as "usedFrom",
      case when t.revoked_at is not null then 'revoked' when t.ends_on < today() then 'over'
        when w.id is null then 'stopped' else 'works' end as state
    from service_token t left join person p on p.id = t.made_by left join working_service_token w on w.id = t.id
    order by t.revoked_at is null and t.ends_on >= today() desc, t.id desc limit 100`;
}

export async function addToken(
  db: Db,
  token: {
    name: string;
    hash: Buffer;
    tables: readonly string[];
    addresses: readonly string[];
    until: string;
    by: number;
  },
): Promise<number> {
  const { name, hash, tables, addresses, until, by } = token;
  const [row] = await db<{ id: number }[]>`
    insert into service_token (name, hash, tables, addresses, ends_on, made_by)
    values (${name}, ${hash}, ${tables as string[]}::text[], ${addresses as string[]}::text[], ${until}, ${by})
    returning id::int`;
  return row?.id ?? 0;
}

/** 404 `data.noToken` for one that is none or revoked already. */
export async function revokeToken(db: Db, id: number): Promise<{ name: string; by: number | null }> {
  const [row] = await db<{ name: string; by: number | null }[]>`
    update service_token set revoked_at = now() where id = ${id} and revoked_at is null returning name, made_by::int as by`;
  if (!row) throw new Refusal('data.noToken', 404);
  return row;
}

/** A push by a program: 404 `data.noJob` for that of another one. */
export async function authorizeProgramUpload(db: Db, program: number, job: number): Promise<{ id: number }> {
  const [row] = await db<{ id: number }[]>`select id::int from import_job where id = ${job} and token_id = ${program}`;
  if (!row) throw new Refusal('data.noJob', 404);
  return row;
}
