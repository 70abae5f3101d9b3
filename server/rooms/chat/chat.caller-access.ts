import { limits } from '@bilim/contract/limits.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { CallContext } from '../../call/room.ts';
import type { ConversationKey } from '../../university/conversations.keys.ts';
import {
  type AuthorizedConversation,
  type AuthorizedMessage,
  authorizeConversation,
  authorizeMessage,
} from './chat.access.ts';

type AccessContext = Pick<CallContext, 'db' | 'caller' | 'app' | 'language'>;

/** Opens a conversation for the caller of a call; `first`: with the first unread message. */
export async function authorizeConversationFromContext(
  { db, caller, app, language }: AccessContext,
  key: ConversationKey,
  first = false,
): Promise<AuthorizedConversation> {
  return await authorizeConversation(db, caller, key, { timeZone: app.settings.timeZone, language, first });
}

/** Opens a message for the caller of a call. */
export async function authorizeMessageFromContext(
  { db, caller, app, language }: AccessContext,
  id: number,
): Promise<AuthorizedMessage> {
  const { timeZone } = app.settings;
  return await authorizeMessage(db, caller, id, { timeZone, language, editMinutes: limits.editMinutes });
}

/** Writes down who did something with a message in the name of an office: there the author is the office alone. */
export async function auditOfficeAction(
  { db, request }: Pick<CallContext, 'db' | 'request'>,
  { uid, by }: AuthorizedConversation,
  what: 'written' | 'edited' | 'deleted',
  message: number,
): Promise<void> {
  if (uid !== by) await insertAuditEntry(db, request, `office.${what}`, by, { office: uid, message });
}
