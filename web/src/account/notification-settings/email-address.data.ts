import type { Input, Output } from '@bilim/contract/call.ts';
import { emailAddress } from '@bilim/contract/email-address.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';

export type MailAddress = Output<typeof emailAddress.settings>[number];

/** An event about how a person is notified renews their address too: the link in a mail may be opened elsewhere. */
const room = 'notification-settings';
const place = [room, emailAddress.settings.path, {}];
const keep = (rows: MailAddress[]) => void queryClient.setQueryData(place, rows);

/** The person's address for mails; null as long as it is not known, and where the portal sends none. */
export function useMailAddress(): MailAddress | null {
  const { data } = useQuery({ ...queryForCall(room, emailAddress.settings, {}), select: (rows) => rows[0] ?? null });
  return data?.isThere ? data : null;
}

/** Whether mails come to it: then topics may be chosen for them. */
export const canReceiveMail = (address: MailAddress | null): boolean =>
  (address?.isConfirmed && !address.isDead) ?? false;

/** Gives an address, whose owner has to confirm it. */
export function useSetMailAddress() {
  return useMutation<MailAddress[], Failure, Input<typeof emailAddress.setAddress>>({
    mutationFn: (input) => callServer(emailAddress.setAddress, input),
    onSuccess: keep,
  });
}

export function useDeleteMailAddress() {
  return useMutation<MailAddress[], Failure>({
    mutationFn: () => callServer(emailAddress.removeAddress, {}),
    onSuccess: keep,
  });
}

/** What the link of a mail is for, as its first letter says, and what does it. */
export function useMailLinkAction(key: string) {
  const purpose = key.startsWith('u') ? 'unsubscribe' : 'confirm';
  const follow = useMutation<unknown, Failure>({ mutationFn: () => callServer(emailAddress[purpose], { key }) });
  return { purpose, follow } as const;
}
