import type { people as calls } from '@bilim/contract/people.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { Caller } from '../../auth/session.ts';
import type { CallContext } from '../../call/room.ts';
import { today } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { notifyGroupChange } from '../../notices/groups.queries.ts';
import { blockImports } from '../../university/imports.queries.ts';
import {
  type GroupMove,
  moveStudentToGroup,
  readCurrentMembership,
  readGroup,
  readGroups,
  readTransferConsequences,
} from '../../university/transfer.queries.ts';
import { authorizeAccount, authorizePerson } from './people.access.ts';
import { storeAccountEvent } from './people.actions.queries.ts';
import type { PeopleCountsCache } from './people.queries.ts';

type Calls = typeof calls;

interface TransferRequest {
  readonly id_person: number;
  readonly id_group: number;
  readonly from: string;
}

/**
 * A move as it can be made: 404 for whom and where the caller does not look after; 409 for who is no student and for the
 * group where the student is; 400 for a day to come, and for one before the present group.
 */
async function openMove(
  db: Db,
  caller: Caller,
  { id_person: student, id_group, from: day }: TransferRequest,
  timeZone: string,
): Promise<GroupMove & { readonly name: string }> {
  const group = await readGroup(db, id_group, caller.limitedTo.accounts);
  if (!group) throw new Refusal('people.noGroup', 404, { fields: { id_group: 'people.noGroup' } });
  const from = await readCurrentMembership(db, student);
  if (!from) throw new Refusal('people.noStudent', 409);
  if (from.group === group.id) throw new Refusal('people.sameGroup', 409, { fields: { id_group: 'people.sameGroup' } });
  if (day > today(timeZone)) throw new Refusal('people.laterDay', 400, { fields: { from: 'people.laterDay' } });
  const isTaken = (from.since !== null && day < from.since) || (from.before !== null && day <= from.before);
  if (isTaken) throw new Refusal('people.earlierDay', 400, { fields: { from: 'people.earlierDay' } });
  return { student, from, to: group.id, day, name: group.name };
}

export async function listTransferGroups({ db, caller, language }: CallContext<Calls['groups']>) {
  return await readGroups(db, caller.limitedTo.accounts, language);
}

/** What follows from a move, before it is made. */
export async function previewTransfer({ db, caller, language, input, app }: CallContext<Calls['transferLook']>) {
  await authorizePerson(db, caller, input.id_person);
  const move = await openMove(db, caller, input, app.settings.timeZone);
  return [{ was: move.from.name, now: move.name, ...(await readTransferConsequences(db, move, language)) }];
}

/** Moves a student to another group; journals, lists and conversations follow, for all of them ask who is where. */
export async function transferStudent({
  db,
  caller,
  input,
  request,
  app,
  publish,
  afterCommit,
  state,
}: CallContext<Calls['transfer'], PeopleCountsCache>) {
  const account = await authorizeAccount(db, caller, input.id_person);
  if (account.isClosed) throw new Refusal('people.closed', 409);
  if (!(await blockImports(db))) throw new Refusal('people.importing', 409);
  const move = await openMove(db, caller, input, app.settings.timeZone);
  await moveStudentToGroup(db, move);
  const event = await storeAccountEvent(db, {
    person: account.id,
    action: 'account.moved',
    reason: input.reason,
    by: caller.uid,
  });
  const was = move.from.name ?? '';
  await insertAuditEntry(db, request, 'account.moved', caller.uid, { person: account.id, event, was, now: move.name });
  if (move.from.group !== null) {
    const notified = await notifyGroupChange(db, { ...move, left: move.from.group });
    publish(
      notified.map((uid) => `u:${uid}` as const),
      null,
      'notices',
    );
  }
  publish(['p:accounts', `u:${account.id}`]);
  afterCommit(() => {
    app.sessions.forget(account.id);
    state.forget();
  });
  return [{ result: 1 }];
}
