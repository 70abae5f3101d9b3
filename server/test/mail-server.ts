import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerError } from 'smtp-server';

/** A mail as it came: its parts decoded. */
export interface ReceivedMail {
  readonly to: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What the server makes of a mail: `cut`, it takes it and says nothing any more; or a reply, to the recipient or after the text. */
export type MailServerBehaviour = 'takes' | 'cut' | { readonly at: 'recipient' | 'text'; readonly reply: string };

const account = { user: 'portal', password: 'p@ss word' };

async function read(raw: Buffer, to: string): Promise<ReceivedMail> {
  const { headerLines, subject = '', text = '', html } = await simpleParser(raw);
  const headers = new Map(
    headerLines.map(({ key, line }) => [
      key,
      line
        .slice(key.length + 1)
        .replaceAll(/\r\n\s+/g, ' ')
        .trim(),
    ]),
  );
  return { to, headers, subject, text, html: html || '' };
}

/** A mail server that asks for a password, as a university has one. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  /** By recipient; what is not here is taken. */
  readonly manners = new Map<string, MailServerBehaviour>();
  /** How many recipients were named to it. */
  asked = 0;
  /** How often a password was sent to it. */
  signedIn = 0;
  #server: SMTPServer;
  #port = 0;

  private constructor() {
    this.#server = this.#make();
  }

  static async open(): Promise<TestMailServer> {
    const server = new TestMailServer();
    await server.reconnect();
    return server;
  }

  get url(): string {
    const { user, password } = account;
    return `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${this.#port}`;
  }

  /** What came for an address. */
  of(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to === address);
  }

  async goAway(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const connection of this.#server.connections) connection.close();
    await closed;
  }

  async reconnect(): Promise<void> {
    this.#server = this.#make();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server.server, 'listening');
    this.#port = (this.#server.server.address() as AddressInfo).port;
  }

  async #take(raw: Buffer, to: string, done: (refusal?: Error) => void): Promise<void> {
    const manner = this.manners.get(to) ?? 'takes';
    if (typeof manner === 'object') return done(refusalOf(manner.reply));
    this.received.push(await read(raw, to));
    if (manner === 'cut') for (const connection of this.#server.connections) connection.close();
    else done();
  }

  #make(): SMTPServer {
    return new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      closeTimeout: 1000,
      onAuth: ({ username, password }, _, done) => {
        this.signedIn++;
        if (username === account.user && password === account.password) done(null, { user: username });
        else done(new Error('no such user'));
      },
      onRcptTo: ({ address }, _, done) => {
        this.asked++;
        const manner = this.manners.get(address);
        if (typeof manner === 'object' && manner.at === 'recipient') done(refusalOf(manner.reply));
        else done();
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        buffer(stream)
          .then((raw) => this.#take(raw, to, done))
          .catch(done);
      },
    });
  }
}

/** `550 5.1.1 No such user`: the code apart, as the library wants it. */
function refusalOf(reply: string): SMTPServerError {
  const refusal: SMTPServerError = new Error(reply.slice(4));
  refusal.responseCode = Number(reply.slice(0, 3));
  return refusal;
}
