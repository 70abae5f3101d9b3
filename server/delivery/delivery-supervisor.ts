import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { SupervisedProcess } from '../core/supervised-process.ts';
import type { Settings } from '../settings.ts';

const path = fileURLToPath(new URL('../delivery-process.ts', import.meta.url));

/** The process that sends notifications. */
export class DeliverySupervisor extends SupervisedProcess {
  /** @param role the role that its statements run as; undefined: the owner */
  constructor(
    address: string,
    role: string | undefined,
    settings: Pick<Settings, 'timeZone' | 'pushHosts' | 'publicAddress' | 'smtpUrl' | 'mailFrom'>,
    log: Pick<Logger, 'warn'>,
  ) {
    const environment = {
      DATABASE_URL: address,
      DATABASE_ROLE: role ?? '',
      TIME_ZONE: settings.timeZone,
      PUSH_HOSTS: settings.pushHosts.join(','),
      PUBLIC_URL: settings.publicAddress ?? '',
      SMTP_URL: settings.smtpUrl ?? '',
      MAIL_FROM: settings.mailFrom ?? '',
    };
    super({ path, name: 'delivery', environment }, log);
  }
}
