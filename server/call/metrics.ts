import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { readMachineTime } from '../core/clock.ts';
import type { SupervisedProcess } from '../core/supervised-process.ts';
import { version } from '../core/version.ts';
import type { Database } from '../database/database.ts';
import { readDatabaseMetrics } from './metrics.queries.ts';

/** Milliseconds for which what the database said holds: several may read the metrics, each every few seconds. */
const holdsFor = 30_000;

/** The sources of the metrics. */
export interface MetricSources {
  readonly database: Pick<Database, 'readLong' | 'places' | 'replicas'>;
  readonly dataDir: string;
  /** The helper processes of this node. */
  readonly helpers: readonly Pick<SupervisedProcess, 'name' | 'works'>[];
}

function gaugesOf(registry: Registry) {
  const gauge = (name: string, help: string, label?: string) =>
    new Gauge({ name: `bilim_${name}`, help, labelNames: label ? [label] : [], registers: [registry] });
  gauge('build_info', 'The release that runs; always 1.', 'version').set({ version }, 1);
  return {
    free: gauge('data_free_bytes', 'Free space on the disk of the data folder.'),
    size: gauge('data_size_bytes', 'Size of the disk of the data folder.'),
    places: gauge('database_places', 'Calls that may use the database at once.', 'pool'),
    taken: gauge('database_places_taken', 'Calls that use the database.', 'pool'),
    helper: gauge('helper_works', 'Whether a helper process of this node is ready and answers.', 'process'),
    answers: gauge('database_answers', 'Whether the database answered when it was asked for the figures.'),
    files: gauge('files_bytes', 'What people have stored, also what they deleted and the history keeps.'),
    database: gauge('database_bytes', 'Size of the database.'),
    connections: gauge('postgres_connections', 'Connections to the PostgreSQL that are taken, of all its databases.'),
    most: gauge('postgres_connections_limit', 'Connections that the PostgreSQL gives.'),
    backup: gauge('last_backup_timestamp_seconds', 'When the last back-up was made; 0: never.'),
    imported: gauge('last_import_timestamp_seconds', 'When tables were imported last; 0: never.'),
    reads: gauge('replica_reads', 'Reads that a standby of DATABASE_READ_URL has answered for this node.', 'host'),
    reading: gauge(
      'replica_takes_reads',
      'Whether it can be asked; it may be behind for a moment all the same.',
      'host',
    ),
    standbys: gauge('replicas', 'Standbys that follow the database.'),
    waiting: gauge('queue_waiting', 'Rows that are due and wait for a helper process.', 'queue'),
    late: gauge('queue_oldest_seconds', 'For how long the first of them is due.', 'queue'),
    lagBytes: gauge('replica_lag_bytes', 'Write-ahead log that a standby has not replayed.', 'replica'),
    unsafe: gauge('postgres_unsafe_settings', 'Settings that are off and without which a power cut loses commits.'),
    triggers: gauge('postgres_disabled_triggers', 'Triggers of the tables that are switched off.'),
    archive: gauge('wal_archive_fails', 'Whether the write-ahead log could not be archived since the last failure.'),
    slots: gauge('idle_slot_bytes', 'Write-ahead log that is kept for a slot from which nobody reads.', 'slot'),
    lag: gauge('replica_lag_seconds', 'Seconds that a standby is behind; 0 when it has everything.', 'replica'),
  };
}

/** Metrics of storage, space, back-up, import, pools, queues, standbys and helper processes, asked for when they are read. */
export class Metrics {
  readonly #watched: MetricSources;
  readonly #gauges: ReturnType<typeof gaugesOf>;
  #reading: Promise<void> | null = null;
  #until = 0;

  constructor(registry: Registry, watched: MetricSources) {
    this.#watched = watched;
    this.#gauges = gaugesOf(registry);
  }

  /** Brings the metrics up to date; those of a database that does not answer are missing, as is what it would say. */
  async renew(): Promise<void> {
    const { free, size, places, taken, helper } = this.#gauges;
    const { database, dataDir, helpers } = this.#watched;
    for (const [pool, { most, now }] of Object.entries(database.places)) {
      places.set({ pool }, most);
      taken.set({ pool }, now);
    }
    for (const { host, fault, reads } of database.replicas) {
      this.#gauges.reads.set({ host }, reads);
      this.#gauges.reading.set({ host }, fault === null ? 1 : 0);
    }
    for (const { name, works } of helpers) helper.set({ process: name }, works ? 1 : 0);
    const disk = await statfs(dataDir).catch(() => null);
    if (disk) {
      free.set(disk.bavail * disk.bsize);
      size.set(disk.blocks * disk.bsize);
    }
    if (readMachineTime().getTime() < this.#until) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { answers, files, database, connections, most, backup, imported, standbys } = this.#gauges;
    const { waiting, late, lagBytes, lag, slots, unsafe, triggers, archive } = this.#gauges;
    for (const gauge of [waiting, late, lagBytes, lag, slots]) gauge.reset();
    try {
      const found = await this.#watched.database.readLong(readDatabaseMetrics);
      this.#until = readMachineTime().getTime() + holdsFor;
      answers.set(1);
      files.set(found.fileBytes);
      database.set(found.databaseBytes);
      connections.set(found.connections);
      most.set(found.maxConnections);
      backup.set(found.backup);
      imported.set(found.import);
      for (const queue of found.queues) {
        waiting.set({ queue: queue.name }, queue.waiting);
        late.set({ queue: queue.name }, queue.late);
      }
      unsafe.set(found.unsafeSettings);
      triggers.set(found.disabledTriggers);
      archive.set(found.archiveFails ? 1 : 0);
      for (const { name, bytes } of found.idleSlots) slots.set({ slot: name }, bytes);
      standbys.set(found.standbys.length);
      for (const { name, bytes, seconds } of found.standbys) {
        if (bytes !== null) lagBytes.set({ replica: name }, bytes);
        if (bytes !== null) lag.set({ replica: name }, seconds ?? 0);
      }
    } catch {
      answers.set(0);
      // Without a sample nobody takes for true what is not known.
      const known = [files, database, connections, most, backup, imported, standbys, unsafe, triggers, archive];
      for (const gauge of known) gauge.remove();
    }
  }
}
