import { readFileSync } from 'node:fs';
import type { Permission } from '@bilim/contract/permissions.ts';
import type { DirectoryEntry } from './setting-entries.ts';
import { loadDirectoryValidation, parseDirectoryEntry, parseListSetting } from './setting-list.ts';
import { StartupError } from './startup-error.ts';

/** A right that members of a group of the directory have here; without faculties it counts everywhere. */
export interface GroupPermission {
  readonly group: string;
  readonly permission: Permission;
  readonly faculties?: readonly string[];
}

/** A directory (LDAP) whose people sign in with the password that it keeps. */
export interface Directory extends DirectoryEntry {
  /** The certificates of the authority that signed theirs, as PEM. */
  ca?: string;
  /** Other servers to which a search may be sent on. */
  referrals: string[];
  /** Finds a person by the typed name, which takes the place of `{login}`. */
  filter: string;
  /** The attribute that never changes and is never given again: by it alone an account is known once it is linked. */
  uniqueId: string;
  /** How groups inside groups are found; `activeDirectory`: by a rule that only such servers know. */
  nested: 'walk' | 'activeDirectory';
  permissions: NonNullable<DirectoryEntry['permissions']>;
  /** Logins of people who look after others here and may be linked by the claim all the same. */
  administrators: string[];
  /** Passwords go to this very machine without TLS. */
  insecure: boolean;
}

/** Attributes that people may write themselves, or share: an account is never found by them. */
const never = new Set([
  ...['mail', 'email', 'rfc822mailbox', 'othermailbox', 'proxyaddresses', 'cn', 'commonname', 'name', 'sn', 'surname'],
  ...[
    'gn',
    'givenname',
    'displayname',
    'description',
    'telephonenumber',
    'mobile',
    'mobiletelephonenumber',
    'homephone',
  ],
]);
/** Attributes that change with a name, or are given to the next one who bears it: no account is known again by them. */
const renamed = new Set(['uid', 'userid', 'samaccountname', 'userprincipalname', 'distinguishedname', 'entrydn']);

const example =
  '[{"id":"uni","servers":["ldaps://ldap.university.kg"],"account":"cn=bilim,dc=university,dc=kg","password":"...","base":"ou=people,dc=university,dc=kg","claim":"uid","is":"login"}]';

/**
 * Reads `LDAP_DIRECTORIES`; null: there are none.
 * @throws StartupError with one sentence that names the fault and no secret
 */
export function parseDirectories(text: string | null): readonly Directory[] {
  if (text === null) return [];
  const list = parseListSetting(text);
  if (!Array.isArray(list)) throw new StartupError(`LDAP_DIRECTORIES must be a JSON list such as ${example}.`);
  const directories = list.map(readDirectory);
  const twice = directories.find(({ id }, at) => directories.slice(0, at).some((other) => other.id === id));
  if (twice) throw new StartupError(`LDAP_DIRECTORIES names "${twice.id}" twice.`);
  return directories;
}

function readDirectory(fields: unknown, at: number): Directory {
  const which = `Directory ${at + 1} of LDAP_DIRECTORIES`;
  const entry = parseDirectoryEntry(fields, (fault) => new StartupError(`${which}: ${fault}, as in ${example}.`));
  const { servers, referrals = [], filter = '(uid={login})', insecure = false } = entry;
  for (const server of [...servers, ...referrals]) checkServer(which, server, insecure);
  const again = servers.find((server, place) => servers.findIndex((one) => placeOf(one) === placeOf(server)) < place);
  if (again) throw new StartupError(`${which}: names the server "${again}" twice.`);
  if (never.has(entry.claim.toLowerCase()))
    throw new StartupError(
      `${which}: the attribute "${entry.claim}" may be anybody's; name the one that holds the login or the registrar's key.`,
    );
  const { uniqueId = 'entryUUID' } = entry;
  if (never.has(uniqueId.toLowerCase()) || renamed.has(uniqueId.toLowerCase()))
    throw new StartupError(
      `${which}: "uniqueId" is "${uniqueId}", which changes; name an attribute that never does, such as entryUUID or objectGUID.`,
    );
  if (!filter.includes('{login}')) throw new StartupError(`${which}: the filter must hold {login}.`);
  const fault = loadDirectoryValidation().findFilterFault(filter);
  if (fault !== null) throw new StartupError(`${which}: the filter "${filter}" ${fault}.`);
  for (const name of [entry.base, entry.groups, ...(entry.permissions ?? []).map(({ group }) => group)])
    if (name !== undefined && !loadDirectoryValidation().isDistinguishedName(name))
      throw new StartupError(`${which}: "${name}" is no name of an entry such as ou=people,dc=university,dc=kg.`);
  if (entry.permissions?.length && !entry.groups)
    throw new StartupError(`${which}: "permissions" needs "groups", below which the groups lie.`);
  return {
    ...entry,
    referrals,
    filter,
    insecure,
    ...(entry.ca !== undefined && { ca: certificates(which, entry.ca) }),
    uniqueId,
    nested: entry.nested ?? 'walk',
    permissions: entry.permissions ?? [],
    administrators: entry.administrators ?? [],
  };
}

/** Passwords go over TLS: from the first byte (ldaps), or after StartTLS (ldap). Without it only inside this machine. */
function checkServer(which: string, server: string, insecure: boolean): void {
  const url = URL.canParse(server) ? new URL(server) : null;
  const isServer = url !== null && ['ldap:', 'ldaps:'].includes(url.protocol) && url.hostname !== '';
  if (!isServer || !['', '/'].includes(url.pathname) || url.search || url.username || url.port === '0')
    throw new StartupError(`${which}: the server "${server}" must look like ldaps://ldap.university.kg:636.`);
  if (insecure && !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    throw new StartupError(`${which}: "insecure" sends passwords unencrypted, which only this machine may be sent.`);
}

/** Where a server listens, however it is written. */
function placeOf(server: string): string {
  const { protocol, hostname, port } = new URL(server);
  return `${hostname.toLowerCase().replace(/\.$/, '')}:${port || (protocol === 'ldaps:' ? '636' : '389')}`;
}

function certificates(which: string, path: string): string {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch {
    throw new StartupError(`${which}: the certificates "${path}" cannot be read.`);
  }
  if (!loadDirectoryValidation().isCertificatePem(pem))
    throw new StartupError(`${which}: "${path}" holds no certificates as PEM.`);
  return pem;
}
