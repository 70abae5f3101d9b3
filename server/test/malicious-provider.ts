import type { KeyObject } from 'node:crypto';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';

/** How the provider lies: what it puts in the place of the right thing. */
export interface TokenForgery {
  claims?: JWTPayload;
  /** Signs with a key that it does not publish. */
  strangeKey?: boolean;
  /** Signs with the key that it had before the last `rotate`, which it publishes no more. */
  formerKey?: boolean;
  /** Sends a token without a signature. */
  unsigned?: boolean;
  /** Signs as HMAC with the client's secret. */
  hmac?: boolean;
  /** Answers nothing at the token call, or a failure. */
  token?: 'hangs' | 'fails';
  /** The type that a token or a message of a sign-out bears; null: none. */
  typ?: string | null;
  /** What it says at the user-info call. */
  userinfo?: Record<string, unknown>;
}

interface Key {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

interface AuthorizationRequest {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
  readonly claims: JWTPayload;
}

export const providerClient = { id: 'bilim', secret: 'a secret of the portal & its provider' };

/** Now, as tokens tell it: true time, by which the library that checks them goes; every claim of a test lies before or after it. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** An identity provider that can say anything; honest unless a test makes it lie. */
export class MaliciousProvider {
  forgery: TokenForgery = {};
  issuer = '';
  /** Whether it says where a browser signs out there (RP-Initiated Logout). */
  endsSessions = false;
  /** How the client has to say its secret. */
  takesSecret: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic';
  /** The public key by which it knows the client, which then has no secret (`private_key_jwt`), and its name. */
  clientKey: { readonly key: KeyObject; readonly kid?: string } | null = null;
  /** Seconds by which its clock is ahead, when it looks at what the client signed. */
  isAhead = 0;
  /** Its document names the issuer with a slash at the end. */
  endsWithSlash = false;
  /** Done once, between a code that was sent here and the tokens for it. */
  whileExchanging: (() => Promise<unknown>) | null = null;
  readonly #server: Server;
  readonly #codes = new Map<string, AuthorizationRequest>();
  /** What the client signed before. */
  readonly #assertions = new Set<string>();
  /** By access token: whose it is. */
  readonly #subjects = new Map<string, string | undefined>();
  #former: Key | null = null;
  #keys: Key[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** `path`: below it lies all that it answers, as with providers that have several issuers. */
  static async open(path = ''): Promise<MaliciousProvider> {
    const provider = new MaliciousProvider();
    await provider.rotate('RS256');
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}${path}`;
    return provider;
  }

  /** Publishes a new key and signs with it; the former one is gone. */
  async rotate(alg: 'RS256' | 'ES256', kid: string = randomUUID()): Promise<void> {
    this.#former = this.#keys[0] ?? null;
    this.#keys = [{ kid, alg, ...(await generateKeyPair(alg, { extractable: true })) }];
  }

  /** Signs somebody in who was sent here: the address to which the browser goes back. */
  signIn(address: string, claims: JWTPayload): URL {
    const asked = new URL(address).searchParams;
    const get = (name: string) => asked.get(name) ?? '';
    const code = randomUUID();
    this.#codes.set(code, {
      nonce: get('nonce'),
      challenge: get('code_challenge'),
      redirect: get('redirect_uri'),
      claims,
    });
    const back = new URL(get('redirect_uri'));
    back.search = new URLSearchParams({ code, state: get('state'), iss: this.#named }).toString();
    return back;
  }

  /** A message that somebody has signed out. */
  async endMessage(claims: JWTPayload, forgery: TokenForgery = {}): Promise<string> {
    return await this.#sign(
      {
        iss: this.#named,
        aud: providerClient.id,
        iat: nowInSeconds(),
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
      forgery,
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #sign(claims: JWTPayload, forgery: TokenForgery): Promise<string> {
    if (forgery.unsigned) return new UnsecuredJWT(claims).encode();
    const key = forgery.formerKey ? this.#former : this.#keys[0];
    if (!key) throw new Error('no key');
    if (forgery.hmac)
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: key.kid })
        .sign(new TextEncoder().encode(providerClient.secret));
    const strange = forgery.strangeKey ? (await generateKeyPair(key.alg)).privateKey : key.privateKey;
    const typ = forgery.typ === undefined ? 'JWT' : forgery.typ;
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...(typ !== null && { typ }) })
      .sign(strange);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const pathname = (request.url ?? '/').split('?')[0]?.slice(new URL(this.issuer).pathname.replace(/\/$/, '').length);
    if (pathname === '/.well-known/openid-configuration') json(this.#document());
    else if (pathname === '/keys') json({ keys: await this.#published() });
    else if (pathname === '/me') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      json({ sub: this.#subjects.get(token), ...this.forgery.userinfo });
    } else if (pathname === '/token') await this.#giveToken(request, response, json);
    else json({}, 404);
  }

  /** Whether the client showed in the agreed way who it is; what it signed counts once. */
  async #knowsClient(request: IncomingMessage, sent: URLSearchParams): Promise<boolean> {
    const isByHeader = request.headers.authorization !== undefined;
    if (this.clientKey === null) return isByHeader === (this.takesSecret === 'client_secret_basic');
    if (isByHeader || sent.has('client_secret')) return false;
    const wanted = {
      ...{
        issuer: providerClient.id,
        subject: providerClient.id,
        audience: this.#named,
        requiredClaims: ['exp', 'jti', 'nbf'],
      },
      currentDate: new Date(Date.now() + this.isAhead * 1000),
    };
    try {
      const signed = await jwtVerify(sent.get('client_assertion') ?? '', this.clientKey.key, wanted);
      const { jti = '' } = signed.payload;
      if (this.#assertions.has(jti) || signed.protectedHeader.kid !== this.clientKey.kid) return false;
      this.#assertions.add(jti);
      return sent.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    } catch {
      return false;
    }
  }

  get #named(): string {
    return this.endsWithSlash ? `${this.issuer}/` : this.issuer;
  }

  #document() {
    return {
      issuer: this.#named,
      token_endpoint_auth_methods_supported: [this.clientKey ? 'private_key_jwt' : this.takesSecret],
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/me`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      authorization_response_iss_parameter_supported: true,
      ...(this.endsSessions && { end_session_endpoint: `${this.issuer}/leave` }),
    };
  }

  async #published() {
    return await Promise.all(
      this.#keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })),
    );
  }

  async #giveToken(request: IncomingMessage, response: ServerResponse, json: (body: object, status?: number) => void) {
    if (this.forgery.token === 'hangs') return;
    if (this.forgery.token === 'fails') return json({}, 502);
    const sent = new URLSearchParams(await text(request));
    const coming = this.#codes.get(sent.get('code') ?? '');
    this.#codes.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = coming?.challenge === challenge && coming.redirect === sent.get('redirect_uri');
    if (!coming || !isRight || response.destroyed) return json({ error: 'invalid_grant' }, 400);
    if (!(await this.#knowsClient(request, sent))) return json({ error: 'invalid_client' }, 401);
    const meanwhile = this.whileExchanging;
    this.whileExchanging = null;
    await meanwhile?.();
    const now = nowInSeconds();
    const claims = {
      iss: this.#named,
      aud: providerClient.id,
      iat: now,
      exp: now + 300,
      nonce: coming.nonce,
      ...coming.claims,
    };
    const token = await this.#sign({ ...claims, ...this.forgery.claims }, this.forgery);
    const access = randomUUID();
    this.#subjects.set(access, coming.claims.sub);
    json({ access_token: access, token_type: 'Bearer', expires_in: 300, id_token: token });
  }
}
