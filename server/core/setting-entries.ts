import { providerIcons } from '@bilim/contract/login.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The form of the settings that are JSON lists; loaded where one of them is set (setting-list.ts). */
const word = (most: number) => Type.String({ minLength: 1, maxLength: most, pattern: '\\S' });
/** The name of an attribute, without options, and not as figures, by which one that is refused could be meant. */
const attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,59}$' });

/** An entry of `LDAP_DIRECTORIES`. */
const directory = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    servers: Type.Array(word(300), { minItems: 1, maxItems: 20 }),
    referrals: Type.Optional(Type.Array(word(300), { maxItems: 50 })),
    ca: Type.Optional(word(500)),
    account: word(500),
    password: word(500),
    base: word(500),
    filter: Type.Optional(word(1000)),
    uniqueId: Type.Optional(attribute),
    claim: attribute,
    is: Type.Union([Type.Literal('login'), Type.Literal('code')]),
    groups: Type.Optional(word(500)),
    administrators: Type.Optional(Type.Array(word(60), { maxItems: 100 })),
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

export type DirectoryEntry = Static<typeof directory>;

/** An entry of `OIDC_PROVIDERS`. */
const provider = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    issuer: word(500),
    clientId: word(200),
    clientSecret: Type.Optional(word(500)),
    privateKey: Type.Optional(word(500)),
    keyId: Type.Optional(word(200)),
    name: Type.Object({ ru: word(60), kg: word(60), en: word(60) }, { additionalProperties: false }),
    profile: Type.Optional(Type.Literal('national')),
    icon: Type.Optional(Type.Enum(providerIcons)),
    claim: Type.String({ pattern: '^\\S{1,60}$' }),
    is: Type.Union([Type.Literal('login'), Type.Literal('code'), Type.Literal('pin')]),
    administrators: Type.Optional(Type.Array(word(60), { maxItems: 100 })),
    scope: Type.Optional(word(300)),
    responseMode: Type.Optional(Type.Union([Type.Literal('query'), Type.Literal('form_post')])),
    untypedTokens: Type.Optional(Type.Boolean()),
    secondStep: Type.Optional(
      Type.Union([
        Type.Boolean(),
        Type.Object(
          { amr: Type.Optional(Type.Array(word(60))), acr: Type.Optional(Type.Array(word(200))) },
          { additionalProperties: false },
        ),
      ]),
    ),
  },
  { additionalProperties: false },
);

export type ProviderEntry = Static<typeof provider>;

/** What is wrong with an entry of a setting, and where; null: nothing. */
export const findSettingEntryFault = (kind: 'directory' | 'provider', entry: unknown): string | null =>
  faultOf({ directory, provider }[kind], entry);

function faultOf(schema: TSchema, entry: unknown): string | null {
  if (Value.Check(schema, entry)) return null;
  const errors = [...Value.Errors(schema, entry)];
  const strange = errors.flatMap(({ keyword, instancePath, params }) =>
    keyword === 'additionalProperties' ? [`${instancePath}/${params.additionalProperties[0] ?? ''}`] : [],
  );
  if (strange[0] !== undefined) return `"${strange[0]}" is no field`;
  // Where several forms are right the one is meant that the entry comes nearest to.
  const depth = ({ instancePath }: (typeof errors)[number]) => instancePath.split('/').length;
  const fault = errors.reduce<(typeof errors)[number] | undefined>(
    (deepest, one) => (deepest && depth(deepest) >= depth(one) ? deepest : one),
    undefined,
  );
  return `"${fault?.instancePath || '/'}" ${fault?.message ?? 'is wrong'}`;
}
