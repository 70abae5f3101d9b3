import type postgres from 'postgres';
import { StartupError } from '../../core/startup-error.ts';
import { callsRole } from '../calls-role.ts';
import { createPostgresClient } from '../postgres-client.ts';

/** The cluster's superuser, as which only the cluster is set up. */
export const superuserName = 'bilim';
/** The role of the portal: it owns its database and what is in it, and has no right outside of it. */
export const portalRole = 'bilim_portal';
/** The portal's database. */
export const databaseName = 'bilim';

/** Address of a database of the cluster for the superuser. */
export type BuildAdminUrl = (database: string) => string;

/** Passwords of the two roles that the portal signs in as. */
export interface RolePasswords {
  readonly portal: string;
  readonly calls: string;
}

/**
 * Makes roles and database of the portal, or brings those of an earlier release over, in which the superuser owned all.
 * @throws StartupError when the database was not made by this portal
 */
export async function prepareRoles(adminUrl: BuildAdminUrl, passwords: RolePasswords): Promise<void> {
  await asAdmin(adminUrl('postgres'), async (sql) => {
    const [role] = await sql`select from pg_roles where rolname = ${portalRole}`;
    if (!role) await sql.unsafe(`create role ${portalRole}`);
    const [calls] = await sql`select from pg_roles where rolname = ${callsRole}`;
    if (!calls) await sql.unsafe(`create role ${callsRole}`);
    // Whatever somebody granted: no rights but those of an owner, and of whoever makes calls, who cannot become the owner.
    for (const [name, password] of [
      [portalRole, passwords.portal],
      [callsRole, passwords.calls],
    ])
      await sql.unsafe(
        `alter role ${name} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
      );
    await sql.unsafe(`revoke ${portalRole} from ${callsRole}; grant ${callsRole} to ${portalRole}`);
    const [database] = await sql<{ encoding: string; provider: string; owner: string }[]>`
      select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, pg_get_userbyid(datdba) as owner
      from pg_database where datname = ${databaseName}`;
    if (!database) await sql.unsafe(`create database ${databaseName} owner ${portalRole}`);
    else if (database.encoding !== 'UTF8' || database.provider !== 'i') {
      throw new StartupError(
        'The database is not encoded as UTF-8 with ICU sorting: it was not made by this portal and cannot be used.',
      );
    } else if (database.owner !== portalRole) {
      await asAdmin(adminUrl(databaseName), (inside) => handOver(inside, database.owner));
    }
    await sql.unsafe('revoke connect, temporary on database postgres, template1 from public');
  });
}

/** Gives everything in the database that the former owner made to the portal's role, in one transaction. */
async function handOver(sql: postgres.Sql, formerOwner: string): Promise<void> {
  await sql.begin(async (db) => {
    const objects = await db<{ type: string; identity: string }[]>`
      with mine as (select oid from pg_roles where rolname = ${formerOwner}),
      object as (
        select 'pg_class'::regclass as class, c.oid from pg_class c, mine
        where c.relowner = mine.oid and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        union all select 'pg_proc'::regclass, p.oid from pg_proc p, mine where p.proowner = mine.oid
        union all select 'pg_type'::regclass, t.oid from pg_type t left join pg_class c on c.oid = t.typrelid, mine
          where t.typowner = mine.oid and t.typelem = 0 and coalesce(c.relkind, 'c') = 'c' and t.typtype <> 'm'
        union all select 'pg_ts_config'::regclass, x.oid from pg_ts_config x, mine where x.cfgowner = mine.oid
        union all select 'pg_ts_dict'::regclass, x.oid from pg_ts_dict x, mine where x.dictowner = mine.oid
        union all select 'pg_collation'::regclass, x.oid from pg_collation x, mine where x.collowner = mine.oid
        union all select 'pg_namespace'::regclass, x.oid from pg_namespace x, mine where x.nspowner = mine.oid)
      select i.type, i.identity from object o, pg_identify_object(o.class, o.oid, 0) i
      -- From 16384 on are the numbers of what was not there at the making of the cluster.
      where o.oid >= 16384
        -- Parts of an extension, and counters of columns, go with what they belong to.
        and not exists (select from pg_depend d
          where d.classid = o.class and d.objid = o.oid and d.deptype in ('e', 'a', 'i'))`;
    const statements = objects.map(({ type, identity }) => `alter ${type} ${identity} owner to ${portalRole}`);
    await db.unsafe([...statements, `alter database ${databaseName} owner to ${portalRole}`].join('; '));
  });
}

async function asAdmin(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = createPostgresClient(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
