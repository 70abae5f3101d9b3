import { createRemoteJWKSet, importPKCS8, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { OidcProvider } from '../core/oidc-provider-settings.ts';
import { Refusal } from '../core/refusal.ts';
import type { Settings } from '../settings.ts';
import { isStorableText, isValidSubject, type NamedIdentity } from './linked-account.ts';

/** Seconds after which a provider that says nothing is away. */
const answerTimeoutSeconds = 8;
/** Seconds by which clocks may differ. */
const slack = 60;
/** A provider's document is cached for this long (ms). */
const knownFor = 60 * 60_000;
/** Milliseconds after which a provider's keys are read again; at once for a token with an unknown key, unless just read. */
const keysKnownFor = 5 * 60_000;
const keysRest = 2000;
const signedBy = ['RS256', 'ES256'];
const endedEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Secrets of one sign-in, which only the browser that began it and this server hold. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Whom a provider named to a browser that came back. */
export interface ProviderIdentity extends NamedIdentity {
  /** By what the provider knows later whom to sign out; null where it holds a personal number, which we keep nowhere. */
  readonly idToken: string | null;
  /** The provider says that it has asked for a second step, and its word counts. */
  readonly twice: boolean;
}

/** Whom a provider's signed message says to have signed out there. */
export interface ProviderSignOut {
  readonly issuer: string;
  readonly id: string;
  readonly subject: string | null;
  readonly sid: string | null;
  /** When the message ends, in seconds since 1970. */
  readonly until: number;
}

type IdClaims = JWTPayload & { readonly sub: string };

interface Known {
  readonly config: oidc.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  /** As its document names it; what the settings name may lack a slash at the end. */
  readonly issuer: string;
}

/** The providers of the settings, as this process knows them. */
export class OidcProviderRegistry {
  readonly #list: ReadonlyMap<string, OidcProvider>;
  readonly #publicAddress: string;
  readonly #known = new Map<string, { readonly read: Promise<Known>; readonly until: number }>();

  constructor({ oidcProviders, publicAddress }: Pick<Settings, 'oidcProviders' | 'publicAddress'>) {
    this.#list = new Map(oidcProviders.map((provider) => [provider.id, provider]));
    this.#publicAddress = publicAddress ?? '';
  }

  /** Refuses with 404 outside.unknownProvider. */
  findById(id: string): OidcProvider {
    const provider = this.#list.get(id);
    if (!provider) throw new Refusal('outside.unknownProvider', 404);
    return provider;
  }

  /** The providers of the settings, in their order. */
  get all(): readonly OidcProvider[] {
    return [...this.#list.values()];
  }

  /**
   * Where a browser goes to sign in, and the secrets of that; `again`: also if somebody is signed in there. Refuses with 503
   * outside.away.
   */
  async begin(provider: OidcProvider, isForced = false): Promise<SignInSecrets & { readonly address: string }> {
    const { config } = await this.#open(provider);
    const secrets = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#backTo(provider),
      scope: provider.scope,
      response_mode: provider.responseMode,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(isForced && { prompt: 'login' }),
      ...(provider.secondStep?.acr.length && { acr_values: provider.secondStep.acr.join(' ') }),
    });
    return { ...secrets, address: address.href };
  }

  /**
   * Takes what a provider sent a browser back with. Its ID token is checked with its signature: issuer, audience, nonce,
   * times. Refuses with 401 outside.cancelled, outside.refused, or 503 outside.away.
   */
  async end(
    provider: OidcProvider,
    answer: Readonly<Record<string, string>>,
    secrets: SignInSecrets,
  ): Promise<ProviderIdentity> {
    const known = await this.#open(provider);
    const { config } = known;
    const back = new URL(this.#backTo(provider));
    back.search = new URLSearchParams(answer).toString();
    try {
      const tokens = await oidc.authorizationCodeGrant(config, back, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      });
      const claims = await signedClaims(known, provider, tokens.id_token ?? '');
      const claim =
        claims[provider.claim] ??
        (config.serverMetadata().userinfo_endpoint
          ? (await oidc.fetchUserInfo(config, tokens.access_token, claims.sub))[provider.claim]
          : undefined);
      return {
        account: {
          issuer: provider.issuer,
          subject: claims.sub,
          ...(typeof claims.sid === 'string' && { sid: claims.sid }),
        },
        identifier: identifierIn(claim),
        idToken: provider.is === 'pin' ? null : (tokens.id_token ?? null),
        twice: saysTwice(provider, claims),
      };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Checks a logout token (back-channel logout) of a provider. Refuses with 400 outside.refused or 503 outside.away. */
  async readLogoutToken(provider: OidcProvider, message: string): Promise<ProviderSignOut> {
    const { keys, issuer } = await this.#open(provider);
    const wanted = {
      issuer,
      audience: provider.clientId,
      maxTokenAge: '10 minutes',
      requiredClaims: ['iat', 'jti', 'events'],
    };
    const { payload, protectedHeader } = await verified(keys, message, wanted, true).catch((error: unknown) => {
      throw isUnavailable(error) ? new Refusal('outside.away', 503) : refusedMessage(error);
    });
    const { jti = '', iat = 0, sub = null, sid } = payload;
    // Without a type, other tokens of the provider could pass for one.
    const isLogout = ['JWT', 'LOGOUT+JWT', 'APPLICATION/LOGOUT+JWT'].includes(tokenType(protectedHeader, provider));
    if (!isLogout) throw refusedMessage(new Error('unexpected "typ"'));
    if (!saysEnded(payload)) throw refusedMessage(new Error('no "events"'));
    if ('nonce' in payload) throw refusedMessage(new Error('unexpected "nonce"'));
    if (sub === null && typeof sid !== 'string') throw refusedMessage(new Error('no "sub"'));
    return {
      issuer: provider.issuer,
      id: jti,
      subject: sub,
      sid: typeof sid === 'string' ? sid : null,
      until: iat + 11 * 60 + slack,
    };
  }

  /**
   * Where a browser ends the session that it has at the provider (RP-Initiated Logout 1.0), after which it is led to the
   * sign-in page; null: the provider has no such address, is away, or is none of ours any more.
   */
  async leaving(issuer: string, idToken: string | null): Promise<{ way: string; address: string } | null> {
    const provider = this.all.find((one) => one.issuer === issuer);
    if (!provider) return null;
    const known = await this.#open(provider).catch(() => null);
    if (!known?.config.serverMetadata().end_session_endpoint) return null;
    const address = oidc.buildEndSessionUrl(known.config, {
      post_logout_redirect_uri: `${this.#publicAddress}/lms/login`,
      ...(idToken !== null && { id_token_hint: idToken }),
    });
    return { way: provider.id, address: address.href };
  }

  #backTo({ id }: OidcProvider): string {
    return `${this.#publicAddress}/lms/api/auth/outside/back/${id}`;
  }

  /** The discovery document of a provider; a failed read is not cached. */
  async #open(provider: OidcProvider): Promise<Known> {
    const known = this.#known.get(provider.id);
    if (known && known.until > performance.now()) return await known.read;
    const read = discover(provider);
    this.#known.set(provider.id, { read, until: performance.now() + knownFor });
    read.catch(() => this.#known.delete(provider.id));
    return await read;
  }
}

/** An address with the slash at its end that it lacks, or without the one that it has. */
const otherSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : `${address}/`);

async function discover(provider: OidcProvider): Promise<Known> {
  try {
    // Providers name themselves with or without a slash at the end, whichever the settings have.
    return await discoverAt(provider.issuer, provider).catch((error: { code?: unknown }) => {
      if (error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error;
      return discoverAt(otherSlash(provider.issuer), provider);
    });
  } catch (error) {
    throw new Refusal('outside.away', 503, { cause: error });
  }
}

async function discoverAt(address: string, provider: OidcProvider): Promise<Known> {
  const isHere = address.startsWith('http:');
  const config = await oidc.discovery(
    new URL(address),
    provider.clientId,
    { [oidc.clockTolerance]: slack },
    await howKnown(provider),
    { timeout: answerTimeoutSeconds, execute: isHere ? [oidc.allowInsecureRequests] : [] },
  );
  const { jwks_uri: keys, issuer: named } = config.serverMetadata();
  const options = {
    timeoutDuration: answerTimeoutSeconds * 1000,
    cacheMaxAge: keysKnownFor,
    cooldownDuration: keysRest,
  };
  return { config, issuer: named, keys: createRemoteJWKSet(providerKeysUrl(address, keys), options) };
}

/**
 * The address of a provider's keys. It must be https, as the provider's own: whoever could change the keys on the way
 * could sign for anybody. The library checks all other addresses. Fails when the document has none, or another kind.
 */
export function providerKeysUrl(provider: string, named: string | undefined): URL {
  if (named === undefined || !URL.canParse(named)) throw new Error('the provider names no keys');
  const keys = new URL(named);
  const kinds = provider.startsWith('http:') ? ['http:', 'https:'] : ['https:'];
  if (!kinds.includes(keys.protocol)) throw new Error('the keys of the provider do not lie at an https address');
  return keys;
}

/** How the portal shows the provider that it is the one that was entered there. */
async function howKnown({ clientSecret, privateKey, keyId }: OidcProvider): Promise<oidc.ClientAuth> {
  if (privateKey) {
    const key = await importPKCS8(privateKey.pem, privateKey.alg);
    const options = { [oidc.modifyAssertion]: allowSlack };
    return oidc.PrivateKeyJwt(keyId === undefined ? key : { key, kid: keyId }, options);
  }
  return clientSecret ? withSecret(clientSecret) : oidc.None();
}

/** What we sign counts also where the provider's clock is behind or ahead of ours. */
function allowSlack(_: unknown, signed: Record<string, unknown>): void {
  const now = Number(signed.iat);
  Object.assign(signed, { iat: now - slack, nbf: now - slack, exp: now + 2 * slack });
}

/** The secret goes as the provider's document says; by the header where it says nothing. */
function withSecret(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const takesPostAlone = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (takesPostAlone ? post : basic)(server, ...rest);
  };
}

/**
 * Checks a signed token of a provider. A key that we know may have been replaced by another one, even of the same name: then
 * its keys are read again. `isOfUnknownPerson`: anybody may have sent the token, and keys that were read just now are not read again.
 */
async function verified(keys: Known['keys'], token: string, options: JWTVerifyOptions, isOfUnknownPerson: boolean) {
  const all = { ...options, algorithms: signedBy, clockTolerance: slack };
  try {
    return await jwtVerify(token, keys, all);
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isOfOtherKey = code === 'ERR_JWKS_NO_MATCHING_KEY' || code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
    if (!isOfOtherKey || (isOfUnknownPerson && keys.coolingDown)) throw error;
    await keys.reload();
    return await jwtVerify(token, keys, all);
  }
}

/** What an ID token says, once its signature is checked; the library has looked at the rest. Refuses with 401 outside.refused. */
async function signedClaims({ keys, issuer }: Known, provider: OidcProvider, token: string): Promise<IdClaims> {
  const { clientId } = provider;
  // With an age, the moment at which it was made is looked at, and must not be in the future.
  const wanted = { issuer, audience: clientId, maxTokenAge: '1 day', requiredClaims: ['sub', 'iat', 'exp'] };
  // The provider itself gave it for a code.
  const { payload, protectedHeader } = await verified(keys, token, wanted, false);
  const { sub, sid, azp } = payload;
  const wrong = (claim: string) => new Refusal('outside.refused', 401, { cause: new Error(`unexpected "${claim}"`) });
  // A token of another kind, as for a call or a sign-out, is no proof; one that names none might be of any (RFC 8725, 3.11).
  if (tokenType(protectedHeader, provider) !== 'JWT') throw wrong('typ');
  if (typeof sub !== 'string' || !isValidSubject(sub)) throw wrong('sub');
  if (typeof sid === 'string' && !isStorableText(sid)) throw wrong('sid');
  // Also where it is the only one that the token is for: made for another client, it is none for us.
  if (azp !== undefined && azp !== clientId) throw wrong('azp');
  return { ...payload, sub };
}

/** The type that a token names, in capitals; empty: none, or what is no text. Where the settings allow tokens without one, it is JWT. */
function tokenType({ typ }: { readonly typ?: unknown }, { untypedTokens }: OidcProvider): string {
  if (typ === undefined && untypedTokens) return 'JWT';
  return typeof typ === 'string' ? typ.toUpperCase() : '';
}

/** A name exactly as the provider says it; numbers as text. Null: it says none. */
function identifierIn(claim: unknown): string | null {
  if (typeof claim === 'number' && Number.isSafeInteger(claim)) return String(claim);
  return typeof claim === 'string' && claim !== '' && isStorableText(claim) ? claim : null;
}

/** Whether the provider says, in words that the settings name, that it has asked for a second step. */
function saysTwice({ secondStep }: OidcProvider, { amr, acr }: JWTPayload): boolean {
  if (!secondStep) return false;
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  return (
    secondStep.amr.some((word) => methods.includes(word)) || (typeof acr === 'string' && secondStep.acr.includes(acr))
  );
}

const saysEnded = ({ events }: JWTPayload): boolean =>
  typeof events === 'object' && events !== null && typeof (events as Record<string, unknown>)[endedEvent] === 'object';

/** Whether a provider could not be reached, or could not answer. */
function isUnavailable(error: unknown): boolean {
  const { code, name, status, cause } = error as { code?: unknown; name?: unknown; status?: unknown; cause?: unknown };
  if (code === 'ERR_JWKS_TIMEOUT' || code === 'OAUTH_TIMEOUT' || name === 'TimeoutError') return true;
  if (typeof status === 'number' && status >= 500) return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  return typeof cause === 'object' && cause !== null && isUnavailable(cause);
}

const refusedMessage = (cause: unknown) => new Refusal('outside.refused', 400, { cause });

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('outside.away', 503, { cause: error });
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new Refusal('outside.cancelled', 401);
  return new Refusal('outside.refused', 401, { cause: error });
}
