import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** One request that a load repeats. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** The body of a call that takes files, as a browser's form sends it. */
export function createMultipartBody(values: object): { type: string; body: string } {
  const parts = Object.entries(values).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: 'multipart/form-data; boundary=b', body: `${parts.join('')}--b--\r\n` };
}

/** What a load measured: requests a second, and milliseconds at the percentiles. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failures: number;
}

/** What was answered. */
export interface LoadReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Fires one shot on a connection and waits for the whole answer. */
export function sendRequest(base: string, shot: LoadRequest, agent?: Agent): Promise<LoadReply> {
  return new Promise((done, failed) => {
    const asking = request(base + shot.path, { method: shot.method, headers: shot.headers, ...(agent && { agent }) });
    asking.on('error', failed);
    asking.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', failed);
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    asking.end(shot.body);
  });
}

/** Percentile of sorted numbers. */
function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Summarises times in milliseconds that were measured during so many seconds. */
export function summarizeLatencies(times: readonly number[], seconds: number, failures: number): LoadResult {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    p99: at(sorted, 0.99),
    failures,
  };
}

/**
 * Keeps `connections` connections busy for `seconds`, after a short warm-up. `next` gives the shot of each request.
 */
export async function runLoad(
  base: string,
  connections: number,
  seconds: number,
  next: (count: number) => LoadRequest,
  expect = 200,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let count = 0;
  let failures = 0;
  const run = async (until: number, times: number[] | null) => {
    while (performance.now() < until) {
      const from = performance.now();
      const { status } = await sendRequest(base, next(count++), agent).catch(() => ({ status: 0 }));
      if (status !== expect) failures++;
      times?.push(performance.now() - from);
    }
  };
  const warm = performance.now() + 500;
  await Promise.all(Array.from({ length: connections }, () => run(warm, null)));
  const times: number[] = [];
  failures = 0;
  const from = performance.now();
  const until = from + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => run(until, times)));
  const spent = (performance.now() - from) / 1000;
  agent.destroy();
  return summarizeLatencies(times, spent, failures);
}
