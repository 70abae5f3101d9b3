import { readFileSync } from 'node:fs';
import { type Permission, permissions } from '@bilim/contract/permissions.ts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { CannotStart } from './cannot-start.ts';

const word = (most: number) => Type.String({ minLength: 1, maxLength: most });

const given = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    servers: Type.Array(word(300), { minItems: 1, maxItems: 20 }),
    referrals: Type.Optional(Type.Array(word(300), { maxItems: 50 })),
    ca: Type.Optional(word(500)),
    account: word(500),
    password: word(500),
    base: word(500),
    filter: Type.Optional(word(1000)),
    uniqueId: Type.Optional(word(60)),
    claim: word(60),
    is: Type.Union([Type.Literal('login'), Type.Literal('code')]),
    groups: Type.Optional(word(500)),
    nested: Type.Optional(Type.Union([Type.Literal('walk'), Type.Literal('activeDirectory')])),
    permissions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            group: word(500),
            permission: Type.Enum(permissions),
            faculties: Type.Optional(Type.Array(word(60), { minItems: 1, maxItems: 100 })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 500 },
      ),
    ),
    insecure: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

type Given = Static<typeof given>;

/** A right that members of a group of the directory have here; without faculties it counts everywhere. */
export interface GroupRight {
  readonly group: string;
  readonly permission: Permission;
  readonly faculties?: readonly string[];
}

/** A directory (LDAP) whose people sign in with the password that it keeps. */
export interface Directory extends Given {
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
  permissions: NonNullable<Given['permissions']>;
  /** Passwords go to this very machine without TLS. */
  insecure: boolean;
}

/** Attributes that people may write themselves, or share: an account is never found by them. */
const never = new Set(['mail', 'email', 'cn', 'sn', 'givenname', 'displayname', 'telephonenumber', 'mobile']);

const example =
  '[{"id":"uni","servers":["ldaps://ldap.university.kg"],"account":"cn=bilim,dc=university,dc=kg","password":"...","base":"ou=people,dc=university,dc=kg","claim":"uid","is":"login"}]';

/**
 * Reads `LDAP_DIRECTORIES`; null: there are none.
 * @throws CannotStart with one sentence that names the fault and no secret
 */
export function readDirectories(text: string | null): readonly Directory[] {
  if (text === null) return [];
  const list = parsed(text);
  if (!Array.isArray(list)) throw new CannotStart(`LDAP_DIRECTORIES must be a JSON list such as ${example}.`);
  const directories = list.map(readDirectory);
  const twice = directories.find(({ id }, at) => directories.slice(0, at).some((other) => other.id === id));
  if (twice) throw new CannotStart(`LDAP_DIRECTORIES names "${twice.id}" twice.`);
  return directories;
}

function readDirectory(entry: unknown, at: number): Directory {
  const which = `Directory ${at + 1} of LDAP_DIRECTORIES`;
  if (!Value.Check(given, entry)) {
    const [fault] = Value.Errors(given, entry);
    throw new CannotStart(
      `${which}: "${fault?.instancePath || '/'}" ${fault?.message ?? 'is wrong'}, as in ${example}.`,
    );
  }
  const { servers, referrals = [], filter = '(uid={login})', insecure = false } = entry;
  for (const server of [...servers, ...referrals]) checkServer(which, server, insecure);
  if (never.has(entry.claim.toLowerCase()))
    throw new CannotStart(
      `${which}: the attribute "${entry.claim}" may be anybody's; name the one that holds the login or the registrar's key.`,
    );
  if (!filter.includes('{login}')) throw new CannotStart(`${which}: the filter must hold {login}.`);
  if (entry.permissions?.length && !entry.groups)
    throw new CannotStart(`${which}: "permissions" needs "groups", below which the groups lie.`);
  return {
    ...entry,
    referrals,
    filter,
    insecure,
    ...(entry.ca !== undefined && { ca: certificates(which, entry.ca) }),
    uniqueId: entry.uniqueId ?? 'entryUUID',
    nested: entry.nested ?? 'walk',
    permissions: entry.permissions ?? [],
  };
}

/** Passwords go over TLS: from the first byte (ldaps), or after StartTLS (ldap). Without it only inside this machine. */
function checkServer(which: string, server: string, insecure: boolean): void {
  const url = URL.canParse(server) ? new URL(server) : null;
  const isServer = url !== null && ['ldap:', 'ldaps:'].includes(url.protocol) && url.hostname !== '';
  if (!isServer || !['', '/'].includes(url.pathname) || url.search || url.username)
    throw new CannotStart(`${which}: the server "${server}" must look like ldaps://ldap.university.kg:636.`);
  if (insecure && !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    throw new CannotStart(`${which}: "insecure" sends passwords unencrypted, which only this machine may be sent.`);
}

function certificates(which: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CannotStart(`${which}: the certificates "${path}" cannot be read.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
