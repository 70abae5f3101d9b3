import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/session.ts';
import { Refusal } from '../core/refusal.ts';
import type { ReceivedFile } from '../files/files.ts';
import { hashRequestContent, parseIdempotencyKey, type RepeatableRequest } from './idempotency.ts';
import { createInputReader, type ParsedInput } from './input.ts';
import { clearBodyTimeout, clearDatabaseTimeout } from './limits.ts';
import type { RouteConfig } from './route-config.ts';

const noFiles: readonly ReceivedFile[] = [];

/**
 * The second step: what was sent, read by the contract, with the files of a form stored. Fields that name the caller must
 * name the caller. Refuses with 400 call.invalid, 403 call.notYou, and what receiving files refuses.
 */
export function createBodyStep({ app, call, limits }: RouteConfig) {
  const read = createInputReader(call.input);
  const excludedFromHash = new Set(
    Object.entries(call.input.properties as Record<string, { excludedFromHash?: boolean }>)
      .filter(([, field]) => field.excludedFromHash)
      .map(([name]) => name),
  );

  /** What a repeat of a request must have in common with its first try. */
  const kept = (input: Record<string, unknown>) =>
    excludedFromHash.size
      ? Object.fromEntries(Object.entries(input).filter(([name]) => !excludedFromHash.has(name)))
      : input;

  const repeatableOf = (request: FastifyRequest, input: Record<string, unknown>, files: readonly ReceivedFile[]) => {
    const key = call.idempotent && request.caller ? parseIdempotencyKey(request.headers['idempotency-key']) : null;
    if (!key || !request.caller) return null;
    return {
      uid: request.caller.uid,
      call: call.path,
      key,
      body: hashRequestContent(kept(input), files),
    } satisfies RepeatableRequest;
  };

  const take = (request: FastifyRequest, fields: unknown, files: readonly ReceivedFile[]) => {
    const { input, callerFields } = read(fields);
    checkCallerFields(request.caller, callerFields);
    request.parsed = { input, files, repeatable: repeatableOf(request, input, files) };
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    clearBodyTimeout(request);
    if (!call.files) {
      const fields = call.method === 'GET' ? request.query : request.body;
      take(request, call.cookieless ? { ...(request.query as object), ...(fields as object) } : fields, noFiles);
      return;
    }
    // While the files come nobody waits for the database.
    clearDatabaseTimeout(request);
    const { fields, files } = await app.files.receive(request, call.files);
    // For who reads of it besides the call, as of the body of any other.
    request.body = fields;
    limits.awaitDatabase(request, reply);
    try {
      take(request, fields, files);
    } catch (refusal) {
      await app.files.remove(files.map(({ key }) => key));
      throw refusal;
    }
  };
}

function checkCallerFields(caller: Caller | null, callerFields: ParsedInput['callerFields']): void {
  if (!caller) return;
  for (const { is, value } of callerFields)
    if (value !== (is === 'uid' ? caller.uid : caller.role)) throw new Refusal('call.notYou', 403);
}
