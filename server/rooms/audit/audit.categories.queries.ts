import type { Fragment } from 'postgres';
import { ownMethodAuditActions } from '../../auth/methods/registry.ts';
import type { Db } from '../../database/database.ts';

/** The beginnings of the entries of sign-in methods; keys of programs are among those of imports. */
const methodBeginnings = [...new Set(ownMethodAuditActions.map((action) => action.replace(/\..*/, '.%')))].filter(
  (beginning) => beginning !== 'import.%',
);

/** Categories of entries by the beginnings of their names in the trail. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  people: ['account.%', 'password.%', 'profile.%', 'forgotten.%', 'mail.%', ...methodBeginnings],
  rights: ['right.%'],
  signins: ['login.%'],
  data: ['import%', 'backup', 'restore', 'file.%', 'audit.%', 'reports.%'],
  timetable: ['timetable.%'],
  rest: [],
};
/**
 * SQL: the trail, or its rows of one category, as a table. `perAction`: the newest rows of each action that meet a condition over
 * `audit a`; by time alone the few of a category would be looked for among all sign-ins.
 */
export function selectAuditRows(
  db: Db,
  category: string | null,
  perAction: { readonly most: number; readonly where: Fragment } | null,
): Fragment {
  if (category === null) return db`audit`;
  const isRest = category === 'rest';
  const words = isRest ? Object.values(beginnings).flat() : [...(beginnings[category] ?? [])];
  const isOfCategory = (action: Fragment) => db`(${action} like any (${words}::text[])) <> ${isRest}`;
  if (!perAction) return db`(select * from audit where ${isOfCategory(db`action`)})`;
  // Which actions there are is read from the index, one after the other.
  return db`(
    with recursive named (action) as (
      select min(action) from audit
      union all
      select (select min(further.action) from audit further where further.action > n.action)
      from named n where n.action is not null)
    select x.* from named n cross join lateral (
      select * from audit a where a.action = n.action and ${perAction.where}
      order by a.at desc, a.id desc limit ${perAction.most}) x
    where ${isOfCategory(db`n.action`)})`;
}
