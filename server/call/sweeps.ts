import type { Sweep } from '../core/sweep.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';
import type { AppContext } from './room.ts';

/** Answers that are kept for repeated requests. */
export const callSweeps = ({ database }: AppContext): Sweep[] => [() => sweepIdempotencyKeys(database.autocommit)];
