import { removeSecondStepCodes } from '../second-step.ts';
import type { RegisteredMethod } from './registered-method.ts';

/** Codes of an app, with those for recovery. */
export const secondStepCodesMethod = {
  names: ['set of codes', 'sets of codes'],
  changes: ['codesSet', 'codesRenewed', 'codesRemoved'],
  ownActions: ['secondstep.set', 'secondstep.removed'],
  removableByMailCode: 'never',
  canBeUnconfirmed: true,
  count: (db, { uid }) =>
    db`select count(*)::int from account where person_id = ${uid} and second_step_since is not null`,
  async remove(db, { uid }) {
    await removeSecondStepCodes(db, uid);
  },
  async removeAddedBy(db, uid, { since }) {
    const [added] = await db<{ isInForce: boolean }[]>`
      select a.second_step_since is not null as "isInForce"
      from one_time_key k join account a on a.person_id = k.person_id
      where k.person_id = ${uid} and coalesce(k.confirmed_at, now()) >= ${since}`;
    if (!added) return 0;
    await removeSecondStepCodes(db, uid);
    return added.isInForce ? 1 : 0;
  },
} as const satisfies RegisteredMethod;
