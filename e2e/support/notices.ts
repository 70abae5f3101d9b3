import { expect } from '@playwright/test';
import postgres from 'postgres';
import type { Portal } from './portal.ts';

/** Everything that was told before counts as seen. */
export async function forgetNew(portal: Portal): Promise<void> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  // As long as the invented people bring materials, what they tell gets its numbers anew.
  const isSettled = async () => (await sql`select from university where 'umk' = any (demo_lived)`).length;
  await expect.poll(isSettled, { timeout: 120_000 }).toBe(1);
  await sql`update notice set seen_at = now() where seen_at is null`;
  await sql.end();
}
