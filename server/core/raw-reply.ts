import type { Readable } from 'node:stream';

/** Whom a body is sent to: a session, and by what it is decided which files its person may have. */
export interface DownloadRecipient {
  readonly uid: number;
  readonly sessionId: number;
  readonly permissions: readonly string[];
  readonly limitedTo: Readonly<Record<string, readonly number[] | undefined>>;
  readonly groupId: number | null;
  readonly faculties: readonly number[];
}

/** What a `raw` call answers: a body with its headers, without the envelope. */
export interface RawReply {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
  /** Whom a body is for that is asked for without a session. */
  readonly reader?: DownloadRecipient;
}

/** Makes the answer of a `raw` call after its connection is released: slow work must not hold one. */
export type DeferredReply = () => Promise<RawReply>;
