import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A relay before PostgreSQL that notes what is asked of it, whoever asks and in whichever way. */
export interface StatementCounter {
  /** The database's address by way of the relay. */
  readonly url: string;
  /** Statements that were run since the last call, without begin and commit. */
  take(): string[];
  close(): Promise<void>;
}

export async function openStatementCounter(url: string): Promise<StatementCounter> {
  let statements: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const address = new URL(url);
    const database = connect(Number(address.port), address.hostname);
    open.add(client).add(database);
    // The start packet alone has no letter before its length.
    let started = false;
    let rest = Buffer.alloc(0);
    const prepared = new Map<string, string>();
    let bound = '';
    const look = (kind: string, content: string) => {
      // Texts inside a message end with a NUL: of Parse the name and the SQL, of Bind the portal and the name.
      const [first = '', second = ''] = content.split('\0');
      if (kind === 'P') prepared.set(first, second);
      else if (kind === 'B') bound = prepared.get(second) ?? '';
      else if (kind === 'E' && !isBracket(bound)) statements.push(bound);
      else if (kind === 'Q' && !isBracket(first)) statements.push(first);
    };
    client.on('data', (chunk: Buffer) => {
      database.write(chunk);
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const header = started ? 5 : 4;
        if (rest.length < header) return;
        const length = rest.readUInt32BE(header - 4) + header - 4;
        if (rest.length < length) return;
        if (started) look(rest.toString('latin1', 0, 1), rest.toString('utf8', 5, length));
        started = true;
        rest = rest.subarray(length);
      }
    });
    database.on('data', (chunk: Buffer) => client.write(chunk));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const relayed = new URL(url);
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    url: relayed.href,
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}

const isBracket = (sql: string) => /^\s*(begin|commit|rollback)\b/i.test(sql);
