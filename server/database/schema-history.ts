import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../core/startup-error.ts';

/** One step of the schema, or one file of functions. */
export interface Migration {
  /** File name without its ending, such as `0004_sessions`. */
  name: string;
  text: string;
  checksum: string;
}

/** What a database or a back-up remembers of a step. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** The line by which a step says that releases before it cannot work on what it makes. */
const endsOlderReleases = /^-- Not for older releases: \S/m;

/** Whether nodes of releases that do not know this step go on with what it makes. */
export const isCompatibleWithOlderReleases = ({ text }: Migration): boolean => !endsOlderReleases.test(text);

/** The steps that lead from nothing to this release's schema, by the way on which a database or a back-up is. */
interface MigrationPath {
  readonly steps: readonly Migration[];
  /** How many of them are those of the first schema that is carried over and what came after it; 0 on the way of today. */
  readonly earlier: number;
}

/** The first schema that is carried over, by the commit that made it: its steps, and those since, lie in upgrades/. */
const first = '61c0c5e';

type Checksums = Readonly<Record<string, string>>;
const readChecksums = <T>(file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T;

/** The steps of each release, each with its checksum: none of them changes any more. A new database begins with those of 1.0.0. */
export const releasedMigrations = readChecksums<{ readonly '1.0.0': Checksums }>('released.json');

/** The steps of the first schema that is carried over, and those that came after it until steps were gathered again. */
export const earlierMigrations = readChecksums<{ readonly first: Checksums; readonly since: Checksums }>(
  `upgrades/${first}/checksums.json`,
);

/** Reads the texts of a folder in order. Line ends do not count for the checksum, as version control may change them. */
export function readMigrationFiles(folder: string): Migration[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/**
 * Reads the steps of a schema's folder in order.
 * @throws StartupError when a file is not named NNNN_name.sql, or two share a number
 */
export function readMigrations(folder: string): Migration[] {
  const numbers = new Set<string>();
  const steps = readMigrationFiles(join(folder, 'migrations'));
  for (const { name } of steps) {
    const number = /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1];
    if (number === undefined || numbers.has(number))
      throw new StartupError(`The migration ${name}.sql needs a name such as 0007_chat.sql with a number of its own.`);
    numbers.add(number);
  }
  return steps;
}

/** Reads the steps of the first schema that is carried over, and those that made today's of it. */
export const readEarlierMigrations = (folder: string): Migration[] =>
  readMigrationFiles(join(folder, 'upgrades', first));

/**
 * The way on which a database or a back-up is that remembers these steps.
 * @throws StartupError when they are of a time before the first schema that is carried over
 */
export function findUpgradePath(applied: readonly AppliedMigration[], folder: string): MigrationPath {
  const steps = readMigrations(folder);
  const earlier = applied.length ? readEarlierMigrations(folder) : [];
  // Nothing was applied; or it is today's, or another schema, such as the tests bring.
  if (applied[0]?.name !== earlier[0]?.name || !earlier.length) return { steps, earlier: 0 };
  const names = new Set(applied.map(({ name }) => name));
  const needed = Object.keys(earlierMigrations.first);
  if (!needed.every((name) => names.has(name)))
    throw new StartupError(
      `The schema is of a time before ${needed.at(-1)}, the first that is carried over: no release brings it up to date; load the registrar's tables into a new database.`,
    );
  return { steps: [...earlier, ...steps.slice(beginning)], earlier: earlier.length };
}

/** How many steps a new database begins with. */
const beginning = Object.keys(releasedMigrations['1.0.0']).length;

/**
 * Steps in the names of today: where all the earlier ones were applied, those that a new database begins with stand for them.
 * @throws StartupError when they are of a time before the first schema that is carried over
 */
export function toCurrentMigrations(applied: readonly AppliedMigration[], folder: string): readonly AppliedMigration[] {
  const { earlier } = findUpgradePath(applied, folder);
  if (!earlier || applied.length < earlier) return applied;
  return [...readMigrations(folder).slice(0, beginning), ...applied.slice(earlier)];
}

/** Whether this release knows each of the steps, as it is. */
export function areMigrationsKnown(applied: readonly AppliedMigration[], folder: string): boolean {
  const { steps } = findUpgradePath(applied, folder);
  return applied.every(({ name, checksum }, at) => steps[at]?.name === name && steps[at].checksum === checksum);
}

/** Whether the one has come further than the other. */
export function isNewerSchema(
  one: readonly AppliedMigration[],
  other: readonly AppliedMigration[],
  folder: string,
): boolean {
  const [here, there] = [toCurrentMigrations(one, folder), toCurrentMigrations(other, folder)];
  const isEarlier = (applied: readonly AppliedMigration[]) => findUpgradePath(applied, folder).earlier > 0;
  return isEarlier(here) === isEarlier(there) ? here.length > there.length : here.length > 0 && isEarlier(there);
}
