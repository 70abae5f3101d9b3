import type { DeliveryDependencies, MailSendingContext } from './dependencies.ts';
import { type MailContext, renderMail } from './mail-content.ts';
import type { MailMessage } from './mail-message.ts';
import {
  type LeasedMail,
  leaseMail,
  type MailOutcome,
  postponeMail,
  publishNotificationSettingsChange,
  storeMailOutcome,
} from './mail-sending.queries.ts';
import { NotificationTexts } from './notification-texts.ts';
import { retryWrite } from './retry-writes.ts';
import { noticeLanguageKey, renderConversations, renderNotices } from './sender.ts';

/** Seconds before the second try, the third and so on; the last for all that follow. */
const pauses = [20, 60, 300, 900, 1800, 3600, 7200, 14_400] as const;
const longestPause = 14_400;

/** Sends a mail that is due; false: there was none. */
export async function sendDueMail(dependencies: DeliveryDependencies, mailing: MailSendingContext): Promise<boolean> {
  const { database, timeZone } = dependencies;
  const row = await database.alone((db) => leaseMail(db, timeZone));
  if (!row) return false;
  if (row.until === null) await send(row, await mailFor(row, dependencies, mailing), dependencies, mailing);
  else await database.transaction((db) => postponeMail(db, row));
  return true;
}

/** Asks again what may be said, and says it; null: there is nothing to say any more. */
async function mailFor(
  row: LeasedMail,
  dependencies: DeliveryDependencies,
  { signer, origin, mail }: MailSendingContext,
): Promise<MailMessage | null> {
  // A mail does not take the place of one before it.
  const rows = [{ ...row, before: [] }];
  const [current, rendered] = await Promise.all([
    renderNotices(rows, dependencies),
    renderConversations(rows, dependencies),
  ]);
  const making: MailContext = {
    texts: dependencies.texts,
    words: new NotificationTexts(dependencies.texts),
    signer,
    origin,
    host: mail.host,
  };
  const notices = row.notices.flatMap((id) => current.get(noticeLanguageKey(row.language, id)) ?? []);
  const talks = [`${row.topic}:${row.thing}`, ...row.talks].flatMap((talk) => rendered.get(`${row.id} ${talk}`) ?? []);
  return renderMail(row, { notices, rendered: talks }, making);
}

async function send(
  { id, person, tries }: LeasedMail,
  letter: MailMessage | null,
  { database, warn }: DeliveryDependencies,
  { mail }: MailSendingContext,
): Promise<void> {
  const posted = letter && (await mail.send(letter));
  const outcome = posted?.outcome ?? 'withdrawn';
  if (posted && outcome !== 'sent') warn({ mail: id, status: posted.status, fault: posted.fault, outcome });
  const end: MailOutcome = { id, person, outcome, to: letter?.to ?? '', pause: pauses[tries] ?? longestPause };
  await retryWrite(() =>
    database.transaction(async (db) => {
      if (await storeMailOutcome(db, end)) await publishNotificationSettingsChange(db, person);
    }),
  );
}
