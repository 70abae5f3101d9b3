import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { people } from '@bilim/contract/people.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { queryClient, queryForCall, queryForPages } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'people';

export type PersonSummary = Output<typeof people.list>[number];
export type PeopleCounts = Output<typeof people.figures>[number];
export type Person = Output<typeof people.person>[number];
export type PersonPermission = Person['rights'][number];
export type AccountHistoryEntry = Output<typeof people.history>[number];
export type DuplicateAccount = Output<typeof people.doubles>[number];
export type MergePreview = Output<typeof people.compare>[number];
export type AccountMerge = Person['merges'][number];
export type PasswordSlip = Output<typeof people.password>[number];

/** What is looked for; what is left out is not asked for. */
export type PeopleFilter = Omit<Input<typeof people.list>, 'after' | 'people' | 'id_faculty'>;

/** People, and acts, a page. */
const page = 50;
const historyPage = 20;

export const usePeopleList = (wanted: PeopleFilter, enabled = true) =>
  useInfiniteQuery({
    ...queryForPages(room, people.list, wanted, { size: page, next: (last) => ({ after: last.id_person }) }),
    enabled,
    placeholderData: keepPreviousData,
  });

/** People by their ids; nobody is asked for while there are none. */
export const usePeopleByIds = (ids: number[]) =>
  useQuery({ ...queryForCall(room, people.list, { people: ids }), enabled: ids.length > 0 });

export const usePeopleCounts = () => useQuery(queryForCall(room, people.figures, {}));

export const usePerson = (id: number) => useQuery(queryForCall(room, people.person, { id_person: id }));

/** The groups to which people may be moved, and in which they are looked for. */
export const useTransferGroups = () => useQuery(queryForCall(room, people.groups, {}));

/** What follows from a move. */
export const useTransferPreview = (move: Input<typeof people.transferLook>, enabled: boolean) =>
  useQuery({ ...queryForCall(room, people.transferLook, move), enabled });

export const useDuplicateAccounts = (id: number) => useQuery(queryForCall(room, people.doubles, { id_person: id }));

/** What a merge would move; asked again each time, because it is tried. */
export const useMergePreview = (stays: number, goes: number) =>
  useQuery({ ...queryForCall(room, people.compare, { id_person: stays, id_other: goes }), gcTime: 0 });

export const useAccountHistory = (id: number) =>
  useInfiniteQuery(
    queryForPages(
      room,
      people.history,
      { id_person: id },
      { size: historyPage, next: (last) => ({ before: last.id }) },
    ),
  );

function useRoomMutation<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => callServer(call, input, call.idempotent ? { key: randomUuid() } : {}),
    // Not waited for: what is read again may take the row away, and with it what it says of its success.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [room] }),
  });
}

export const useBlockAccount = () => useRoomMutation(people.block);
export const useUnblockAccount = () => useRoomMutation(people.unblock);
export const useIssuePassword = () => useRoomMutation(people.password);
export const useAddPerson = () => useRoomMutation(people.add);
export const useEndSession = () => useRoomMutation(people.endSession);
export const useEndAllSessions = () => useRoomMutation(people.endSessions);
export const useResetSecondStep = () => useRoomMutation(people.resetSecondStep);
export const useUnlinkDirectory = () => useRoomMutation(people.unlinkDirectory);
export const useGrantPermission = () => useRoomMutation(people.grant);
export const useWithdrawPermission = () => useRoomMutation(people.withdraw);
export const useMergeAccounts = () => useRoomMutation(people.merge);
export const useTransferStudent = () => useRoomMutation(people.transfer);
export const useUndoMerge = () => useRoomMutation(people.part);
