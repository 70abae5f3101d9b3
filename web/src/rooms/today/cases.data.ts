import { data } from '@bilim/contract/data.ts';
import { moderation } from '@bilim/contract/moderation.ts';
import { reports } from '@bilim/contract/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { queryForCall, retryQuietly } from '../../core/queries.ts';
import { useWorkPermissions } from './staff.data.ts';

/** What waits in rooms that are read as a whole; null: the person has no such room, or it did not answer. */
export interface Cases {
  readonly isPending: boolean;
  readonly reports: { readonly unfilled: number; readonly debtors: number; readonly worth: number } | null;
  readonly moderation: { readonly open: number } | null;
  readonly data: { readonly checked: number; readonly running: number } | null;
}

const running = ['checking', 'importing', 'undoing'];

/** What waits for the person in the rooms of reports, moderation and data. */
export function useCases(): Cases {
  const has = useWorkPermissions();
  const asked = { ...retryQuietly, enabled: has.reports };
  const journals = useQuery({ ...queryForCall('reports', reports.journals, { period: 'week' }), ...asked });
  const debts = useQuery({ ...queryForCall('reports', reports.debts, {}), ...asked });
  const worth = useQuery({ ...queryForCall('reports', reports.worth, {}), ...asked });
  const cases = useQuery({
    ...queryForCall('moderation', moderation.figures, {}),
    ...retryQuietly,
    enabled: has.moderation,
  });
  const imports = useQuery({ ...queryForCall('data', data.list, {}), ...retryQuietly, enabled: has.imports });
  const [week, owed, signs, reported, jobs] = [
    journals.data?.[0],
    debts.data?.[0],
    worth.data?.[0],
    cases.data?.[0],
    imports.data?.[0]?.jobs,
  ];
  return {
    isPending: [journals, debts, worth, cases, imports].some(({ isLoading }) => isLoading),
    reports: week && owed && signs ? { unfilled: week.classes, debtors: owed.students, worth: signs.count } : null,
    moderation: reported ?? null,
    data: jobs
      ? {
          checked: jobs.filter(({ state }) => state === 'checked').length,
          running: jobs.filter(({ state }) => running.includes(state)).length,
        }
      : null,
  };
}
