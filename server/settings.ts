import { resolve } from 'node:path';
import { isAddressRange } from './core/addresses.ts';
import { setProcessClock } from './core/clock.ts';
import { parseDatabaseAddress } from './core/database-address.ts';
import { type Directory, parseDirectories } from './core/directory-settings.ts';
import { type Bucket, type FilesSettings, readBackupBucket, readFilesSettings } from './core/files-settings.ts';
import { type Network, parseNetworks } from './core/network-settings.ts';
import { findOfficeConverter, type OfficeConverter } from './core/office-converter.ts';
import { type OidcProvider, parseOidcProviders } from './core/oidc-provider-settings.ts';
import { parseScannerAddress, type ScannerAddress } from './core/scanner-settings.ts';
import { StartupError } from './core/startup-error.ts';

/** The sizes of the invented university that may be loaded into an empty database; `tiny` is the tests' one. */
export type DemoSize = 'tiny' | 'small' | 'medium' | 'large' | 'none';

/** How much is written to the log: everything from this level upwards. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Every setting of the portal. All come from the environment; none from files; each has a default that works. */
export interface Settings {
  /** `PORT`, 3000: the TCP port the portal listens on; 0 takes any free one. */
  port: number;
  /** `HOST`, 127.0.0.1: the address the portal listens on. */
  host: string;
  /** `DATA_DIR`, ./data: absolute path of the folder with the embedded database and the files that people hand in. */
  dataDir: string;
  /**
   * `DATABASE_URL`: a PostgreSQL 15 or newer to use instead of the embedded one; null starts the embedded one. Of several hosts
   * the portal uses the one that takes writes.
   */
  databaseUrl: string | null;
  /**
   * `DATABASE_CALLS_URL`: the same database for the role `bilim_calls`, as which calls then sign in and never become its owner;
   * null: the owner signs in and takes that role. Of the embedded database the portal knows it.
   */
  databaseCallsUrl: string | null;
  /** `DATABASE_READ_URL`: standbys of that database, on which calls read that only read; null: all read on the primary. */
  databaseReadUrl: string | null;
  /**
   * `DEMO`: the invented university that an empty database is filled with; `none` leaves it empty. Not named it is small,
   * and none as soon as `DATABASE_URL`, `PUBLIC_URL` or a reachable `HOST` is set.
   */
  demo: DemoSize;
  /** Whether `DEMO` was named: only then may other machines reach an invented university. */
  demoIsNamed: boolean;
  /**
   * `FILES_URL`: a bucket of an object store (S3) for people's files, as https://host/bucket/prefix, with `FILES_REGION`
   * (us-east-1), `FILES_BUCKET_IN_HOST`, `FILES_KEY_ID` and `FILES_SECRET` or `FILES_SECRET_FILE`; not set: they lie in the data
   * folder. `FILES_TO`: `folder` while files are moved back, else new ones go to the bucket.
   */
  files: FilesSettings;
  /**
   * `BACKUP_URL`: another bucket, for back-ups, with `BACKUP_REGION`, `BACKUP_BUCKET_IN_HOST`, `BACKUP_KEY_ID` and
   * `BACKUP_SECRET` or `BACKUP_SECRET_FILE` as those of files; null: there is none.
   */
  backups: Bucket | null;
  /** `SCANNER`: where clamd listens, which has to find every upload clean; null: nothing is scanned. */
  scanner: ScannerAddress | null;
  /** `FILE_LIMIT_MB`, 50: the largest file a person may hand in, in MiB. */
  fileLimitMb: number;
  /** `QUOTA_MB`, 2048: how much one person may store altogether, in MiB. */
  quotaMb: number;
  /** `PASSWORD_MIN`: the fewest characters of a new password; null: 8, in an invented university 4. */
  passwordMin: number | null;
  /**
   * `SECOND_STEP`, none: who must show a second proof at sign-in: holders of `permissions`, or `all`. Whoever set one up
   * shows it in any case.
   */
  secondStep: 'permissions' | 'all' | 'none';
  /** `OIDC_PROVIDERS`, empty: who else keeps accounts that people sign in by (OpenID Connect), as a JSON list. */
  oidcProviders: readonly OidcProvider[];
  /** `LDAP_DIRECTORIES`, empty: directories whose people sign in with the password that is kept there, as a JSON list. */
  directories: readonly Directory[];
  /** `TEACHER_MOVES`, 0: whether teachers move and cancel single classes of their own. */
  teacherMoves: boolean;
  /** `PHOTO_UPLOAD`, 1: whether people may put their own photo; 0 when the registrar's photos are to stay. */
  photoUpload: boolean;
  /** `OFFICE_CONVERTER`, auto: LibreOffice's program, which makes pages of office files; `off`, or its path. */
  officeConverter: OfficeConverter;
  /** `TRUST_PROXY`, empty: addresses or CIDR ranges of proxies whose X-Forwarded-* headers count. */
  trustProxy: string[];
  /** `CAMPUS_RANGES`, empty: addresses or CIDR ranges of the university's own networks, which may fail ten times as often. */
  campusRanges: string[];
  /** `NETWORKS`, empty: names of the university's own networks, which are shown beside the addresses that people came from. */
  networks: readonly Network[];
  /**
   * `METRICS_FROM`: addresses or CIDR ranges that may read /metrics, asking this node itself; not set: this machine, and none
   * where people come by a proxy, which is on this machine too.
   */
  metricsFrom: string[];
  /** `METRICS_TOKEN`: whoever sends it (`Authorization: Bearer ...`) reads /metrics from anywhere; null: nobody does. */
  metricsToken: string | null;
  /** `PUBLIC_URL`: the origin people type, without a trailing slash; https turns on Secure cookies and HSTS. */
  publicAddress: string | null;
  /** `BOOKS_URL`: an origin of their own for web books, which leads to this portal too; null: they share the portal's. */
  booksAddress: string | null;
  /**
   * `PUSH_HOSTS`, empty: the only hosts (`host` or `host:port`) that push messages are sent to, also such as lie in the
   * university's own network; empty: the push services of the browsers.
   */
  pushHosts: string[];
  /** `SMTP_URL`: the mail server, with user and password where it asks for them; null: no mails, and nobody sees that there could be. */
  smtpUrl: string | null;
  /** `MAIL_FROM`: the sender of mails, an address or `Name <address>`. */
  mailFrom: string | null;
  /** `INSECURE_HTTP=1`: permits plain http on an address other machines reach. */
  insecureHttp: boolean;
  /** `TIME_ZONE`, Asia/Bishkek: the IANA zone in which the university counts its days. */
  timeZone: string;
  /** `SESSION_DAYS`, 30: days after its last call at which a session ends. */
  sessionDays: number;
  /** `RATE_PERCENT`, 100: how much of the usual number of calls a minute one person may make (30 announcements ...). */
  ratePercent: number;
  /** `JOURNAL_DAYS`: how many days back teachers may write in the journal; null: the whole current term. */
  journalDays: number | null;
  /** `ERASE_AFTER_DAYS`, 1095: days after leaving at which the data of people are erased that need not be kept; 0: never. */
  eraseAfterDays: number;
  /** `DATABASE_CONNECTIONS`, 10: the most database connections that calls share. */
  databaseConnections: number;
  /** `DRAIN_SECONDS`, 0: how long a node that is to stop goes on answering, so that a proxy sees it and sends people elsewhere. */
  drainSeconds: number;
  /** `LOG_LEVEL`, info; on a terminal warn. */
  logLevel: LogLevel;
  /** `TEST_CLOCK`: the moment (ISO 8601) that it is at the start, for tests alone; null: the machine's clock. */
  testClock: string | null;
}

const demoSizes: readonly DemoSize[] = ['small', 'medium', 'large', 'none', 'tiny'];
const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Reads and checks every setting. An empty variable counts as absent.
 * @throws StartupError with one sentence that names the variable, its value and what is expected
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const databaseUrl = databaseAddress(env);
  const publicAddress = origin(env, 'PUBLIC_URL', 'https://lms.university.kg');
  const files = readFilesSettings((name) => text(env, name));
  const isForTrying = databaseUrl === null && !isRemotelyReachable({ host, publicAddress });
  const settings: Settings = {
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    host,
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    databaseUrl,
    databaseCallsUrl: siblingDatabaseUrl(env, 'DATABASE_CALLS_URL', databaseUrl),
    databaseReadUrl: siblingDatabaseUrl(env, 'DATABASE_READ_URL', databaseUrl),
    demo: oneOf(env, 'DEMO', demoSizes, isForTrying ? 'small' : 'none'),
    demoIsNamed: text(env, 'DEMO') !== null,
    files,
    backups: readBackupBucket((name) => text(env, name), files.bucket),
    scanner: parseScannerAddress(text(env, 'SCANNER')),
    fileLimitMb: wholeNumber(env, 'FILE_LIMIT_MB', 50, 1, 10_240),
    quotaMb: wholeNumber(env, 'QUOTA_MB', 2048, 1, 10_485_760),
    passwordMin: text(env, 'PASSWORD_MIN') === null ? null : wholeNumber(env, 'PASSWORD_MIN', 8, 4, 64),
    secondStep: oneOf(env, 'SECOND_STEP', ['permissions', 'all', 'none'], 'none'),
    oidcProviders: parseOidcProviders(text(env, 'OIDC_PROVIDERS')),
    directories: parseDirectories(text(env, 'LDAP_DIRECTORIES')),
    teacherMoves: oneOf(env, 'TEACHER_MOVES', ['0', '1'], '0') === '1',
    photoUpload: oneOf(env, 'PHOTO_UPLOAD', ['0', '1'], '1') === '1',
    officeConverter: findOfficeConverter(text(env, 'OFFICE_CONVERTER'), env.PATH),
    trustProxy: addresses(env, 'TRUST_PROXY', ''),
    campusRanges: addresses(env, 'CAMPUS_RANGES', ''),
    networks: parseNetworks(text(env, 'NETWORKS')),
    metricsFrom: addresses(env, 'METRICS_FROM', publicAddress === null ? '127.0.0.1, ::1' : ''),
    metricsToken: metricsToken(env),
    publicAddress,
    booksAddress: origin(env, 'BOOKS_URL', 'https://books.university.kg'),
    pushHosts: hosts(env, 'PUSH_HOSTS'),
    smtpUrl: mailServer(env),
    mailFrom: text(env, 'MAIL_FROM'),
    insecureHttp: oneOf(env, 'INSECURE_HTTP', ['0', '1'], '0') === '1',
    timeZone: zone(env),
    sessionDays: wholeNumber(env, 'SESSION_DAYS', 30, 1, 365),
    ratePercent: wholeNumber(env, 'RATE_PERCENT', 100, 1, 100_000),
    journalDays: text(env, 'JOURNAL_DAYS') === null ? null : wholeNumber(env, 'JOURNAL_DAYS', 0, 0, 366),
    eraseAfterDays: wholeNumber(env, 'ERASE_AFTER_DAYS', 1095, 0, 36_500),
    databaseConnections: wholeNumber(env, 'DATABASE_CONNECTIONS', 10, 2, 500),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 0, 0, 60),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    testClock: moment(env, 'TEST_CLOCK'),
  };
  if (!isLoopback(settings.host) && !settings.insecureHttp && !isHttps(settings)) {
    throw new StartupError(
      `HOST is ${settings.host}, which other machines can reach over plain http: put an https proxy in front and set PUBLIC_URL=https://..., or set INSECURE_HTTP=1 if passwords may travel unencrypted.`,
    );
  }
  checkClock(settings);
  checkBooks(settings);
  checkMail(settings);
  if (settings.oidcProviders.length > 0 && publicAddress === null)
    throw new StartupError('OIDC_PROVIDERS needs PUBLIC_URL, to which the providers send people back.');
  return settings;
}

/** Reads the settings of this program from its environment, and sets its clock by them. */
export function initializeSettings(env: Record<string, string | undefined> = process.env): Settings {
  const settings = readSettings(env);
  setProcessClock(settings.testClock);
  return settings;
}

/** Whether people reach the portal over https: then cookies are Secure, `__Host-sid` is used and HSTS is sent. */
export function isHttps(settings: Pick<Settings, 'publicAddress'>): boolean {
  return settings.publicAddress?.startsWith('https://') ?? false;
}

/** Whether other machines can reach the portal, by itself or through a proxy. */
export function isRemotelyReachable(settings: Pick<Settings, 'host' | 'publicAddress'>): boolean {
  return settings.publicAddress !== null || !isLoopback(settings.host);
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function text(env: Record<string, string | undefined>, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function wholeNumber(
  env: Record<string, string | undefined>,
  name: string,
  standard: number,
  least: number,
  most: number,
): number {
  const value = text(env, name);
  if (value === null) return standard;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new StartupError(`${name} is "${value}", but it must be a whole number from ${least} to ${most}.`);
  }
  return number;
}

function oneOf<T extends string>(
  env: Record<string, string | undefined>,
  name: string,
  allowed: readonly T[],
  standard: T,
): T {
  const value = text(env, name);
  if (value === null) return standard;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new StartupError(`${name} is "${value}", but it must be one of ${allowed.join(', ')}.`);
  return found;
}

function moment(env: Record<string, string | undefined>, name: string): string | null {
  const value = text(env, name);
  if (value === null) return null;
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) || Number.isNaN(Date.parse(value)))
    throw new StartupError(`${name} is "${value}", but it must be a moment such as 2026-11-23T14:00:00+06:00.`);
  return value;
}

function databaseAddress(env: Record<string, string | undefined>, name = 'DATABASE_URL'): string | null {
  const value = text(env, name);
  if (value === null) return null;
  // The value is not repeated in the sentence: it usually holds a password.
  if (parseDatabaseAddress(value) === null)
    throw new StartupError(
      `${name} must look like postgres://user:password@host:5432/database, or with several hosts postgres://user:password@host:5432,other:5432/database?target_session_attrs=read-write.`,
    );
  return value;
}

/** Another address of the database that `DATABASE_URL` names. */
function siblingDatabaseUrl(
  env: Record<string, string | undefined>,
  name: 'DATABASE_CALLS_URL' | 'DATABASE_READ_URL',
  databaseUrl: string | null,
): string | null {
  const value = databaseAddress(env, name);
  if (value !== null && databaseUrl === null)
    throw new StartupError(`${name} needs DATABASE_URL: the portal looks after its own database itself.`);
  return value;
}

function origin(env: Record<string, string | undefined>, name: string, example: string): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new StartupError(`${name} is "${value}", but it must be an address without a path, such as ${example}.`);
  return url.origin;
}

/** Books of their own origin are shown by pages of the portal: both must be known, and not be the same. */
function checkBooks({ booksAddress, publicAddress }: Settings): void {
  if (booksAddress === null) return;
  if (publicAddress === null || new URL(publicAddress).host === new URL(booksAddress).host)
    throw new StartupError(`BOOKS_URL is "${booksAddress}": it needs PUBLIC_URL, and another host than that one has.`);
  if (publicAddress.startsWith('https:') && !booksAddress.startsWith('https:'))
    throw new StartupError(`BOOKS_URL is "${booksAddress}", but a page that came over https shows no book over http.`);
}

/** A portal that people use has no other time than theirs. */
function checkClock({ testClock, host, publicAddress }: Settings): void {
  const isOpen = !isLoopback(host) || (publicAddress !== null && !isLoopback(new URL(publicAddress).hostname));
  if (testClock !== null && isOpen)
    throw new StartupError(
      'TEST_CLOCK is for tests alone, but other machines can reach this portal by its HOST or PUBLIC_URL: remove TEST_CLOCK.',
    );
}

function mailServer(env: Record<string, string | undefined>): string | null {
  const value = text(env, 'SMTP_URL');
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  // The value is not repeated in the sentence: it usually holds a password.
  if (!isServer || !['', '/'].includes(url.pathname) || url.search || url.hash)
    throw new StartupError('SMTP_URL must look like smtps://user:password@mail.university.kg:465.');
  return value;
}

/** Refuses a mail server without a sender or without the public address, with which links in mails begin. */
function checkMail({ smtpUrl, mailFrom, publicAddress }: Settings): void {
  if (mailFrom !== null && !/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(mailFrom))
    throw new StartupError(
      `MAIL_FROM is "${mailFrom}", but it must be an address such as University <lms@university.kg>.`,
    );
  if (smtpUrl !== null && mailFrom === null) throw new StartupError('SMTP_URL needs MAIL_FROM, the sender of mails.');
  if (smtpUrl !== null && publicAddress === null)
    throw new StartupError('SMTP_URL needs PUBLIC_URL, to which the links in mails lead.');
}

function metricsToken(env: Record<string, string | undefined>): string | null {
  const value = text(env, 'METRICS_TOKEN');
  if (value !== null && !/^[\w-]{20,200}$/.test(value))
    throw new StartupError('METRICS_TOKEN must have 20 to 200 letters, figures, dashes or underscores.');
  return value;
}

function addresses(env: Record<string, string | undefined>, name: string, standard: string): string[] {
  const entries = (text(env, name) ?? standard).split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    if (!isAddressRange(entry)) {
      throw new StartupError(
        `${name} holds "${entry}", but it must be a list of addresses or ranges such as 127.0.0.1, 10.0.0.0/8.`,
      );
    }
    return entry;
  });
}

function hosts(env: Record<string, string | undefined>, name: string): string[] {
  const entries = (text(env, name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const url = URL.canParse(`https://${entry}`) ? new URL(`https://${entry}`) : null;
    if (url?.href !== `https://${url?.host}/`)
      throw new StartupError(
        `${name} holds "${entry}", but it must be a list of hosts such as push.university.kg:8443.`,
      );
    return url.host;
  });
}

function zone(env: Record<string, string | undefined>): string {
  const value = text(env, 'TIME_ZONE') ?? 'Asia/Bishkek';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new StartupError(`TIME_ZONE is "${value}", but it must be a time zone such as Asia/Bishkek.`);
  }
}
