import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A pooler before PostgreSQL that hands on all settings, but lends its sessions for one transaction each. */
export interface Pooler {
  /** The database's address by way of the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** A session of PostgreSQL with the client that has it now; null: anybody may have it. */
interface Session {
  readonly socket: Socket;
  client: Socket | null;
  /** Questions without an answer; the messages that ask for one are Query and Sync. */
  open: number;
}

/** Opens a pooler before the PostgreSQL at this address. */
export async function openPooler(to: string): Promise<Pooler> {
  const address = new URL(to);
  const sockets = new Set<Socket>();
  const free: Session[] = [];
  const serve = (client: Socket) => {
    const own: Session = { socket: connect(Number(address.port), address.hostname), client, open: 1 };
    let now: Session | null = own;
    let isSignedIn = false;
    for (const socket of [client, own.socket]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk: Buffer) => {
      if (now?.client !== client) now = free.pop() ?? null;
      if (!now) throw new Error('every session is lent already');
      now.client = client;
      if (isSignedIn) now.open += kindsOf(chunk).filter(({ kind }) => kind === 'Q' || kind === 'S').length;
      now.socket.write(chunk);
    });
    own.socket.on('data', (chunk: Buffer) => {
      own.client?.write(chunk);
      for (const { kind, first } of kindsOf(chunk)) {
        if (kind !== 'Z') continue;
        isSignedIn = true;
        own.open--;
        // I: no transaction is open.
        if (own.open > 0 || first !== 'I') continue;
        own.client = null;
        free.push(own);
      }
    });
  };
  const server = createServer(serve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The messages in a piece of the wire, which ends with one: their kinds and the first letter after the length. */
function kindsOf(chunk: Buffer): { kind: string; first: string }[] {
  const found: { kind: string; first: string }[] = [];
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readUInt32BE(at + 1))
    found.push({ kind: chunk.toString('latin1', at, at + 1), first: chunk.toString('latin1', at + 5, at + 6) });
  return found;
}
