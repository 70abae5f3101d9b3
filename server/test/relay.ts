import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A relay before PostgreSQL, as a network that can lose what it carries without a word. */
export interface DatabaseRelay {
  /** The database's address by way of the relay. */
  readonly url: string;
  /** Its own address. */
  readonly to: string;
  /** From now on a connection on which this was sent carries no answer any more; null: new ones carry everything. */
  swallowAfter(text: string | null): void;
  /** From now on all connections break as soon as this was sent on one of them; null: none does. */
  breakAfter(text: string | null): void;
  /** From now on nobody gets through, or everybody again. */
  shut(isShut: boolean): void;
  close(): Promise<void>;
}

export async function openRelay(to: string): Promise<DatabaseRelay> {
  const address = new URL(to);
  const open = new Set<Socket>();
  let marked: string | null = null;
  let breaking: string | null = null;
  let isClosed = false;
  // Small pieces, such as the end of a COPY, go on at once, as between portal and database.
  const server = createServer({ noDelay: true }, (client) => {
    if (isClosed) {
      client.destroy();
      return;
    }
    const database = connect({ port: Number(address.port), host: address.hostname, noDelay: true });
    let isSwallowing = false;
    client.on('data', (chunk: Buffer) => {
      if (marked !== null && chunk.includes(marked)) isSwallowing = true;
      database.write(chunk);
      if (breaking !== null && chunk.includes(breaking)) for (const socket of open) socket.destroy();
    });
    database.on('data', (chunk: Buffer) => {
      if (!isSwallowing) client.write(chunk);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    to,
    swallowAfter(text) {
      marked = text;
    },
    breakAfter(text) {
      breaking = text;
    },
    shut(isShut) {
      isClosed = isShut;
      if (isShut) for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
