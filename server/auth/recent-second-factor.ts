import type { FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import type { LinkedAccount } from './linked-account.ts';
import { readMatchedAccount } from './linked-accounts.queries.ts';
import { requiresSecondStep } from './second-step.ts';
import type { Caller } from './session.ts';
import { verifyPassword } from './verify-password.ts';

/** So long a shown second step counts as present. */
const presentFor = '5 minutes';

type Dependencies = Parameters<typeof verifyPassword>[0] & {
  readonly database: Database;
  readonly settings: Pick<Settings, 'secondStep'>;
};

/** This session has shown its second step just now. */
export async function recordSecondFactor(db: Db, session: number): Promise<void> {
  await db`update session set twice = true, proven_at = now() where id = ${session}`;
}

/**
 * Refuses with 403 secondstep.prove when the person has a second step and has not shown it in this session within
 * five minutes (`secondstep.prove`, `passkeys.prove`): session and password alone must not change how a person signs
 * in, or where a code for a forgotten password goes.
 */
export async function requireRecentSecondFactor(
  { database, settings }: Pick<Dependencies, 'database' | 'settings'>,
  { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>,
): Promise<void> {
  const isProven = await database.read(async (db) => {
    const account = await readMatchedAccount(db, uid);
    if (account && !requiresSecondStep(settings, account)) return true;
    const [session] = await db`
      select from session where id = ${sessionId} and proven_at > now() - ${presentFor}::interval`;
    return session !== undefined;
  });
  if (!isProven) throw new Refusal('secondstep.prove', 403);
}

/**
 * The password of whoever is signed in, and their second step if they have one; gives the account of a directory that vouched for
 * the password, null: it is kept here. Refuses as `verifyPassword` and `requireRecentSecondFactor`.
 */
export async function reauthenticateCaller(
  app: Dependencies,
  request: FastifyRequest,
  caller: Caller,
  password: string,
): Promise<LinkedAccount | null> {
  const { vouchedBy } = await verifyPassword(app, request, caller, password, 'present');
  await requireRecentSecondFactor(app, caller);
  return vouchedBy;
}
