import type { Input, Output } from '@bilim/contract/call.ts';
import { queuePage } from '@bilim/contract/limits.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../../core/api.ts';
import { type Language, wireLanguage } from '../../core/i18n.ts';
import { newKey } from '../../core/newKey.ts';
import { queries, reading } from '../../core/queries.ts';

const room = 'singlewindow';

export type Order = Output<typeof singlewindow.orders>[number];
export type Queued = Output<typeof singlewindow.queue>[number];

/** The person's own orders, newest first; a live event renews them. */
export function useOrders() {
  return useQuery(reading(room, singlewindow.orders, {}));
}

/** What the person can order, and the regions. */
export function useChoices() {
  const documents = useQuery(reading(room, singlewindow.documents, {}));
  const regions = useQuery(reading(room, singlewindow.regions, {}));
  return { documents, regions };
}

/** Every document that may stand in the desk's queue. */
export function useDeskDocuments() {
  return useQuery(reading(room, singlewindow.documents, { forDesk: true }));
}

/** Tells the server which new orders the person has before them, once the page can be seen: no browser counts them. */
export function useSeen(orders: readonly Order[] | undefined): void {
  const fresh = orders?.flatMap(({ id_okno_zakaz, isNew }) => (isNew ? [id_okno_zakaz] : [])).join() ?? '';
  useEffect(() => {
    if (!fresh) return;
    const tell = () => {
      if (document.visibilityState === 'visible')
        void ask(singlewindow.seen, { id_okno_zakaz: fresh.split(',').map(Number) }).catch(() => undefined);
    };
    const events = ['visibilitychange', 'online'] as const;
    tell();
    document.addEventListener(events[0], tell);
    window.addEventListener(events[1], tell);
    return () => {
      document.removeEventListener(events[0], tell);
      window.removeEventListener(events[1], tell);
    };
  }, [fresh]);
}

/** The districts of a region; nothing before one is chosen. */
export function useDistricts(region: number | null) {
  return useQuery({ ...reading(room, singlewindow.districts, { id_oblast: region ?? 0 }), enabled: region !== null });
}

const renew = () => queries.invalidateQueries({ queryKey: [room] });

/** Orders a document. `key` stays the same for every retry of one order. */
export function useSave() {
  return useMutation({
    mutationFn: ({ input, key }: { input: Input<typeof singlewindow.save>; key: string }) =>
      ask(singlewindow.save, input, { key }),
    onSuccess: renew,
  });
}

/** Takes an own waiting order back. */
export function useCancel() {
  return useMutation({
    mutationFn: (id: number) => ask(singlewindow.cancel, { id_okno_zakaz: id }, { key: newKey() }),
    onSettled: renew,
  });
}

/** What happened to an order. */
export function useHistory(id: number, open: boolean) {
  return useQuery({ ...reading(room, singlewindow.history, { id_okno_zakaz: id }), enabled: open });
}

/** The address of a certificate in a language. */
export function certificateAddress(id: number, language: Language, inline = false): string {
  const query = new URLSearchParams({
    id_okno_zakaz: String(id),
    lang: wireLanguage(language),
    ...(inline && { inline: '1' }),
  });
  return `${import.meta.env.BASE_URL}${singlewindow.certificate.path.slice(1)}?${query}`;
}

/** The address of the scan of an order. */
export function scanAddress(id: number): string {
  return `${import.meta.env.BASE_URL}${singlewindow.scan.path.slice(1)}?id_okno_zakaz=${id}`;
}

export interface Filter {
  status: string;
  document: number | null;
  find: string;
}

/** The desk's queue, page after page. */
export function useQueue({ status, document, find }: Filter) {
  const input = { status, id_okno_document: document ?? undefined, find: find || undefined };
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [room, singlewindow.queue.path, input],
      initialPageParam: undefined as number | undefined,
      queryFn: ({ pageParam, signal }): Promise<Queued[]> =>
        ask(singlewindow.queue, { ...input, id_okno_zakaz: pageParam }, { signal }),
      getNextPageParam: (last) => (last.length === queuePage ? last.at(-1)?.id_okno_zakaz : undefined),
    }),
  );
}

/** What a clerk does with orders: the next state of several, or one that is handed out, refused, declared void. */
export type Deed =
  | { do: 'preparing' | 'prepared'; ids: number[] }
  | { do: 'hand'; id: number }
  | { do: 'refuse' | 'revoke'; id: number; reason: string };

/** Does it; gives how many orders changed. */
export function useDeed() {
  return useMutation({
    mutationFn: async (deed: Deed): Promise<number> => {
      const key = newKey();
      if (deed.do === 'hand') return (await ask(singlewindow.handOut, { id_okno_zakaz: deed.id }, { key })).length;
      if ('reason' in deed)
        return (await ask(singlewindow[deed.do], { id_okno_zakaz: deed.id, reason: deed.reason }, { key })).length;
      const moved = await ask(singlewindow.moveMany, { id_okno_zakaz: deed.ids, status: deed.do }, { key });
      return moved.filter(({ result }) => result).length;
    },
    onSettled: renew,
  });
}

interface Noting {
  said: Input<typeof singlewindow.note>;
  files: readonly File[];
  key: string;
  /** The order becomes prepared as well. */
  prepare: boolean;
}

/** Gives an order the clerk's line and scan, then, when asked, the step to "prepared". */
export function useNote() {
  return useMutation({
    mutationFn: async ({ said, files, key, prepare }: Noting): Promise<void> => {
      await ask(singlewindow.note, said, { files, key });
      const { id_okno_zakaz } = said;
      if (prepare) await ask(singlewindow.move, { id_okno_zakaz, status: 'prepared' }, { key: newKey() });
    },
    onSettled: renew,
  });
}

/** Whether a document's number and code belong together. */
export function useCheck(number: string, code: string) {
  return useQuery({
    ...reading(room, singlewindow.check, { number, code }),
    select: (rows: Output<typeof singlewindow.check>) => rows[0] ?? null,
  });
}
