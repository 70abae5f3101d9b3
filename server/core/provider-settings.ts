import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { CannotStart } from './cannot-start.ts';

const word = (most: number) => Type.String({ minLength: 1, maxLength: most });

const given = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    issuer: word(500),
    clientId: word(200),
    clientSecret: Type.Optional(word(500)),
    name: Type.Object({ ru: word(60), kg: word(60), en: word(60) }, { additionalProperties: false }),
    profile: Type.Optional(Type.Literal('national')),
    claim: word(60),
    is: Type.Union([Type.Literal('login'), Type.Literal('code'), Type.Literal('pin')]),
    scope: Type.Optional(word(300)),
    responseMode: Type.Optional(Type.Union([Type.Literal('query'), Type.Literal('form_post')])),
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

type Given = Static<typeof given>;

/** Somebody who keeps accounts that people sign in by. */
export interface Provider extends Omit<Given, 'secondStep'> {
  /** Below it lies its discovery document (`.well-known/openid-configuration`); https, in tests this machine. */
  readonly issuer: string;
  /**
   * The claim that names the account at the first sign-in, and what it is here: the login, the registrar's own key, or the
   * personal number of the national register, which is kept as a hash.
   */
  readonly claim: string;
  readonly is: 'login' | 'code' | 'pin';
  readonly scope: string;
  readonly responseMode: 'query' | 'form_post';
  /**
   * It may ask for a second step itself: none is asked for here when its ID token says by one of these that it did
   * (`amr` of RFC 8176, `acr` of OpenID Connect). Null: its word does not count.
   */
  readonly secondStep: { readonly amr: readonly string[]; readonly acr: readonly string[] } | null;
}

/** What the national identity service speaks: whoever names this profile needs not say it. */
const national = {
  name: {
    ru: 'Единая система идентификации',
    kg: 'Бирдиктүү идентификация системасы',
    en: 'National identity service',
  },
  claim: 'pin',
  is: 'pin',
  scope: 'openid profile phone',
  responseMode: 'form_post',
} as const;

/** Claims that people may write themselves, or share: an account is never found by them. */
const never = new Set(['email', 'name', 'given_name', 'family_name', 'nickname', 'phone_number']);

const example =
  '[{"id":"uni","issuer":"https://id.university.kg","clientId":"bilim","clientSecret":"...","name":{"ru":"...","kg":"...","en":"..."},"claim":"employee_number","is":"code"}]';

/**
 * Reads `OIDC_PROVIDERS`; null: there are none.
 * @throws CannotStart with one sentence that names the fault and no secret
 */
export function readProviders(text: string | null): readonly Provider[] {
  if (text === null) return [];
  const list = parsed(text);
  if (!Array.isArray(list)) throw new CannotStart(`OIDC_PROVIDERS must be a JSON list such as ${example}.`);
  const providers = list.map(readProvider);
  const twice = providers.find(({ id, issuer }, at) =>
    providers.slice(0, at).some((other) => other.id === id || other.issuer === issuer),
  );
  if (twice) throw new CannotStart(`OIDC_PROVIDERS names "${twice.id}" or its issuer twice.`);
  return providers;
}

function readProvider(named: unknown, at: number): Provider {
  const isNational = typeof named === 'object' && named !== null && 'profile' in named && named.profile === 'national';
  const entry: unknown = isNational ? { ...national, ...named } : named;
  const which = `Provider ${at + 1} of OIDC_PROVIDERS`;
  if (!Value.Check(given, entry)) {
    const [fault] = Value.Errors(given, entry);
    throw new CannotStart(
      `${which}: "${fault?.instancePath || '/'}" ${fault?.message ?? 'is wrong'}, as in ${example}.`,
    );
  }
  if (never.has(entry.claim))
    throw new CannotStart(
      `${which}: the claim "${entry.claim}" may be anybody's; name the one that holds the login or the registrar's key.`,
    );
  const url = URL.canParse(entry.issuer) ? new URL(entry.issuer) : null;
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isHere) || url.search || url.hash)
    throw new CannotStart(`${which}: the issuer "${entry.issuer}" must be an https address.`);
  return {
    ...entry,
    scope: entry.scope ?? 'openid profile',
    responseMode: entry.responseMode ?? 'query',
    secondStep: secondStepOf(entry.secondStep),
  };
}

/** `true` stands for the word of RFC 8176 for several factors. */
function secondStepOf(said: Given['secondStep']): Provider['secondStep'] {
  if (!said) return null;
  return said === true ? { amr: ['mfa'], acr: [] } : { amr: said.amr ?? [], acr: said.acr ?? [] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
