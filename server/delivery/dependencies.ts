import type { Signer } from '../auth/signer.ts';
import type { Translations } from '../core/translations.ts';
import type { Database } from '../database/database.ts';
import type { MailClient } from './mail.ts';
import type { PushSender } from './push.ts';
import type { Renderers } from './rendered.ts';

/** What sends mails in one process. */
export interface MailSendingContext {
  readonly mail: MailClient;
  readonly signer: Signer;
  /** The portal's own address. */
  readonly origin: string;
}

/** What the delivery of one process is made of. */
export interface DeliveryDependencies {
  readonly database: Database;
  readonly texts: Translations;
  readonly push: PushSender;
  /** Null: no mails are sent. */
  readonly mailing: MailSendingContext | null;
  readonly renderers: Renderers;
  readonly timeZone: string;
  /** Gets what did not work: ids, hosts and codes alone. */
  readonly warn: (what: Record<string, unknown>) => void;
}
