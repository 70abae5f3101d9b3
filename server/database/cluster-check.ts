import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Bucket } from '../core/files-settings.ts';
import { formatNetworks } from '../core/network-settings.ts';
import { StartupError } from '../core/startup-error.ts';
import { version } from '../core/version.ts';
import type { Settings } from '../settings.ts';
import { type Database, type Db, listenerConnectionName } from './database.ts';
import { checkSchema, listIncompatiblePendingSteps, migrate } from './migrate.ts';

/** Any number that nothing else takes a lock on. */
const nodesLock = 7_203_317;
/** Here a command asks all nodes that run who they are, and each of them answers. */
const channel = 'bilim_nodes';
/** Milliseconds in which a node that works has answered. */
const answersWithin = 3_000;

type Value = string | number | boolean | null;

/** The settings that change what calls answer, or what is counted in the database for all nodes together. */
function sharedSettings(settings: Settings): Record<string, Value> {
  return {
    FILE_LIMIT_MB: settings.fileLimitMb,
    QUOTA_MB: settings.quotaMb,
    PASSWORD_MIN: settings.passwordMin,
    PHOTO_UPLOAD: settings.photoUpload ? 1 : 0,
    CAMPUS_RANGES: settings.campusRanges.toSorted().join(', ') || null,
    NETWORKS: formatNetworks(settings.networks) || null,
    PUSH_HOSTS: settings.pushHosts.toSorted().join(', ') || null,
    // Not the address itself, which usually holds a password.
    SMTP_URL: settings.smtpUrl && 'set',
    MAIL_FROM: settings.mailFrom,
    PUBLIC_URL: settings.publicAddress,
    BOOKS_URL: settings.booksAddress,
    // While one node after the other gets the settings of a bucket, those that have none fit.
    ...(settings.files.bucket && { FILES_URL: placeOfBucket(settings.files.bucket) }),
    // Not the address, which may be one on each machine.
    SCANNER: settings.scanner && 'set',
    TIME_ZONE: settings.timeZone,
    SESSION_DAYS: settings.sessionDays,
    JOURNAL_DAYS: settings.journalDays,
    TEACHER_MOVES: settings.teacherMoves ? 1 : 0,
    RATE_PERCENT: settings.ratePercent,
    ERASE_AFTER_DAYS: settings.eraseAfterDays,
    SECOND_STEP: settings.secondStep,
    OIDC_PROVIDERS: listFingerprint(settings.oidcProviders, ['clientSecret', 'privateKey']),
    LDAP_DIRECTORIES: listFingerprint(settings.directories, ['password', 'ca']),
    TRUST_PROXY: settings.trustProxy.toSorted().join(', ') || null,
    // Not the path, which may differ: what lists say about office files must not.
    OFFICE_CONVERTER: settings.officeConverter.program && 'set',
  };
}

/** Which bucket it is, without the keys to it. */
const placeOfBucket = ({ endpoint, bucket, prefix }: Bucket) => `${endpoint}/${bucket}/${prefix}`;

/** What lists of objects say: their ids and a mark of the rest, without secrets and files that may differ. */
function listFingerprint(list: readonly { readonly id: string }[], without: readonly string[]): string | null {
  const text = JSON.stringify(list, (key, value: unknown) => (without.includes(key) ? undefined : value));
  return list.length ? `${list.map(({ id }) => id).join(', ')} (${markOf(text)})` : null;
}

const markOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Brings the database to this release's schema, unless nodes run on it that this one does not fit, or that could not
 * work on it then: whoever is refused changes nothing.
 * @returns names of the steps of a newer release that the database has
 * @throws StartupError as `joinCluster` and `migrate`
 */
export async function migrateUnlessNodesDiffer(sql: Sql, settings: Settings, folder: string): Promise<string[]> {
  const { running, different } = await compareWithNodes(sql, settings);
  refuse(different);
  const [step] = running ? await listIncompatiblePendingSteps(sql, folder) : [];
  if (step !== undefined)
    throw new StartupError(
      `Nodes of an older release run on this database and cannot go on after the migration ${step}: make a back-up, stop all of them, then start this release.`,
    );
  await migrate(sql, folder);
  return await checkSchema(sql, folder);
}

/**
 * Joins the nodes that run on this database; the first decides what all have in common. From now on until `database` is
 * closed, or this process ends in whatever way, others see that it runs.
 * @param idle names the helper processes that do not work, when a command asks
 * @param prepare makes what the first one makes for all, such as the key that seals secrets
 * @throws StartupError when the folder of files or a setting differs from that of the nodes that run
 */
export async function joinCluster(
  database: Database,
  settings: Settings,
  idle = nobody,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await database.transaction(async (db) => {
    // One after the other, so that of two that start together one is the first.
    await db`select pg_advisory_xact_lock(${nodesLock})`;
    const isFirst = (await countRunning(db)) === 0;
    if (isFirst) await prepare();
    const mine = await agreementOf(settings, folderNumber);
    if (!isFirst) await agree(db, mine, settings.dataDir);
    else await decide(db, mine);
    // Listening keeps the connection open by which others see this node.
    await answerNodeQueries(database, settings, idle);
  });
}

/** Names of the helper processes of this node that do not work. */
type Idle = () => readonly string[];
const nobody: Idle = () => [];

/** Answers for this node when a command asks who is connected. */
export async function answerNodeQueries(database: Database, settings: Settings, idle = nobody): Promise<void> {
  const answer = async (payload: string) => {
    const { ask } = JSON.parse(payload) as { ask?: string };
    if (ask === undefined) return;
    const me = { to: ask, host: hostname(), release: version, folder: await knownFolder(settings) };
    const marks = marksOf(sharedSettings(settings));
    await database.autocommit`select pg_notify(${channel}, ${JSON.stringify({ ...me, marks, idle: idle() })})`;
  };
  await database.listen(
    channel,
    (payload) => void answer(payload).catch(() => undefined),
    () => undefined,
  );
}

/** Settings as they are compared from afar: a notification is short, and their values are nobody's business. */
const marksOf = (settings: Record<string, Value>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, markOf(JSON.stringify(value))]));

interface Answer {
  readonly to?: string;
  readonly host: string;
  readonly release: string;
  readonly folder: string;
  readonly marks: Readonly<Record<string, string>>;
  /** Older releases say nothing of them. */
  readonly idle?: readonly string[];
}

/** A node that runs, and which settings, or `DATA_DIR`, it has otherwise than whoever asks. */
export interface RunningNode {
  readonly host: string;
  readonly release: string;
  readonly different: readonly string[];
  /** The names of its helper processes that are not running. */
  readonly idle: readonly string[];
}

/**
 * Asks every node of the database, and again those that did not answer: they may have been busy. A node that is not
 * among the answers hangs, is of an older release, or its machine is gone and PostgreSQL has not noticed yet.
 */
export async function askRunningNodes(
  sql: Sql,
  settings: Settings,
  within = answersWithin,
): Promise<{ count: number; answers: RunningNode[] }> {
  let { count, nodeAnswers } = await askOnce(sql, within);
  if (nodeAnswers.length < count) ({ count, nodeAnswers } = await askOnce(sql, within));
  const [mine, number] = [marksOf(sharedSettings(settings)), await knownFolder(settings)];
  const answers = nodeAnswers.map(({ host, release, folder, marks, idle = [] }) => {
    const different = Object.keys(mine).filter((name) => Object.hasOwn(marks, name) && marks[name] !== mine[name]);
    return { host, release, idle, different: isSameFolder(folder, number) ? different : ['DATA_DIR', ...different] };
  });
  return { count, answers };
}

async function askOnce(sql: Sql, within: number): Promise<{ count: number; nodeAnswers: Answer[] }> {
  const ask = randomUUID();
  const nodeAnswers: Answer[] = [];
  let count = Number.POSITIVE_INFINITY;
  const all = Promise.withResolvers<void>();
  const { unlisten } = await sql.listen(channel, (payload) => {
    const answer = JSON.parse(payload) as Answer;
    if (answer.to === ask) nodeAnswers.push(answer);
    if (nodeAnswers.length >= count) all.resolve();
  });
  count = await countRunning(sql);
  await sql`select pg_notify(${channel}, ${JSON.stringify({ ask })})`;
  if (nodeAnswers.length < count) await Promise.race([all.promise, wait(within, undefined, { ref: false })]);
  await unlisten();
  return { count, nodeAnswers };
}

/**
 * What this node has to have in common with others: a shared folder; where files lie in a bucket, only the key that seals
 * what the database keeps.
 */
async function agreementOf(settings: Settings, numberOf: (dataDir: string) => Promise<string>): Promise<Agreement> {
  const { dataDir, files } = settings;
  const shared = sharedSettings(settings);
  if (files.target === 'folder') return { folder: await numberOf(dataDir), settings: shared };
  const key = await readFile(join(dataDir, secretsKey)).catch(() => null);
  const mark = key && createHash('sha256').update('mark').update(key).digest('hex').slice(0, 16);
  return { folder: inBucket, settings: { ...shared, [secretsKey]: mark } };
}

interface Agreement {
  /** Its number, or that there need be none. */
  readonly folder: string;
  readonly settings: Record<string, Value>;
}

async function countRunning(db: Db): Promise<number> {
  const [running] = await db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${listenerConnectionName}`;
  return running?.count ?? 0;
}

async function decide(db: Db, { folder, settings }: Agreement): Promise<void> {
  await db`
    insert into node_agreement (folder, settings) values (${folder}, ${JSON.stringify(settings)}::text::jsonb)
    on conflict (is_one) do update set folder = excluded.folder, settings = excluded.settings`;
}

async function agree(db: Db, mine: Agreement, dataDir: string): Promise<void> {
  refuse(await differences(db, mine, dataDir));
  // What the first one did not know, being of an older release, is decided by the first one that does.
  await db`
    insert into node_agreement (folder, settings) values (${mine.folder}, ${JSON.stringify(mine.settings)}::text::jsonb)
    on conflict (is_one) do update set settings = excluded.settings || node_agreement.settings`;
}

function refuse(different: readonly string[]): void {
  if (different.length)
    throw new StartupError(
      `This node does not fit those that run on its database: ${different.join(', ')}; let all nodes have the same, or stop the others first.`,
    );
}

async function differences(db: Db, mine: Agreement, dataDir: string): Promise<string[]> {
  const [theirs] = await db<Agreement[]>`select folder, settings from node_agreement`;
  if (!theirs) return [];
  const different = Object.entries(mine.settings)
    .filter(([name, value]) => Object.hasOwn(theirs.settings, name) && value !== theirs.settings[name])
    .map(([name, value]) => `${name} is ${shown(value)} here and ${shown(theirs.settings[name])} there`);
  if (!isSameFolder(mine.folder, theirs.folder))
    different.unshift(`DATA_DIR ${dataDir} is not the folder of their files`);
  return different;
}

/** Whether nodes run on this database, and in what they differ from these settings. */
export async function compareWithNodes(
  db: Db,
  settings: Settings,
): Promise<{ running: boolean; different: readonly string[] }> {
  const mine = await agreementOf(settings, knownNumber);
  const running = (await countRunning(db)) > 0;
  const [known] = await db<{ known: boolean }[]>`select to_regclass('node_agreement') is not null as known`;
  return { running, different: running && known?.known ? await differences(db, mine, settings.dataDir) : [] };
}

const shown = (value: Value | undefined) => value ?? 'not set';

/** The key that seals what the database keeps (auth/vault.ts). */
const secretsKey = 'keys/secrets.key';

/** What stands for the number of a folder where files lie in a bucket. */
const inBucket = '00000000-0000-0000-0000-000000000000';

const isSameFolder = (one: string, other: string): boolean => one === other || [one, other].includes(inBucket);

const knownFolder = async ({ dataDir, files }: Settings): Promise<string> =>
  files.target === 'folder' ? await knownNumber(dataDir) : inBucket;

/** The number of a data folder; empty: it has none yet. */
async function knownNumber(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'folder-number'), 'utf8').catch(() => '')).trim();
}

/** The number that lies in a data folder, by which two nodes see that it is the same one. */
async function folderNumber(dataDir: string): Promise<string> {
  const path = join(dataDir, 'folder-number');
  // Only the first to come writes it.
  await writeFile(path, `${randomUUID()}\n`, { flag: 'wx' }).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EEXIST') throw failure;
  });
  return (await readFile(path, 'utf8')).trim();
}
