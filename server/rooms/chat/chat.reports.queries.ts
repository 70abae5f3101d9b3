import type { MessageReportReason } from '@bilim/contract/message-report-reasons.ts';
import type { Db } from '../../database/database.ts';
import type { AuthorizedMessage } from './chat.access.ts';

/** What somebody says of a message. */
interface Report {
  readonly kind: MessageReportReason;
  readonly file: number | null;
  readonly words: string | null;
}

/** Whether a file belongs to the message. */
export async function hasMessageFile(db: Db, { id }: AuthorizedMessage, file: number): Promise<boolean> {
  const [row] = await db`select from message_file where message_id = ${id} and file_id = ${file}`;
  return row !== undefined;
}

/**
 * How many messages the caller has reported within a day, and whether this is one of all; one report at a time. What its
 * author rewrote after the decision is another text, which the same person may report again.
 */
export async function countReports(db: Db, { id, conversation: { by } }: AuthorizedMessage) {
  await db`select from account where person_id = ${by} for no key update`;
  const [row] = await db<{ count: number; has: boolean }[]>`
    select (count(*) filter (where r.at > now() - interval '1 day'))::int as count,
      coalesce(bool_or(r.message_id = ${id} and (x.state = 'open' or not exists (
        select from message_history h
        where h.message_id = r.message_id and h.what = 'edited' and h.at > x.decided_at))), false) as has
    from message_report r join moderation_case x on x.id = r.case_id where r.person_id = ${by}`;
  return row ?? { count: 0, has: false };
}

/** Keeps a report in the message's open case, which the first one opens. */
export async function storeReport(db: Db, message: AuthorizedMessage, { kind, file, words }: Report): Promise<void> {
  // A case that is being decided in this moment takes no more reports: then there is room for the next one.
  const open = (await openOf(db, message)) ?? (await openOf(db, message));
  if (open === null) throw new Error('a case was not opened');
  await db`
    insert into message_report (message_id, person_id, case_id, file_id, kind, words)
    values (${message.id}, ${message.conversation.by}, ${open}, ${file}, ${kind}, ${words})`;
}

async function openOf(db: Db, { id }: AuthorizedMessage): Promise<number | null> {
  await db`insert into moderation_case (message_id) values (${id}) on conflict do nothing`;
  const [row] = await db<{ id: number }[]>`
    select id from moderation_case where message_id = ${id} and state = 'open' for share`;
  return row?.id ?? null;
}
