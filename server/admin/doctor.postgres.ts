import type { Sql } from 'postgres';
import { abbreviateNames } from '../backup/format.ts';
import { parseDatabaseAddress } from '../core/database-address.ts';
import { createPostgresClient } from '../database/postgres-client.ts';
import { inspectReplica, type ReplicaFault } from '../database/replica-reads.ts';
import type { Settings } from '../settings.ts';
import { type PostgresDiagnostics, readPostgresDiagnostics } from './doctor.postgres.queries.ts';
import { type DoctorFinding, faultFinding, goodFinding, hintFinding } from './finding.ts';

const mebibyte = 1024 ** 2;
/** Write-ahead log that a standby, or a slot, may be behind: more is worth a look, sixteen times as much a fault. */
const maxLagBytes = 64 * mebibyte;
/** Part of PostgreSQL's connections that may be taken. */
const maxConnectionShare = 0.85;

const inMebibytes = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`;
const byWeight = (bytes: number) => (bytes > 16 * maxLagBytes ? faultFinding : hintFinding);

/** What threatens data though the portal runs: settings, triggers, archive, slots, standbys, connections. */
export async function inspectPostgres(sql: Sql, settings: Settings): Promise<DoctorFinding[]> {
  const facts = await readPostgresDiagnostics(sql);
  const findings = [
    ...ofSafety(facts, settings),
    ...ofArchive(facts),
    ...ofStandbys(facts, settings),
    ...(await ofReplicas(sql, settings)),
  ];
  const { connections, maxConnections } = facts;
  if (connections > maxConnectionShare * maxConnections)
    findings.push(
      faultFinding(
        `${connections} of PostgreSQL's ${maxConnections} connections are taken: raise max_connections, or lower DATABASE_CONNECTIONS.`,
      ),
    );
  return findings.length > 0 ? findings : [goodFinding('PostgreSQL keeps what it acknowledges.')];
}

function ofSafety({ unsafe, triggersOff, role }: PostgresDiagnostics, { testClock }: Settings): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  // A trial under a moved clock need not survive a power cut.
  const finding = testClock === null ? faultFinding : hintFinding;
  if (unsafe.length > 0)
    findings.push(
      finding(
        `${unsafe.join(', ')} of PostgreSQL ${unsafe.length > 1 ? 'are' : 'is'} off: what was acknowledged is lost at a power cut. Set them on and start PostgreSQL again.`,
      ),
    );
  if (triggersOff.length > 0)
    findings.push(
      faultFinding(
        `Triggers are switched off (${abbreviateNames(triggersOff)}): histories can be changed meanwhile. Run ALTER TABLE ... ENABLE TRIGGER ALL, and find out who did it.`,
      ),
    );
  if (role !== 'origin')
    findings.push(
      faultFinding(
        `session_replication_role is ${role} for this role, with which no trigger runs: ALTER ROLE ... RESET session_replication_role.`,
      ),
    );
  return findings;
}

function ofArchive({ failedArchive, failedAt, idleSlots }: PostgresDiagnostics): DoctorFinding[] {
  const findings = idleSlots.map(({ name, bytes }) =>
    byWeight(bytes)(
      `Nobody reads from the replication slot ${name}, for which PostgreSQL keeps ${inMebibytes(bytes)} of its log and will until the disk is full: start the standby, or select pg_drop_replication_slot('${name}').`,
    ),
  );
  if (failedArchive !== null)
    findings.push(
      faultFinding(
        `The write-ahead log is not archived: ${failedArchive} failed at ${failedAt}, and none came through since. PostgreSQL's log says why; until then its disk fills, and no point in time can be restored.`,
      ),
    );
  return findings;
}

function ofStandbys({ standbys, isSynchronous }: PostgresDiagnostics, { databaseUrl }: Settings): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const seen = standbys.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  for (const { name, bytes } of seen)
    if (bytes > maxLagBytes)
      findings.push(
        byWeight(bytes)(
          `The standby ${name} is ${inMebibytes(bytes)} behind: look at its log, its disk and the network.`,
        ),
      );
  if (seen.length < standbys.length)
    findings.push(
      hintFinding('How far the standbys are behind cannot be seen: grant pg_monitor to the roles of the portal.'),
    );
  const isForFailover = databaseUrl !== null && (parseDatabaseAddress(databaseUrl)?.hosts.length ?? 0) > 1;
  if (isForFailover && standbys.length === 0)
    findings.push(faultFinding('DATABASE_URL names several hosts, but no standby follows the one that takes writes.'));
  else if (isForFailover && !isSynchronous)
    findings.push(
      hintFinding(
        'Commits do not wait for a standby, so that the last ones are lost at a failover: set synchronous_standby_names (Patroni: synchronous_mode).',
      ),
    );
  return findings;
}

/** The standbys that calls read on. */
async function ofReplicas(sql: Sql, { databaseReadUrl }: Settings): Promise<DoctorFinding[]> {
  const address = parseDatabaseAddress(databaseReadUrl ?? '');
  const findings: DoctorFinding[] = [];
  for (const place of address?.hosts ?? []) {
    const name = `The standby ${place.host}:${place.port} of DATABASE_READ_URL`;
    const replica = createPostgresClient(address?.urlOf(place) ?? '', {
      max: 1,
      connect_timeout: 5,
      onnotice: () => undefined,
    });
    try {
      const { fault, behind } = await inspectReplica(replica, sql);
      if (fault)
        findings.push(
          faultFinding(`${name} ${fault}, and calls read on the primary instead: ${adviceAgainst[fault]}.`),
        );
      else if (behind > maxLagBytes)
        findings.push(
          hintFinding(`${name} is ${inMebibytes(behind)} behind, and calls read on the primary meanwhile.`),
        );
    } finally {
      await replica.end({ timeout: 0 });
    }
  }
  return findings;
}

const adviceAgainst: Readonly<Record<ReplicaFault, string>> = {
  'does not answer': 'start it, and look at the address, the password and the network',
  'takes writes itself': 'make it a standby again, or take it out of the address',
  'is of another cluster': 'name a standby of the database of DATABASE_URL',
  'follows another primary':
    'it is behind the last failover; when that lasts longer than its checkpoint_timeout, make it again from the primary',
};
