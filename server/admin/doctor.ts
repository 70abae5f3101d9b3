import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { countPinsHashedWithOtherKey } from '../auth/pins.ts';
import { countSecretsSealedWithOtherKey, Vault, vaultKeyPath } from '../auth/vault.ts';
import { abbreviateNames } from '../backup/format.ts';
import { findIsolation } from '../converting/isolation.ts';
import { now } from '../core/clock.ts';
import { findOwnershipFault } from '../core/folder-owner.ts';
import { StartupError } from '../core/startup-error.ts';
import { version } from '../core/version.ts';
import { callsRole, checkCallsLogin } from '../database/calls-role.ts';
import { askRunningNodes, compareWithNodes } from '../database/cluster-check.ts';
import { findConnectionLimitFault } from '../database/external-postgres.ts';
import { checkSchema, schemaFolder } from '../database/migrate.ts';
import { findUnfinishedRestore } from '../database/restore-guard.ts';
import { findFirstBrokenEntry } from '../rooms/journal/journal.chain.ts';
import { isHttps, isRemotelyReachable, type Settings } from '../settings.ts';
import { findMisspeltSettings } from '../unknown-settings.ts';
import { inspectAuditChain } from './doctor.audit.ts';
import { inspectScanner, inspectStoredFiles } from './doctor.files.ts';
import { inspectPostgres } from './doctor.postgres.ts';
import {
  type PortalDiagnostics,
  readDatabaseDiagnostics,
  readJournalChains,
  readPortalDiagnostics,
} from './doctor.queries.ts';
import { type DoctorFinding, faultFinding, goodFinding, hintFinding } from './finding.ts';

/** Claims that no provider has to guarantee (OpenID Connect Core 5.7). */
const changeable = ['preferred_username', 'upn', 'username'];

const gibibyte = 1024 ** 3;
/** Less free space than this is a fault, less than ten times as much a hint. */
const minFreeBytes = gibibyte;
/** Seconds by which two clocks may differ. */
const clockSlack = 5;
/** Days without a back-up. */
const backupDays = 2;

/**
 * Looks at everything that can stop fitting together; changes nothing.
 * @param everyByte whether every file is read, however many there are
 */
export async function runDoctor(sql: Sql, settings: Settings, everyByte = false): Promise<DoctorFinding[]> {
  const schema = await ofSchema(sql);
  const isReadable = schema.every(({ kind }) => kind !== 'fault');
  return [
    ...ofNode(),
    ...(await ofDatabase(sql, settings)),
    ...(await inspectPostgres(sql, settings)),
    ...schema,
    ...ofSettings(settings),
    ...(await ofNodes(sql, settings)),
    ...ofConverter(settings),
    ...(await ofSpace(settings.dataDir)),
    ...(isReadable
      ? [
          ...(await ofPortal(sql, settings)),
          ...(await ofJournals(sql)),
          ...(await ofVault(sql, settings)),
          ...(await inspectStoredFiles(sql, settings, everyByte)),
          ...(await inspectScanner(sql, settings)),
        ]
      : []),
  ];
}

function ofNode(): DoctorFinding[] {
  const home = new URL('../../package.json', import.meta.url);
  const { optionalDependencies } = JSON.parse(readFileSync(home, 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const wanted = Object.values(optionalDependencies)[0];
  const found = process.versions.node;
  return found === wanted
    ? [goodFinding(`Bilim ${version} on Node ${found}.`)]
    : [faultFinding(`Node ${wanted} is needed and this is ${found}: start with npm, which takes the right one.`)];
}

async function ofDatabase(sql: Sql, settings: Settings): Promise<DoctorFinding[]> {
  const found = await readDatabaseDiagnostics(sql, now(), callsRole);
  const { version: number, ahead, bytes, collations, brokenIndexes, openConstraints } = found;
  const findings = [goodFinding(`PostgreSQL ${number}, ${(bytes / gibibyte).toFixed(1)} GiB.`)];
  if (Math.abs(ahead) > clockSlack)
    findings.push(
      faultFinding(
        `The clock of the database is ${Math.abs(ahead).toFixed(0)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this machine's: let both take their time from a time server (timedatectl set-ntp true).`,
      ),
    );
  else findings.push(goodFinding('The clocks of the database and of this machine agree.'));
  if (collations.length > 0)
    findings.push(
      faultFinding(
        `The system's rules for sorting changed (${abbreviateNames(collations)}), and indexes may miss rows: with the portal stopped run REINDEX DATABASE, then ALTER COLLATION ... REFRESH VERSION.`,
      ),
    );
  if (brokenIndexes.length > 0)
    findings.push(
      faultFinding(`Indexes were not built to the end: run REINDEX INDEX for ${abbreviateNames(brokenIndexes)}.`),
    );
  if (openConstraints.length > 0)
    findings.push(
      faultFinding(
        `Rows were never checked against ${abbreviateNames(openConstraints)}: run ALTER TABLE ... VALIDATE CONSTRAINT.`,
      ),
    );
  const tight = settings.databaseUrl && (await findConnectionLimitFault(sql, settings.databaseConnections));
  if (tight) findings.push(faultFinding(tight));
  if (!found.callsRole && settings.databaseUrl !== null)
    findings.push(
      hintFinding(
        `Calls run as the owner of the tables: make the role ${callsRole} as docs/operating.md shows, and restart the portal.`,
      ),
    );
  else if (settings.databaseUrl !== null && settings.databaseCallsUrl === null)
    findings.push(
      hintFinding(
        `Calls sign in as the owner of the tables and take the role ${callsRole}: give it a password and name it in DATABASE_CALLS_URL, and none of them can become the owner.`,
      ),
    );
  return [...findings, ...(await ofCallsLogin(sql, settings))];
}

/** What the portal would refuse to start with. */
async function ofCallsLogin(sql: Sql, { databaseUrl, databaseCallsUrl }: Settings): Promise<DoctorFinding[]> {
  if (databaseUrl === null || databaseCallsUrl === null) return [];
  try {
    await checkCallsLogin(sql, databaseCallsUrl);
    return [goodFinding('Calls sign in by themselves, in the same database.')];
  } catch (failure) {
    if (!(failure instanceof StartupError)) throw failure;
    return [faultFinding(failure.message)];
  }
}

async function ofSchema(sql: Sql): Promise<DoctorFinding[]> {
  const folder = await findUnfinishedRestore(sql);
  if (folder !== null)
    return [faultFinding(`A restore did not come to its end: run npm run restore again with DATA_DIR=${folder}.`)];
  try {
    const newer = await checkSchema(sql, schemaFolder);
    if (newer.length > 0)
      return [
        hintFinding(
          `The schema is of a newer release (${newer.at(-1)}), on which this one works: start the newer one again when what was wrong with it is mended.`,
        ),
      ];
    return [goodFinding('The schema is the one of this release.')];
  } catch (failure) {
    if (!(failure instanceof StartupError)) throw failure;
    return [faultFinding(failure.message)];
  }
}

function ofSettings(settings: Settings): DoctorFinding[] {
  const findings = findMisspeltSettings(process.env).map(({ name, suggestion }) =>
    hintFinding(
      `The variable ${name} is no setting and is not read: ${suggestion ? `did you mean ${suggestion}?` : 'remove it.'}`,
    ),
  );
  if (isHttps(settings) && settings.trustProxy.length === 0)
    findings.push(
      hintFinding('PUBLIC_URL is https and no proxy is named: set TRUST_PROXY, or all people count as one address.'),
    );
  for (const { id, claim } of settings.oidcProviders)
    if (changeable.includes(claim))
      findings.push(
        hintFinding(
          `The provider ${id} of OIDC_PROVIDERS names people by ${claim}, which they may be able to change there: take a claim that the provider itself writes, such as the number of a student.`,
        ),
      );
  return findings.length > 0 ? findings : [goodFinding('The settings can be read.')];
}

async function ofNodes(sql: Sql, settings: Settings): Promise<DoctorFinding[]> {
  const { running, different } = await compareWithNodes(sql, settings);
  if (!running) return [goodFinding('No portal runs on this database now.')];
  const { count, answers } = await askRunningNodes(sql, settings);
  const findings = answers
    .filter((node) => node.release !== version)
    .map(({ host, release }) =>
      faultFinding(`A node at ${host} runs release ${release}, and this is ${version}: restart it.`),
    );
  findings.push(...inspectSilentNodes(count, answers.length));
  for (const { host, idle } of answers)
    if (idle.length > 0)
      findings.push(
        hintFinding(
          `At ${host} these helper processes do not work: ${idle.join(', ')}. They are started again by themselves; when that lasts, its log says why.`,
        ),
      );
  const unlike = answers.filter((node) => node.different.length > 0);
  if (different.length > 0)
    findings.push(
      faultFinding(
        `The portal runs with other settings than this command: ${different.join(', ')}. Give the command the portal's, or the nodes the same.`,
      ),
    );
  else
    for (const node of unlike)
      findings.push(
        faultFinding(
          `A node at ${node.host} has another ${node.different.join(', ')} than this command and the others: let all have the same.`,
        ),
      );
  if (different.length + unlike.length === 0)
    findings.push(
      goodFinding(
        `The portal runs on ${count === 1 ? '1 node' : `${count} nodes`}, with the settings and the folder of this command.`,
      ),
    );
  return findings;
}

/** Silence alone says not what is wrong: a node that cannot work is taken from the proxy by its /readyz. */
export function inspectSilentNodes(count: number, answered: number): DoctorFinding[] {
  const silent = count - answered;
  if (silent <= 0) return [];
  return [
    hintFinding(
      `${silent} of ${count} nodes did not say who they are, though asked twice: they are busy or hang, are of an older release, or their machine went away a moment ago. Look at /readyz and the log of each, and start again what does not answer there.`,
    ),
  ];
}

function ofConverter({ officeConverter: { program, isOff } }: Settings): DoctorFinding[] {
  if (isOff) return [goodFinding('No pages are made of office files (OFFICE_CONVERTER=off).')];
  if (program === null)
    return [
      hintFinding(
        'No pages are made of office files: install LibreOffice (on Debian libreoffice-writer-nogui, libreoffice-calc-nogui and libreoffice-impress-nogui), or set OFFICE_CONVERTER=off.',
      ),
    ];
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  const version = /^LibreOffice [\d.]+/.exec(stdout ?? '')?.[0] ?? null;
  if (version === null)
    return [faultFinding(`${program} does not answer as LibreOffice does: name another program in OFFICE_CONVERTER.`)];
  if (findIsolation().takesNetwork) return [goodFinding(`${version} makes pages of office files, without a network.`)];
  return [
    hintFinding(
      `${version} makes pages of office files, but this system does not let its network be taken away: allow user namespaces (docs/operating.md#office-files).`,
    ),
  ];
}

async function ofSpace(dataDir: string): Promise<DoctorFinding[]> {
  const found = await statfs(dataDir).catch(() => null);
  if (!found)
    return [faultFinding(`The data folder ${dataDir} cannot be read: is DATA_DIR right, and is it this user's?`)];
  const closed = await findOwnershipFault(dataDir);
  if (closed) return [faultFinding(closed)];
  const free = found.bavail * found.bsize;
  const text = `${(free / gibibyte).toFixed(1)} GiB are free on the disk of ${dataDir}`;
  if (free < minFreeBytes) return [faultFinding(`${text}: make room now, the database stops when there is none.`)];
  if (free < 10 * minFreeBytes) return [hintFinding(`${text}: make room soon.`)];
  return [goodFinding(`${text}.`)];
}

/** Numbers come from a counter that only the owner of the tables can set; an invented past has moments of its own. */
export function inspectAuditNumbering({
  trail,
  invented,
}: Pick<PortalDiagnostics, 'trail' | 'invented'>): DoctorFinding[] {
  const { leaps } = trail;
  const backwards = invented ? [] : trail.backwards;
  if (leaps.length + backwards.length === 0) return [];
  const parts = [
    ...(leaps.length > 0 ? [`leap before ${abbreviateNames(leaps.map(String))}`] : []),
    ...(backwards.length > 0 ? [`go on with an earlier moment at ${abbreviateNames(backwards.map(String))}`] : []),
  ];
  return [
    hintFinding(
      `The numbers of the audit trail ${parts.join(' and ')}: somebody set its counter, or the clock of the database was wrong. Look who could sign in as the owner of the tables then.`,
    ),
  ];
}

/** That nobody looks after all accounts, or soon nobody will. */
export function inspectAdministrators({
  administrators,
  administratorsUntil: until,
}: Pick<PortalDiagnostics, 'administrators' | 'administratorsUntil'>): DoctorFinding[] {
  if (administrators === 0) return [hintFinding('Nobody looks after accounts: npm run admin -- first LOGIN.')];
  if (until === null) return [];
  return [
    hintFinding(
      `After ${until} nobody looks after all accounts, and until then nobody gives that right for longer: npm run admin -- first LOGIN makes an administrator the day after.`,
    ),
  ];
}

async function ofPortal(sql: Sql, settings: Settings): Promise<DoctorFinding[]> {
  const found = await readPortalDiagnostics(sql);
  const findings: DoctorFinding[] = [];
  if (found.invented === null)
    findings.push(
      hintFinding('There is no university in the database yet: npm run import -- FOLDER --passwords FILE.'),
    );
  if (found.invented && isRemotelyReachable(settings))
    findings.push(
      faultFinding(
        'The university is invented and everybody knows its passwords, but other machines reach the portal: use an empty database.',
      ),
    );
  findings.push(...inspectAdministrators(found));
  if (found.behind.length > 0)
    findings.push(
      faultFinding(
        `Counters of ${abbreviateNames(found.behind)} stand behind their rows, and new ones cannot come: restore the last back-up into a new place, which sets them.`,
      ),
    );
  findings.push(...inspectAuditNumbering(found));
  if (found.lateDeliveries > 0)
    findings.push(
      hintFinding(
        `${found.lateDeliveries} notices wait for more than an hour: look for the delivery process in the log, and at SMTP_URL.`,
      ),
    );
  if (found.lateTexts > 0)
    findings.push(
      hintFinding(
        `${found.lateTexts} files wait for a day to be read for the search: look for the reading process in the log.`,
      ),
    );
  if (found.latePages > 0 && settings.officeConverter.program !== null)
    findings.push(
      hintFinding(`${found.latePages} office files wait for their pages: look for the converting process in the log.`),
    );
  if (found.withoutPages > 0)
    findings.push(
      goodFinding(`${found.withoutPages} office files could not be made into pages and are only downloaded.`),
    );
  const { backedUp, daysSinceBackup } = found;
  if (backedUp === null) findings.push(hintFinding('No back-up was ever made: npm run backup -- FILE, every night.'));
  else if ((daysSinceBackup ?? 0) > backupDays)
    findings.push(hintFinding(`The last back-up is of ${backedUp}: npm run backup -- FILE, every night.`));
  else findings.push(goodFinding(`The last back-up is of ${backedUp}.`));
  return findings;
}

/** Every entry of the journals against the hash that it was written with, and that against the one before. */
async function ofJournals(sql: Sql): Promise<DoctorFinding[]> {
  const broken: string[] = [];
  let count = 0;
  for await (const chains of readJournalChains(sql))
    for (const { column, entries, last } of chains) {
      count += entries.length;
      const place = findFirstBrokenEntry(entries, last);
      if (place >= 0) broken.push(`column ${column}, entry ${place + 1} of ${entries.length}`);
    }
  if (broken.length === 0) return [goodFinding(`All ${count} entries of the journals are as they were written.`)];
  return [
    faultFinding(
      `Entries of ${broken.length} columns of the journals were changed past the portal (${abbreviateNames(broken)}): compare them with a back-up, and find out who can write to the database.`,
    ),
  ];
}

/** Findings about the key in the data folder: sealed columns that it opens, and the chain of the audit made with it. */
async function ofVault(sql: Sql, { dataDir }: Settings): Promise<DoctorFinding[]> {
  const path = vaultKeyPath(dataDir);
  const opened = await Vault.openThere(dataDir).catch((failure: unknown) => {
    if (failure instanceof StartupError) return failure;
    throw failure;
  });
  if (opened instanceof StartupError) return [faultFinding(opened.message)];
  const { codes, calendars } = await countSecretsSealedWithOtherKey(sql, opened);
  const closed = codes + calendars > 0;
  const pins = await countPinsHashedWithOtherKey(sql, opened);
  const ofPins =
    pins > 0
      ? [
          faultFinding(
            `${pins} personal numbers are hashed with another key than ${path}: put the right file there, or load the folder of people once more.`,
          ),
        ]
      : [];
  const what = `${codes} keys of apps and ${calendars} addresses of calendars are sealed with another one: put the right file there, or reset them.`;
  if (opened === null)
    return [
      closed
        ? faultFinding(`The key ${path} is missing; ${what}`)
        : hintFinding(`The key ${path} is not there: the portal makes it when it starts. Keep a copy of it apart.`),
      ...ofPins,
    ];
  const findings = closed ? [faultFinding(`The key ${path} is a wrong one; ${what}`)] : [];
  return [...findings, ...ofPins, ...(await inspectAuditChain(sql, opened, dataDir))];
}
