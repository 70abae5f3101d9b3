import { createServer } from 'node:http';
import postgres from 'postgres';

/**
 * The yardstick: a server of node:http alone that runs the same SQL on as many connections and answers the same
 * bytes. Takes its cases from the parent process, tells the port it listens on.
 */
export interface BareCase {
  readonly path: string;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
  readonly answer: string;
}

interface Start {
  readonly url: string;
  readonly connections: number;
  readonly cases: readonly BareCase[];
}

process.once('message', (start: Start) => {
  const sql = postgres(start.url, {
    max: start.connections,
    onnotice: () => undefined,
    connection: { default_transaction_read_only: true, TimeZone: 'UTC' },
  });
  const cases = new Map(start.cases.map((one) => [one.path, one]));
  const server = createServer((request, response) => {
    const one = cases.get(request.url ?? '');
    if (!one) {
      response.writeHead(404).end();
      return;
    }
    request.resume();
    request.on('end', async () => {
      for (const { text, values } of one.statements)
        await sql.unsafe(text, values as (string | number)[], { prepare: true });
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(one.answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
});
