import answer from 'icon:arrow-bend-up-left';
import copy from 'icon:copy';
import eye from 'icon:eye';
import flag from 'icon:flag';
import pencil from 'icon:pencil-simple';
import pin from 'icon:push-pin';
import unpin from 'icon:push-pin-slash';
import trash from 'icon:trash';
import { limits } from '@bilim/contract/limits.ts';
import { now } from '../../core/clock.ts';
import type { Message } from './loaded.ts';

/** What can be done with a message. */
export type MessageAct = 'reply' | 'copy' | 'edit' | 'pin' | 'unpin' | 'seen' | 'report' | 'delete';

export const actIcons = {
  ...{ reply: answer, copy, edit: pencil, pin, unpin },
  ...{ seen: eye, report: flag, delete: trash },
} as const;

/** What this person may do with a message of this conversation. */
export function messageActs(message: Message, { isGroup, readOnly, isPinned }: MessageContext): MessageAct[] {
  const young = now().getTime() - Date.parse(message.created) < limits.editMinutes * 60_000;
  const acts: MessageAct[] = [];
  if (!readOnly) acts.push('reply');
  if (message.message) acts.push('copy');
  if (message.ismine && young && !readOnly && message.message) acts.push('edit');
  if (!readOnly) acts.push(isPinned ? 'unpin' : 'pin');
  if (message.ismine && isGroup && message.seenBy > 0) acts.push('seen');
  acts.push(message.ismine ? 'delete' : 'report');
  return acts;
}

/** What a message stands in, as far as acting on it needs it. */
export interface MessageContext {
  readonly isGroup: boolean;
  readonly readOnly: boolean;
  readonly isPinned: boolean;
}
