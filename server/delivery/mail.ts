import { createTransport, type Transporter } from 'nodemailer';
import { isLoopback } from '../settings.ts';
import type { MailMessage } from './mail-message.ts';

/** Connections to the mail server at the same time. */
export const maxMailConnections = 4;
/** Milliseconds for a connection, for the server's next word, and for a whole mail: less than its row is held. */
const connectWithin = 10_000;
const silentFor = 30_000;
const sentWithin = 90_000;

/** What the mail server made of a mail; `status`: its reply, `fault`: what failed. No text of it: addresses are there. */
export interface MailResult {
  readonly outcome: 'sent' | 'again' | 'refused' | 'dead';
  readonly status: number | null;
  readonly fault: string | null;
}

/** As much of nodemailer's errors as is looked at. */
interface Fault {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Whether a password would cross a network as it is typed. */
function needsSecretLine(smtpUrl: string): boolean {
  const { protocol, password, hostname } = new URL(smtpUrl);
  return protocol === 'smtp:' && password !== '' && !isLoopback(hostname);
}

/** The mail server of the university. */
export class MailClient {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }) {
    this.#from = mailFrom;
    this.#transport = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: maxMailConnections,
      // The rows are the queue: what was not taken is asked about again before it is tried again.
      maxRequeues: 0,
      connectionTimeout: connectWithin,
      greetingTimeout: connectWithin,
      socketTimeout: silentFor,
      // A password is said to nobody before the line is secret; on this machine nobody listens.
      requireTLS: needsSecretLine(smtpUrl),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** The host of the sender's address: it is behind the @ of the mails' numbers. */
  get host(): string {
    return /@([^\s<>@]+)>?$/.exec(this.#from)?.[1] ?? 'localhost';
  }

  async send({ to, subject, text, html, messageId, unsubscribe }: MailMessage): Promise<MailResult> {
    try {
      await this.#transport.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.timeout(sentWithin),
      });
      return { outcome: 'sent', status: 250, fault: null };
    } catch (error) {
      const fault = error as Fault;
      return { outcome: outcomeOf(fault), status: fault.responseCode ?? null, fault: fault.code ?? 'unknown' };
    }
  }

  close(): void {
    this.#transport.close();
  }
}

/** Enhanced status codes (RFC 3463) X.7.*: the server's own rules, as for a sender that it does not know. */
const isPolicy = (response: string) => /^5\d\d[ -]5\.7\./.test(response);
/** X.1.* and X.2.1: there is no such mailbox, or it is closed. */
const isNobody = (response: string) => /^5\d\d[ -]5\.(1\.|2\.1\b)/.test(response);

/**
 * Only what the server says of the recipient, or of the mail, counts against an address. No connection, no sign-in, a sender
 * that is not let through: it is tried again.
 */
function outcomeOf({ code, command, responseCode = 0, response = '' }: Fault): MailResult['outcome'] {
  if (responseCode < 500 || isPolicy(response)) return 'again';
  // A bare 550 may also mean that the server sends nothing out for this portal.
  if (code === 'EENVELOPE' && command === 'RCPT TO') return isNobody(response) ? 'dead' : 'refused';
  return code === 'EMESSAGE' ? 'refused' : 'again';
}
