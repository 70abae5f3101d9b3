import { type Entry, EqualityFilter, Filter, FilterParser } from 'ldapts';
import type { Logger } from 'pino';
import type { Directory, GroupPermission } from '../../core/directory-settings.ts';
import { Refusal } from '../../core/refusal.ts';
import { Semaphore } from '../../core/semaphore.ts';
import { isStorableText, isValidSubject, type NamedIdentity } from '../linked-account.ts';
import { DirectoryConnection, isServerFailure } from './connection.ts';
import { Deadline } from './deadline.ts';
import { readDirectoryGroupPermissions } from './groups.ts';
import { findReferralTarget, isReferralWithoutPeople, type ReferralTarget } from './referrals.ts';

/** Milliseconds after which a server that did not answer is asked again. */
const restsFor = 5000;
/** Sign-ins that a directory works for at once. */
const atOnce = 24;
/** Milliseconds for one sign-in, with waiting for its turn, all servers and referrals. */
const signInWithin = 20_000;
/** Limits for following referrals: how deep one may lead to another, and to how many places in all. */
const maxHops = 3;
const maxReferrals = 10;
/** Issuer of the linked accounts of a directory. */
const issuerPrefix = 'directory:';
export const directoryIssuer = ({ id }: Pick<Directory, 'id'>): string => `${issuerPrefix}${id}`;
/** The id of the directory that an issuer stands for, whether or not the settings still name it; null: it is none. */
export const parseDirectoryIssuer = (issuer: string): string | null =>
  issuer.startsWith(issuerPrefix) ? issuer.slice(issuerPrefix.length) : null;

/** Whom a directory knows by the typed name and password. */
export interface DirectoryIdentity {
  readonly directory: Directory;
  readonly named: NamedIdentity;
  readonly rights: readonly GroupPermission[];
  /** Groups of theirs that only look like one of the settings, and give nothing. */
  readonly lookalikes: readonly string[];
}

/**
 * Why a directory could not answer a sign-in, for the audit trail: only a referral was found, which is not followed,
 * or the password was sent on; several entries match the name; the entry has no stable identifier.
 */
export type DirectoryIncident = 'referral' | 'severalEntries' | 'subject';

type ReportIncident = (what: DirectoryIncident, directory: string) => void;

/** Where an entry lies, and the way on which it was found. */
interface Place {
  readonly entry: Entry;
  readonly connection: DirectoryConnection;
}

/** One question to a directory: its connections as they are opened, and servers that failed at it. */
interface DirectorySearch {
  readonly filter: Filter;
  readonly password: string;
  readonly deadline: Deadline;
  readonly report: ReportIncident;
  readonly open: DirectoryConnection[];
  readonly failed: ReadonlySet<string>;
}

/** What a sign-in brings along, whichever server is asked. */
type Question = Omit<DirectorySearch, 'open' | 'failed'>;

/** The directories of the settings, as this process knows them. */
export class DirectoryRegistry {
  readonly #list: readonly Directory[];
  readonly #log: Pick<Logger, 'warn'>;
  readonly #gate = new Semaphore(atOnce, 20_000, 2000);
  readonly #restsUntil = new Map<string, number>();
  readonly #loggedFaults = new Set<string>();
  readonly #within: number;

  constructor(list: readonly Directory[], log: Pick<Logger, 'warn'>, within = signInWithin) {
    this.#list = list;
    this.#log = log;
    this.#within = within;
  }

  /** Issuers of linked accounts that these directories keep. */
  get issuers(): string[] {
    return this.#list.map(directoryIssuer);
  }

  /** The directory of the settings that keeps accounts of this issuer; null: none does. */
  findByIssuer(issuer: string): Directory | null {
    return this.#list.find((one) => directoryIssuer(one) === issuer) ?? null;
  }

  /** The directory of this id; null: the settings name none. */
  findById(id: string): Directory | null {
    return this.#list.find((one) => one.id === id) ?? null;
  }

  /** Whether the settings name this directory: what its groups give comes again with the next sign-in. */
  has(id: string): boolean {
    return this.findById(id) !== null;
  }

  /**
   * Finds the directory entry with this name and password: the first one that `opens` an account here, else the first
   * one at all. Null: none accepts them. Refuses with 503 login.directoryAway when a directory that might know them
   * is unavailable. `report` gets what belongs into the audit trail.
   */
  async prove(
    login: string,
    password: string,
    report: ReportIncident = () => undefined,
    opens: (identity: DirectoryIdentity) => Promise<boolean> = async () => true,
  ): Promise<DirectoryIdentity | null> {
    let first: DirectoryIdentity | null = null;
    let unavailable: Refusal | null = null;
    const deadline = new Deadline(this.#within);
    for (const directory of this.#list) {
      const proven = await this.#asked(directory, login, { password, deadline, report });
      if (proven instanceof Refusal) unavailable ??= proven;
      else if (proven && (this.#list.length === 1 || (await opens(proven)))) return proven;
      else first ??= proven;
    }
    // One that is away may know them, also where another one takes the password and opens nothing.
    if (unavailable) throw unavailable;
    return first;
  }

  /** Who it is in one directory; null: nobody. A refusal where it is away. */
  async #asked(
    directory: Directory,
    login: string,
    more: Omit<Question, 'filter'>,
  ): Promise<DirectoryIdentity | Refusal | null> {
    try {
      const filter = byLogin(directory, login);
      return await this.#gate.run(() => this.#ask(directory, { filter, ...more }));
    } catch (error) {
      return this.#away(directory, error);
    }
  }

  /** Whether this is the password of an account that was linked before. Refuses with 503 login.directoryAway. */
  async provesAgain({ issuer, subject }: { issuer: string; subject: string }, password: string): Promise<boolean> {
    const directory = this.findByIssuer(issuer);
    if (!directory) return false;
    const value = isBinary(directory) ? Buffer.from(subject, 'hex') : subject;
    const filter = new EqualityFilter({ attribute: directory.uniqueId, value });
    try {
      const question = { filter, password, deadline: new Deadline(this.#within), report: () => undefined };
      return (await this.#gate.run(() => this.#ask(directory, question))) !== null;
    } catch (error) {
      throw this.#away(directory, error);
    }
  }

  /** Asks the first server that takes connections, and the next one when that one fails in the middle. */
  async #ask(directory: Directory, question: Question): Promise<DirectoryIdentity | null> {
    if (question.password === '') return null;
    const failed = new Set<string>();
    for (;;) {
      const open: DirectoryConnection[] = [];
      try {
        const answer = await this.#askOne(directory, { ...question, open, failed });
        // One that takes connections and then hangs would cost everybody the same wait, where another one answers.
        for (const server of failed) this.#restsUntil.set(server, performance.now() + restsFor);
        return answer;
      } catch (error) {
        const [first] = open;
        if (!first || !isServerFailure(error) || question.deadline.isOver) throw error;
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
  async #askOne(directory: Directory, attempt: DirectorySearch): Promise<DirectoryIdentity | null> {
    const place = await this.#find(directory, attempt);
    const { password, open } = attempt;
    const [first] = open;
    if (!first || !place) {
      // Unknown names cost the same time as known ones.
      await first?.proves(`cn=nobody-of-this-name,${directory.base}`, password);
      return null;
    }
    const { entry, connection } = place;
    const subject = subjectOf(entry, directory);
    if (subject === null) {
      const what = 'an entry has nothing, or nothing that can name it, where uniqueId of LDAP_DIRECTORIES says';
      this.#warnOnce(directory, what, directory.uniqueId);
    }
    const proof = await connection.proves(entry.dn, password);
    if (proof === 'sentOn') {
      this.#noteReferral(directory, connection.server);
      attempt.report('referral', directory.id);
    }
    if (proof === true && subject === null) attempt.report('subject', directory.id);
    if (proof !== true || subject === null) return null;
    // Groups lie where the search began, also of people who were found elsewhere.
    if (connection === first) await first.reconnect(directory);
    const { isCut, ...held } = await readDirectoryGroupPermissions(first, directory, entry.dn);
    if (isCut) this.#warnOnce(directory, 'somebody is in more groups, or in deeper ones, than are looked at', 'groups');
    const named = {
      account: { issuer: directoryIssuer(directory), subject },
      // Other signs than the plain space count: they make another name.
      identifier: textOf(entry, directory.claim)?.replaceAll(/^ +| +$/g, '') || null,
    };
    return { directory, named, ...held };
  }

  /** The one entry of a filter, here or where referrals lead; null: there is none, or several. */
  async #find(
    directory: Directory,
    { filter, open, failed, deadline, report }: DirectorySearch,
  ): Promise<Place | null> {
    const { base, uniqueId, claim } = directory;
    const binary = isBinary(directory) ? [uniqueId, 'objectGUID'] : [];
    const found: Place[] = [];
    const seen = new Set<string>();
    // A search that finds somebody needs no referral; one that finds nobody may have needed each that was not followed.
    let isRefused = false;
    const refuse = (where: string) => {
      isRefused = true;
      this.#noteReferral(directory, where);
    };
    const search = async (connection: DirectoryConnection, at: string): Promise<ReferralTarget[]> => {
      open.push(connection);
      seen.add(`${connection.server} ${at}`);
      const { entries, elsewhere, isSentOn } = await connection.search(at, filter, [uniqueId, claim], binary);
      found.push(...entries.map((entry) => ({ entry, connection })));
      if (isSentOn) refuse(connection.server);
      // Whoever is found needs no other server, which may be away.
      return found.length > 0 ? [] : elsewhere.flatMap((uri) => this.#follow(directory, uri, refuse) ?? []);
    };
    let next = await search(await this.#open(directory, failed, deadline), base);
    for (let hop = 0; next.length > 0 && found.length === 0; hop++) {
      const level: ReferralTarget[] = [];
      for (const { server, at } of next) {
        if (seen.has(`${server} ${at || base}`)) continue;
        if (hop >= maxHops || seen.size > maxReferrals) {
          refuse(server);
          break;
        }
        level.push(...(await search(await DirectoryConnection.open(server, directory, deadline), at || base)));
      }
      next = level;
    }
    if (found.length > 1) {
      this.#warnOnce(directory, 'a name stands for several entries', 'more than one');
      report('severalEntries', directory.id);
    }
    if (found.length === 0 && isRefused) report('referral', directory.id);
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** The place that a referral means; null: it is not followed, as the settings name no such server. */
  #follow(directory: Directory, uri: string, refuse: (where: string) => void): ReferralTarget | null {
    const to = findReferralTarget(directory, uri);
    if (to) return to;
    const where = URL.canParse(uri) ? new URL(uri).host : uri;
    // Active Directory brings these along with every search from the root of a domain, mistyped names too.
    if (isReferralWithoutPeople(uri)) this.#noteReferral(directory, where);
    else refuse(where);
    return null;
  }

  /** A referral is not followed: to a server that the settings do not name, too far, or without saying where to. */
  #noteReferral({ id }: Directory, where: string): void {
    this.#warnOnce(
      { id },
      'a referral is not followed: LDAP_DIRECTORIES does not name where it leads, or it is too far',
      where,
    );
  }

  /** A way to the first server that answers; those that were away a moment ago are left out, where there are others. */
  async #open(directory: Directory, failed: ReadonlySet<string>, deadline: Deadline): Promise<DirectoryConnection> {
    const now = performance.now();
    const isOnly = directory.servers.length === 1;
    let failure: unknown = new Error('all servers were away a moment ago');
    const rests = (one: string) => failed.has(one) || (!isOnly && (this.#restsUntil.get(one) ?? 0) > now);
    for (const server of directory.servers.filter((one) => !rests(one))) {
      try {
        return await DirectoryConnection.open(server, directory, deadline);
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
    return new Refusal('login.directoryAway', 503, { cause: error, values: { directory: id } });
  }

  /** In the log once a process: it comes again at every sign-in. */
  #warnOnce({ id }: Pick<Directory, 'id'>, what: string, detail: string): void {
    const key = `${id} ${what} ${detail}`;
    if (this.#loggedFaults.has(key)) return;
    this.#loggedFaults.add(key);
    this.#log.warn({ directory: id, detail }, what);
  }
}

/** The filter of the settings with the typed name in it, whose special characters are escaped. */
function byLogin({ filter }: Directory, login: string): Filter {
  try {
    return FilterParser.parseString(filter.replaceAll('{login}', () => Filter.escape(login)));
  } catch {
    // What the library says holds the typed name.
    throw new Error('the filter cannot be read');
  }
}

const isBinary = ({ uniqueId }: Directory): boolean => uniqueId.toLowerCase() === 'objectguid';

/** What an account of a directory is known by; null: there is nothing, or nothing that can be kept. */
function subjectOf(entry: Entry, { uniqueId }: Directory): string | null {
  const text = textOf(entry, uniqueId);
  // Bytes that are no text have become this sign: those of two people would be one.
  return text !== null && isValidSubject(text) && !text.includes('\ufffd') ? text : null;
}

/** The one value of an attribute, bytes as hexadecimal figures; null: there is none, or several. */
function textOf(entry: Entry, attribute: string): string | null {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? undefined : entry[name];
  if (Buffer.isBuffer(value)) return value.toString('hex') || null;
  return typeof value === 'string' && value !== '' && isStorableText(value) ? value : null;
}

/** What the library says, which holds no name and no password of people. */
const reason = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : '';
