import type { secondstep as calls } from '@bilim/contract/secondstep.ts';
import { note } from '../../auth/audit.ts';
import {
  dropWaitingCookie,
  giveRestCookie,
  rest,
  secondStepAccount,
  secondStepOf,
  type Tried,
  tryCode,
  waitingOf,
  whoWaits,
} from '../../auth/second-step.ts';
import type { Ask } from '../../call/room.ts';
import { addressOf } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import { enter } from '../../delivery/enter.ts';

/** The sign-in that waits for a second step, once its code was right. Refuses with 401 login.secondStepOver or login.codeWrong. */
async function provenSignIn({ input, house, request, reply }: Ask<typeof calls.signIn>) {
  const hash = waitingOf(request);
  const waiting = hash && (await house.database.read((db) => whoWaits(db, hash)));
  const over = () => {
    dropWaitingCookie(house.sessions, reply);
    return new Refusal('login.secondStepOver', 401);
  };
  if (!hash || !waiting) {
    note(house.database, request, 'login.codeWrong', null);
    throw over();
  }
  const attempt = {
    account: secondStepAccount(waiting.uid),
    address: addressOf(request),
    // Only who knows the password comes here, so the account's wrong codes count together, whatever browser sends them:
    // a cookie that is dropped gives no new tries.
    browser: 'second',
    trusted: true,
  };
  const tried: Tried[] = [];
  // Counted in a transaction of its own, which a refusal does not undo.
  const right = await house.throttle.try(attempt, async () => {
    tried.push(await house.database.transaction((db) => tryCode(db, hash, input.code)));
    return tried.includes('right') ? waiting : null;
  });
  if (right) return right;
  note(house.database, request, 'login.codeWrong', waiting.uid);
  if (tried.includes('over')) throw over();
  throw new Refusal('login.codeWrong', 401, { fields: { code: 'login.codeWrong' } });
}

/** Ends a sign-in that waits with its second step. Refuses as `provenSignIn`. */
export async function signIn(ask: Ask<typeof calls.signIn>) {
  const { input, house, request, reply, afterCommit } = ask;
  const person = await provenSignIn(ask);
  return await ask.transact(async (db) => {
    const key = input.rest && !person.shared ? await rest(db, request, person.uid) : null;
    afterCommit(() => {
      dropWaitingCookie(house.sessions, reply);
      if (key) giveRestCookie(house.sessions, reply, key);
    });
    return await enter(ask, db, person);
  });
}

/** Whose sign-in waits behind the cookie. Refuses with 401 login.secondStepOver. */
export async function waiting({ db, request }: Ask<typeof calls.waiting>) {
  const hash = waitingOf(request);
  const person = hash && (await whoWaits(db, hash));
  if (!person) throw new Refusal('login.secondStepOver', 401);
  const { recoveryLeft } = await secondStepOf(db, person.uid);
  const { fullName, shared, codes, passkey } = person;
  return { fullName, recoveryLeft, shared, codes, passkey };
}
