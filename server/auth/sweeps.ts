import type { Sweep } from '../core/sweep.ts';
import type { Database } from '../database/database.ts';
import { sweepSecondSteps } from './second-step.ts';
import { sweepSessions } from './session-end.ts';
import { sweepSignOutHints } from './sign-out-hint.ts';
import type { SignInThrottle } from './throttle.ts';

/** What is over of signing in: sessions, second steps, hints for signing out, and what slowed guessing down. */
export const authSweeps = ({
  database: { autocommit },
  throttle,
}: {
  readonly database: Database;
  readonly throttle: SignInThrottle;
}): Sweep[] => [
  () => sweepSessions(autocommit),
  () => sweepSecondSteps(autocommit),
  () => sweepSignOutHints(autocommit),
  () => throttle.sweep(),
];
