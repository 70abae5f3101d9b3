import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, run } from './machine.ts';

/** Everybody's account, which owns nothing: PostgreSQL does not run as root. */
export const unprivilegedUser = 'nobody';
export const passwordByRole = { superuser: 'superuser', replication: 'replication', portal: 'portal', calls: 'calls' };
const programs = '/usr/lib/postgresql/15/bin';
export const databaseNames = ['db1', 'db2', 'db3'] as const;
export const etcdNames = ['etcd1', 'etcd2', 'etcd3'] as const;

/** Of PostgreSQL: small, and with as many restart points as bring standbys back among those that take reads. */
const parameters = {
  ...{ max_connections: 120, shared_buffers: '64MB', max_wal_size: '192MB', wal_keep_size: '64MB' },
  ...{ checkpoint_timeout: '30s', hot_standby_feedback: 'on', wal_log_hints: 'on', jit: 'off' },
  ...{ wal_sender_timeout: '5s', wal_receiver_timeout: '5s', log_checkpoints: 'off' },
  ...{ tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3, tcp_user_timeout: 8_000 },
};

/**
 * Seconds of Patroni: the lock of a primary that is gone ends with `ttl`, which is the most of the fifteen seconds in which writes
 * have to go on.
 */
const times = { ttl: 8, loop_wait: 1, retry_timeout: 3 };

/** Starts one of three etcd, in which Patroni keeps who takes writes. */
export function startEtcd(machine: Machine, all: readonly Machine[]): void {
  const { address, name, folder } = machine;
  const peers = all.map((one) => `${one.name}=http://${one.address}:2380`).join(',');
  machine.start('/usr/bin/etcd', [
    ...['--name', name, '--data-dir', join(folder, 'data'), '--logger', 'zap', '--log-level', 'warn'],
    ...['--listen-client-urls', `http://${address}:2379`, '--advertise-client-urls', `http://${address}:2379`],
    ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
    ...['--initial-cluster', peers, '--initial-cluster-token', 'plugs', '--initial-cluster-state', 'new'],
    ...['--heartbeat-interval', '100', '--election-timeout', '1000'],
  ]);
}

/** Writes the configuration of one Patroni; the data lie on the given disk. */
export function configurePatroni(machine: Machine, disk: string, etcds: readonly Machine[]): void {
  const { address, name, folder } = machine;
  const initdb = [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'locale-provider': 'icu' }, { 'icu-locale': 'und' }];
  const settings = {
    ...{ scope: 'bilim', name, restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` } },
    etcd3: { hosts: etcds.map((etcd) => `${etcd.address}:2379`) },
    bootstrap: {
      dcs: {
        ...{ ...times, synchronous_mode: true, maximum_lag_on_failover: 1_048_576, primary_start_timeout: 5 },
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [...initdb, 'data-checksums'],
    },
    postgresql: {
      ...{ listen: `${address}:5432`, connect_address: `${address}:5432`, bin_dir: layPrograms(machine) },
      ...{ data_dir: join(disk, 'data'), pgpass: join(folder, 'pgpass'), create_replica_methods: ['basebackup'] },
      basebackup: { checkpoint: 'fast' },
      ...{ remove_data_directory_on_rewind_failure: true, remove_data_directory_on_diverged_timelines: true },
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: passwordByRole.superuser },
        replication: { username: 'replicator', password: passwordByRole.replication },
      },
      pg_hba: ['host all all all scram-sha-256', 'host replication replicator all scram-sha-256'],
    },
  };
  writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(settings, null, 1));
  run('chown', unprivilegedUser, folder, disk);
}

/** The programs of PostgreSQL, whose server asks the machine's clock; Patroni does not, for Python cannot sleep with a clock that leaps. */
function layPrograms(machine: Machine): string {
  const folder = join(machine.folder, 'bin');
  mkdirSync(folder);
  for (const name of readdirSync(programs)) symlinkSync(join(programs, name), join(folder, name));
  const server = join(folder, 'postgres');
  rmSync(server);
  const clock = Object.entries(machine.clockVariables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(server, `#!/bin/sh\nexec env ${clock.join(' ')} ${join(programs, 'postgres')} "$@"\n`, { mode: 0o755 });
  return folder;
}

/** Starts Patroni, which starts PostgreSQL. */
export function startPatroni(machine: Machine): void {
  machine.start('/usr/bin/patroni', [join(machine.folder, 'patroni.yml')], {
    ...{ user: unprivilegedUser, env: { PYTHONUNBUFFERED: '1', HOME: machine.folder } },
  });
}

/** What a Patroni says of itself. */
interface PatroniState {
  readonly state: string;
  readonly role: string;
  readonly replication?: readonly { application_name: string; state: string; sync_state: string }[];
}

/** Which of the three is what. */
export interface Roles {
  readonly primary: Machine;
  readonly standby: Machine;
  readonly spare: Machine;
}

/** Who is what, once all three take part and one of them is synchronous; else what is missing. */
export async function readRoles(machines: readonly Machine[]): Promise<Roles | string> {
  const states = await Promise.all(
    machines.map(async (machine) => ({
      machine,
      is: await fetchJson<PatroniState>(`${machine.address}:8008/patroni`),
    })),
  );
  const late = states.find(({ is }) => is?.state !== 'running');
  if (late) return `${late.machine.name} is ${late.is?.state ?? 'silent'}`;
  const leaders = states.filter(({ is }) => is?.role === 'master' || is?.role === 'primary');
  const [leader] = leaders;
  if (!leader || leaders.length > 1) return `${leaders.length} take writes`;
  const streaming = (leader.is?.replication ?? []).filter(({ state }) => state === 'streaming');
  const nameOf = (isSynchronous: boolean) =>
    streaming.find(({ sync_state }) => (sync_state === 'sync') === isSynchronous)?.application_name;
  const find = (name: string | undefined) => machines.find((machine) => machine.name === name);
  const [standby, spare] = [find(nameOf(true)), find(nameOf(false))];
  if (!standby || !spare)
    return `${streaming.length} follow ${leader.machine.name}, synchronous ${standby?.name ?? 'none'}`;
  return { primary: leader.machine, standby, spare };
}

async function fetchJson<T>(address: string): Promise<T | null> {
  try {
    const reply = await fetch(`http://${address}`, { signal: AbortSignal.timeout(1_500) });
    return (await reply.json()) as T;
  } catch {
    return null;
  }
}
