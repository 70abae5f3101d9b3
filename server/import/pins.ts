import { arePinsHashedWithOtherKey, hasLegacyPinHashes, PinHasher } from '../auth/pins.ts';
import { Vault } from '../auth/vault.ts';
import { StartupError } from '../core/startup-error.ts';
import { connectWithoutTimeouts, type Database } from '../database/database.ts';
import type { ParsedFiles } from './read-file.ts';
import { primaryKeySql, readSnapshotTableDescription, rowHashSql } from './snapshots.ts';
import type { ImportConnection } from './stage.ts';

/**
 * Opens the hashes of personal numbers where a file brings some; null: none does.
 * @throws StartupError when the data folder is not the portal's: with its key nobody would be known; and before the portal has
 * hashed on what an earlier release kept, as nothing says then whose folder this is
 */
export async function prepareImportPinHasher(
  db: ImportConnection,
  files: ParsedFiles,
  dataDir: string | undefined,
): Promise<PinHasher | null> {
  const brings = [...files.values()].some(({ table, rows }) =>
    table.columns.some(({ name, is }) => is.a === 'pin' && rows.some(({ cells }) => cells[name])),
  );
  if (!brings) return null;
  if (dataDir === undefined) throw new Error('personal numbers need the data folder, where their key lies');
  const there = await Vault.openThere(dataDir);
  if (await arePinsHashedWithOtherKey(db, there))
    throw new StartupError(
      `Personal numbers are hashed with another key than that of ${dataDir}: set the DATA_DIR of the portal, or start the portal first.`,
    );
  if (await hasLegacyPinHashes(db))
    throw new StartupError(
      'Personal numbers are still hashed as an earlier release did: start the portal once, which hashes them on with its own key.',
    );
  const pins = await PinHasher.open(db, there ?? (await Vault.open(dataDir)));
  await rehashPins(db, pins);
  return pins;
}

/** Opens the hashes of personal numbers for the portal, once those of an earlier release are hashed on. */
export async function preparePortalPinHasher(
  database: Pick<Database, 'autocommit' | 'url'>,
  vault: Vault,
  timeZone: string,
): Promise<PinHasher> {
  const pins = await PinHasher.open(database.autocommit, vault);
  if (await hasLegacyPinHashes(database.autocommit)) {
    const owner = connectWithoutTimeouts(database.url, 1, timeZone);
    try {
      await owner.begin((db) => rehashPins(db, pins));
    } finally {
      await owner.end();
    }
  }
  return pins;
}

/**
 * Hashes on what an earlier release hashed with a key of the database alone, also in what imports keep for being undone: a row
 * that was as the import had left it still is. Done once.
 */
export async function rehashPins(db: ImportConnection, pins: PinHasher): Promise<void> {
  const former = await db<{ id: string; pin: string }[]>`select id, pin from person where pin not like '%.%'`;
  if (former.length > 0) {
    const person = await readSnapshotTableDescription(db, 'person');
    await db.unsafe(`create temp table rehashed_person on commit drop as
      select c.run_id, c.key from import_change c join person t on c.key = ${primaryKeySql(person, 't')}
      where c.table_name = 'person' and t.pin not like '%.%' and c.after_hash = ${rowHashSql(person, 't')}`);
    await db`
      update person p set pin = n.pin
      from unnest(${former.map(({ id }) => id)}::bigint[], ${former.map(({ pin }) => pin)}::text[],
        ${former.map(({ pin }) => pins.hashOn(pin))}::text[]) n (id, former, pin)
      where p.id = n.id and p.pin = n.former`;
    await db.unsafe(`update import_change c set after_hash = ${rowHashSql(person, 't')}
      from rehashed_person r join person t on r.key = ${primaryKeySql(person, 't')}
      where c.run_id = r.run_id and c.key = r.key and c.table_name = 'person'`);
  }
  const images = await db<{ pin: string }[]>`
    select distinct before->>'pin' as pin from import_change
    where table_name = 'person' and before->>'pin' not like '%.%'`;
  if (images.length > 0)
    await db`
      update import_change c set before = jsonb_set(c.before, '{pin}', to_jsonb(n.pin))
      from unnest(${images.map(({ pin }) => pin)}::text[], ${images.map(({ pin }) => pins.hashOn(pin))}::text[]) n (former, pin)
      where c.table_name = 'person' and c.before->>'pin' = n.former`;
}
