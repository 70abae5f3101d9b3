import { connect } from 'node:net';
import { Client, type Entry, type Filter, ResultCodeError } from 'ldapts';
import type { Directory } from '../../core/directory-settings.ts';
import { answerTimeoutMs, type Deadline } from './deadline.ts';

/** Entries of one search that are looked at. */
const most = 500;
/** The answer of a server that does not hold what it was asked for, and names others. The library does not say which. */
const referral = 10;

/** Answers that speak of the person, and not of the server: no such entry, no password, a wrong one, a closed account. */
const refusals = new Set([32, 34, 48, 49, 53]);

/** Answers that another server may give better: this one is busy, or not ready. */
const ofServer = new Set([51, 52]);

/** Whether a failure concerns the server alone: it said so, or nothing that could be read came of it. */
export const isServerFailure = (error: unknown): boolean =>
  !(error instanceof ResultCodeError) || ofServer.has(error.code);

/** What a search found: entries, and servers that hold more of it. */
interface SearchResult {
  readonly entries: readonly Entry[];
  readonly elsewhere: readonly string[];
  /** There were more entries than the limit. */
  readonly isCut: boolean;
  /** The server answered with referrals alone: others may hold what was searched. */
  readonly isSentOn: boolean;
}

/** A connection to one server of a directory, encrypted before anything secret goes over it. */
export class DirectoryConnection {
  readonly server: string;
  readonly #client: Client;
  readonly #deadline: Deadline;

  private constructor(server: string, client: Client, deadline: Deadline) {
    this.server = server;
    this.#client = client;
    this.#deadline = deadline;
  }

  /** Connects to a server and binds as the portal. Fails when the server is unavailable or its certificate is wrong. */
  static async open(server: string, directory: Directory, deadline: Deadline): Promise<DirectoryConnection> {
    const { ca } = directory;
    const url = new URL(server);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    let opened = 0;
    const client = new Client({
      url: server,
      timeout: answerTimeoutMs,
      connectTimeout: answerTimeoutMs,
      strictDN: false,
      ...(url.protocol === 'ldaps:' && { tlsOptions: { ca, minVersion: 'TLSv1.2' } }),
      // A lost way is not opened again by itself: that one would not be encrypted.
      createConnection: ((port: number, at: string) => {
        if (opened++ > 0) throw new Error('the connection was lost');
        return connect(port, at);
      }) as typeof connect,
    });
    const connection = new DirectoryConnection(server, client, deadline);
    try {
      if (url.protocol === 'ldap:' && !directory.insecure)
        await deadline.wait(() => client.startTLS({ ca, host, minVersion: 'TLSv1.2' }));
      await deadline.wait(() => client.bind(directory.account, directory.password));
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Whether this is somebody's password; `sentOn`: the server does not know, and named others. An empty one would bind as nobody, which servers call success (RFC 4513, 5.1.2). */
  async proves(dn: string, password: string): Promise<boolean | 'sentOn'> {
    if (dn === '' || password === '') return false;
    try {
      await this.#deadline.wait(() => this.#client.bind(dn, password));
      return true;
    } catch (error) {
      if (error instanceof ResultCodeError && error.code === referral) return 'sentOn';
      if (error instanceof ResultCodeError && refusals.has(error.code)) return false;
      throw error;
    }
  }

  /** Becomes the portal's own account again. */
  async reconnect({ account, password }: Directory): Promise<void> {
    await this.#deadline.wait(() => this.#client.bind(account, password));
  }

  /** `binary`: attributes that hold no text. */
  async search(base: string, filter: Filter, attributes: string[], binary: string[] = []): Promise<SearchResult> {
    const options = {
      scope: 'sub',
      filter,
      attributes,
      explicitBufferAttributes: binary,
      sizeLimit: most,
      timeLimit: answerTimeoutMs / 1000,
    } as const;
    try {
      const { searchEntries, searchReferences } = await this.#deadline.wait(() => this.#client.search(base, options));
      const isCut = searchEntries.length >= most;
      return { entries: searchEntries, elsewhere: searchReferences, isCut, isSentOn: false };
    } catch (error) {
      if (!(error instanceof ResultCodeError && error.code === referral)) throw error;
      return { entries: [], elsewhere: [], isCut: false, isSentOn: true };
    }
  }

  async close(): Promise<void> {
    await this.#client.unbind().catch(() => undefined);
  }
}
