import type { Readable } from 'node:stream';

/** What a `raw` call answers: a body with its headers, without the envelope. */
export interface Raw {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
}
