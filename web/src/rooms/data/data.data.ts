import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { data } from '@bilim/contract/data.ts';
import { type DataTable, dataLimits, dataTables } from '@bilim/contract/data-limits.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ask } from '../../core/api.ts';
import { newKey } from '../../core/newKey.ts';
import { pagesKey, queries, reading } from '../../core/queries.ts';

const room = 'data';

export type Overview = Output<typeof data.list>[number];
export type Head = Overview['jobs'][number];
export type Run = Overview['runs'][number];
export type Job = Output<typeof data.job>[number];
export type Fault = Job['groups'][number];
export type Figures = Job['figures'][number];
export type Token = Output<typeof data.tokens>[number];
export type Kind = 'added' | 'changed' | 'ended';

/** While something works it is looked at so often (ms), should the live line be silent. */
const look = 3_000;

export const isAtWork = (state: string): boolean => ['checking', 'importing', 'undoing'].includes(state);

/** Which stored imports are wanted; what is left out is not asked for. */
export type RunQuery = Omit<Input<typeof data.list>, 'before'>;

export const useOverview = (wanted: RunQuery) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, data.list, wanted),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      ask(data.list, { ...wanted, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    placeholderData: keepPreviousData,
    getNextPageParam: ([last]) => (last?.runs.length === dataLimits.runs ? last.runs.at(-1)?.id_run : undefined),
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.[0]?.jobs.some(({ state }) => isAtWork(state)) ? look : false,
  });

export const useJob = (id: number) =>
  useQuery({
    ...reading(room, data.job, { id_job: id }),
    refetchInterval: (query) => (isAtWork(query.state.data?.[0]?.state ?? 'checking') ? look : false),
  });

export const useDifferences = (id: number, table: string, kind: Kind) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, data.differences, id, table, kind),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask(data.differences, { id_job: id, table, kind, after: pageParam }, { signal }),
    getNextPageParam: (last) => (last.length === dataLimits.differences ? last.at(-1)?.place : undefined),
  });

export const useTokens = () => useQuery(reading(room, data.tokens, {}));

function useAct<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => ask(call, input, call.once ? { key: newKey() } : {}),
    onSettled: () => queries.invalidateQueries({ queryKey: [room] }),
  });
}

export const useCheck = () => useAct(data.check);
export const useLoad = () => useAct(data.load);
export const useStop = () => useAct(data.stop);
export const useDiscard = () => useAct(data.discard);
export const useUndo = () => useAct(data.undo);
export const usePasswords = () => useAct(data.passwords);
export const useMakeToken = () => useAct(data.makeToken);
export const useRevokeToken = () => useAct(data.revokeToken);

export const samplesOf = () => ask(data.samples, {});
/** Hands the wrong files, with notes in their cells, to the browser as a download. */
export function takeMarked(id: number): void {
  const address = `${import.meta.env.BASE_URL}${data.marked.path.slice(1)}?${new URLSearchParams({ id_job: String(id) })}`;
  Object.assign(document.createElement('a'), { href: address, download: '' }).click();
}

export const faultsOf = (id: number) => ask(data.faults, { id_job: id });

/** Sends files; `onto`: to those of an upload that waits. */
export const sendFiles = (
  files: readonly File[],
  { name, onto }: { name: string; onto: number | null },
  onProgress: (sent: number, total: number) => void,
) => ask(data.upload, { name, ...(onto !== null && { onto }) }, { files, onProgress });

/** The plain name of a table. */
export function useTableName(): (table: string) => string {
  const { t } = useTranslation('data');
  return (table) => (isTable(table) ? t(`table.${table}`) : table);
}

const isTable = (name: string): name is DataTable | 'scope' =>
  name === 'scope' || dataTables.some((one) => one === name);
