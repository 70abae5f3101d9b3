import { audit } from '@bilim/contract/audit.ts';
import type { Input, Output } from '@bilim/contract/call.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall, queryForPages } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

export type AuditEntry = Output<typeof audit.list>[number];

/** Which entries are wanted; what is left out is not asked for. */
export type AuditEntryFilter = Input<typeof audit.export>;

/** Acts a page. */
const page = 50;

export const useAuditEntries = (wanted: AuditEntryFilter) =>
  useInfiniteQuery({
    ...queryForPages('audit', audit.list, wanted, { size: page, next: (last) => ({ before: last.cursor }) }),
    placeholderData: keepPreviousData,
  });

export const useAuditExport = () =>
  useMutation({ mutationFn: (wanted: AuditEntryFilter) => callServer(audit.export, wanted) });

/** The one day that is wanted; undefined: none, or several. */
export const findSingleDay = ({ from, until }: AuditEntryFilter): string | undefined =>
  from && from === until ? from : undefined;

/** How many entries fell into each half hour of a day; no day: today. */
export const useAuditHistogram = ({ category, search, who, whose }: AuditEntryFilter, day: string | undefined) => {
  const input = { category, search, who, whose, day };
  return useQuery({
    ...queryForCall('audit', audit.strip, input),
    placeholderData: keepPreviousData,
    select: (rows) => rows[0],
  });
};

export type RetentionPeriods = Output<typeof audit.retention>[number];

/** How long each kind is kept. */
export const useRetention = () =>
  useQuery({ ...queryForCall('audit', audit.retention, {}), select: (rows) => rows[0] ?? null });

/** Keeps kinds for other months, one after the other: each is an entry of its own. */
export const useSetRetention = () =>
  useMutation<unknown, Failure, readonly Input<typeof audit.setRetention>[]>({
    mutationFn: async (kinds) => {
      for (const one of kinds) await callServer(audit.setRetention, one, { key: randomUuid() });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['audit'] }),
  });
