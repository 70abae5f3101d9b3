import { moderation } from '@bilim/contract/moderation.ts';
import { reports } from '@bilim/contract/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { useWorkPermissions } from './staff.data.ts';

/** What waits in rooms that are read as a whole; null: the person has no such room, or it has not answered yet. */
export interface CaseCounts {
  readonly isPending: boolean;
  readonly reports: { readonly unfilled: number; readonly debtors: number; readonly worth: number } | null;
  readonly moderation: { readonly open: number } | null;
}

/** What waits for the person in the rooms of reports and of moderation. */
export function useWaitingCases(): CaseCounts {
  const has = useWorkPermissions();
  const asked = { ...quietRetryOptions, enabled: has.reports };
  const journals = useQuery({ ...queryForCall('reports', reports.journals, { period: 'week' }), ...asked });
  const debts = useQuery({ ...queryForCall('reports', reports.debts, {}), ...asked });
  const worth = useQuery({ ...queryForCall('reports', reports.worth, {}), ...asked });
  const cases = useQuery({
    ...queryForCall('moderation', moderation.figures, {}),
    ...quietRetryOptions,
    enabled: has.moderation,
  });
  const [week, owed, signs, reported] = [journals.data?.[0], debts.data?.[0], worth.data?.[0], cases.data?.[0]];
  const figures = week && owed && signs && { unfilled: week.classes, debtors: owed.students, worth: signs.count };
  return {
    isPending: (has.reports && !figures) || (has.moderation && !reported),
    reports: figures ?? null,
    moderation: reported ?? null,
  };
}
