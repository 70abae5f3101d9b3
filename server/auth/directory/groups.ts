import { EqualityFilter, ExtensibleFilter, OrFilter } from 'ldapts';
import type { Directory, GroupPermission } from '../../core/directory-settings.ts';
import { foldLookalikes } from '../lookalikes.ts';
import type { DirectoryConnection } from './connection.ts';
import { normalizeEntryName } from './entry-names.ts';

/** Limits for nested groups: how deep they are followed, and how many in all. */
const deepest = 10;
const maxGroups = 1000;
/** Active Directory's own walk through groups (LDAP_MATCHING_RULE_IN_CHAIN). */
const inChain = '1.2.840.113556.1.4.1941';

/** What the groups of a person give, and names of theirs that only look like a group of the settings. */
export interface DirectoryGroupPermissions {
  readonly rights: readonly GroupPermission[];
  readonly lookalikes: readonly string[];
  /** There were more groups, or deeper ones, than are looked at. */
  readonly isCut: boolean;
}

/** The rights that a person has by the groups of a directory, also by groups inside groups. */
export async function readDirectoryGroupPermissions(
  connection: DirectoryConnection,
  directory: Directory,
  dn: string,
): Promise<DirectoryGroupPermissions> {
  const { groups, permissions, nested } = directory;
  if (!groups || permissions.length === 0) return { rights: [], lookalikes: [], isCut: false };
  const { held, isCut } =
    nested === 'activeDirectory' ? await chained(connection, groups, dn) : await walked(connection, groups, dn);
  const wanted = permissions.map(({ group }) => normalizeEntryName(group));
  return {
    rights: permissions.filter(({ group }) => held.has(normalizeEntryName(group))),
    lookalikes: [...held].filter(
      (name) => !wanted.includes(name) && wanted.some((group) => isConfusableGroup(name, group)),
    ),
    isCut,
  };
}

/** Whether a careless comparison would take one group for another: by a wildcard, or by letters that only look the same. */
export function isConfusableGroup(name: string, group: string): boolean {
  const [one, other] = [foldLookalikes(name), foldLookalikes(group)];
  const wildcard = one.indexOf('*');
  if (wildcard < 0) return one === other;
  return other.startsWith(one.slice(0, wildcard)) && other.endsWith(one.slice(one.lastIndexOf('*') + 1));
}

/** Names of groups, and whether there are more. */
interface GroupNames {
  readonly held: Set<string>;
  readonly isCut: boolean;
}

async function chained(connection: DirectoryConnection, base: string, dn: string): Promise<GroupNames> {
  const filter = new ExtensibleFilter({ matchType: 'member', rule: inChain, value: dn });
  const { entries, isCut } = await connection.search(base, filter, ['1.1']);
  return { held: new Set(entries.map((entry) => normalizeEntryName(entry.dn))), isCut };
}

/** Asks level by level, with one search for all groups of a level; a group inside itself is looked at once. */
async function walked(connection: DirectoryConnection, base: string, dn: string): Promise<GroupNames> {
  const held = new Set<string>();
  let isCut = false;
  let level = [dn];
  for (let depth = 0; depth < deepest && level.length > 0 && held.size < maxGroups; depth++) {
    const members = level.flatMap((value) =>
      ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value })),
    );
    const { entries, ...more } = await connection.search(base, new OrFilter({ filters: members }), ['1.1']);
    isCut ||= more.isCut;
    const fresh = entries.map((entry) => entry.dn).filter((name) => !held.has(normalizeEntryName(name)));
    for (const name of fresh) held.add(normalizeEntryName(name));
    level = fresh;
  }
  return { held, isCut: isCut || level.length > 0 };
}
