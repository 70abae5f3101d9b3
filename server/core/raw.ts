import type { Readable } from 'node:stream';
import type { Caller } from '../auth/session.ts';

/** What a `raw` call answers: a body with its headers, without the envelope. */
export interface RawReply {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
  /** Whom a body is for that is asked for without a session. */
  readonly reader?: Caller;
}

/** Makes a `raw` call's answer when the database is left: for what takes time, so that no connection waits for it. */
export type DeferredReply = () => Promise<RawReply>;
