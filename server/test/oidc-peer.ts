import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A client as the peer knows it. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** The origin of the portal. */
  readonly portal: string;
}

/**
 * An identity server that we did not write (`oidc-provider`), with pages on which one signs in as anybody: the name that is
 * typed there is the subject and the `preferred_username`.
 */
export class OidcPeer {
  readonly issuer: string;
  readonly #server: Server;

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  static async open({ id, secret, portal }: Client): Promise<OidcPeer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: id,
          client_secret: secret,
          redirect_uris: [`${portal}/lms/api/auth/outside/back/uni`],
          post_logout_redirect_uris: [`${portal}/lms/login`],
          backchannel_logout_uri: `${portal}/lms/api/auth/outside/ended/uni`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], profile: ['preferred_username'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, preferred_username: accountId }),
      }),
      features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
      pkce: { required: () => true },
    });
    server.on('request', provider.callback());
    return new OidcPeer(server, issuer);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
