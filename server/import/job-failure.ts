import { isDiskFull } from '../core/disk-full.ts';
import { isDatabaseOutage } from '../core/refusal.ts';

/** Why a job did not come to its end; `import:failure` has a sentence for each. `ended`: its process did, without a word. */
export type JobFailureReason = 'noRoom' | 'databaseAway' | 'ended' | 'unexpected';

/** What the process of a job reports to its parent before it ends. */
export interface JobFailureMessage {
  readonly failure: JobFailureReason;
  /** What was thrown, for the log. */
  readonly code: string | null;
  readonly stack: string;
}

/** SQLSTATE of a database whose own disk is full. */
const databaseDiskFull = '53100';

/** Says why work failed, for whoever began it and for the log. */
export function describeJobFailure(error: unknown): JobFailureMessage {
  const { code, stack } = (error ?? {}) as { code?: unknown; stack?: string };
  return { failure: jobFailureOf(error), code: typeof code === 'string' ? code : null, stack: stack ?? String(error) };
}

function jobFailureOf(error: unknown): JobFailureReason {
  if (isDiskFull(error) || (error as { code?: unknown } | null)?.code === databaseDiskFull) return 'noRoom';
  return isDatabaseOutage(error) ? 'databaseAway' : 'unexpected';
}
