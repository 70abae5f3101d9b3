/** What was wrong with an answer of a provider, as the audit trail names it: a word of ours, never one of the answer. */
export type ProviderFault =
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'subject'
  | 'session'
  | 'expired'
  | 'early'
  | 'signature'
  | 'key'
  | 'algorithm'
  | 'mixUp'
  | 'state'
  | 'code'
  | 'client'
  | 'answer'
  | 'type'
  | 'events'
  | 'other';

/** By the claim, header or parameter that a library blames. */
const ofWord: Readonly<Record<string, ProviderFault>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  sub: 'subject',
  sid: 'session',
  exp: 'expired',
  iat: 'early',
  nbf: 'early',
  alg: 'algorithm',
  state: 'state',
  typ: 'type',
  events: 'events',
};

/** By the code of a library's error. */
const ofCode: Readonly<Record<string, ProviderFault>> = {
  ERR_JWT_EXPIRED: 'expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JWKS_NO_MATCHING_KEY: 'key',
  ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'answer',
};

/** By what the provider says at its token call. */
const ofToken: Readonly<Record<string, ProviderFault>> = { invalid_grant: 'code', invalid_client: 'client' };

/** What of an answer made it a refused one: the first thing that the error, or what lies below it, blames. */
export function classifyProviderFault(error: unknown): ProviderFault {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    const { code, claim, error: errorCode, message } = at as Record<'code' | 'claim' | 'error' | 'message', unknown>;
    const quoted = typeof message === 'string' ? /"([a-z]+)"/.exec(message)?.[1] : undefined;
    // RFC 9207: the answer of one provider is shown to another.
    if (quoted === 'iss' && String(message).includes('response parameter')) return 'mixUp';
    const found =
      (typeof code === 'string' && ofCode[code]) ||
      (typeof errorCode === 'string' && ofToken[errorCode]) ||
      (typeof claim === 'string' && ofWord[claim]) ||
      (quoted !== undefined && ofWord[quoted]);
    if (found) return found;
  }
  return 'other';
}
