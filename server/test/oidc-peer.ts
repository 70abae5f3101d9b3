import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

/** A client as the peer knows it. */
export interface OidcClient {
  readonly id: string;
  readonly secret: string;
  /** The origin of the portal. */
  readonly portal: string;
  /** Under which id the portal's settings name the peer; `uni` unless configured otherwise. */
  readonly way?: string;
  /** It belongs to the university: nobody is asked whether it may read the name. */
  readonly isTrusted?: boolean;
}

/**
 * An identity server that we did not write (`oidc-provider`), with pages on which one signs in as anybody: the name that is
 * typed there is the subject, the `preferred_username` and the `pin`.
 */
export class TestOidcProvider {
  readonly issuer: string;
  readonly #server: Server;

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  static async open({ id, secret, portal, way = 'uni', isTrusted = false }: OidcClient): Promise<TestOidcProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: id,
          client_secret: secret,
          redirect_uris: [`${portal}/lms/api/auth/outside/back/${way}`],
          post_logout_redirect_uris: [`${portal}/lms/login`],
          backchannel_logout_uri: `${portal}/lms/api/auth/outside/ended/${way}`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], profile: ['preferred_username', 'pin'], phone: ['phone_number'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, preferred_username: accountId, pin: accountId }),
      }),
      features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
      pkce: { required: () => true },
      ...(isTrusted && { loadExistingGrant: grantAsked }),
    });
    server.on('request', provider.callback());
    return new TestOidcProvider(server, issuer);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Grants a client what it asks for, and asks nobody. */
async function grantAsked({ oidc: { provider, client, session, params } }: KoaContextWithOIDC) {
  const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
  grant.addOIDCScope(String(params?.scope ?? ''));
  await grant.save();
  return grant;
}
