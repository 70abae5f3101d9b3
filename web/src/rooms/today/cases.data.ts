import type { Output } from '@bilim/contract/call.ts';
import { data } from '@bilim/contract/data.ts';
import { moderation } from '@bilim/contract/moderation.ts';
import { reports } from '@bilim/contract/reports.ts';
import { timetableChanges } from '@bilim/contract/timetable-changes.ts';
import { useQuery } from '@tanstack/react-query';
import { queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { useWorkPermissions } from './staff.data.ts';

/** What waits in rooms that are read as a whole; null: the person has no such room, or it has not answered yet. */
export interface WaitingCaseCounts {
  readonly isPending: boolean;
  readonly reports: { readonly unfilled: number; readonly debtors: number; readonly worth: number } | null;
  readonly moderation: { readonly open: number } | null;
}

/** What waits for the person in the rooms of reports and of moderation. */
export function useWaitingCases(): WaitingCaseCounts {
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

/** So many rows of a list stand here. */
const most = 5;

/** The first rows of what the person's rooms hold; of a room that the person has not: none. */
export interface RoomPreviewLists {
  readonly isPending: boolean;
  readonly teachers: Output<typeof reports.journals>[number]['rows'];
  readonly reported: Output<typeof moderation.list>;
  readonly imports: Output<typeof data.list>[number]['runs'];
  readonly changes: Output<typeof timetableChanges.list>;
}

/** What stands in lists below the figures of these rooms; what could not be read is left out. */
export function useRoomPreviewLists(): RoomPreviewLists {
  const has = useWorkPermissions();
  const journals = useQuery({
    ...queryForCall('reports', reports.journals, { period: 'week' }),
    ...quietRetryOptions,
    enabled: has.reports,
  });
  const reported = useQuery({
    ...queryForCall('moderation', moderation.list, { state: 'open' }),
    ...quietRetryOptions,
    enabled: has.moderation,
  });
  const imports = useQuery({ ...queryForCall('data', data.list, {}), ...quietRetryOptions, enabled: has.imports });
  const changes = useQuery({
    ...queryForCall('changes', timetableChanges.list, {}),
    ...quietRetryOptions,
    enabled: has.timetable,
  });
  return {
    isPending: [journals, reported, imports, changes].some(({ isLoading }) => isLoading),
    teachers: (journals.data?.[0]?.rows ?? []).filter(({ unfilled }) => unfilled > 0).slice(0, most),
    reported: (reported.data ?? []).slice(0, most),
    imports: (imports.data?.[0]?.runs ?? []).slice(0, most),
    changes: (changes.data ?? []).slice(0, most),
  };
}
