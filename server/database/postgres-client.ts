import { Socket } from 'node:net';
import postgres from 'postgres';
import { parseDatabaseAddress } from '../core/database-address.ts';
import { PrimaryFinder } from './primary-finder.ts';

export type ClientOptions = NonNullable<Parameters<typeof postgres>[1]>;

/** What the driver passes to whoever opens its sockets. */
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

type OpenSocket = (target: Target) => Socket | Promise<Socket>;

const finders = new Map<string, PrimaryFinder | null>();

/** The finder that all connections of this process to an address share; null: the address names one host, and any will do. */
export function getPrimaryFinder(url: string): PrimaryFinder | null {
  const known = finders.get(url);
  if (known !== undefined) return known;
  const address = parseDatabaseAddress(url);
  const open = (place: string, options: ClientOptions) => postgres(place, withSockets(options, openSocket));
  const finder = address?.mustTakeWrites ? new PrimaryFinder(address, open) : null;
  finders.set(url, finder);
  return finder;
}

/**
 * Connections to PostgreSQL, as the driver's own function opens them, but without Nagle's algorithm: with it whatever is
 * sent in two small pieces, such as the end of a COPY, waits 40 ms for the answer to the first. Where the address names
 * several hosts, all lead to the one that takes writes.
 */
export function createPostgresClient(url: string, options: ClientOptions = {}): postgres.Sql {
  const finder = getPrimaryFinder(url);
  const address = parseDatabaseAddress(url);
  const [first] = address?.hosts ?? [];
  if (!finder || !address || !first) return postgres(url, withSockets(options, openSocket));
  const toPrimary = withSockets(options, () => openToPrimary(finder));
  // A host that was made a standby since it was found is left before it is asked anything.
  return postgres(address.urlOf(first), { ...toPrimary, target_session_attrs: 'primary' });
}

/** The driver's own types know nothing of this option. */
function withSockets(options: ClientOptions, socket: OpenSocket): ClientOptions {
  const more: ClientOptions & { socket: OpenSocket } = { ...options, socket };
  return more;
}

/**
 * Opens a socket that sends at once. The driver gets it while it still connects, so that a failure and the time limit for
 * connecting stay with the driver.
 */
function openSocket({ host: [host], port: [port], path }: Target): Socket {
  const socket = new Socket().setNoDelay(true);
  if (path) return socket.connect(path);
  return connectTo(socket, { host, port });
}

const connectTo = (socket: Socket, place: Place): Socket =>
  Object.assign(socket, { host: place.host, port: place.port }).connect(place.port ?? 5432, place.host ?? 'localhost');

/** The same to the host that takes writes; when one of its connections ends, it is looked for again. */
async function openToPrimary(finder: PrimaryFinder): Promise<Socket> {
  const socket = new Socket().setNoDelay(true);
  try {
    const primary = await finder.find();
    socket.once('close', () => finder.forget(primary));
    return connectTo(socket, primary);
  } catch (failure) {
    // The driver would wait for ever for a socket that is refused: it gets one that fails. Others get the same failure.
    const { message, code } = failure as Error & { code?: string };
    setImmediate(() => socket.destroy(Object.assign(new Error(message), { code })));
    return socket;
  }
}
