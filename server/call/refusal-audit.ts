import type { FastifyRequest } from 'fastify';
import { recordAuditEntryOutsideTransaction } from '../auth/audit.ts';
import { findPendingSecondStep, readPendingSecondStepHash } from '../auth/second-step.ts';
import { clientAddress, networkPrefix } from '../core/addresses.ts';
import type { Refusal } from '../core/refusal.ts';
import { infectedCode } from '../files/scanner.ts';
import type { AppContext } from './room.ts';

/** Rows of refusals that one person may cause in a minute; a script must not fill the disk. */
const refusalsAMinute = 60;
/** The same of one address for each kind, where the call asks for nothing that one has to have: many people share an address. */
const anonymousRefusalsAMinute = 120;
/** Refusals that say nothing of what somebody reached for; a day without classes may have been lifted by another clerk just now. */
const ordinary = new Set(['call.csrf', 'call.notFound', 'profile.changeFirst', 'changes.noHoliday']);

/** Whether a refusal is about what somebody may not have or what is not theirs, whatever its status. */
const isReaching = ({ code, status }: Refusal) =>
  (status === 403 || status === 404 || /\.notYour[A-Z]/.test(code)) && !ordinary.has(code);

/**
 * Notes that somebody who is signed in reached for what is not theirs: the refusal, the call, and the ids that it named; or
 * who, also which program, handed in a file in which the scanner found something.
 */
export function auditRefusal(app: AppContext, request: FastifyRequest, refusal: Refusal): void {
  const { caller } = request;
  if (refusal.code === infectedCode) noteInfected(app, request, refusal);
  if (!caller || !isReaching(refusal)) return;
  if (!app.rateLimit.takes(`refused|${caller.uid}`, refusalsAMinute, 60_000)) return;
  const ids = idsOf(request.method === 'GET' ? request.query : request.body);
  recordAuditEntryOutsideTransaction(app.database, request, 'refused', caller.uid, {
    code: refusal.code,
    call: request.routeOptions.url ?? '',
    ids,
  });
}

function noteInfected(app: AppContext, request: FastifyRequest, { values }: Refusal): void {
  const uid = request.caller?.uid ?? null;
  if (!app.rateLimit.takes(`infected|${uid ?? clientAddress(request)}`, refusalsAMinute, 60_000)) return;
  const { file = '', signature = '' } = values;
  recordAuditEntryOutsideTransaction(app.database, request, 'file.infected', uid, {
    file,
    signature,
    call: request.routeOptions.url ?? '',
  });
}

/** Notes that somebody whose sign-in waits for its second step tried a call without it. */
export async function auditSecondStepRefusal(app: AppContext, request: FastifyRequest): Promise<void> {
  const hash = readPendingSecondStepHash(app.sessions, request);
  const waiting = hash && (await app.database.read((db) => findPendingSecondStep(db, hash)));
  if (!waiting || !app.rateLimit.takes(`refused|${waiting.uid}`, refusalsAMinute, 60_000)) return;
  recordAuditEntryOutsideTransaction(app.database, request, 'refused', waiting.uid, {
    code: 'login.secondStep',
    call: request.routeOptions.url ?? '',
  });
}

/** Notes a refusal that anybody could cause again and again, without a session and without a password. */
export function auditAnonymousRefusal(
  { database, rateLimit }: Pick<AppContext, 'database' | 'rateLimit'>,
  request: FastifyRequest,
  action: string,
  detail: Record<string, string | number | boolean> = {},
): void {
  if (
    !rateLimit.takes(`anonymous|${action}|${networkPrefix(clientAddress(request))}`, anonymousRefusalsAMinute, 60_000)
  )
    return;
  recordAuditEntryOutsideTransaction(database, request, action, request.caller?.uid ?? null, detail);
}

/** The ids among the fields of a request: whole numbers alone, also as text, never words. */
function idsOf(fields: unknown): Record<string, number> {
  const named = Object.entries((fields ?? {}) as Record<string, unknown>).filter(
    ([name, value]) => /^(id|uid)(_|$)/.test(name) && /^\d{1,16}$/.test(typeof value === 'object' ? '' : String(value)),
  );
  const ids = named.map(([name, value]): [string, number] => [name.slice(0, 40), Number(value)]);
  return Object.fromEntries(ids.filter(([, value]) => Number.isSafeInteger(value)).slice(0, 10));
}
