import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProviderIcon } from '@bilim/contract/login.ts';
import type { ProviderEntry } from './setting-entries.ts';
import { parseListSetting, parseProviderEntry } from './setting-list.ts';
import { StartupError } from './startup-error.ts';

/** Somebody who keeps accounts that people sign in by. */
export interface OidcProvider extends Omit<ProviderEntry, 'secondStep' | 'privateKey'> {
  /** Below it lies its discovery document (`.well-known/openid-configuration`); https, in tests this machine. */
  readonly issuer: string;
  /**
   * The claim that names the account at the first sign-in, and what it is here: the login, the registrar's own key, or the
   * personal number of the national register, which is kept as a hash.
   */
  readonly claim: string;
  readonly is: 'login' | 'code' | 'pin';
  /** Logins of people who look after others here and may be linked by the claim all the same. */
  readonly administrators: string[];
  readonly scope: string;
  /** The drawing on its button. */
  readonly icon: ProviderIcon;
  readonly responseMode: 'query' | 'form_post';
  /** With it the portal signs who it is (`private_key_jwt`) in the place of a secret. */
  readonly privateKey: SigningKey | null;
  /** Its tokens name no type, as OpenID Connect allows: otherwise one that names none is refused. */
  readonly untypedTokens: boolean;
  /**
   * It may ask for a second step itself: none is asked for here when its ID token says by one of these that it did
   * (`amr` of RFC 8176, `acr` of OpenID Connect). Null: its word does not count.
   */
  readonly secondStep: { readonly amr: readonly string[]; readonly acr: readonly string[] } | null;
}

/** A private key as PEM (PKCS #8), and how one signs with it. */
interface SigningKey {
  readonly pem: string;
  readonly alg: 'RS256' | 'ES256';
}

/** What the national identity service speaks: whoever names this profile needs not say it. */
const national = {
  name: { ru: 'Тундук', kg: 'Түндүк', en: 'Tunduk' },
  icon: 'national',
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
 * @throws StartupError with one sentence that names the fault and no secret
 */
export function parseOidcProviders(text: string | null): readonly OidcProvider[] {
  if (text === null) return [];
  const list = parseListSetting(text);
  if (!Array.isArray(list)) throw new StartupError(`OIDC_PROVIDERS must be a JSON list such as ${example}.`);
  const providers = list.map(readProvider);
  const twice = providers.find(({ id, issuer }, at) =>
    providers.slice(0, at).some((other) => other.id === id || plainIssuer(other.issuer) === plainIssuer(issuer)),
  );
  if (twice) throw new StartupError(`OIDC_PROVIDERS names "${twice.id}" or its issuer twice.`);
  return providers;
}

/** An issuer however it is written: large letters of its host, and the port that https has anyway. */
const plainIssuer = (issuer: string): string => new URL(issuer).href.replace(/\/$/, '');

function readProvider(named: unknown, at: number): OidcProvider {
  const isNational = typeof named === 'object' && named !== null && 'profile' in named && named.profile === 'national';
  const fields: unknown = isNational ? { ...national, ...named } : named;
  const which = `Provider ${at + 1} of OIDC_PROVIDERS`;
  const entry = parseProviderEntry(fields, (fault) => new StartupError(`${which}: ${fault}, as in ${example}.`));
  if (never.has(entry.claim))
    throw new StartupError(
      `${which}: the claim "${entry.claim}" may be anybody's; name the one that holds the login or the registrar's key.`,
    );
  checkIssuer(which, entry.issuer);
  if (entry.scope !== undefined && !entry.scope.split(' ').includes('openid'))
    throw new StartupError(`${which}: "scope" must hold the word openid.`);
  if (entry.clientSecret !== undefined && entry.privateKey !== undefined)
    throw new StartupError(`${which}: name "clientSecret" or "privateKey", not both.`);
  return {
    ...entry,
    // A trailing slash is ignored: links of accounts stay valid whether or not the setting has one.
    issuer: entry.issuer.replace(/\/$/, ''),
    privateKey: entry.privateKey === undefined ? null : signingKey(which, entry.privateKey),
    administrators: entry.administrators ?? [],
    scope: entry.scope ?? 'openid profile',
    icon: entry.icon ?? 'university',
    responseMode: entry.responseMode ?? 'query',
    untypedTokens: entry.untypedTokens ?? false,
    secondStep: secondStepOf(entry.secondStep),
  };
}

function checkIssuer(which: string, issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  // Not shown: it may hold a password.
  if (url?.username || url?.password)
    throw new StartupError(`${which}: the issuer must not hold a name or a password.`);
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isHere) || url.search || url.hash)
    throw new StartupError(`${which}: the issuer "${issuer}" must be an https address.`);
  if (url.pathname.includes('/.well-known'))
    throw new StartupError(
      `${which}: the issuer "${issuer}" ends before "/.well-known/", below which its document lies.`,
    );
}

function signingKey(which: string, path: string): SigningKey {
  try {
    const key = createPrivateKey(readFileSync(path));
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) return { pem, alg: 'RS256' };
    if (namedCurve === 'prime256v1') return { pem, alg: 'ES256' };
  } catch {
    // What the library says may hold a part of the key.
  }
  throw new StartupError(`${which}: "${path}" is no private key as PEM (RSA of 2048 bits or more, or EC P-256).`);
}

/** `true` stands for the word of RFC 8176 for several factors. */
function secondStepOf(entry: ProviderEntry['secondStep']): OidcProvider['secondStep'] {
  if (!entry) return null;
  return entry === true ? { amr: ['mfa'], acr: [] } : { amr: entry.amr ?? [], acr: entry.acr ?? [] };
}
