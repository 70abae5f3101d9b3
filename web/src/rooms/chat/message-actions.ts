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
import type { Message } from './loaded-messages.ts';

/** What can be done with a message. */
export type MessageAction = 'reply' | 'copy' | 'edit' | 'pin' | 'unpin' | 'seen' | 'report' | 'delete';

export const actionIcons = {
  ...{ reply: answer, copy, edit: pencil, pin, unpin },
  ...{ seen: eye, report: flag, delete: trash },
} as const;

/** What this person may do with a message of this conversation. */
export function listAllowedMessageActions(
  message: Message,
  { isGroup, readOnly, isPinned }: MessageActionContext,
): MessageAction[] {
  const young = now().getTime() - Date.parse(message.created) < limits.editMinutes * 60_000;
  const actions: MessageAction[] = [];
  if (!readOnly) actions.push('reply');
  if (message.message) actions.push('copy');
  if (message.ismine && young && !readOnly && message.message) actions.push('edit');
  if (!readOnly) actions.push(isPinned ? 'unpin' : 'pin');
  if (message.ismine && isGroup && message.seenBy > 0) actions.push('seen');
  actions.push(message.ismine ? 'delete' : 'report');
  return actions;
}

/** The surroundings of a message, as far as its actions need them. */
export interface MessageActionContext {
  readonly isGroup: boolean;
  readonly readOnly: boolean;
  readonly isPinned: boolean;
}
