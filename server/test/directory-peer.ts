import ldap from 'ldapjs';
import { createSelfSignedCertificate } from './certificate.ts';

/** An entry of the peer; `password`, if it has one, is what it binds with. */
export interface DirectoryEntry {
  readonly dn: string;
  readonly attributes: Record<string, string | string[] | Buffer>;
  readonly password?: string;
}

/** What the library hands over, as far as it is used here; its types know less. */
interface BindRequest {
  readonly dn: { toString(): string };
  readonly credentials: string;
}
interface SearchRequest {
  readonly dn: { toString(): string };
  readonly attributes: readonly string[];
  readonly filter: ldap.Filter;
}
interface DirectoryResponse {
  end(status?: number): void;
  send(what: unknown): void;
  createSearchReference(uris: readonly string[]): unknown;
}

export const directoryBaseDn = 'dc=university,dc=test';
export const directoryServiceAccount = {
  account: `cn=bilim,${directoryBaseDn}`,
  password: 'the password of the portal',
};
/** The result code of a referral. */
const sentOn = 10;
const inChain = '1.2.840.113556.1.4.1941';

/** A directory server that we did not write (`ldapjs`), over TLS, with entries that a test changes as it likes. */
export class TestDirectoryServer {
  entries: DirectoryEntry[] = [];
  /** Servers to which each search is sent on besides. */
  references: string[] = [];
  /** Whoever tried to bind, in order, without the portal itself. */
  readonly bound: string[] = [];
  /** Says to this that others hold what it was asked for, and no more (result code 10). */
  sendsOn: 'search' | 'bind' | null = null;
  /** Answers every bind but that of the portal as a busy server does. */
  isBusy = false;
  readonly papers: { readonly certificate: string; readonly key: string };
  readonly url: string;
  readonly #server: ldap.Server;

  private constructor(server: ldap.Server, papers: TestDirectoryServer['papers']) {
    this.#server = server;
    this.papers = papers;
    this.url = `ldaps://localhost:${new URL(server.url).port}`;
  }

  static async open(papers = createSelfSignedCertificate()): Promise<TestDirectoryServer> {
    const server = ldap.createServer(papers);
    await listening(server, 0);
    const peer = new TestDirectoryServer(server, papers);
    server.bind(directoryBaseDn, peer.#bind.bind(peer));
    server.search(directoryBaseDn, peer.#search.bind(peer));
    return peer;
  }

  /** Is away from now on; `reconnect` listens at the same place again. */
  async close(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  async reconnect(): Promise<void> {
    await listening(this.#server, Number(new URL(this.url).port));
  }

  /** Success for an empty password, as many servers answer: it is for the portal not to send one. */
  #bind(request: BindRequest, response: DirectoryResponse, next: (failure: unknown) => void): void {
    const name = request.dn.toString();
    if (plain(name) === plain(directoryServiceAccount.account)) {
      if (request.credentials === directoryServiceAccount.password) response.end();
      else next(new ldap.InvalidCredentialsError());
      return;
    }
    this.bound.push(name);
    const known = this.entries.find(({ dn }) => plain(dn) === plain(name));
    if (this.sendsOn === 'bind') response.end(sentOn);
    else if (this.isBusy) next(new ldap.BusyError('try again'));
    else if (request.credentials === '' || (known?.password && known.password === request.credentials)) response.end();
    else next(new ldap.InvalidCredentialsError());
  }

  #search(request: SearchRequest, response: DirectoryResponse): void {
    if (this.sendsOn === 'search') {
      response.end(sentOn);
      return;
    }
    // The library compares the names in lower case with what was asked for.
    Object.assign(response, { attributes: request.attributes.map((name) => name.toLowerCase()) });
    const within = (dn: string) => plain(dn).endsWith(plain(request.dn.toString()));
    for (const { dn, attributes } of this.entries)
      if (within(dn) && this.#fits(request.filter, dn, attributes))
        response.send({ dn, attributes: { ...attributes } });
    if (this.references.length > 0) response.send(response.createSearchReference(this.references));
    response.end();
  }

  #fits(filter: ldap.Filter, dn: string, attributes: DirectoryEntry['attributes']): boolean {
    const { matchingRule, matchValue } = filter as { matchingRule?: string; matchValue?: string };
    if (matchingRule !== inChain) return filter.matches(attributes);
    return this.#holds(dn, matchValue ?? '', new Set());
  }

  /** As Active Directory finds members of members. */
  #holds(group: string, member: string, seen: Set<string>): boolean {
    if (seen.has(group)) return false;
    seen.add(group);
    const members = [this.entries.find(({ dn }) => plain(dn) === plain(group))?.attributes.member ?? []].flat();
    return members.some((one) => plain(String(one)) === plain(member) || this.#holds(String(one), member, seen));
  }
}

const plain = (dn: string): string => dn.toLowerCase().replaceAll(/\s*([,=])\s*/g, '$1');

const listening = (server: ldap.Server, port: number) =>
  new Promise<void>((done) => server.listen(port, '127.0.0.1', () => done()));
