import { type Entry, EqualityFilter, Filter } from 'ldapts';
import type { Logger } from 'pino';
import type { Directory, GroupRight } from '../../core/directory-settings.ts';
import { Refusal } from '../../core/refusal.ts';
import { Semaphore } from '../../core/semaphore.ts';
import { hasNul, type Named } from '../providers.ts';
import { Connection, isOfServer } from './connection.ts';
import { rightsOf } from './groups.ts';

/** A server that was away is asked again after so many milliseconds. */
const restsFor = 5000;
/** Sign-ins that a directory works for at once. */
const atOnce = 24;
/** How outside accounts of a directory name it. */
export const issuerOf = ({ id }: Directory): string => `directory:${id}`;

/** Whom a directory knows by the typed name and password. */
export interface DirectoryIdentity {
  readonly directory: Directory;
  readonly named: Named;
  readonly rights: readonly GroupRight[];
  /** Groups of theirs that only look like one of the settings, and give nothing. */
  readonly lookalikes: readonly string[];
}

/** Where an entry lies, and the way on which it was found. */
interface Place {
  readonly entry: Entry;
  readonly connection: Connection;
}

/** One question to a directory: its connections as they are opened, and servers that failed at it. */
interface Asking {
  readonly filter: Filter | string;
  readonly password: string;
  readonly open: Connection[];
  readonly failed: ReadonlySet<string>;
}

/** The directories of the settings, as this process knows them. */
export class Directories {
  readonly #list: readonly Directory[];
  readonly #log: Pick<Logger, 'warn'>;
  readonly #gate = new Semaphore(atOnce, 20_000, 2000);
  readonly #restsUntil = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(list: readonly Directory[], log: Pick<Logger, 'warn'>) {
    this.#list = list;
    this.#log = log;
  }

  /** Issuers of outside accounts that these directories keep. */
  get issuers(): string[] {
    return this.#list.map(issuerOf);
  }

  /** Whether the settings name this directory: what its groups give comes again with the next sign-in. */
  has(id: string): boolean {
    return this.#list.some((one) => one.id === id);
  }

  /**
   * Who the person with this name and password is: the first directory that takes them. Null: none does. Refuses with 503
   * login.directoryAway when one that might is away.
   */
  async prove(login: string, password: string): Promise<DirectoryIdentity | null> {
    let away: Refusal | null = null;
    for (const directory of this.#list) {
      try {
        const proven = await this.#gate.run(() => this.#ask(directory, byLogin(directory, login), password));
        if (proven) return proven;
      } catch (error) {
        away = this.#away(directory, error);
      }
    }
    if (away) throw away;
    return null;
  }

  /** Whether this is the password of an account that was linked before. Refuses with 503 login.directoryAway. */
  async provesAgain({ issuer, subject }: { issuer: string; subject: string }, password: string): Promise<boolean> {
    const directory = this.#list.find((one) => issuerOf(one) === issuer);
    if (!directory) return false;
    const value = isBinary(directory) ? Buffer.from(subject, 'hex') : subject;
    const filter = new EqualityFilter({ attribute: directory.uniqueId, value });
    try {
      return (await this.#gate.run(() => this.#ask(directory, filter, password))) !== null;
    } catch (error) {
      throw this.#away(directory, error);
    }
  }

  /** Asks the first server that takes connections, and the next one when that one fails in the middle. */
  async #ask(directory: Directory, filter: Filter | string, password: string): Promise<DirectoryIdentity | null> {
    if (password === '') return null;
    const failed = new Set<string>();
    for (;;) {
      const open: Connection[] = [];
      try {
        const answer = await this.#askOne(directory, { filter, password, open, failed });
        // One that takes connections and then hangs would cost everybody the same wait, where another one answers.
        for (const server of failed) this.#restsUntil.set(server, performance.now() + restsFor);
        return answer;
      } catch (error) {
        const [first] = open;
        if (!first || !isOfServer(error)) throw error;
        failed.add(first.server);
        if (directory.servers.every((server) => failed.has(server))) throw error;
        this.#log.warn(
          { directory: directory.id, server: first.server, why: reason(error) },
          'a directory server failed',
        );
      } finally {
        await Promise.all(open.map((connection) => connection.close()));
      }
    }
  }

  /** Looks somebody up with the portal's account, then tries the password as the one that was found. `open` gets the connections. */
  async #askOne(directory: Directory, { filter, password, open, failed }: Asking): Promise<DirectoryIdentity | null> {
    const place = await this.#find(directory, { filter, open, failed });
    const [first] = open;
    if (!first || !place) {
      // Unknown names cost the same time as known ones.
      await first?.proves(`cn=nobody-of-this-name,${directory.base}`, password);
      return null;
    }
    const { entry, connection } = place;
    const subject = textOf(entry, directory.uniqueId);
    if (!subject)
      this.#tellOnce(
        directory,
        'an entry has nothing of the name that uniqueId of LDAP_DIRECTORIES gives',
        directory.uniqueId,
      );
    if (!(await connection.proves(entry.dn, password)) || !subject) return null;
    // Groups lie where the search began, also of people who were found elsewhere.
    if (connection === first) await first.reconnect(directory);
    const held = await rightsOf(first, directory, entry.dn);
    const named = {
      account: { issuer: issuerOf(directory), subject },
      // Other signs than the plain space count: they make another name.
      identifier: textOf(entry, directory.claim)?.replaceAll(/^ +| +$/g, '') || null,
    };
    return { directory, named, ...held };
  }

  /** The one entry of a filter, here or where a referral leads; null: there is none, or several. */
  async #find(directory: Directory, { filter, open, failed }: Omit<Asking, 'password'>): Promise<Place | null> {
    const { base, uniqueId, claim } = directory;
    const search = async (connection: Connection, at: string) => {
      open.push(connection);
      const binary = isBinary(directory) ? [uniqueId, 'objectGUID'] : [];
      const { entries, elsewhere } = await connection.search(at, filter, [uniqueId, claim], binary);
      return { elsewhere, places: entries.map((entry) => ({ entry, connection })) };
    };
    const here = await search(await this.#open(directory, failed), base);
    const found = [...here.places];
    // Whoever is found here needs no other server, which may be away.
    const elsewhere = found.length > 0 ? [] : here.elsewhere;
    for (const { server, at } of elsewhere.flatMap((uri) => this.#follow(directory, uri) ?? []))
      found.push(...(await search(await Connection.open(server, directory), at || base)).places);
    if (found.length > 1) this.#tellOnce(directory, 'a name stands for several entries', 'more than one');
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** The server of the settings that a referral means, and the base there; null: the settings name none. */
  #follow({ id, servers, referrals }: Directory, uri: string): { server: string; at: string } | null {
    const to = URL.canParse(uri) ? new URL(uri) : null;
    const server = [...referrals, ...servers].find((one) => {
      const { hostname, port } = new URL(one);
      return hostname === to?.hostname && (to.port === '' || to.port === port);
    });
    if (server && to) return { server, at: decodeURIComponent(to.pathname.slice(1)) };
    this.#tellOnce({ id }, 'a referral leads to a server that LDAP_DIRECTORIES does not name', to?.host ?? uri);
    return null;
  }

  /** A way to the first server that answers; those that were away a moment ago are left out. */
  async #open(directory: Directory, failed: ReadonlySet<string>): Promise<Connection> {
    const now = performance.now();
    let failure: unknown = new Error('all servers were away a moment ago');
    const rests = (one: string) => failed.has(one) || (this.#restsUntil.get(one) ?? 0) > now;
    for (const server of directory.servers.filter((one) => !rests(one))) {
      try {
        return await Connection.open(server, directory);
      } catch (error) {
        failure = error;
        this.#restsUntil.set(server, performance.now() + restsFor);
        this.#log.warn({ directory: directory.id, server, why: reason(error) }, 'a directory server is away');
      }
    }
    throw failure;
  }

  #away({ id }: Directory, error: unknown): Refusal {
    if (!(error instanceof Refusal))
      this.#log.warn({ directory: id, why: reason(error) }, 'a directory did not answer');
    return new Refusal('login.directoryAway', 503, { cause: error });
  }

  /** In the log once a process: it comes again at every sign-in. */
  #tellOnce({ id }: Pick<Directory, 'id'>, what: string, detail: string): void {
    const key = `${id} ${what} ${detail}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#log.warn({ directory: id, detail }, what);
  }
}

/** The filter of the settings with the typed name in it, whose signs mean nothing there. */
const byLogin = ({ filter }: Directory, login: string): string =>
  filter.replaceAll('{login}', () => Filter.escape(login));

const isBinary = ({ uniqueId }: Directory): boolean => uniqueId.toLowerCase() === 'objectguid';

/** The one value of an attribute, bytes as hexadecimal figures; null: there is none, or several. */
function textOf(entry: Entry, attribute: string): string | null {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? undefined : entry[name];
  if (Buffer.isBuffer(value)) return value.toString('hex') || null;
  return typeof value === 'string' && value !== '' && !hasNul(value) ? value : null;
}

/** What the library says, which holds no name and no password of people. */
const reason = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : '';
