import assert from 'node:assert/strict';
import type { CallerPermissions } from '@bilim/contract/access.ts';
import type { Call } from '@bilim/contract/call.ts';
import { listCalls } from '@bilim/contract/calls-by-room.ts';
import { expectedAccess } from './expected-access.ts';
import { createPostHeaders, sendRawRequest } from './http.ts';
import type { TestClient } from './test-client.ts';

/** Every call of the contract, by the name it has in `expectedAccess`. */
export const callTestCases = listCalls().map(({ room, name, call }) => ({ title: `${room}.${name}`, call }));

/** Where a call is asked for, with something in the places of its path. */
export const buildCallPath = (call: Call): string => call.path.replace(':lng', 'ru').replace(':ns', 'common.json');

/** A request whose headers are complete and whose body is broken, or never comes. */
function broken(person: TestClient, call: Call, comes: boolean) {
  const type = call.files ? 'multipart/form-data; boundary=b' : 'application/json';
  const headers: Record<string, string> = { ...createPostHeaders(person), 'content-type': type, 'content-length': '9' };
  return sendRawRequest(person.base, { path: call.path, headers, body: comes ? '{"broken"' : null });
}

/** What a caller gets: the code of the refusal, or 'through'. */
export async function probeCall(person: TestClient, call: Call, allowed: boolean): Promise<string> {
  const { status, text } =
    call.method === 'GET'
      ? await person.fetch(buildCallPath(call)).then(async (response) => {
          if (call.raw && response.ok) await response.body?.cancel();
          return { status: response.status, text: call.raw && response.ok ? '' : await response.text() };
        })
      : await broken(person, call, allowed);
  if (status !== 401 && status !== 403) {
    if (call.method === 'POST') assert.equal(status, 400, `${call.path}: ${text}`);
    return 'through';
  }
  return (JSON.parse(text) as { error: { code: string } }).error.code;
}

/** Walks over calls as one caller; whoever is not allowed is refused before a byte of the body is there. */
export async function assertCallAccess(
  person: TestClient,
  rights: CallerPermissions | null,
  over: typeof callTestCases = callTestCases,
): Promise<void> {
  for (const { title, call } of over) {
    const who = expectedAccess[title];
    assert.ok(who, `${title} has no line in expectedAccess`);
    const allowed =
      who === 'all' ||
      (rights !== null &&
        (who === 'in' ||
          who === (rights.role === 1 ? 'staff' : 'student') ||
          // A teacher is no mover before the university says so (TEACHER_MOVES).
          (who === 'mover' && rights.permissions.includes('timetable')) ||
          rights.permissions.includes(who)));
    if (call.byToken) {
      assert.equal(await probeCall(person, call, false), 'data.token', title);
      continue;
    }
    const refusal = rights ? 'call.notAllowed' : 'call.notSignedIn';
    assert.equal(await probeCall(person, call, allowed), allowed ? 'through' : refusal, title);
  }
}
