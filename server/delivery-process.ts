import { Signer } from './auth/signer.ts';
import { initializeHelperProcess } from './core/helper-process.ts';
import { Translations } from './core/translations.ts';
import { openDatabase } from './database/database.ts';
import { NotificationDelivery } from './delivery/delivery.ts';
import type { MailSendingContext } from './delivery/dependencies.ts';
import { MailClient } from './delivery/mail.ts';
import { PushSender } from './delivery/push.ts';
import { readPushKeys } from './delivery/push-keys.queries.ts';
import { ensurePushKeys } from './delivery/push-keys.ts';
import { renderers } from './rooms/renderers.ts';
import { readSettings } from './settings.ts';

/**
 * The delivery process: notifies people on their devices of what is new. It ends with the portal that started it, and has sent
 * then what it had in hand; what it was killed at is taken up by whoever comes next.
 */
const { DATABASE_URL, DATABASE_ROLE, TIME_ZONE, NETWORKS, PUSH_HOSTS, PUBLIC_URL, SMTP_URL, MAIL_FROM } = process.env;
const settings = readSettings({ DATABASE_URL, TIME_ZONE, NETWORKS, PUSH_HOSTS, PUBLIC_URL, SMTP_URL, MAIL_FROM });
const connections = { databaseConnections: 4, timeZone: settings.timeZone };
const database = openDatabase(DATABASE_URL ?? '', connections, {
  role: DATABASE_ROLE || undefined,
  listener: 'bilim delivers',
});
await ensurePushKeys(database.autocommit);
const push = new PushSender({ keys: await readPushKeys(database.autocommit), ...settings });
const mailing = await openMailing();
const delivery = new NotificationDelivery({
  database,
  texts: new Translations(),
  push,
  mailing,
  renderers,
  timeZone: settings.timeZone,
  warn: (warn) => process.send?.({ warn }),
});
initializeHelperProcess(async () => {
  await delivery.stop();
  push.close();
  mailing?.mail.close();
});
await delivery.start();
process.send?.({ ready: true });

/** What sends mails; null where no mail server is set. */
async function openMailing(): Promise<MailSendingContext | null> {
  const { smtpUrl, mailFrom, publicAddress } = settings;
  if (smtpUrl === null || mailFrom === null || publicAddress === null) return null;
  return { mail: new MailClient({ smtpUrl, mailFrom }), signer: await Signer.open(database), origin: publicAddress };
}
