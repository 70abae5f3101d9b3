import type { Input, Output } from '@bilim/contract/call.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callServer } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { type Language, toWireLanguage } from '../../core/i18n.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'singlewindow';

export type Order = Output<typeof singlewindow.orders>[number];

/** The person's own orders, newest first; a live event renews them. */
export function useOrders() {
  return useQuery(queryForCall(room, singlewindow.orders, {}));
}

/** What the person can order, and the regions. */
export function useOrderChoices() {
  const documents = useQuery(queryForCall(room, singlewindow.documents, {}));
  const regions = useQuery(queryForCall(room, singlewindow.regions, {}));
  return { documents, regions };
}

/** Tells the server which new orders the person has before them, once the page can be seen: no browser counts them. */
export function useMarkOrdersSeen(orders: readonly Order[] | undefined): void {
  const fresh = orders?.flatMap(({ id_okno_zakaz, isNew }) => (isNew ? [id_okno_zakaz] : [])).join() ?? '';
  useEffect(() => {
    if (!fresh) return;
    const update = () => {
      if (document.visibilityState === 'visible')
        void callServer(singlewindow.seen, { id_okno_zakaz: fresh.split(',').map(Number) }).catch(() => undefined);
    };
    const events = ['visibilitychange', 'online'] as const;
    update();
    document.addEventListener(events[0], update);
    window.addEventListener(events[1], update);
    return () => {
      document.removeEventListener(events[0], update);
      window.removeEventListener(events[1], update);
    };
  }, [fresh]);
}

/** The districts of a region; nothing before one is chosen. */
export function useDistricts(region: number | null) {
  return useQuery({
    ...queryForCall(room, singlewindow.districts, { id_oblast: region ?? 0 }),
    enabled: region !== null,
  });
}

const renew = () => queryClient.invalidateQueries({ queryKey: [room] });

/** Orders a document. `key` stays the same for every retry of one order. */
export function usePlaceOrder() {
  return useMutation({
    mutationFn: ({ input, key }: { input: Input<typeof singlewindow.save>; key: string }) =>
      callServer(singlewindow.save, input, { key }),
    onSuccess: renew,
  });
}

/** Cancels an own waiting order. */
export function useCancelOrder() {
  return useMutation({
    mutationFn: (id: number) => callServer(singlewindow.cancel, { id_okno_zakaz: id }, { key: randomUuid() }),
    // Not waited for: what is read again may take the row away, and with it what it says of its success.
    onSettled: () => void renew(),
  });
}

/** What happened to an order. */
export function useOrderHistory(id: number, open: boolean) {
  return useQuery({ ...queryForCall(room, singlewindow.history, { id_okno_zakaz: id }), enabled: open });
}

/** The address of a certificate in a language. */
export function buildCertificateUrl(id: number, language: Language, inline = false): string {
  const query = new URLSearchParams({
    id_okno_zakaz: String(id),
    lang: toWireLanguage(language),
    ...(inline && { inline: '1' }),
  });
  return `${import.meta.env.BASE_URL}${singlewindow.certificate.path.slice(1)}?${query}`;
}

/** The address of the scan of an order. */
export const buildScanUrl = (id: number): string => buildFileUrl(singlewindow.scan, { id_okno_zakaz: id });

/** Gives an order the clerk's line and scan. */
export function useAddClerkNote() {
  return useMutation({
    mutationFn: ({
      input,
      files,
      key,
    }: {
      input: Input<typeof singlewindow.note>;
      files: readonly File[];
      key: string;
    }) => callServer(singlewindow.note, input, { files, key }),
    onSettled: renew,
  });
}

/** Writes to the desk about an own order. */
export function useWriteToDesk() {
  return useMutation({
    mutationFn: ({ input, key }: { input: Input<typeof singlewindow.write>; key: string }) =>
      callServer(singlewindow.write, input, { key }),
    onSuccess: renew,
  });
}

/** Whether a document's number and code belong together. */
export function useDocumentCheck(number: string, code: string) {
  return useQuery({
    ...queryForCall(room, singlewindow.check, { number, code }),
    select: (rows: Output<typeof singlewindow.check>) => rows[0] ?? null,
  });
}
