import type { accounts } from '@bilim/contract/accounts.ts';
import type { Output } from '@bilim/contract/call.ts';
import type { OverviewAuditRow } from './accounts.queries.ts';

type OverviewEntry = Output<typeof accounts.overview>[number]['acts'][number];

/** Entries that the overview shows at most. */
const most = 6;
/** Equal entries are grouped when at most so many milliseconds lie between the first and the last. */
const together = 60 * 60_000;

/** Actions whose rows hold numbers of their own. */
const withNumbers = /^(import|backup|restore|audit)/;

/** Actions on one person after the other: they are grouped under the first of them. */
const isOfPeople = (action: string): boolean => /^(password\.reissued|account\.(un)?blocked)$/.test(action);

/** The key of a group: same action, same actor, and same person or office concerned. */
const groupKey = ({ action, by_id, whom_id }: OverviewAuditRow): string =>
  JSON.stringify([action, by_id, isOfPeople(action) ? null : whom_id]);

/** The newest entries, equal ones in a row grouped. */
export function groupAuditEntries(rows: readonly OverviewAuditRow[]): OverviewEntry[] {
  const runs: OverviewAuditRow[][] = [];
  for (const row of rows) {
    const [newest] = runs.at(-1) ?? [];
    const isSame = newest && groupKey(newest) === groupKey(row);
    if (isSame && Date.parse(newest.at) - Date.parse(row.at) <= together) runs.at(-1)?.push(row);
    else if (runs.length < most) runs.push([row]);
    else break;
  }
  return runs.flatMap(entryOf);
}

function entryOf(run: readonly OverviewAuditRow[]): OverviewEntry[] {
  const [newest] = run;
  if (!newest) return [];
  const { id, action, at, by_id, by_name, whom_name } = newest;
  return [
    {
      id,
      action,
      at,
      by: by_id === null ? null : { uid: by_id, fullName: by_name ?? '' },
      whom: whom_name,
      more: isOfPeople(action) ? new Set(run.map(({ whom_id }) => whom_id)).size - 1 : 0,
      rights: [...new Set(run.flatMap(({ detail: { code } }) => (typeof code === 'string' ? [code] : [])))].reverse(),
      count: withNumbers.test(action) ? sumOf(newest.detail) : run.length,
    },
  ];
}

/** The numbers of a row in one: `rows` where the action tells them, else all of them, as an import has them by table. */
function sumOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return 0;
  return 'rows' in value ? sumOf(value.rows) : Object.values(value).reduce<number>((sum, one) => sum + sumOf(one), 0);
}
