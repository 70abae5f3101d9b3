import type { accounts } from '@bilim/contract/accounts.ts';
import type { Output } from '@bilim/contract/call.ts';
import type { ActRow } from './accounts.queries.ts';

type Act = Output<typeof accounts.overview>[number]['acts'][number];

/** So many acts are told. */
const most = 6;
/** Acts that are alike stand together when no more than so many milliseconds lie between the first and the last. */
const together = 60 * 60_000;

/** Acts whose rows hold numbers of their own. */
const withNumbers = /^(import|backup|restore|audit)/;

/** Acts that are done with one person after the other: they stand together under the first of them. */
const isOfPeople = (action: string): boolean => /^(password\.reissued|account\.(un)?blocked)$/.test(action);

/** What makes two acts in a row one: the same was done by the same, with the same person or in the name of the same office. */
const sameness = ({ action, by_id, whom_id }: ActRow): string =>
  JSON.stringify([action, by_id, isOfPeople(action) ? null : whom_id]);

/** The newest acts as they are told: what was done in a row stands together. */
export function groupActs(rows: readonly ActRow[]): Act[] {
  const runs: ActRow[][] = [];
  for (const row of rows) {
    const [newest] = runs.at(-1) ?? [];
    const isSame = newest && sameness(newest) === sameness(row);
    if (isSame && Date.parse(newest.at) - Date.parse(row.at) <= together) runs.at(-1)?.push(row);
    else if (runs.length < most) runs.push([row]);
    else break;
  }
  return runs.flatMap(actOf);
}

function actOf(run: readonly ActRow[]): Act[] {
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

/** The numbers of a row in one: rows of an act that tells them, else all of them, as an import tells them by table. */
function sumOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return 0;
  return 'rows' in value ? sumOf(value.rows) : Object.values(value).reduce<number>((sum, one) => sum + sumOf(one), 0);
}
