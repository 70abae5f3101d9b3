import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { data } from '@bilim/contract/data.ts';
import { dataLimits, type ImportTableName, importTableNames } from '@bilim/contract/data-limits.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callServer } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { pagedQueryKey, queryClient, queryForCall, queryForPages } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'data';

export type DataOverview = Output<typeof data.list>[number];
export type ImportJobSummary = DataOverview['jobs'][number];
export type StoredImportRun = DataOverview['runs'][number];
export type ImportJob = Output<typeof data.job>[number];
export type FaultGroup = ImportJob['groups'][number];
export type ImportTableCounts = ImportJob['figures'][number];
export type ServiceToken = Output<typeof data.tokens>[number];
export type TableDifferenceKind = 'added' | 'changed' | 'ended';

/** While something works it is looked at so often (ms), should the live line be silent. */
const look = 3_000;

export const isImportJobRunning = (state: string): boolean => ['checking', 'importing', 'undoing'].includes(state);

/** Which stored imports are wanted; what is left out is not asked for. */
export type ImportRunQuery = Omit<Input<typeof data.list>, 'before'>;

export const useDataOverview = (wanted: ImportRunQuery) =>
  useInfiniteQuery({
    queryKey: pagedQueryKey(room, data.list, wanted),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      callServer(data.list, { ...wanted, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    placeholderData: keepPreviousData,
    getNextPageParam: ([last]) => (last?.runs.length === dataLimits.runs ? last.runs.at(-1)?.id_run : undefined),
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.[0]?.jobs.some(({ state }) => isImportJobRunning(state)) ? look : false,
  });

export const useImportJob = (id: number) =>
  useQuery({
    ...queryForCall(room, data.job, { id_job: id }),
    refetchInterval: (query) => (isImportJobRunning(query.state.data?.[0]?.state ?? 'checking') ? look : false),
  });

export const useTableDifferences = (id: number, table: string, kind: TableDifferenceKind) =>
  useInfiniteQuery(
    queryForPages(
      room,
      data.differences,
      { id_job: id, table, kind, after: 0 },
      { size: dataLimits.differences, next: (last) => ({ after: last.place }) },
    ),
  );

export const useServiceTokens = () => useQuery(queryForCall(room, data.tokens, {}));

function useRoomMutation<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => callServer(call, input, call.idempotent ? { key: randomUuid() } : {}),
    // Not awaited: a refetch may remove the row, and its success message with it.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [room] }),
  });
}

export const useCheckImportFiles = () => useRoomMutation(data.check);
export const useApplyImportJob = () => useRoomMutation(data.load);
export const useStopImportJob = () => useRoomMutation(data.stop);
export const useDiscardImportJob = () => useRoomMutation(data.discard);
export const useUndoImport = () => useRoomMutation(data.undo);
export const useFetchFirstPasswords = () => useRoomMutation(data.passwords);
export const useCreateServiceToken = () => useRoomMutation(data.makeToken);
export const useRevokeServiceToken = () => useRoomMutation(data.revokeToken);

export const fetchSampleImportTables = () => callServer(data.samples, {});
/** Hands the wrong files, with notes in their cells, to the browser as a download. */
export function downloadAnnotatedFiles(id: number): void {
  const address = buildFileUrl(data.marked, { id_job: id });
  Object.assign(document.createElement('a'), { href: address, download: '' }).click();
}

export const fetchImportFaults = (id: number) => callServer(data.faults, { id_job: id });

/** Sends files; `onto`: to those of an upload that waits. */
export const uploadImportFiles = (
  files: readonly File[],
  { name, onto }: { name: string; onto: number | null },
  onProgress: (sent: number, total: number) => void,
) => callServer(data.upload, { name, ...(onto !== null && { onto }) }, { files, onProgress });

/** The plain name of a table. */
export function useTableName(): (table: string) => string {
  const { t } = useTranslation('data');
  return (table) => (isTable(table) ? t(`table.${table}`) : table);
}

const isTable = (name: string): name is ImportTableName | 'scope' =>
  name === 'scope' || importTableNames.some((one) => one === name);
