import { connect, createServer, type Socket } from 'node:net';
import { addPortalOrigin } from './portal.ts';

/** A network between browser and portal that breaks on demand. */
export interface TcpProxy {
  /** Origin under which the portal is reached through it. */
  readonly url: string;
  /** Called with the first line of every request; true cuts the connection as soon as the reply begins. */
  dropReply: (line: string) => boolean;
  /** Cuts every connection that stands now. */
  cutAll(): void;
  stop(): Promise<void>;
}

/** Opens a proxy of plain TCP before a portal: bytes pass unchanged until a connection is cut. */
export async function openTcpProxy(portal: string): Promise<TcpProxy> {
  const { port } = new URL(portal);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    let drops = false;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    near.on('data', (bytes) => {
      const line = /^(?:GET|POST) \S+/.exec(bytes.toString('latin1'))?.[0];
      if (line !== undefined) drops = proxy.dropReply(line);
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (drops) cut();
      else near.write(bytes);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  addPortalOrigin(url, portal);
  const proxy: TcpProxy = {
    url,
    dropReply: () => false,
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      proxy.cutAll();
      await new Promise((done) => server.close(done));
    },
  };
  return proxy;
}
