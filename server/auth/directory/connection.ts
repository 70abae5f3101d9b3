import { connect } from 'node:net';
import { Client, type Entry, type Filter, ResultCodeError } from 'ldapts';
import type { Directory } from '../../core/directory-settings.ts';

/** Milliseconds after which a server that says nothing is away. */
const answerWithin = 5000;
/** Entries of one search that are looked at. */
const most = 500;

/** Answers that speak of the person, and not of the server: no such entry, no password, a wrong one, a closed account. */
const refusals = new Set([32, 34, 48, 49, 53]);

/** Answers that another server may give better: this one is busy, or not ready. */
const ofServer = new Set([51, 52]);

/** Whether a failure speaks of the server alone: it said so, or nothing that could be read came of it. */
export const isOfServer = (error: unknown): boolean => !(error instanceof ResultCodeError) || ofServer.has(error.code);

/** What a search found: entries, and servers that hold more of it. */
interface Found {
  readonly entries: readonly Entry[];
  readonly elsewhere: readonly string[];
}

/** One way to one server of a directory, encrypted before anything secret goes over it. */
export class Connection {
  readonly server: string;
  readonly #client: Client;

  private constructor(server: string, client: Client) {
    this.server = server;
    this.#client = client;
  }

  /** Opens a way to a server and tells it who the portal is. Fails when the server is away or its certificate is wrong. */
  static async open(server: string, directory: Directory): Promise<Connection> {
    const { ca } = directory;
    const url = new URL(server);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    let opened = 0;
    const client = new Client({
      url: server,
      timeout: answerWithin,
      connectTimeout: answerWithin,
      strictDN: false,
      ...(url.protocol === 'ldaps:' && { tlsOptions: { ca, minVersion: 'TLSv1.2' } }),
      // A lost way is not opened again by itself: that one would not be encrypted.
      createConnection: ((port: number, at: string) => {
        if (opened++ > 0) throw new Error('the connection was lost');
        return connect(port, at);
      }) as typeof connect,
    });
    const connection = new Connection(server, client);
    try {
      if (url.protocol === 'ldap:' && !directory.insecure)
        await inTime(client.startTLS({ ca, host, minVersion: 'TLSv1.2' }));
      await inTime(client.bind(directory.account, directory.password));
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Whether this is somebody's password. An empty one would bind as nobody, which servers call success (RFC 4513, 5.1.2). */
  async proves(dn: string, password: string): Promise<boolean> {
    if (dn === '' || password === '') return false;
    try {
      await inTime(this.#client.bind(dn, password));
      return true;
    } catch (error) {
      if (error instanceof ResultCodeError && refusals.has(error.code)) return false;
      throw error;
    }
  }

  /** Becomes the portal's own account again. */
  async reconnect({ account, password }: Directory): Promise<void> {
    await inTime(this.#client.bind(account, password));
  }

  /** `binary`: attributes that hold no text. */
  async search(base: string, filter: Filter | string, attributes: string[], binary: string[] = []): Promise<Found> {
    const { searchEntries, searchReferences } = await inTime(
      this.#client.search(base, {
        scope: 'sub',
        filter,
        attributes,
        explicitBufferAttributes: binary,
        sizeLimit: most,
        timeLimit: answerWithin / 1000,
      }),
    );
    return { entries: searchEntries, elsewhere: searchReferences };
  }

  async close(): Promise<void> {
    await this.#client.unbind().catch(() => undefined);
  }
}

/** The library knows no end to a handshake. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('the directory says nothing')), answerWithin);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
