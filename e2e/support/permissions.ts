import type { Permission } from '@bilim/contract/permissions.ts';
import postgres from 'postgres';
import { grantPermissions, withdrawPermissions } from '../../server/test/factories/permissions.ts';
import type { Login } from './people.ts';
import type { Portal } from './portal.ts';

/** Gives somebody these permissions and no others. */
export async function setPermissions(portal: Portal, who: Login, codes: readonly Permission[]): Promise<void> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await withdrawPermissions(sql, who);
  await grantPermissions(sql, who, codes);
  await sql.end();
}
