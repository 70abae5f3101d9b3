import { Socket } from 'node:net';
import postgres from 'postgres';

export type ClientOptions = NonNullable<Parameters<typeof postgres>[1]>;

/** What the driver tells whoever opens its sockets. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/** What the driver reads from a socket: TLS checks the name of the host, failures name both. */
interface Place {
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/**
 * Connections to PostgreSQL, as the driver's own function opens them, but without Nagle's algorithm: with it whatever is
 * sent in two small pieces, such as the end of a COPY, waits 40 ms for the answer to the first.
 */
export function postgresClient(url: string, options: ClientOptions = {}): postgres.Sql {
  const withSockets: ClientOptions & { socket: (target: Target) => Socket } = { ...options, socket: openSockets() };
  return postgres(url, withSockets);
}

/**
 * Opens sockets that send at once. The driver gets each while it still connects, so that a failure and the time limit for
 * connecting stay with the driver. Of several hosts every try takes the next one.
 */
function openSockets(): (target: Target) => Socket {
  let tries = 0;
  return ({ host, port, path }) => {
    const socket = new Socket().setNoDelay(true);
    if (path) return socket.connect(path);
    const at = tries++ % host.length;
    const place: Place = { host: host[at], port: port[at] };
    return Object.assign(socket, place).connect(place.port ?? 5432, place.host ?? 'localhost');
  };
}
