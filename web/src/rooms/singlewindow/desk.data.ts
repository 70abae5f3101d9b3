import type { Input, Output } from '@bilim/contract/call.ts';
import { deskQueuePageSize } from '@bilim/contract/limits.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { type Language, toWireLanguage } from '../../core/i18n.ts';
import { queryClient, queryForCall, queryForPages } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'singlewindow';

export type QueuedOrder = Output<typeof singlewindow.queue>[number];
export type ScannedOrder = Output<typeof singlewindow.paper>[number];
export type DeskActionResult = Output<typeof singlewindow.act>[number];
/** Which orders of the queue are shown. */
export type QueueFilter = Input<typeof singlewindow.found>;

/** What a clerk does with orders, however many. */
export interface DeskAction {
  readonly act: 'take' | 'ready' | 'hand' | 'refuse' | 'write' | 'remind';
  readonly ids: readonly number[];
  readonly text?: string | undefined;
}

const renew = () => queryClient.invalidateQueries({ queryKey: [room] });

/** Every document that may be in the desk's queue. */
export function useDeskDocuments() {
  return useQuery(queryForCall(room, singlewindow.documents, { forDesk: true }));
}

/** The desk in numbers, and its faculties. */
export function useDeskCounts() {
  return useQuery(queryForCall(room, singlewindow.figures, {})).data?.[0];
}

/** The desk's queue, page after page: the oldest first; of what is over the newest. */
export function useDeskQueue(wanted: QueueFilter) {
  const isNewest = wanted.status === 'canceled' || wanted.isHanded === true;
  const input = { ...wanted, ...(isNewest && { isNewest }) };
  return useInfiniteQuery({
    ...queryForPages(room, singlewindow.queue, input, {
      size: deskQueuePageSize,
      next: ({ id_okno_zakaz }) => ({ id_okno_zakaz }),
    }),
    // What is typed narrows the rows that stand there; another state is another list.
    placeholderData: (before, query) =>
      query?.queryKey[2].status === wanted.status ? keepPreviousData(before) : undefined,
  });
}

/** The ids of all orders that are found, not of those on screen alone. */
export const useFindOrderIds = () =>
  useMutation({
    mutationFn: async (wanted: QueueFilter) =>
      (await callServer(singlewindow.found, wanted)).map(({ id_okno_zakaz }) => id_okno_zakaz),
  });

/** Does something with orders; says what came of each. */
export const useDeskAction = () =>
  useMutation({
    mutationFn: async ({ act, ids, text }: DeskAction) => {
      const [came] = await callServer(singlewindow.act, { act, id_okno_zakaz: [...ids], text }, { key: randomUuid() });
      return came;
    },
    onSettled: renew,
  });

/** Takes an own act back. */
export const useUndoDeskAction = () =>
  useMutation({
    mutationFn: async (actionId: string) =>
      (await callServer(singlewindow.undo, { act: actionId }, { key: randomUuid() }))[0],
    onSettled: renew,
  });

/** Declares a prepared document void. */
export const useRevokeDocument = () =>
  useMutation({
    mutationFn: (input: Input<typeof singlewindow.revoke>) =>
      callServer(singlewindow.revoke, input, { key: randomUuid() }),
    // Not waited for: what is read again may take the row away, and with it what it says of its success.
    onSettled: () => void renew(),
  });

/** The order of a paper in the hand. */
export const useFindScannedOrder = () =>
  useMutation({ mutationFn: async (paper: string) => (await callServer(singlewindow.paper, { paper }))[0] });

/** The address of one PDF of several orders: the list to sign and the papers. */
export function buildOrdersPdfUrl(ids: readonly number[], language: Language): string {
  const query = new URLSearchParams(ids.map((id): [string, string] => ['id_okno_zakaz', String(id)]));
  query.append('lang', toWireLanguage(language));
  return `${import.meta.env.BASE_URL}${singlewindow.papers.path.slice(1)}?${query}`;
}
