import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { people } from '@bilim/contract/people.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import { newKey } from '../../core/newKey.ts';
import { pagesKey, queries, reading } from '../../core/queries.ts';

const room = 'people';

export type PersonSummary = Output<typeof people.list>[number];
export type Figures = Output<typeof people.figures>[number];
export type Person = Output<typeof people.person>[number];
export type Right = Person['rights'][number];
export type Act = Output<typeof people.history>[number];
export type DuplicateAccount = Output<typeof people.doubles>[number];
export type Moved = Output<typeof people.compare>[number];
export type Merge = Person['merges'][number];
export type Slip = Output<typeof people.password>[number];

/** What is looked for; what is left out is not asked for. */
export type Wanted = Omit<Input<typeof people.list>, 'after'>;

/** People, and acts, a page. */
const page = 50;
const historyPage = 20;

export const useList = (wanted: Wanted) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, people.list, wanted),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      ask(people.list, { ...wanted, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    getNextPageParam: (last) => (last.length === page ? last.at(-1)?.id_person : undefined),
    placeholderData: keepPreviousData,
  });

export const useFigures = () => useQuery(reading(room, people.figures, {}));

export const usePerson = (id: number) => useQuery(reading(room, people.person, { id_person: id }));

/** The groups to which people may be moved, and in which they are looked for. */
export const useGroups = () => useQuery(reading(room, people.groups, {}));

/** What follows from a move. */
export const useTransferLook = (move: Input<typeof people.transferLook>) =>
  useQuery(reading(room, people.transferLook, move));

export const useDoubles = (id: number) => useQuery(reading(room, people.doubles, { id_person: id }));

/** What a merge would move; asked anew each time, because it is tried. */
export const useComparison = (stays: number, goes: number) =>
  useQuery({
    queryKey: [room, people.compare.path, stays, goes],
    queryFn: ({ signal }) => ask(people.compare, { id_person: stays, id_other: goes }, { signal }),
    gcTime: 0,
  });

export const useHistory = (id: number) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, people.history, id),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      ask(people.history, { id_person: id, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    getNextPageParam: (last) => (last.length === historyPage ? last.at(-1)?.id : undefined),
  });

function useAct<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => ask(call, input, call.once ? { key: newKey() } : {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: [room] }),
  });
}

export const useBlock = () => useAct(people.block);
export const useUnblock = () => useAct(people.unblock);
export const usePassword = () => useAct(people.password);
export const useAdd = () => useAct(people.add);
export const useEndSession = () => useAct(people.endSession);
export const useEndSessions = () => useAct(people.endSessions);
export const useResetSecondStep = () => useAct(people.resetSecondStep);
export const useUnlinkDirectory = () => useAct(people.unlinkDirectory);
export const useGrant = () => useAct(people.grant);
export const useWithdraw = () => useAct(people.withdraw);
export const useMerge = () => useAct(people.merge);
export const useTransfer = () => useAct(people.transfer);
export const useUndoMerge = () => useAct(people.part);
