import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '@bilim/contract/call.ts';
import { listCalls } from '@bilim/contract/calls-by-room.ts';
import { createPostHeaders, sendRawRequest } from './http.ts';
import { createMalformedRequest, SeededGenerator } from './malformed-requests.ts';
import { openPortal, passwords, TestClient } from './test-client.ts';

/** A malformed request that was answered as if the fault were ours, or not at all. */
export interface FuzzFinding {
  readonly call: string;
  readonly by: string;
  readonly what: string;
  readonly answer: string;
}

export interface FuzzOutcome {
  sent: number;
  readonly statuses: Map<number, number>;
  readonly hurt: FuzzFinding[];
  slowestMs: number;
}

/** A cut body waits for its end; the server gives up after twenty seconds, a fuzzer sooner. */
const patience = 5_000;
const names = ['admin', 'teacher', 'student'] as const;

/** The calls that are fuzzed: all but the live stream, which has no end. */
const calls = listCalls().filter(({ room }) => room !== 'live');

/** Sends `count` malformed requests, spread over all calls, a few at a time. */
export async function sendMalformedRequests(base: string, count: number, seed: number): Promise<FuzzOutcome> {
  const dice = new SeededGenerator(seed);
  const people = new Map<string, TestClient>();
  const outcome: FuzzOutcome = { sent: 0, statuses: new Map(), hurt: [], slowestMs: 0 };
  for (const name of names) people.set(name, await signedIn(base, name));
  const nobody = new TestClient(base);
  await nobody.fetch('/api/config.json');
  people.set('nobody', nobody);

  const work = async () => {
    while (outcome.sent < count) {
      const { room, name, call } = calls[outcome.sent++ % calls.length] as (typeof calls)[number];
      const by = whoFits(call, dice);
      const status = await send(base, people.get(by) as TestClient, `${room}.${name}`, call, by, dice, outcome);
      // Signed out by what was sent: with a session of its own it goes on.
      if (status === 401 && by !== 'nobody' && call.access !== 'all')
        people.set(by, await signedIn(base, by as (typeof names)[number]));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return outcome;
}

async function signedIn(base: string, name: (typeof names)[number]): Promise<TestClient> {
  const person = new TestClient(base);
  const { status, text } = await person.signIn(name, passwords[name]);
  if (status !== 200) throw new Error(`${name} could not sign in: ${text}`);
  return person;
}

function whoFits({ access }: Call, dice: SeededGenerator): string {
  if (!dice.below(20)) return 'nobody';
  if (access === 'student') return 'student';
  if (access === 'staff') return 'teacher';
  return access === 'all' || access === 'in' ? dice.one([...names]) : 'admin';
}

async function send(
  base: string,
  person: TestClient,
  title: string,
  call: Call,
  by: string,
  dice: SeededGenerator,
  outcome: FuzzOutcome,
): Promise<number> {
  const { path, method, headers, body, what } = createMalformedRequest(call, dice);
  const more: Record<string, string> = {};
  if (body.length) more['content-length'] = String(Buffer.byteLength(body));
  if (call.idempotent && dice.below(2)) more['idempotency-key'] = dice.one([crypto.randomUUID(), 'no key', '']);
  const begun = performance.now();
  const answer = await Promise.race([
    sendRawRequest(base, { path, method, headers: { ...createPostHeaders(person), ...headers, ...more }, body }),
    wait(patience, null, { ref: false }),
  ]).catch((failure: NodeJS.ErrnoException) => failure);
  outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - begun);
  const status = answer instanceof Error || answer === null ? 0 : answer.status;
  outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
  // A connection that is closed on a body too large to be read is an answer too.
  const isClosed = answer instanceof Error && ['ECONNRESET', 'EPIPE'].includes(answer.code ?? '');
  if (status >= 500 || (status === 0 && !isClosed)) {
    const answerText =
      answer === null ? 'none in time' : answer instanceof Error ? String(answer) : answer.text.slice(0, 300);
    outcome.hurt.push({ call: title, by, what, answer: `${status} ${answerText}` });
  }
  return status;
}

/** Sends so many malformed requests to a portal of its own: none may hurt it, and nothing may be left unhandled. */
export async function assertPortalSurvivesFuzzing(count: number, seed: number): Promise<void> {
  const portal = await openPortal({ RATE_PERCENT: '100000' });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const { hurt } = await sendMalformedRequests(portal.base, count, seed);
    assert.deepEqual(hurt, []);
    assert.deepEqual(unhandled, []);
  } finally {
    process.off('unhandledRejection', note);
    await portal.close();
  }
}
