import { createServer } from 'node:http';
import type postgres from 'postgres';
import { sessionParameters } from '../server/database/database.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';

/**
 * The yardstick: a server of node:http alone that waits for the body, runs the same SQL on as many connections and
 * answers the same bytes, headers included. It checks nothing, knows nobody and makes nothing of the rows. Takes its
 * cases from the parent process, tells the port it listens on.
 */
export interface BaselineCase {
  readonly path: string;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
  readonly answer: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly writes: boolean;
}

interface Start {
  readonly url: string;
  readonly connections: number;
  readonly cases: readonly BaselineCase[];
}

process.once('message', (start: Start) => {
  const sql = createPostgresClient(start.url, {
    max: start.connections,
    onnotice: () => undefined,
    connection: { ...sessionParameters, default_transaction_read_only: true },
  });
  const cases = new Map(start.cases.map((one) => [one.path, one]));
  const server = createServer((request, response) => {
    const one = cases.get(request.url ?? '');
    if (!one) {
      response.writeHead(404).end();
      return;
    }
    request.resume();
    const run = async (on: postgres.ISql<Record<never, never>>) => {
      for (const { text, values } of one.statements)
        await on.unsafe(text, values as (string | number)[], { prepare: true });
    };
    request.on('end', async () => {
      if (one.writes) await sql.begin('read write', run);
      else await run(sql);
      response.writeHead(200, one.headers).end(one.answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
});
